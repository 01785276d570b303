// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

import io.github.rapidsudfs.python.columns.NumberForms;
import java.math.BigInteger;

/** {@code **} and pow. */
public final class Power {
  static final String OF_ZERO = "0.0 cannot be raised to a negative power";

  /** A negative exponent gives a float, which the wide body computes. */
  @Python(value = "operator.pow pow", params = "base exp")
  public static long pow(long a, long b) {
    if (b < 0) throw Overflow.INSTANCE;
    long result = 1;
    for (long base = a, left = b; ; base = Arithmetic.mul(base, base)) {
      if ((left & 1) != 0) result = Arithmetic.mul(result, base);
      left >>= 1;
      if (left == 0) return result;
    }
  }

  /** CPython's float_pow: C's special cases, with errors instead of inf and complex numbers. */
  @Python(value = "operator.pow pow", params = "base exp")
  public static double pow(double a, double b) {
    if (b == 2 && Math.abs(a) < 0x1p500) return a * a;
    if (b == 0 || a == 1) return 1;
    if (Double.isNaN(a) || Double.isNaN(b)) return Double.NaN;
    boolean odd = Math.abs(b) % 2 == 1;
    if (Double.isInfinite(b) && Math.abs(a) == 1) return 1;
    if (Double.isInfinite(a) || Double.isInfinite(b)) {
      return odd && a < 0 ? -Math.pow(-a, b) : Math.pow(Math.abs(a), b);
    }
    if (a == 0 && b < 0) throw Division.zero(OF_ZERO);
    if (a == 0) return odd ? a : 0;
    if (a < 0 && b != Math.floor(b)) throw new Unsupported("a complex number");
    double result = a < 0 && odd ? -Math.pow(-a, b) : Math.pow(Math.abs(a), b);
    if (Double.isInfinite(result)) {
      throw PyError.make(PyType.OVERFLOW_ERROR, 34L, "Numerical result out of range");
    }
    return result;
  }

  @Python(value = "pow", params = "base exp mod")
  public static Object pow(Object a, Object b, Object mod) {
    if (mod == null) return pow(a, b);
    BigInteger base = Ops.big(a);
    BigInteger n = Ops.big(b);
    BigInteger m = Ops.big(mod);
    if (base == null || n == null || m == null) {
      boolean real = Comparison.areNumbers(a, b) && Comparison.isNumber(mod);
      if (!real) throw new Unsupported("pow() with a modulus and other values than ints");
      throw PyError.type("pow() 3rd argument not allowed unless all arguments are integers");
    }
    if (m.signum() == 0) throw PyError.value("pow() 3rd argument cannot be 0");
    BigInteger size = m.abs();
    if (n.signum() < 0 && !base.gcd(size).equals(BigInteger.ONE)) {
      throw PyError.value("base is not invertible for the given modulus");
    }
    BigInteger result = base.modPow(n, size);
    // With the sign of the modulus.
    if (m.signum() < 0 && result.signum() > 0) result = result.add(m);
    return Keys.narrow(result);
  }

  @Python(value = "operator.pow pow", params = "base exp", columns = NumberForms.class)
  public static Object pow(Object a, Object b) {
    if (!Comparison.areNumbers(a, b)) return Arithmetic.others("pow", "** or pow()", a, b);
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
}
