// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

import java.util.BitSet;

/** Helpers of string methods: Unicode spaces and digits, lengths, repr. */
public final class Texts {
  private static final String[] LATIN = new String[256];

  static {
    for (int i = 0; i < 256; i++) LATIN[i] = String.valueOf((char) i);
  }

  /** The code point at a char as a string. */
  public static String one(String s, int i) {
    char c = s.charAt(i);
    if (c < 256) return LATIN[c];
    return s.substring(i, i + (Character.isHighSurrogate(c) ? 2 : 1));
  }

  /** {@code ord} of the character at an index. */
  public static long codePoint(String s, int i) {
    return s.codePointAt(i);
  }

  static int length(String s) {
    return s.codePointCount(0, s.length());
  }

  /** {@code s * n}, of no more than 256 MB. */
  static String repeat(String s, long n) {
    if (n > Integer.MAX_VALUE / 8) throw new Unsupported("a text of more than 256 MB");
    return n <= 0 ? "" : s.repeat((int) n);
  }

  /** The members of a set of code points: {@code b9 1369-1371}. */
  static BitSet set(String ranges) {
    BitSet set = new BitSet();
    for (String range : ranges.split(" ")) {
      String[] ends = range.split("-");
      set.set(Integer.parseInt(ends[0], 16), Integer.parseInt(ends[ends.length - 1], 16) + 1);
    }
    return set;
  }

  /** {@code repr(str)}: quotes, escapes, and hex escapes for unprintable characters. */
  static String repr(String s, boolean ascii) {
    boolean single = s.indexOf('\'') >= 0 && s.indexOf('"') < 0;
    char quote = single ? '"' : '\'';
    StringBuilder out = new StringBuilder(s.length() + 2).append(quote);
    for (int i = 0; i < s.length(); ) {
      int c = s.codePointAt(i);
      i += Character.charCount(c);
      int special = "\t\n\r".indexOf(c);
      if (c == quote || c == '\\') out.append('\\').append((char) c);
      else if (special >= 0) out.append('\\').append("tnr".charAt(special));
      else if (c >= 32 && c < 127 || !ascii && StringTests.printable(c)) out.appendCodePoint(c);
      else escape(out, c);
    }
    return out.append(quote).toString();
  }

  /** An ASCII code point unescaped, any other by its number. */
  static void escape(StringBuilder out, int c) {
    if (c >= 32 && c < 127) out.append((char) c);
    else if (c < 256) out.append(String.format("\\x%02x", c));
    else out.append(String.format(c < 0x10000 ? "\\u%04x" : "\\U%08x", c));
  }

  /** The number of leading ASCII chars. */
  static int asciiPrefix(String s) {
    int n = s.length();
    for (int i = 0; i < n; i++) if (s.charAt(i) > 127) return i;
    return n;
  }

  private static final BitSet SPACES = set("85 a0 1680 2000-200a 2028-2029 202f 205f 3000");

  /** {@code str.isspace} of a code point: bidirectional type WS, B or S, or category Zs. */
  static boolean space(int c) {
    if (c < 128) return c == ' ' || c >= 9 && c <= 13 || c >= 0x1c && c <= 0x1f;
    return SPACES.get(c);
  }

  /** The whitespace that int() and float() skip: within ASCII only C's. */
  static boolean numberSpace(int c) {
    return c < 128 ? c == ' ' || c >= 9 && c <= 13 : space(c);
  }

  static int digit(int c) {
    if (c < 128) return c >= '0' && c <= '9' ? c - '0' : -1;
    int type = Character.getType(c);
    if (type == Character.DECIMAL_DIGIT_NUMBER) return Character.digit(c, 10);
    if (type == Character.UNASSIGNED) unassigned(c);
    return -1;
  }

  /**
   * Rejects a code point that a Unicode version later than Java's may define as a letter or number.
   * The blocks of pictographs have none.
   */
  static void unassigned(int c) {
    if (c < 0x1f200 || c >= 0x1fbf0) unknown(c);
  }

  /** Rejects a code point that a Unicode version later than Java's may define. */
  static void unknown(int c) {
    if ((c & 0xfffe) == 0xfffe || c >= 0xfdd0 && c <= 0xfdef || c >= 0xe1000) return;
    refuse(c);
  }

  static void refuse(int c) {
    throw new Unsupported(
        String.format("the code point U+%04X, on which versions of Unicode differ", c));
  }

  /**
   * CPython's _PyUnicode_TransformDecimalAndSpaceToASCII, without the outer spaces: maps characters
   * that are not digits, spaces or ASCII to {@code ?}.
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
      out.append(
          c < 127 ? (char) c : digit >= 0 ? (char) ('0' + digit) : numberSpace(c) ? ' ' : '?');
    }
    return out.toString();
  }
}
