// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;

/** Arithmetic of Decimals as libmpdec does it, and their format. */
final class DecimalMath {
  private static final java.util.regex.Pattern SPEC =
      java.util.regex.Pattern.compile(
          "(?:([^{}])?([<>=^]))?([+ -]?)(0?)([1-9][0-9]{0,5})?(,?)(?:\\.([0-9]{1,4}))?([fF%]?)",
          java.util.regex.Pattern.DOTALL);

  private DecimalMath() {}

  static PyDecimal binary(String op, PyDecimal a, PyDecimal b) {
    if (a.nan || b.nan) {
      if (op.equals("pow")) throw new Unsupported("a power of NaN");
      return a.nan ? a : b;
    }
    if (!a.finite() || !b.finite()) return infinite(op, a, b);
    boolean sign = a.negative != b.negative;
    long apart = Math.abs((long) a.abs.scale() - b.abs.scale());
    if (apart > 5000 && !op.equals("mul")) {
      throw new Unsupported("Decimals with exponents so far apart");
    }
    switch (op) {
      case "add":
        return PyDecimal.rounded(a.value().add(b.value()), a.negative && b.negative);
      case "sub":
        return PyDecimal.rounded(a.value().subtract(b.value()), a.negative && !b.negative);
      case "mul":
        return PyDecimal.rounded(signed(a.abs.multiply(b.abs), sign), sign);
      case "truediv":
        if (b.zero()) throw byZero(a);
        if (a.zero()) {
          return PyDecimal.signed(
              new BigDecimal(BigInteger.ZERO, a.abs.scale() - b.abs.scale()), sign);
        }
        return PyDecimal.rounded(signed(a.abs.divide(b.abs, PyDecimal.CONTEXT), sign), sign);
      case "floordiv":
        if (b.zero()) throw byZero(a);
        return PyDecimal.signed(quotient(a, b), sign);
      case "mod":
        if (b.zero()) throw PyDecimal.invalid(a.zero() ? "DivisionUndefined" : "InvalidOperation");
        BigDecimal rest = a.abs.subtract(b.abs.multiply(quotient(a, b)));
        int scale = Math.max(a.abs.scale(), b.abs.scale());
        return PyDecimal.rounded(signed(rest.setScale(scale), a.negative), a.negative);
      default:
        return power(a, b);
    }
  }

  private static BigDecimal signed(BigDecimal abs, boolean negative) {
    return negative ? abs.negate() : abs;
  }

  private static PyError byZero(PyDecimal a) {
    return a.zero()
        ? PyDecimal.invalid("DivisionUndefined")
        : PyError.of(
            PyType.DECIMAL_DIVISION_BY_ZERO, "[<class 'decimal.DivisionByZero'>]");
  }

  private static BigDecimal quotient(PyDecimal a, PyDecimal b) {
    BigDecimal q = a.abs.divideToIntegralValue(b.abs).setScale(0, RoundingMode.DOWN);
    if (q.precision() > PyDecimal.DIGITS) throw PyDecimal.invalid("DivisionImpossible");
    return q;
  }

  private static PyDecimal infinite(String op, PyDecimal a, PyDecimal b) {
    boolean sign = a.negative != b.negative;
    boolean both = !a.finite() && !b.finite();
    switch (op) {
      case "add":
      case "sub":
        boolean other = op.equals("sub") != b.negative;
        if (both && a.negative != other) throw PyDecimal.invalid("InvalidOperation");
        return PyDecimal.special(a.finite() ? other : a.negative, false);
      case "mul":
        if (a.zero() || b.zero()) throw PyDecimal.invalid("InvalidOperation");
        return PyDecimal.special(sign, false);
      case "truediv":
      case "floordiv":
        if (both) throw PyDecimal.invalid("InvalidOperation");
        if (!a.finite()) return PyDecimal.special(sign, false);
        if (op.equals("floordiv")) return PyDecimal.signed(BigDecimal.ZERO, sign);
        throw new Unsupported("a Decimal divided by an infinity");
      case "mod":
        if (!a.finite()) throw PyDecimal.invalid("InvalidOperation");
        return a.rounded();
      default:
        throw new Unsupported("a power with an infinity");
    }
  }

  /** libmpdec's {@code _mpd_qpow_int}: squares and products with a few digits more. */
  private static PyDecimal power(PyDecimal a, PyDecimal b) {
    BigDecimal e = b.value();
    boolean whole = b.zero() || e.stripTrailingZeros().scale() <= 0;
    if (!whole || e.abs().compareTo(new BigDecimal(9999)) > 0 || b.abs.scale() != 0) {
      throw new Unsupported("a power of a Decimal whose exponent is no small int");
    }
    if (b.zero()) {
      if (a.zero()) throw PyDecimal.invalid("InvalidOperation");
      return PyDecimal.of(BigDecimal.ONE);
    }
    int n = e.intValue();
    boolean sign = a.negative && (n & 1) != 0;
    if (a.zero() && n > 0) return PyDecimal.signed(BigDecimal.ZERO, sign);
    if (a.zero() || a.abs.compareTo(BigDecimal.ONE) == 0) {
      throw new Unsupported("a power of a Decimal that is 0, 1 or -1");
    }
    int digits = PyDecimal.DIGITS + b.abs.precision() + 2 + (n < 0 ? 1 : 0);
    MathContext work = new MathContext(digits, RoundingMode.HALF_EVEN);
    BigDecimal base = n < 0 ? BigDecimal.ONE.divide(a.abs, work) : a.abs;
    BigDecimal r = base;
    int abs = Math.abs(n);
    for (int bit = Integer.highestOneBit(abs) >> 1; bit > 0; bit >>= 1) {
      r = r.multiply(r).round(work);
      if ((abs & bit) != 0) r = r.multiply(base).round(work);
      PyDecimal.signed(r, false);
    }
    return PyDecimal.rounded(signed(r, sign), sign);
  }

  static RoundingMode mode(Object rounding) {
    if (rounding == null || rounding == Py.ABSENT) return RoundingMode.HALF_EVEN;
    String name = Py.str(rounding);
    name = name.substring(name.lastIndexOf('.') + 1);
    if (!name.matches("ROUND_(CEILING|FLOOR|DOWN|UP|HALF_UP|HALF_DOWN|HALF_EVEN)")) {
      throw new Unsupported("a Decimal rounded by " + name);
    }
    return RoundingMode.valueOf(name.substring(6));
  }

  /** With that scale; InvalidOperation where it has more than the context's digits. */
  static PyDecimal quantize(PyDecimal a, int scale, RoundingMode mode) {
    if ((long) scale - a.abs.scale() > 5000) throw PyDecimal.invalid("InvalidOperation");
    BigDecimal r = a.value().setScale(scale, mode);
    if (r.precision() > PyDecimal.DIGITS) throw PyDecimal.invalid("InvalidOperation");
    return PyDecimal.signed(r.abs(), a.negative);
  }

  /** {@code format(a, spec)} of the kinds {@code f}, {@code %} and none. */
  static String format(PyDecimal a, String spec) {
    java.util.regex.Matcher m = SPEC.matcher(spec);
    if (!m.matches() || m.group(2) != null && !m.group(4).isEmpty()) {
      throw new Unsupported("the format '" + spec + "' of a Decimal");
    }
    String type = m.group(8);
    if (!a.finite() || type.isEmpty() && (m.group(7) != null || !m.group(6).isEmpty())) {
      throw new Unsupported("the format '" + spec + "' of a Decimal");
    }
    String body;
    boolean minus = a.negative;
    if (type.isEmpty()) {
      body = a.abs.toString();
    } else {
      BigDecimal v = type.equals("%") ? a.abs.movePointRight(0).scaleByPowerOfTen(2) : a.abs;
      if (m.group(7) != null) v = v.setScale(Integer.parseInt(m.group(7)), RoundingMode.HALF_EVEN);
      body = v.toPlainString();
    }
    String sign = minus ? "-" : m.group(3).equals("-") ? "" : m.group(3);
    String tail = type.equals("%") ? "%" : "";
    boolean commas = !m.group(6).isEmpty();
    int width = m.group(5) == null ? 0 : Integer.parseInt(m.group(5));
    if (!m.group(4).isEmpty()) {
      if (commas) throw new Unsupported("the format '" + spec + "' of a Decimal");
      while (sign.length() + body.length() + tail.length() < width) body = "0" + body;
    }
    if (commas) {
      int point = body.indexOf('.');
      StringBuilder b = new StringBuilder(body);
      for (int i = (point < 0 ? body.length() : point) - 3; i > 0; i -= 3) b.insert(i, ',');
      body = b.toString();
    }
    int fill = Math.max(0, width - sign.length() - body.length() - tail.length());
    String with = m.group(1) == null ? " " : m.group(1);
    char align = m.group(2) == null ? '>' : m.group(2).charAt(0);
    int left = align == '<' ? 0 : align == '^' ? fill / 2 : fill;
    String before = with.repeat(left);
    String after = with.repeat(fill - left);
    return (align == '=' ? sign + before : before + sign) + body + tail + after;
  }
}
