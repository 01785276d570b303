// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

import java.util.Map;

/** {@code json.loads}: the grammar and the errors of CPython's {@code _json.c}. */
final class JsonReader {
  private final String s;
  private final int minor;
  private int at;
  private int depth;
  private boolean loneSurrogate;

  private JsonReader(String s, int minor) {
    this.s = s;
    this.minor = minor;
  }

  static Object read(Object given, int minor) {
    boolean bytes = given instanceof PyBytes;
    if (!bytes && !(given instanceof String)) {
      throw PyError.type(
          "the JSON object must be str, bytes or bytearray, not " + Py.shortTypeName(given));
    }
    String text = bytes ? decode((PyBytes) given) : (String) given;
    JsonReader r = new JsonReader(text, minor);
    if (text.startsWith("\ufeff")) {
      throw r.error("Unexpected UTF-8 BOM (decode using utf-8-sig)", 0);
    }
    r.space();
    Object value = r.value();
    r.space();
    if (r.at < text.length()) throw r.error("Extra data", r.at);
    if (r.loneSurrogate) throw new Unsupported("json with a lone surrogate");
    return value;
  }

  private static String decode(PyBytes given) {
    byte[] data = given.data;
    for (int i = 0; i < Math.min(4, data.length); i++) {
      if (data[i] == 0 || (data[0] & 255) > 0xee) {
        throw new Unsupported("json.loads of bytes that may not be UTF-8");
      }
    }
    try {
      return Utf8Codec.decode(given, "utf-8", "strict");
    } catch (PyError e) {
      // CPython decodes surrogates here.
      for (int i = 1; i < data.length; i++) {
        if ((data[i - 1] & 255) == 0xed && (data[i] & 255) > 0x9f) {
          throw new Unsupported("json.loads of bytes with surrogates");
        }
      }
      throw e;
    }
  }

  private PyError error(String what, int pos) {
    long line = 1;
    int start = 0;
    for (int i = 0; i < pos; i++) {
      if (s.charAt(i) == '\n') {
        line++;
        start = i + 1;
      }
    }
    long column = s.codePointCount(start, pos) + 1L;
    long index = s.codePointCount(0, pos);
    PyError error =
        PyError.of(
            PyType.named("json.JSONDecodeError"),
            what + ": line " + line + " column " + column + " (char " + index + ")");
    error.attributes = Map.of("msg", what, "doc", s, "pos", index, "lineno", line, "colno", column);
    return error;
  }

  private int peek() {
    return at < s.length() ? s.charAt(at) : -1;
  }

  private void space() {
    while (at < s.length() && " \t\n\r".indexOf(s.charAt(at)) >= 0) at++;
  }

  private Object value() {
    if (word("\"")) return string();
    int c = peek();
    if (c == '{' || c == '[') {
      at++;
      if (++depth > 500) throw new Unsupported("json nested more than 500 deep");
      Object nested = c == '{' ? object() : array();
      depth--;
      return nested;
    }
    if (word("null")) return null;
    if (word("true")) return true;
    if (word("false")) return false;
    if (word("NaN")) return Double.NaN;
    if (word("Infinity")) return Double.POSITIVE_INFINITY;
    if (word("-Infinity")) return Double.NEGATIVE_INFINITY;
    return number();
  }

  private boolean word(String w) {
    if (!s.startsWith(w, at)) return false;
    at += w.length();
    return true;
  }

  private int digits(int i) {
    while (i < s.length() && s.charAt(i) >= '0' && s.charAt(i) <= '9') i++;
    return i;
  }

  private Object number() {
    int start = at;
    int i = peek() == '-' ? at + 1 : at;
    int end = digits(i);
    if (end == i) throw error("Expecting value", start);
    if (s.charAt(i) == '0') end = i + 1;
    boolean real = false;
    if (end + 1 < s.length() && s.charAt(end) == '.' && digits(end + 1) > end + 1) {
      end = digits(end + 1);
      real = true;
    }
    if (end < s.length() && (s.charAt(end) | 32) == 'e') {
      int e = end + 1;
      if (e < s.length() && (s.charAt(e) == '+' || s.charAt(e) == '-')) e++;
      if (digits(e) > e) {
        end = digits(e);
        real = true;
      }
    }
    at = end;
    String text = s.substring(start, end);
    if (real) return Double.parseDouble(text);
    return text.length() < 19 ? (Object) Long.parseLong(text) : IntText.parse(text, 10, text);
  }

  private Object object() {
    PyDict dict = new PyDict();
    space();
    if (word("}")) return dict;
    while (true) {
      if (!word("\"")) throw error("Expecting property name enclosed in double quotes", at);
      String key = string();
      space();
      if (!word(":")) throw error("Expecting ':' delimiter", at);
      space();
      dict.put(key, value());
      if (ends('}', "object")) return dict;
    }
  }

  private Object array() {
    PyList list = new PyList();
    space();
    if (word("]")) return list;
    while (true) {
      list.add(value());
      if (ends(']', "array")) return list;
    }
  }

  private boolean ends(char close, String what) {
    space();
    int c = peek();
    if (c != ',' && c != close) throw error("Expecting ',' delimiter", at);
    int comma = at++;
    if (c == close) return true;
    space();
    if (minor >= 13 && peek() == close) {
      throw error("Illegal trailing comma before end of " + what, comma);
    }
    return false;
  }

  private String string() {
    int begin = at - 1;
    int plain = at;
    StringBuilder out = null;
    while (true) {
      int c = peek();
      if (c < 0) throw error("Unterminated string starting at", begin);
      if (c < 32) throw error("Invalid control character at", at);
      if (c != '"' && c != '\\') {
        at++;
        continue;
      }
      if (c == '"' && out == null) return s.substring(plain, at++);
      if (out == null) out = new StringBuilder();
      out.append(s, plain, at++);
      if (c == '"') {
        loneSurrogate |= hasLoneSurrogate(out);
        return out.toString();
      }
      escape(out, begin);
      plain = at;
    }
  }

  private static boolean hasLoneSurrogate(StringBuilder out) {
    for (int i = 0; i < out.length(); i++) {
      int c = out.codePointAt(i);
      if (c >= 0x10000) i++;
      else if (c >= 0xd800 && c < 0xe000) return true;
    }
    return false;
  }

  private void escape(StringBuilder out, int begin) {
    int c = peek();
    if (c < 0) throw error("Unterminated string starting at", begin);
    int simple = "\"\\/bfnrt".indexOf(c);
    at++;
    if (simple >= 0) {
      out.append("\"\\/\b\f\n\r\t".charAt(simple));
      return;
    }
    if (c != 'u') throw error("Invalid \\escape", at - 2);
    int value = 0;
    // At least one character must follow the four digits.
    if (at + 4 >= s.length()) throw error("Invalid \\uXXXX escape", at - 1);
    for (int i = 0; i < 4; i++) {
      int digit = s.charAt(at + i) < 128 ? Character.digit(s.charAt(at + i), 16) : -1;
      if (digit < 0) throw error("Invalid \\uXXXX escape", at - 1);
      value = value * 16 + digit;
    }
    at += 4;
    out.append((char) value);
  }
}
