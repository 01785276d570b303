// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

import java.math.BigDecimal;
import java.math.BigInteger;

/** {@code / // %} and divmod: towards minus infinity, and exact for ints of any size. */
public final class Division {
  private static final String BY_ZERO = "integer division or modulo by zero";

  private Division() {}

  static PyError zero(String message) {
    return PyError.of(PyType.ZERO_DIVISION_ERROR, message);
  }

  @Python(value = "operator.truediv", raises = "ZeroDivisionError")
  public static double truediv(long a, long b) {
    if (b == 0) throw zero("division by zero");
    long limit = 1L << 53;
    if (a <= limit && a >= -limit && b <= limit && b >= -limit) {
      return (double) a / b;
    }
    return truediv(BigInteger.valueOf(a), BigInteger.valueOf(b));
  }

  @Python(value = "operator.truediv", raises = "ZeroDivisionError")
  public static double truediv(double a, double b) {
    if (b == 0) throw zero("float division by zero");
    return a / b;
  }

  @Python(value = "operator.truediv", raises = "ZeroDivisionError")
  public static double truediv(long a, double b) {
    return truediv((double) a, b);
  }

  @Python(value = "operator.truediv", raises = "ZeroDivisionError")
  public static double truediv(double a, long b) {
    return truediv(a, (double) b);
  }

  @Python(value = "operator.truediv", raises = {"ZeroDivisionError", "OverflowError", "TypeError"})
  public static Object truediv(Object a, Object b) {
    if (Comparison.isNumber(a) && Comparison.isNumber(b)) {
      if (a instanceof Double || b instanceof Double) {
        return truediv(Numbers.toDouble(a), Numbers.toDouble(b));
      }
      if (a instanceof Long && b instanceof Long) return truediv((long) (Long) a, (long) (Long) b);
      return truediv(Ops.big(a), Ops.big(b));
    }
    return Arithmetic.others("truediv", "/", a, b);
  }

  /** Correctly rounded: enough bits of the quotient, and one more for what is left. */
  private static double truediv(BigInteger a, BigInteger b) {
    if (b.signum() == 0) throw zero("division by zero");
    if (a.signum() == 0) return b.signum() < 0 ? -0.0 : 0.0;
    int size = a.bitLength() - b.bitLength();
    int shift = 66 - size;
    BigInteger x = shift > 0 ? a.shiftLeft(shift) : a;
    BigInteger y = shift > 0 ? b : b.shiftLeft(-shift);
    BigInteger[] parts = x.abs().divideAndRemainder(y.abs());
    BigInteger q = parts[1].signum() == 0 ? parts[0] : parts[0].setBit(0);
    double d;
    if (size > 1030) d = Double.POSITIVE_INFINITY;
    else if (size < -1100) d = 0;
    else if (size > -1020) d = Math.scalb(q.doubleValue(), -shift);
    else d = new BigDecimal(q).divide(new BigDecimal(BigInteger.ONE.shiftLeft(shift))).doubleValue();
    if (Double.isInfinite(d)) {
      throw PyError.overflow("integer division result too large for a float");
    }
    return a.signum() * b.signum() < 0 ? -d : d;
  }

  @Python(value = "operator.floordiv", raises = "ZeroDivisionError")
  public static long floordiv(long a, long b) {
    if (b == 0) throw zero(BY_ZERO);
    if (b == -1 && a == Long.MIN_VALUE) throw Overflow.INSTANCE;
    return Math.floorDiv(a, b);
  }

  @Python(value = "operator.floordiv", raises = "ZeroDivisionError")
  public static double floordiv(double a, double b) {
    if (b == 0) throw zero("float floor division by zero");
    return floorQuotient(a, b, a % b);
  }

  /** CPython's float_divmod: the quotient nearest to what the exact remainder leaves. */
  private static double floorQuotient(double a, double b, double rest) {
    double q = (a - rest) / b;
    if (rest != 0 && b < 0 != rest < 0) q -= 1;
    if (q == 0) return Math.copySign(0.0, a / b);
    double floor = Math.floor(q);
    return q - floor > 0.5 ? floor + 1 : floor;
  }

  @Python(value = "operator.floordiv", raises = {"ZeroDivisionError", "TypeError"})
  public static Object floordiv(Object a, Object b) {
    if (Comparison.isNumber(a) && Comparison.isNumber(b)) {
      if (a instanceof Double || b instanceof Double) {
        return floordiv(Numbers.toDouble(a), Numbers.toDouble(b));
      }
      return Keys.narrow(floor(Ops.big(a), Ops.big(b), BY_ZERO)[0]);
    }
    return Arithmetic.others("floordiv", "//", a, b);
  }

  private static BigInteger[] floor(BigInteger a, BigInteger b, String zero) {
    if (b.signum() == 0) throw zero(zero);
    BigInteger[] parts = a.divideAndRemainder(b);
    if (parts[1].signum() != 0 && parts[1].signum() != b.signum()) {
      parts[0] = parts[0].subtract(BigInteger.ONE);
      parts[1] = parts[1].add(b);
    }
    return parts;
  }

  @Python(value = "operator.mod", raises = "ZeroDivisionError")
  public static long mod(long a, long b) {
    if (b == 0) throw zero("integer modulo by zero");
    return Math.floorMod(a, b);
  }

  @Python(value = "operator.mod", raises = "ZeroDivisionError")
  public static double mod(double a, double b) {
    if (b == 0) throw zero("float modulo");
    double rest = a % b;
    if (rest == 0) return Math.copySign(0.0, b);
    return b < 0 != rest < 0 ? rest + b : rest;
  }

  @Python(value = "operator.mod", raises = {"TypeError", "ValueError"}, doc = "formatting")
  public static String mod(String template, Object values) {
    return Percent.format(template, values);
  }

  @Python(value = "operator.mod", raises = {"ZeroDivisionError", "TypeError"})
  public static Object mod(Object a, Object b) {
    if (a instanceof String) return Percent.format((String) a, b);
    if (a instanceof PyBytes) throw new Unsupported("bytes % values");
    if (Comparison.isNumber(a) && Comparison.isNumber(b)) {
      if (a instanceof Double || b instanceof Double) {
        return mod(Numbers.toDouble(a), Numbers.toDouble(b));
      }
      return Keys.narrow(floor(Ops.big(a), Ops.big(b), "integer modulo by zero")[1]);
    }
    return Arithmetic.others("mod", "%", a, b);
  }

  @Python(value = "divmod", raises = {"ZeroDivisionError", "TypeError"})
  public static PyTuple divmod(Object a, Object b) {
    if (Comparison.isNumber(a) && Comparison.isNumber(b)) {
      if (a instanceof Double || b instanceof Double) {
        double x = Numbers.toDouble(a);
        double y = Numbers.toDouble(b);
        if (y == 0) throw zero("float divmod()");
        return new PyTuple(floordiv(x, y), mod(x, y));
      }
      BigInteger[] parts = floor(Ops.big(a), Ops.big(b), BY_ZERO);
      return new PyTuple(Keys.narrow(parts[0]), Keys.narrow(parts[1]));
    }
    return (PyTuple) Arithmetic.others("divmod", "divmod()", a, b);
  }
}
