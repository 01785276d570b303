// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

import java.math.BigDecimal;
import java.math.RoundingMode;

/** {@code decimal.Decimal}: its constructor and methods. */
public final class DecimalOps {
  @Python(value = "decimal.Decimal", optional = 1)
  public static PyDecimal decimal(Object given) {
    Object value = Py.or(given, 0L);
    if (value instanceof String) return PyDecimal.parse((String) value);
    if (value instanceof Double) return PyDecimal.exact((Double) value);
    if (value instanceof PyTuple || value instanceof PyList) {
      throw new Unsupported("a Decimal of a tuple");
    }
    return other(value);
  }

  @Python("operator.add")
  public static PyDecimal add(PyDecimal a, PyDecimal b) {
    return DecimalMath.add(a, b);
  }

  @Python("operator.add")
  public static PyDecimal add(PyDecimal a, long b) {
    return DecimalMath.add(a, whole(b));
  }

  @Python("operator.add")
  public static PyDecimal add(long a, PyDecimal b) {
    return DecimalMath.add(whole(a), b);
  }

  @Python("operator.mul")
  public static PyDecimal mul(PyDecimal a, PyDecimal b) {
    return DecimalMath.mul(a, b);
  }

  @Python("operator.mul")
  public static PyDecimal mul(PyDecimal a, long b) {
    return DecimalMath.mul(a, whole(b));
  }

  @Python("operator.mul")
  public static PyDecimal mul(long a, PyDecimal b) {
    return DecimalMath.mul(whole(a), b);
  }

  private static PyDecimal whole(long n) {
    return PyDecimal.of(n, 0);
  }

  @Python(value = "operator.sub .truediv .floordiv .mod", named = true)
  public static PyDecimal arithmetic(String op, PyDecimal a, PyDecimal b) {
    return DecimalMath.arithmetic(op, a, b);
  }

  @Python(value = "operator.sub .truediv .floordiv .mod", named = true)
  public static PyDecimal arithmetic(String op, PyDecimal a, long b) {
    return arithmetic(op, a, whole(b));
  }

  @Python(value = "operator.sub .truediv .floordiv .mod", named = true)
  public static PyDecimal arithmetic(String op, long a, PyDecimal b) {
    return arithmetic(op, whole(a), b);
  }

  private static PyDecimal other(Object value) {
    PyDecimal d = PyDecimal.operand(value);
    if (d != null) return d;
    throw PyError.type("conversion from " + Py.typeName(value) + " to Decimal is not supported");
  }

  @Python(value = "Decimal.quantize", params = "exp rounding", optional = 1)
  public static PyDecimal quantize(PyDecimal a, Object exp, Object rounding) {
    PyDecimal e = other(exp);
    RoundingMode mode = DecimalMath.mode(rounding);
    if (a.nan || e.nan) return a.nan ? a : e;
    if (a.finite() != e.finite()) throw PyDecimal.invalid("InvalidOperation");
    return a.finite() ? DecimalMath.quantize(a, e.scale, mode) : a;
  }

  @Python("Decimal.normalize")
  public static PyDecimal normalize(PyDecimal a) {
    PyDecimal r = a.rounded();
    if (!r.finite()) return r;
    return PyDecimal.signed(r.zero() ? BigDecimal.ZERO : r.abs().stripTrailingZeros(), r.negative);
  }

  @Python(value = "Decimal.to_integral_value .to_integral", params = "rounding", optional = 1)
  public static PyDecimal toIntegral(PyDecimal a, Object rounding) {
    RoundingMode mode = DecimalMath.mode(rounding);
    if (!a.finite() || a.scale <= 0) return a;
    return PyDecimal.signed(a.value().setScale(0, mode).abs(), a.negative);
  }

  /** {@code round(a)}, or to {@code n} places; InvalidOperation beyond the context's digits. */
  static Object round(PyDecimal a, Object n) {
    if (n == null) return a.unary("round");
    long places = Ops.index(n);
    if (a.nan) return a;
    if (!a.finite()) throw PyDecimal.invalid("InvalidOperation");
    if (places > 5000 || places < -5000)
      throw new Unsupported("a Decimal rounded to that many places");
    return DecimalMath.quantize(a, (int) places, RoundingMode.HALF_EVEN);
  }

  @Python(value = "Decimal.is_nan .is_infinite .is_finite .is_zero .is_signed", named = true)
  public static boolean is(String name, PyDecimal a) {
    if (name.equals("is_nan")) return a.nan;
    if (name.equals("is_infinite")) return !a.finite() && !a.nan;
    return name.equals("is_finite") ? a.finite() : name.equals("is_zero") ? a.zero() : a.negative;
  }

  @Python("Decimal.copy_abs")
  public static PyDecimal copyAbs(PyDecimal a) {
    return a.finite() ? PyDecimal.signed(a.abs(), false) : PyDecimal.special(false, a.nan);
  }
}
