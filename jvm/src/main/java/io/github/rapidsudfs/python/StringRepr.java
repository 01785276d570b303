// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

/** {@code repr(str)}. */
final class StringRepr {
  private StringRepr() {}

  /** Quotes, escapes, and what is not printable as escapes of hex digits. */
  static String repr(String s) {
    boolean single = s.indexOf('\'') >= 0 && s.indexOf('"') < 0;
    char quote = single ? '"' : '\'';
    StringBuilder out = new StringBuilder(s.length() + 2).append(quote);
    for (int i = 0; i < s.length(); ) {
      int c = s.codePointAt(i);
      i += Character.charCount(c);
      if (c == quote || c == '\\') out.append('\\').append((char) c);
      else if (c == '\t') out.append("\\t");
      else if (c == '\n') out.append("\\n");
      else if (c == '\r') out.append("\\r");
      else if (c >= 32 && c < 127 || StringTests.printable(c)) out.appendCodePoint(c);
      else escape(out, c);
    }
    return out.append(quote).toString();
  }

  /** One code point of ASCII as it is, any other by its number. */
  static void escape(StringBuilder out, int c) {
    if (c >= 32 && c < 127) out.append((char) c);
    else if (c < 256) out.append(String.format("\\x%02x", c));
    else out.append(String.format(c < 0x10000 ? "\\u%04x" : "\\U%08x", c));
  }
}
