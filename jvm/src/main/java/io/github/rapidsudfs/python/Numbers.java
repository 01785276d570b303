// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/** int, float and round. */
public final class Numbers {
  private Numbers() {}

  /** An int or float as a double, as CPython converts it. */
  static double toDouble(Object value) {
    if (value instanceof Double) return (Double) value;
    double d = value instanceof Long ? (Long) value : Ops.big(value).doubleValue();
    if (Double.isInfinite(d)) throw PyError.overflow("int too large to convert to float");
    return d;
  }

  @Python("int")
  public static long integer() {
    return 0;
  }

  @Python("int")
  public static long integer(long x) {
    return x;
  }

  @Python(value = "int", raises = {"ValueError", "OverflowError"})
  public static long integer(double x) {
    if (x > -0x1p63 && x < 0x1p63) return (long) x;
    integerObject(x);
    throw Overflow.INSTANCE;
  }

  private static Object integerObject(double x) {
    if (Double.isNaN(x)) throw PyError.value("cannot convert float NaN to integer");
    if (Double.isInfinite(x)) {
      throw PyError.overflow("cannot convert float infinity to integer");
    }
    return x > -0x1p63 && x < 0x1p63
        ? (Object) (long) x
        : Keys.narrow(new BigDecimal(x).toBigInteger());
  }

  @Python(value = "int", raises = "ValueError")
  public static long integer(String x) {
    Object value = IntText.parse(x, 10, x);
    if (value instanceof Long) return (Long) value;
    throw Overflow.INSTANCE;
  }

  @Python(value = "int", raises = "ValueError")
  public static Object integerWide(String x) {
    return IntText.parse(x, 10, x);
  }

  @Python(value = "int", raises = {"ValueError", "TypeError", "OverflowError"})
  public static Object integer(Object x) {
    if (x instanceof String) return IntText.parse((String) x, 10, x);
    if (x instanceof Long || x instanceof BigInteger) return x;
    if (x instanceof Double) return integerObject((Double) x);
    if (x instanceof Boolean) return (Boolean) x ? 1L : 0L;
    if (x instanceof PyBytes) return IntText.parse(IntText.latin((PyBytes) x), 10, x);
    Object is = x instanceof PyObject ? ((PyObject) x).unary("int") : Py.ABSENT;
    if (is != Py.ABSENT) return is;
    throw PyError.type(
        "int() argument must be a string, a bytes-like object or a real number, not '"
            + Py.typeName(x) + "'");
  }

  @Python(value = "int", params = {"x", "base"}, raises = {"ValueError", "TypeError"})
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
  public static double real() {
    return 0;
  }

  @Python("float")
  public static double real(double x) {
    return x;
  }

  @Python("float")
  public static double real(long x) {
    return x;
  }

  @Python(value = "float", raises = "ValueError")
  public static double real(String x) {
    return FloatText.parse(x, x);
  }

  @Python(value = "float", raises = {"ValueError", "TypeError", "OverflowError"})
  public static double real(Object x) {
    if (Comparison.isNumber(x)) return toDouble(x);
    if (x instanceof String) return FloatText.parse((String) x, x);
    if (x instanceof PyBytes) return FloatText.parse(IntText.latin((PyBytes) x), x);
    Object is = x instanceof PyObject ? ((PyObject) x).unary("float") : Py.ABSENT;
    if (is != Py.ABSENT) return (Double) is;
    throw PyError.type(
        "float() argument must be a string or a real number, not '" + Py.typeName(x) + "'");
  }

  @Python(value = "round", params = {"number", "ndigits"})
  public static long round(long x) {
    return x;
  }

  @Python(value = "round", params = {"number", "ndigits"}, raises = {"ValueError", "OverflowError"})
  public static long round(double x) {
    return integer(Math.rint(x));
  }

  @Python(value = "round", params = {"number", "ndigits"}, raises = {"TypeError", "ValueError"})
  public static Object round(Object x) {
    if (x instanceof Double) return integerObject(Math.rint((Double) x));
    if (Ops.isInt(x)) return Arithmetic.pos(x);
    return other(x, null);
  }

  /** Half even on the exact binary value. */
  @Python(value = "round", params = {"number", "ndigits"}, raises = "OverflowError")
  public static double round(double x, long n) {
    if (n > 323 || x == 0 || Double.isNaN(x) || Double.isInfinite(x)) return x;
    if (n < -308) return Math.copySign(0.0, x);
    if (n >= 0 && n <= 15) {
      double ten = FloatText.TENS[(int) n];
      double scaled = x * ten;
      double near = Math.rint(scaled);
      // Far from a tie, where the error of the product does not matter.
      if (Math.abs(scaled) < 1L << 40 && Math.abs(Math.abs(scaled - near) - 0.5) > 1e-3) {
        return near == 0 ? Math.copySign(0.0, x) : near / ten;
      }
    }
    double d = new BigDecimal(x).setScale((int) n, RoundingMode.HALF_EVEN).doubleValue();
    if (Double.isInfinite(d)) throw PyError.overflow("rounded value too large to represent");
    return d == 0 ? Math.copySign(0.0, x) : d;
  }

  @Python(value = "round", params = {"number", "ndigits"}, raises = {"TypeError", "ValueError"})
  public static Object round(Object x, Object n) {
    if (n == null) return round(x);
    if (x instanceof Double) return round((double) (Double) x, Ops.index(n));
    if (!Ops.isInt(x)) return other(x, n);
    long digits = Ops.index(n);
    if (digits >= 0) return Arithmetic.pos(x);
    if (digits < -100000) return 0L;
    BigDecimal value = new BigDecimal(Ops.big(x)).setScale((int) digits, RoundingMode.HALF_EVEN);
    return Keys.narrow(value.toBigInteger());
  }

  private static Object other(Object x, Object n) {
    String type = Py.typeName(x);
    String name = type.substring(type.lastIndexOf('.') + 1) + ".__round__";
    if (x instanceof PyObject && !Operations.named(name).isEmpty()) {
      return n == null ? Calls.call(name, x) : Calls.call(name, x, n);
    }
    throw PyError.type("type " + type + " doesn't define __round__ method");
  }

  @Python("float.is_integer")
  public static boolean isInteger(double x) {
    return x == Math.rint(x) && !Double.isInfinite(x);
  }

  @Python(value = "int.bit_length", raises = "TypeError")
  public static long bitLength(Object x) {
    return Ops.big(x).abs().bitLength();
  }

  @Python("int.bit_count")
  public static long bitCount(Object x) {
    return Ops.big(x).abs().bitCount();
  }
}
