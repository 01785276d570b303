// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

/** What many methods of strings need: spaces and digits of Unicode, the ASCII part. */
final class Texts {
  private Texts() {}

  private static final String[] LATIN = new String[256];

  static {
    for (int i = 0; i < 256; i++) LATIN[i] = String.valueOf((char) i);
  }

  /** The code point at a char as a string. */
  static String one(String s, int i) {
    char c = s.charAt(i);
    if (c < 256) return LATIN[c];
    return s.substring(i, i + (Character.isHighSurrogate(c) ? 2 : 1));
  }

  /** How many of the first chars are ASCII. */
  static int asciiPrefix(String s) {
    int n = s.length();
    for (int i = 0; i < n; i++) if (s.charAt(i) > 127) return i;
    return n;
  }

  /** {@code str.isspace} of one: bidirectional type WS, B or S, or category Zs. */
  static boolean space(int c) {
    if (c < 128) return c == ' ' || c >= 9 && c <= 13 || c >= 0x1c && c <= 0x1f;
    return c == 0x85 || c == 0xa0 || c == 0x1680 || c >= 0x2000 && c <= 0x200a || c == 0x2028
        || c == 0x2029 || c == 0x202f || c == 0x205f || c == 0x3000;
  }

  /** The space that int() and float() skip: of ASCII only that of C. */
  static boolean numberSpace(int c) {
    return c < 128 ? c == ' ' || c >= 9 && c <= 13 : space(c);
  }

  /** The value of a decimal digit of Unicode, or -1. */
  static int digit(int c) {
    if (c < 128) return c >= '0' && c <= '9' ? c - '0' : -1;
    int type = Character.getType(c);
    if (type == Character.DECIMAL_DIGIT_NUMBER) return Character.digit(c, 10);
    if (type == Character.UNASSIGNED) unassigned(c);
    return -1;
  }

  /**
   * Refuses a code point that a later Unicode than Java's may know as a letter or number. The blocks
   * of pictures have none.
   */
  static void unassigned(int c) {
    if (c < 0x1f200 || c >= 0x1fbf0) unknown(c);
  }

  /** Refuses a code point that a later Unicode than Java's may know. */
  static void unknown(int c) {
    if ((c & 0xfffe) == 0xfffe || c >= 0xfdd0 && c <= 0xfdef || c >= 0xe1000) return;
    throw new Unsupported(
        String.format("the code point U+%04X, which later versions of Unicode know", c));
  }

  /**
   * CPython's _PyUnicode_TransformDecimalAndSpaceToASCII, without the outer spaces: what is neither
   * a digit nor a space nor ASCII is {@code ?}.
   */
  static String number(String s) {
    int start = 0;
    int end = s.length();
    while (start < end && numberSpace(s.charAt(start))) start++;
    while (end > start && numberSpace(s.charAt(end - 1))) end--;
    int i = start;
    while (i < end && s.charAt(i) < 127) i++;
    if (i == end) return s.substring(start, end);
    StringBuilder out = new StringBuilder();
    for (i = start; i < end; ) {
      int c = s.codePointAt(i);
      i += Character.charCount(c);
      int digit = c < 127 ? -1 : digit(c);
      out.append(c < 127 ? (char) c : digit >= 0 ? (char) ('0' + digit) : numberSpace(c) ? ' ' : '?');
    }
    return out.toString();
  }
}
