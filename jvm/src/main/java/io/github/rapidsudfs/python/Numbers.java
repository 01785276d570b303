// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

import io.github.rapidsudfs.python.columns.ConversionForms;
import io.github.rapidsudfs.python.columns.NumberForms;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/** int, float and round. */
public final class Numbers {
  /** An int or float as a double, converted as in CPython. */
  static double toDouble(Object value) {
    if (value instanceof Double) return (Double) value;
    double d = value instanceof Long ? (Long) value : Ops.big(value).doubleValue();
    if (Double.isInfinite(d)) throw PyError.overflow("int too large to convert to float");
    return d;
  }

  static Object whole(double x) {
    if (x > -0x1p63 && x < 0x1p63) return (long) x;
    if (Double.isNaN(x)) throw PyError.value("cannot convert float NaN to integer");
    if (Double.isInfinite(x)) throw PyError.overflow("cannot convert float infinity to integer");
    return Keys.narrow(new BigDecimal(x).toBigInteger());
  }

  private static long small(Object value) {
    if (value instanceof Long) return (Long) value;
    throw Overflow.INSTANCE;
  }

  @Python("int")
  public static long integer(long x) {
    return x;
  }

  @Python("int")
  public static long integer(double x) {
    return x > -0x1p63 && x < 0x1p63 ? (long) x : small(whole(x));
  }

  @Python("int")
  public static long integer(String x) {
    long plain = IntText.plain(x);
    return plain != Long.MIN_VALUE ? plain : small(IntText.parse(x, 10, x));
  }

  /** {@code int} of the character at an index. */
  public static long digit(String s, int i) {
    int digit = s.charAt(i) - '0';
    return digit >= 0 && digit <= 9 ? digit : integer(Texts.one(s, i));
  }

  @Python(value = "int", optional = 1)
  public static Object integer(Object x) {
    if (x instanceof String) return IntText.parse((String) x, 10, x);
    if (x instanceof Long || x instanceof BigInteger) return x;
    if (x instanceof Double) return whole((Double) x);
    if (x instanceof Boolean) return Ops.index(x);
    if (x == Py.ABSENT) return 0L;
    if (x instanceof PyBytes) return IntText.parse(IntText.latin((PyBytes) x), 10, x);
    Object is = x instanceof PyObject ? ((PyObject) x).unary("int") : Py.ABSENT;
    if (is != Py.ABSENT) return is;
    throw PyError.type(
        "int() argument must be a string, a bytes-like object or a real number, not '"
            + Py.typeName(x)
            + "'");
  }

  @Python(value = "int", params = "base", columns = ConversionForms.class)
  public static Object integer(Object x, Object base) {
    long radix = Ops.index(base);
    if (radix != 0 && radix < 2 || radix > 36) {
      throw PyError.value("int() base must be >= 2 and <= 36, or 0");
    }
    if (x instanceof String) return IntText.parse((String) x, (int) radix, x);
    if (x instanceof PyBytes) return IntText.parse(IntText.latin((PyBytes) x), (int) radix, x);
    throw PyError.type("int() can't convert non-string with explicit base");
  }

  @Python("float")
  public static double real(double x) {
    return x;
  }

  @Python("float")
  public static double real(String x) {
    return FloatText.parse(x, x);
  }

  @Python(value = "float", optional = 1, columns = ConversionForms.class)
  public static double real(Object x) {
    if (Comparison.isNumber(x)) return toDouble(x);
    if (x instanceof String) return FloatText.parse((String) x, x);
    if (x == Py.ABSENT) return 0;
    if (x instanceof PyBytes) return FloatText.parse(IntText.latin((PyBytes) x), x);
    Object is = x instanceof PyObject ? ((PyObject) x).unary("float") : Py.ABSENT;
    if (is != Py.ABSENT) return (Double) is;
    throw PyError.type(
        "float() argument must be a string or a real number, not '" + Py.typeName(x) + "'");
  }

  @Python("round")
  public static long round(double x) {
    return integer(Math.rint(x));
  }

  /** Half even on the exact binary value. */
  @Python(value = "round", params = "ndigits")
  public static double round(double x, long n) {
    if (n > 323 || x == 0 || Double.isNaN(x) || Double.isInfinite(x)) return x;
    if (n < -308) return Math.copySign(0.0, x);
    if (n >= 0 && n <= 15) {
      double ten = FloatText.TENS[(int) n];
      double scaled = x * ten;
      double near = Math.rint(scaled);
      // Far from a tie, so the error of the product does not matter.
      if (Math.abs(scaled) < 1L << 40 && Math.abs(Math.abs(scaled - near) - 0.5) > 1e-3) {
        return near == 0 ? Math.copySign(0.0, x) : near / ten;
      }
    }
    double d = new BigDecimal(x).setScale((int) n, RoundingMode.HALF_EVEN).doubleValue();
    if (Double.isInfinite(d)) throw PyError.overflow("rounded value too large to represent");
    return d == 0 ? Math.copySign(0.0, x) : d;
  }

  @Python(value = "round", params = "number ndigits", optional = 1, columns = NumberForms.class)
  public static Object round(Object x, Object given) {
    Object n = Py.or(given, null);
    if (x instanceof PyDecimal) return DecimalOps.round((PyDecimal) x, n);
    if (!Comparison.isNumber(x)) {
      throw PyError.type("type " + Py.typeName(x) + " doesn't define __round__ method");
    }
    if (x instanceof Double) {
      return n == null ? whole(Math.rint((Double) x)) : (Object) round((double) x, Ops.index(n));
    }
    long digits = n == null ? 0 : Ops.index(n);
    if (digits >= 0) return Arithmetic.pos(x);
    if (digits < -100000) return 0L;
    BigDecimal value = new BigDecimal(Ops.big(x)).setScale((int) digits, RoundingMode.HALF_EVEN);
    return Keys.narrow(value.toBigInteger());
  }

  @Python("float.is_integer")
  public static boolean isInteger(double x) {
    return x == Math.rint(x) && !Double.isInfinite(x);
  }

  @Python("int.bit_length")
  public static long bitLength(Object x) {
    return Ops.big(x).abs().bitLength();
  }

  @Python("int.bit_count")
  public static long bitCount(Object x) {
    return Ops.big(x).abs().bitCount();
  }
}
