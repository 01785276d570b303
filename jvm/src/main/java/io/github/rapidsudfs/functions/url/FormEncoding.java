package io.github.rapidsudfs.functions.url;

import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.ColumnView;
import java.nio.charset.StandardCharsets;

/**
 * Encoding as HTML forms do ({@code application/x-www-form-urlencoded}), both ways of a function:
 * the result equals that of {@code java.net.URLEncoder} with UTF-8.
 */
final class FormEncoding {
  private static final byte[] HEX = "0123456789ABCDEF".getBytes(StandardCharsets.US_ASCII);
  private static final boolean[] PLAIN = new boolean[128];

  static {
    for (char c :
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.-*_".toCharArray()) {
      PLAIN[c] = true;
    }
  }

  private FormEncoding() {}

  /** Row-wise; a lone surrogate counts as {@code ?}, as in Java's UTF-8 encoder. */
  static String encode(String text) {
    int first = 0;
    while (first < text.length() && isPlain(text.charAt(first))) {
      first++;
    }
    return first == text.length() ? text : encodeFrom(first, text);
  }

  private static boolean isPlain(char c) {
    return c < 128 && PLAIN[c];
  }

  private static String encodeFrom(int first, String text) {
    byte[] encoded = new byte[encodedLength(first, text)];
    for (int i = 0; i < first; i++) {
      encoded[i] = (byte) text.charAt(i);
    }
    int at = first;
    for (int i = first; i < text.length(); i++) {
      char c = text.charAt(i);
      if (isPlain(c)) {
        encoded[at++] = (byte) c;
      } else if (c == ' ') {
        encoded[at++] = '+';
      } else if (c < 0x80) {
        at = escape(c, encoded, at);
      } else if (c < 0x800) {
        at = escape(0xC0 | c >> 6, encoded, at);
        at = escape(0x80 | c & 0x3F, encoded, at);
      } else if (isPair(text, i)) {
        int codePoint = Character.toCodePoint(c, text.charAt(++i));
        at = escape(0xF0 | codePoint >> 18, encoded, at);
        at = escape(0x80 | codePoint >> 12 & 0x3F, encoded, at);
        at = escape(0x80 | codePoint >> 6 & 0x3F, encoded, at);
        at = escape(0x80 | codePoint & 0x3F, encoded, at);
      } else if (Character.isSurrogate(c)) {
        at = escape('?', encoded, at);
      } else {
        at = escape(0xE0 | c >> 12, encoded, at);
        at = escape(0x80 | c >> 6 & 0x3F, encoded, at);
        at = escape(0x80 | c & 0x3F, encoded, at);
      }
    }
    return new String(encoded, StandardCharsets.ISO_8859_1);
  }

  private static int encodedLength(int first, String text) {
    long length = first;
    for (int i = first; i < text.length(); i++) {
      char c = text.charAt(i);
      if (isPlain(c) || c == ' ') {
        length++;
      } else if (c < 0x80) {
        length += 3;
      } else if (c < 0x800) {
        length += 6;
      } else if (isPair(text, i)) {
        length += 12;
        i++;
      } else {
        length += Character.isSurrogate(c) ? 3 : 9;
      }
    }
    return Math.toIntExact(length);
  }

  private static boolean isPair(String text, int at) {
    return Character.isHighSurrogate(text.charAt(at))
        && at + 1 < text.length()
        && Character.isLowSurrogate(text.charAt(at + 1));
  }

  private static int escape(int octet, byte[] encoded, int at) {
    encoded[at] = '%';
    encoded[at + 1] = HEX[octet >> 4];
    encoded[at + 2] = HEX[octet & 15];
    return at + 3;
  }

  /**
   * Columnar: a new column, the argument is borrowed. cuDF escapes as RFC 3986 has it; what forms
   * want otherwise is put right afterwards (a percent sign is always the start of an escape by
   * then).
   */
  static ColumnVector encode(ColumnView text) {
    try (ColumnVector escaped = text.urlEncode();
        ColumnVector from = ColumnVector.fromStrings("%20", "%2A", "~");
        ColumnVector to = ColumnVector.fromStrings("+", "*", "%7E")) {
      return escaped.stringReplace(from, to);
    }
  }
}
