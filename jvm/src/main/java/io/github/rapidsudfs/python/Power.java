// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

import java.math.BigInteger;

/** {@code **} and pow. */
public final class Power {
  private Power() {}

  /** A negative exponent gives a float: the wide body computes it. */
  @Python("operator.pow")
  @Python(value = "pow", params = {"base", "exp"})
  public static long pow(long a, long b) {
    if (b < 0) throw Overflow.INSTANCE;
    long result = 1;
    try {
      for (long base = a; ; base = Math.multiplyExact(base, base)) {
        if ((b & 1) != 0) result = Math.multiplyExact(result, base);
        b >>= 1;
        if (b == 0) return result;
      }
    } catch (ArithmeticException e) {
      throw Overflow.INSTANCE;
    }
  }

  /** CPython's float_pow: C's special cases, errors in place of inf and of complex numbers. */
  @Python(value = "operator.pow", raises = {"ZeroDivisionError", "OverflowError"})
  @Python(value = "pow", params = {"base", "exp"}, raises = {"ZeroDivisionError", "OverflowError"})
  public static double pow(double a, double b) {
    if (b == 0 || a == 1) return 1;
    if (Double.isNaN(a)) return a;
    if (Double.isNaN(b)) return b;
    boolean odd = Math.abs(b) % 2 == 1;
    if (Double.isInfinite(b)) {
      double size = Math.abs(a);
      return size == 1 ? 1 : b > 0 == size > 1 ? Double.POSITIVE_INFINITY : 0;
    }
    if (Double.isInfinite(a)) {
      if (b > 0) return odd ? a : Math.abs(a);
      return odd ? Math.copySign(0.0, a) : 0;
    }
    if (a == 0) {
      if (b < 0) throw Division.zero("0.0 cannot be raised to a negative power");
      return odd ? a : 0;
    }
    if (a < 0 && b != Math.floor(b)) throw new Unsupported("a complex number");
    double result = a < 0 && odd ? -Math.pow(-a, b) : Math.pow(Math.abs(a), b);
    if (Double.isInfinite(result)) {
      throw PyError.make(PyType.OVERFLOW_ERROR, 34L, "Numerical result out of range");
    }
    return result;
  }

  @Python(value = "operator.pow", raises = {"ZeroDivisionError", "OverflowError", "TypeError"})
  @Python(value = "pow", params = {"base", "exp"}, raises = {"ZeroDivisionError", "TypeError"})
  public static Object pow(Object a, Object b) {
    if (!Comparison.isNumber(a) || !Comparison.isNumber(b)) {
      return Arithmetic.others("pow", "** or pow()", a, b);
    }
    if (a instanceof Double || b instanceof Double || Ops.big(b).signum() < 0) {
      return pow(Numbers.toDouble(a), Numbers.toDouble(b));
    }
    BigInteger base = Ops.big(a);
    BigInteger n = Ops.big(b);
    if (base.bitLength() <= 1 && !base.equals(BigInteger.valueOf(-2))) {
      if (base.signum() >= 0) return n.signum() == 0 || base.signum() > 0 ? 1L : 0L;
      return n.testBit(0) ? -1L : 1L;
    }
    if (n.bitLength() > 31 || n.longValue() * base.bitLength() > 1L << 26) {
      throw new Unsupported("an int of more than 64 million bits");
    }
    return Keys.narrow(base.pow(n.intValue()));
  }

  @Python(value = "pow", params = {"base", "exp", "mod"}, raises = {"ValueError", "TypeError"})
  public static Object pow(Object a, Object b, Object m) {
    if (m == null) return pow(a, b);
    if (!Ops.isInt(a) || !Ops.isInt(b) || !Ops.isInt(m)) {
      throw PyError.type("pow() 3rd argument not allowed unless all arguments are integers");
    }
    BigInteger mod = Ops.big(m);
    if (mod.signum() == 0) throw PyError.value("pow() 3rd argument cannot be 0");
    BigInteger result;
    try {
      result = Ops.big(a).modPow(Ops.big(b), mod.abs());
    } catch (ArithmeticException e) {
      throw PyError.value("base is not invertible for the given modulus");
    }
    if (mod.signum() < 0 && result.signum() > 0) result = result.add(mod);
    return Keys.narrow(result);
  }
}
