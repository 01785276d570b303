// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** CPython's PyOS_double_to_string for types e, f and g: half to even on the exact value. */
final class FloatFormat {
  /**
   * A float as a string without its sign. {@code alt} keeps the point and the zeros; {@code dot}
   * ends a whole number in {@code .0}.
   */
  static String text(double value, char type, int precision, boolean alt, boolean dot) {
    char lower = Character.toLowerCase(type);
    String text;
    double size = Math.abs(value);
    if (Double.isNaN(value)) text = "nan";
    else if (Double.isInfinite(value)) text = "inf";
    else if (lower == 'f') text = fixed(size, precision, alt);
    else if (lower == 'e') text = scientific(size, precision, alt);
    else if (lower == 'g') text = general(size, Math.max(1, precision), alt, dot);
    else {
      text = FloatText.repr(size);
      if (alt && text.indexOf('.') < 0) text = text.replace("e", ".e");
    }
    return type != lower ? text.toUpperCase(java.util.Locale.ROOT) : text;
  }

  private static String fixed(double size, int precision, boolean alt) {
    if (precision <= 15) {
      double scaled = size * FloatText.TENS[precision];
      double near = Math.rint(scaled);
      // Far from a tie, so the error of the product does not matter.
      if (scaled < 1L << 40 && Math.abs(Math.abs(scaled - near) - 0.5) > 1e-3) {
        return point(Long.toString((long) near), precision, alt);
      }
    }
    BigDecimal value = new BigDecimal(size).setScale(precision, RoundingMode.HALF_EVEN);
    return point(value.unscaledValue().toString(), precision, alt);
  }

  static String point(String digits, int precision, boolean alt) {
    StringBuilder out = new StringBuilder(digits.length() + 3);
    for (int i = digits.length(); i <= precision; i++) out.append('0');
    out.append(digits);
    if (precision > 0 || alt) out.insert(out.length() - precision, '.');
    return out.toString();
  }

  /** The number rounded to {@code n} digits. */
  private static BigDecimal digits(double size, int n) {
    return new BigDecimal(size).round(new MathContext(n, RoundingMode.HALF_EVEN));
  }

  private static String padded(BigDecimal value, int n) {
    StringBuilder digits = new StringBuilder(value.unscaledValue().toString());
    while (digits.length() < n) digits.append('0');
    return digits.substring(0, n);
  }

  private static int exponent(BigDecimal value) {
    return value.signum() == 0 ? 0 : value.precision() - value.scale() - 1;
  }

  private static String scientific(double size, int precision, boolean alt) {
    BigDecimal value = digits(size, precision + 1);
    return scientific(padded(value, precision + 1), exponent(value), alt);
  }

  private static String scientific(String digits, int exponent, boolean alt) {
    StringBuilder out = new StringBuilder().append(digits.charAt(0));
    if (digits.length() > 1 || alt) out.append('.').append(digits, 1, digits.length());
    return FloatText.exponent(out, exponent, 'e').toString();
  }

  private static String general(double size, int precision, boolean alt, boolean dot) {
    BigDecimal value = digits(size, precision);
    int exponent = exponent(value);
    String digits = padded(value, precision);
    if (!alt) digits = digits.substring(0, 1) + digits.substring(1).replaceAll("0+$", "");
    if (exponent < -4 || exponent >= precision - (dot ? 1 : 0)) {
      return scientific(digits, exponent, alt);
    }
    String text = FloatText.layout(digits, exponent + 1, Integer.MAX_VALUE, dot);
    return alt && text.indexOf('.') < 0 ? text + "." : text;
  }
}
