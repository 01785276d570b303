// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/** {@code decimal.Decimal}: its constructor and methods. */
public final class DecimalOps {
  private DecimalOps() {}

  @Python("decimal.Decimal")
  public static PyDecimal decimal() {
    return PyDecimal.of(BigDecimal.ZERO);
  }

  @Python(value = "decimal.Decimal", raises = {"decimal.InvalidOperation", "TypeError"})
  public static PyDecimal decimal(Object value) {
    if (value instanceof String) return PyDecimal.parse((String) value);
    if (value instanceof Double) return PyDecimal.exact((Double) value);
    PyDecimal d = PyDecimal.operand(value);
    if (d != null) return d;
    if (value instanceof PyTuple || value instanceof PyList) {
      throw new Unsupported("a Decimal of a tuple");
    }
    throw PyError.type(
        "conversion from " + Py.typeName(value) + " to Decimal is not supported");
  }

  private static PyDecimal other(Object value) {
    PyDecimal d = PyDecimal.operand(value);
    if (d != null) return d;
    throw PyError.type(
        "conversion from " + Py.typeName(value) + " to Decimal is not supported");
  }

  @Python(value = "Decimal.quantize", params = "exp")
  public static PyDecimal quantize(PyDecimal a, Object exp) {
    return quantize(a, exp, null);
  }

  @Python(
      value = "Decimal.quantize",
      params = {"exp", "rounding"},
      raises = "decimal.InvalidOperation")
  public static PyDecimal quantize(PyDecimal a, Object exp, Object rounding) {
    PyDecimal e = other(exp);
    RoundingMode mode = DecimalMath.mode(rounding);
    if (a.nan || e.nan) return a.nan ? a : e;
    if (a.finite() != e.finite()) throw PyDecimal.invalid("InvalidOperation");
    return a.finite() ? DecimalMath.quantize(a, e.abs.scale(), mode) : a;
  }

  @Python("Decimal.normalize")
  public static PyDecimal normalize(PyDecimal a) {
    PyDecimal r = a.rounded();
    if (!r.finite()) return r;
    return PyDecimal.signed(r.zero() ? BigDecimal.ZERO : r.abs.stripTrailingZeros(), r.negative);
  }

  @Python("Decimal.to_integral_value")
  @Python("Decimal.to_integral")
  public static PyDecimal toIntegral(PyDecimal a) {
    return toIntegral(a, null);
  }

  @Python(value = "Decimal.to_integral_value", params = "rounding")
  @Python(value = "Decimal.to_integral", params = "rounding")
  public static PyDecimal toIntegral(PyDecimal a, Object rounding) {
    RoundingMode mode = DecimalMath.mode(rounding);
    if (!a.finite() || a.abs.scale() <= 0) return a;
    return PyDecimal.signed(a.value().setScale(0, mode).abs(), a.negative);
  }

  @Python(value = "Decimal.__round__", raises = {"ValueError", "OverflowError"})
  public static Object round(PyDecimal a) {
    return a.unary("round");
  }

  /** {@code round(a, n)}: to that many places; InvalidOperation beyond the context's digits. */
  @Python(value = "Decimal.__round__", raises = "decimal.InvalidOperation")
  public static PyDecimal round(PyDecimal a, long n) {
    if (a.nan) return a;
    if (!a.finite()) throw PyDecimal.invalid("InvalidOperation");
    if (Math.abs(n) > 5000) throw new Unsupported("a Decimal rounded to so many places");
    return DecimalMath.quantize(a, (int) n, RoundingMode.HALF_EVEN);
  }

  @Python("Decimal.is_nan")
  public static boolean isNan(PyDecimal a) {
    return a.nan;
  }

  @Python("Decimal.is_infinite")
  public static boolean isInfinite(PyDecimal a) {
    return !a.finite() && !a.nan;
  }

  @Python("Decimal.is_finite")
  public static boolean isFinite(PyDecimal a) {
    return a.finite();
  }

  @Python("Decimal.is_zero")
  public static boolean isZero(PyDecimal a) {
    return a.zero();
  }

  @Python("Decimal.is_signed")
  public static boolean isSigned(PyDecimal a) {
    return a.negative;
  }

  @Python("Decimal.copy_abs")
  public static PyDecimal copyAbs(PyDecimal a) {
    return a.finite() ? PyDecimal.signed(a.abs, false) : PyDecimal.special(false, a.nan);
  }

  @Python("Decimal.copy_negate")
  public static PyDecimal copyNegate(PyDecimal a) {
    return a.finite()
        ? PyDecimal.signed(a.abs, !a.negative)
        : PyDecimal.special(!a.negative, a.nan);
  }

  @Python("Decimal.adjusted")
  public static long adjusted(PyDecimal a) {
    return a.finite() ? (long) a.abs.precision() - a.abs.scale() - 1 : 0;
  }

  @Python(value = "Decimal.as_integer_ratio", raises = {"ValueError", "OverflowError"})
  public static PyTuple asIntegerRatio(PyDecimal a) {
    if (a.nan) throw PyError.value("cannot convert NaN to integer ratio");
    if (!a.finite()) throw PyError.overflow("cannot convert Infinity to integer ratio");
    BigInteger d = BigInteger.TEN.pow(Math.max(0, a.abs.scale()));
    BigInteger n = a.value().multiply(new BigDecimal(d)).toBigIntegerExact();
    BigInteger common = n.gcd(d);
    return new PyTuple(Keys.narrow(n.divide(common)), Keys.narrow(d.divide(common)));
  }

  @Python(value = "Decimal.sqrt", raises = "decimal.InvalidOperation")
  public static PyDecimal sqrt(PyDecimal a) {
    if (a.nan || !a.finite() && !a.negative) return a;
    int scale = a.finite() ? Math.floorDiv(a.abs.scale() + 1, 2) : 0;
    if (a.zero()) return PyDecimal.signed(new BigDecimal(BigInteger.ZERO, scale), a.negative);
    if (a.negative) throw PyDecimal.invalid("InvalidOperation");
    // The root with two digits more than the context, and a last one that says "not exact".
    int places = PyDecimal.DIGITS + 2 - (a.abs.precision() - a.abs.scale()) / 2;
    BigInteger shifted =
        a.abs.scaleByPowerOfTen(2 * places).setScale(0, RoundingMode.DOWN).toBigInteger();
    BigInteger root = shifted.sqrt();
    boolean exact =
        new BigDecimal(root.multiply(root)).scaleByPowerOfTen(-2 * places).compareTo(a.abs) == 0;
    BigDecimal r = new BigDecimal(root, places);
    if (!exact) {
      r = new BigDecimal(root.multiply(BigInteger.TEN).add(BigInteger.ONE), places + 1);
      return PyDecimal.rounded(r, false);
    }
    r = r.stripTrailingZeros();
    if (r.scale() < scale && r.precision() + scale - r.scale() <= PyDecimal.DIGITS) {
      r = r.setScale(scale);
    }
    return PyDecimal.rounded(r, false);
  }

  @Python(value = "Decimal.compare", raises = "TypeError")
  public static PyDecimal compare(PyDecimal a, Object b) {
    PyDecimal o = other(b);
    if (a.nan || o.nan) return a.nan ? a : o;
    int order = (Boolean) a.compare("lt", o) ? -1 : (Boolean) a.compare("gt", o) ? 1 : 0;
    return PyDecimal.of(new BigDecimal(order));
  }
}
