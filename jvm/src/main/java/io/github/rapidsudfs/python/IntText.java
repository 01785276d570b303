// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;

/** Conversions between ints and strings. */
final class IntText {
  private static final int LIMIT = 4300;

  static String str(BigInteger value) {
    // 4,300 digits have 14,285 bits.
    String text = value.bitLength() > 14284 ? value.toString() : null;
    if (text != null && text.length() - (value.signum() < 0 ? 1 : 0) > LIMIT) {
      throw PyError.value(
          "Exceeds the limit (4300 digits) for integer string conversion; "
              + "use sys.set_int_max_str_digits() to increase the limit");
    }
    return text == null ? value.toString() : text;
  }

  static String latin(PyBytes bytes) {
    return new String(bytes.data, StandardCharsets.ISO_8859_1).replaceAll("[\\x80-\\xff]", "?");
  }

  private static PyError invalid(int base, Object given) {
    return PyError.later(PyType.VALUE_ERROR, () -> message(base, Py.repr(given)));
  }

  private static String message(int base, String repr) {
    int cut = Math.min(200, repr.codePointCount(0, repr.length()));
    return "invalid literal for int() with base "
        + base
        + ": "
        + repr.substring(0, repr.offsetByCodePoints(0, cut));
  }

  /** The number in up to 18 ASCII digits, perhaps after a minus; else the least long. */
  static long plain(String text) {
    int n = text.length();
    if (n == 0 || n > 18) return Long.MIN_VALUE;
    if (n == 1) {
      int digit = text.charAt(0) - '0';
      return digit < 0 || digit > 9 ? Long.MIN_VALUE : digit;
    }
    int i = text.charAt(0) == '-' ? 1 : 0;
    if (i == n) return Long.MIN_VALUE;
    long value = 0;
    for (int k = i; k < n; k++) {
      int d = text.charAt(k) - '0';
      if (d < 0 || d > 9) return Long.MIN_VALUE;
      value = value * 10 + d;
    }
    return i == 1 ? -value : value;
  }

  /** {@code int(text, base)}; {@code given} appears in the message. */
  static Object parse(String text, int base, Object given) {
    long plain = base == 10 ? plain(text) : Long.MIN_VALUE;
    return plain != Long.MIN_VALUE ? (Object) plain : slow(Texts.number(text), base, given);
  }

  private static Object slow(String s, int given, Object text) {
    int base = given;
    int i = 0;
    boolean minus = s.startsWith("-");
    if (minus || s.startsWith("+")) i++;
    boolean zeroOnly = false;
    int prefix = prefix(s, i);
    if (base == 0) {
      base = prefix > 0 ? prefix : 10;
      zeroOnly = prefix == 0 && i < s.length() && s.charAt(i) == '0';
    }
    if (prefix > 0 && prefix == base) {
      i += 2;
      if (i < s.length() && s.charAt(i) == '_') i++;
    }
    StringBuilder digits = new StringBuilder(s.length());
    boolean underscore = true;
    for (; i < s.length(); i++) {
      char c = s.charAt(i);
      if (c == '_') {
        if (underscore) throw invalid(given, text);
        underscore = true;
        continue;
      }
      if (c > 127 || Character.digit(c, base) < 0) throw invalid(given, text);
      underscore = false;
      digits.append(c);
    }
    if (underscore) throw invalid(given, text);
    if (digits.length() > LIMIT && Integer.bitCount(base) != 1) {
      throw PyError.value(
          "Exceeds the limit (4300 digits) for integer string conversion: value has "
              + digits.length()
              + " digits; use sys.set_int_max_str_digits() to increase the limit");
    }
    BigInteger value = new BigInteger(digits.toString(), base);
    if (zeroOnly && value.signum() != 0) throw invalid(given, text);
    return Keys.narrow(minus ? value.negate() : value);
  }

  private static int prefix(String s, int i) {
    if (i + 1 >= s.length() || s.charAt(i) != '0') return 0;
    switch (s.charAt(i + 1)) {
      case 'x':
      case 'X':
        return 16;
      case 'o':
      case 'O':
        return 8;
      case 'b':
      case 'B':
        return 2;
      default:
        return 0;
    }
  }
}
