// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** Parses floats, and prints the shortest string that reads back. */
final class FloatText {
  static final double[] TENS = new double[23];

  static {
    for (int i = 0; i < TENS.length; i++) TENS[i] = Double.parseDouble("1e" + i);
  }

  static double parse(String text, Object given) {
    String s = Texts.number(text);
    int n = s.length();
    int start = n > 0 && (s.charAt(0) == '-' || s.charAt(0) == '+') ? 1 : 0;
    boolean minus = start == 1 && s.charAt(0) == '-';
    if (start < n && Character.isLetter(s.charAt(start))) {
      String word = s.substring(start).toLowerCase(java.util.Locale.ROOT);
      if (word.equals("inf") || word.equals("infinity")) {
        return minus ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
      }
      if (word.equals("nan")) return Double.NaN;
    }
    if (!grammar(s, start)) {
      throw PyError.later(
          PyType.VALUE_ERROR, () -> "could not convert string to float: " + Py.repr(given));
    }
    return Double.parseDouble(s.indexOf('_') < 0 ? s : s.replace("_", ""));
  }

  /** Digits with single underscores between them, a point, an exponent. */
  private static boolean grammar(String s, int start) {
    int whole = digits(s, start);
    int i = Math.abs(whole);
    boolean some = whole > start;
    if (whole < 0) return false;
    if (i < s.length() && s.charAt(i) == '.') {
      int part = digits(s, i + 1);
      if (part < 0) return false;
      some |= part > i + 1;
      i = part;
    }
    if (!some) return false;
    if (i < s.length() && (s.charAt(i) == 'e' || s.charAt(i) == 'E')) {
      i++;
      if (i < s.length() && (s.charAt(i) == '-' || s.charAt(i) == '+')) i++;
      int exponent = digits(s, i);
      if (exponent <= i) return false;
      i = exponent;
    }
    return i == s.length();
  }

  /** The end of the digits from {@code i} on; -1 for an underscore not between two digits. */
  private static int digits(String s, int i) {
    boolean digit = false;
    for (; i < s.length(); i++) {
      char c = s.charAt(i);
      if (c >= '0' && c <= '9') digit = true;
      else if (c == '_') {
        if (!digit || i + 1 == s.length() || s.charAt(i + 1) < '0' || s.charAt(i + 1) > '9')
          return -1;
        digit = false;
      } else break;
    }
    return i;
  }

  static String repr(double value) {
    if (Double.isNaN(value)) return "nan";
    if (Double.isInfinite(value)) return value > 0 ? "inf" : "-inf";
    if (value == 0) return 1 / value < 0 ? "-0.0" : "0.0";
    double size = Math.abs(value);
    if (size < 1e15 && size == Math.rint(size)) return (long) value + ".0";
    if (size >= 1e-4 && size < 1e15) {
      // m / 10^k rounds once: at most 15 digits that read back are the shortest.
      for (int k = 1; k < 19; k++) {
        double m = Math.rint(size * TENS[k]);
        if (m >= 1e15) break;
        if (m / TENS[k] != size) continue;
        return (value < 0 ? "-" : "") + FloatFormat.point(Long.toString((long) m), k, false);
      }
    }
    String sign = value < 0 ? "-" : "";
    if (size < Double.MIN_NORMAL) {
      BigDecimal least = subnormal(size);
      String digits = least.unscaledValue().toString();
      return sign + layout(digits, digits.length() - least.scale(), 16, true);
    }
    ShortestFloat shortest = ShortestFloat.of(size);
    String digits = Long.toString(shortest.digits);
    int n = digits.length();
    int end = n;
    while (end > 1 && digits.charAt(end - 1) == '0') end--;
    return sign + layout(digits.substring(0, end), n + shortest.exponent, 16, true);
  }

  /** The shortest decimal that reads back, and of those the nearest. */
  private static BigDecimal subnormal(double value) {
    BigDecimal exact = new BigDecimal(value);
    for (int digits = 1; ; digits++) {
      BigDecimal near = exact.round(new MathContext(digits, RoundingMode.HALF_EVEN));
      if (near.doubleValue() == value) return near.stripTrailingZeros();
    }
  }

  /**
   * Digits with the point after {@code point} of them, or with an exponent if {@code point} is
   * outside -4 … {@code most}. {@code dot} ends a whole number in {@code .0}.
   */
  static String layout(String digits, int point, int most, boolean dot) {
    StringBuilder out = new StringBuilder(digits.length() + 8);
    int n = digits.length();
    if ((point <= -4 && most == 16) || point > most) {
      out.append(digits.charAt(0));
      if (n > 1) out.append('.').append(digits, 1, n);
      return exponent(out, point - 1, 'e').toString();
    }
    if (point <= 0) {
      out.append("0.");
      for (int i = point; i < 0; i++) out.append('0');
      return out.append(digits).toString();
    }
    if (point < n)
      return out.append(digits, 0, point).append('.').append(digits, point, n).toString();
    out.append(digits);
    for (int i = n; i < point; i++) out.append('0');
    return dot ? out.append(".0").toString() : out.toString();
  }

  /** Writes at least two digits of the exponent. */
  static StringBuilder exponent(StringBuilder out, int e, char letter) {
    out.append(letter).append(e < 0 ? '-' : '+');
    if (Math.abs(e) < 10) out.append('0');
    return out.append(Math.abs(e));
  }
}
