// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Iterator;
import java.util.function.DoubleUnaryOperator;

/** {@code math} over ints, and sums: exact. */
public final class MathInts {
  private MathInts() {}

  /** A float, int, bool or what has {@code __float__}; TypeError or OverflowError. */
  static double number(Object x) {
    if (x instanceof Double) return (Double) x;
    if (x instanceof Long) return (Long) x;
    if (Ops.isInt(x)) {
      double d = Ops.big(x).doubleValue();
      if (Double.isInfinite(d)) throw PyError.overflow("int too large to convert to float");
      return d;
    }
    Object d = x instanceof PyObject ? ((PyObject) x).unary("float") : Py.ABSENT;
    if (d instanceof Double) return (Double) d;
    throw PyError.type("must be real number, not " + Py.typeName(x));
  }

  static BigInteger integer(Object x) {
    BigInteger n = Ops.big(x);
    if (n == null) Ops.index(x);
    return n;
  }

  /** A logarithm, of an int beyond floats by its leading bits. */
  static double log(Object x, DoubleUnaryOperator f, double ofTwo) {
    if (Ops.isInt(x)) {
      BigInteger n = Ops.big(x);
      if (n.signum() <= 0) throw MathOps.domain();
      if (n.bitLength() > 1023) {
        int e = n.bitLength();
        BigDecimal two = new BigDecimal(BigInteger.ONE.shiftLeft(e));
        double m = new BigDecimal(n).divide(two).doubleValue();
        return f.applyAsDouble(m) + ofTwo * e;
      }
      return f.applyAsDouble(n.doubleValue());
    }
    double d = number(x);
    if (d <= 0) throw MathOps.domain();
    return f.applyAsDouble(d);
  }

  private static Object whole(double x) {
    if (Double.isNaN(x)) throw PyError.value("cannot convert float NaN to integer");
    if (Double.isInfinite(x)) throw PyError.overflow("cannot convert float infinity to integer");
    if (Math.abs(x) < 0x1p63) return (long) x;
    return Keys.narrow(new BigDecimal(x).toBigInteger());
  }

  private static long small(double x) {
    Object n = whole(x);
    if (n instanceof Long) return (Long) n;
    throw Overflow.INSTANCE;
  }

  private static Object whole(Object x, String op) {
    if (x instanceof Double) {
      double d = (Double) x;
      boolean up = op.equals("ceil") || op.equals("trunc") && d < 0;
      return whole(up ? Math.ceil(d) : Math.floor(d));
    }
    if (Ops.isInt(x)) return Keys.narrow(Ops.big(x));
    Object n = x instanceof PyObject ? ((PyObject) x).unary(op) : Py.ABSENT;
    if (n != Py.ABSENT) return n;
    throw PyError.type(
        op.equals("trunc")
            ? "type " + Py.typeName(x) + " doesn't define __trunc__ method"
            : "must be real number, not " + Py.typeName(x));
  }

  @Python(value = "math.floor", raises = {"ValueError", "OverflowError"})
  public static long floor(double x) {
    return small(Math.floor(x));
  }

  @Python(value = "math.floor", raises = {"ValueError", "OverflowError"})
  public static Object floorWide(double x) {
    return whole(Math.floor(x));
  }

  @Python("math.floor")
  public static long floor(long x) {
    return x;
  }

  @Python(value = "math.floor", raises = {"ValueError", "OverflowError", "TypeError"})
  public static Object floor(Object x) {
    return whole(x, "floor");
  }

  @Python(value = "math.ceil", raises = {"ValueError", "OverflowError"})
  public static long ceil(double x) {
    return small(Math.ceil(x));
  }

  @Python(value = "math.ceil", raises = {"ValueError", "OverflowError"})
  public static Object ceilWide(double x) {
    return whole(Math.ceil(x));
  }

  @Python("math.ceil")
  public static long ceil(long x) {
    return x;
  }

  @Python(value = "math.ceil", raises = {"ValueError", "OverflowError", "TypeError"})
  public static Object ceil(Object x) {
    return whole(x, "ceil");
  }

  @Python(value = "math.trunc", raises = {"ValueError", "OverflowError"})
  public static long trunc(double x) {
    return small(x < 0 ? Math.ceil(x) : Math.floor(x));
  }

  @Python(value = "math.trunc", raises = {"ValueError", "OverflowError"})
  public static Object truncWide(double x) {
    return whole(x < 0 ? Math.ceil(x) : Math.floor(x));
  }

  @Python("math.trunc")
  public static long trunc(long x) {
    return x;
  }

  @Python(value = "math.trunc", raises = {"ValueError", "OverflowError", "TypeError"})
  public static Object trunc(Object x) {
    return whole(x, "trunc");
  }

  @Python("math.gcd")
  public static Object gcd(Object... values) {
    BigInteger all = BigInteger.ZERO;
    for (Object v : values) all = all.gcd(integer(v));
    return Keys.narrow(all);
  }

  @Python("math.lcm")
  public static Object lcm(Object... values) {
    BigInteger all = BigInteger.ONE;
    for (Object v : values) {
      BigInteger n = integer(v).abs();
      all = n.signum() == 0 ? n : all.signum() == 0 ? all : all.divide(all.gcd(n)).multiply(n);
    }
    return Keys.narrow(all);
  }

  @Python(value = "math.isqrt", raises = "ValueError")
  public static Object isqrt(Object x) {
    BigInteger n = integer(x);
    if (n.signum() < 0) throw PyError.value("isqrt() argument must be nonnegative");
    return Keys.narrow(n.sqrt());
  }

  private static long limited(BigInteger n, String what) {
    if (n.bitLength() > 20) throw new Unsupported(what + " of so large a number");
    return n.longValue();
  }

  @Python(value = "math.factorial", raises = "ValueError")
  public static Object factorial(Object x) {
    BigInteger n = integer(x);
    if (n.signum() < 0) throw PyError.value("factorial() not defined for negative values");
    return Keys.narrow(product(BigInteger.ONE, limited(n, "factorial")));
  }

  /** The product of {@code count} ints from {@code first} on. */
  private static BigInteger product(BigInteger first, long count) {
    if (count == 0) return BigInteger.ONE;
    if (count == 1) return first;
    long half = count / 2;
    BigInteger rest = product(first.add(BigInteger.valueOf(half)), count - half);
    return product(first, half).multiply(rest);
  }

  @Python(value = "math.perm", raises = "ValueError")
  public static Object perm(Object n) {
    return perm(n, null);
  }

  @Python(value = "math.perm", raises = "ValueError")
  public static Object perm(Object n, Object k) {
    if (k == null) return factorial(n);
    BigInteger a = integer(n);
    BigInteger b = integer(k);
    if (a.signum() < 0) throw PyError.value("n must be a non-negative integer");
    if (b.signum() < 0) throw PyError.value("k must be a non-negative integer");
    if (b.compareTo(a) > 0) return 0L;
    return Keys.narrow(product(a.subtract(b).add(BigInteger.ONE), limited(b, "perm")));
  }

  @Python(value = "math.comb", raises = "ValueError")
  public static Object comb(Object n, Object k) {
    BigInteger a = integer(n);
    BigInteger b = integer(k);
    if (a.signum() < 0) throw PyError.value("n must be a non-negative integer");
    if (b.signum() < 0) throw PyError.value("k must be a non-negative integer");
    if (b.compareTo(a) > 0) return 0L;
    long count = limited(b.min(a.subtract(b)), "comb");
    BigInteger first = a.subtract(BigInteger.valueOf(count)).add(BigInteger.ONE);
    return Keys.narrow(product(first, count).divide(product(BigInteger.ONE, count)));
  }

  @Python(value = "math.prod", params = "iterable")
  public static Object prod(Object items) {
    return prod(items, 1L);
  }

  @Python(value = "math.prod", params = {"iterable", "start"})
  public static Object prod(Object items, Object start) {
    Object all = start;
    for (Iterator<Object> i = Ops.iter(items); i.hasNext(); ) {
      all = Calls.call("operator.mul", all, i.next());
    }
    return all;
  }

  @Python(value = "math.fsum", raises = {"ValueError", "OverflowError", "TypeError"})
  public static double fsum(Object items) {
    BigDecimal exact = BigDecimal.ZERO;
    double special = 0;
    boolean plus = false;
    boolean minus = false;
    for (Iterator<Object> i = Ops.iter(items); i.hasNext(); ) {
      double d = number(i.next());
      if (Double.isNaN(d) || Double.isInfinite(d)) {
        special += d;
        plus |= d == Double.POSITIVE_INFINITY;
        minus |= d == Double.NEGATIVE_INFINITY;
      } else {
        exact = exact.add(new BigDecimal(d));
        if (Double.isInfinite(exact.doubleValue())) {
          throw PyError.overflow("intermediate overflow in fsum");
        }
      }
    }
    if (plus && minus) throw PyError.value("-inf + inf in fsum");
    return special != 0 ? special : exact.doubleValue();
  }
}
