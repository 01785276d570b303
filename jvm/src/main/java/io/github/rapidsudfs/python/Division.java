// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

import io.github.rapidsudfs.python.columns.NumberForms;
import java.math.BigDecimal;
import java.math.BigInteger;

/** {@code / // %} and divmod: rounded towards minus infinity, and exact for ints of any size. */
public final class Division {
  static final String BY_ZERO = "integer division or modulo by zero";
  static final String MODULO = "integer modulo by zero";
  static final String FLOAT_MODULO = "float modulo by zero";

  static PyError zero(String message) {
    return PyError.of(PyType.ZERO_DIVISION_ERROR, message);
  }

  @Python("operator.truediv")
  public static double truediv(long a, long b) {
    if (b == 0) throw zero("division by zero");
    if (Comparison.exact(a) && Comparison.exact(b)) return (double) a / b;
    return truediv(BigInteger.valueOf(a), BigInteger.valueOf(b));
  }

  @Python("operator.truediv")
  public static double truediv(double a, double b) {
    if (b == 0) throw zero("float division by zero");
    return a / b;
  }

  @Python(value = "operator.truediv", columns = NumberForms.class)
  public static Object truediv(Object a, Object b) {
    if (!Comparison.areNumbers(a, b)) return Arithmetic.others("truediv", "/", a, b);
    if (a instanceof Double || b instanceof Double) {
      return truediv(Numbers.toDouble(a), Numbers.toDouble(b));
    }
    if (a instanceof Long && b instanceof Long) return truediv((long) (Long) a, (long) (Long) b);
    return truediv(Ops.big(a), Ops.big(b));
  }

  /** Correctly rounded: enough bits of the quotient, and a sticky bit for the remainder. */
  static double truediv(BigInteger a, BigInteger b) {
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
    else
      d = new BigDecimal(q).divide(new BigDecimal(BigInteger.ONE.shiftLeft(shift))).doubleValue();
    if (Double.isInfinite(d)) {
      throw PyError.overflow("integer division result too large for a float");
    }
    return a.signum() * b.signum() < 0 ? -d : d;
  }

  @Python("operator.floordiv")
  public static long floordiv(long a, long b) {
    if (b == 0) throw zero(BY_ZERO);
    if (b == -1 && a == Long.MIN_VALUE) throw Overflow.INSTANCE;
    return Math.floorDiv(a, b);
  }

  /** CPython's float_divmod: the quotient nearest to the one that the exact remainder implies. */
  @Python("operator.floordiv")
  public static double floordiv(double a, double b) {
    if (b == 0) throw zero("float floor division by zero");
    double rest = a % b;
    double q = (a - rest) / b;
    if (rest != 0 && b < 0 != rest < 0) q -= 1;
    if (q == 0) return Math.copySign(0.0, a / b);
    double floor = Math.floor(q);
    return q - floor > 0.5 ? floor + 1 : floor;
  }

  @Python(value = "operator.floordiv", columns = NumberForms.class)
  public static Object floordiv(Object a, Object b) {
    return Comparison.areNumbers(a, b)
        ? Arithmetic.numbers(
            a, b, Division::floordiv, Division::floordiv, (x, y) -> floor(x, y, BY_ZERO)[0])
        : Arithmetic.others("floordiv", "//", a, b);
  }

  static BigInteger[] floor(BigInteger a, BigInteger b, String zero) {
    if (b.signum() == 0) throw zero(zero);
    BigInteger[] parts = a.divideAndRemainder(b);
    if (parts[1].signum() != 0 && parts[1].signum() != b.signum()) {
      parts[0] = parts[0].subtract(BigInteger.ONE);
      parts[1] = parts[1].add(b);
    }
    return parts;
  }

  @Python("operator.mod")
  public static long mod(long a, long b) {
    if (b == 0) throw zero(MODULO);
    return Math.floorMod(a, b);
  }

  @Python("operator.mod")
  public static double mod(double a, double b) {
    if (b == 0) throw zero(FLOAT_MODULO);
    double rest = a % b;
    if (rest == 0) return Math.copySign(0.0, b);
    return b < 0 != rest < 0 ? rest + b : rest;
  }

  @Python("operator.mod")
  public static String mod(String template, Object values) {
    return Percent.format(template, values);
  }

  @Python(value = "operator.mod", columns = NumberForms.class)
  public static Object mod(Object a, Object b) {
    if (a instanceof String) return Percent.format((String) a, b);
    if (a instanceof PyBytes) throw new Unsupported("bytes % values");
    return Comparison.areNumbers(a, b)
        ? Arithmetic.numbers(a, b, Division::mod, Division::mod, (x, y) -> floor(x, y, MODULO)[1])
        : Arithmetic.others("mod", "%", a, b);
  }

  @Python(value = "divmod", columns = NumberForms.class)
  public static PyTuple divmod(Object a, Object b) {
    if (!Comparison.areNumbers(a, b)) {
      return (PyTuple) Arithmetic.others("divmod", "divmod()", a, b);
    }
    boolean real = a instanceof Double || b instanceof Double;
    if (real && Numbers.toDouble(b) == 0) {
      Numbers.toDouble(a);
      throw zero("float divmod()");
    }
    return new PyTuple(floordiv(a, b), mod(a, b));
  }
}
