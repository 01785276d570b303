// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;

/** {@code + - *}, the signs, and what {@code +} and {@code *} are for sequences. */
public final class Arithmetic {
  private Arithmetic() {}

  @Python(value = "operator.add", doc = "+ - *")
  public static long add(long a, long b) {
    try {
      return Math.addExact(a, b);
    } catch (ArithmeticException e) {
      throw Overflow.INSTANCE;
    }
  }

  @Python("operator.add")
  public static double add(double a, double b) {
    return a + b;
  }

  @Python("operator.add")
  public static double add(long a, double b) {
    return a + b;
  }

  @Python("operator.add")
  public static double add(double a, long b) {
    return a + b;
  }

  @Python(value = "operator.add", raises = "TypeError")
  public static Object add(Object a, Object b) {
    if (a instanceof Long && b instanceof Long) {
      long x = (Long) a;
      long y = (Long) b;
      long r = x + y;
      if (((x ^ r) & (y ^ r)) >= 0) return r;
      return BigInteger.valueOf(x).add(BigInteger.valueOf(y));
    }
    if (a instanceof Double && b instanceof Double) return (Double) a + (Double) b;
    if (Comparison.isNumber(a) && Comparison.isNumber(b)) {
      if (a instanceof Double || b instanceof Double) {
        return Numbers.toDouble(a) + Numbers.toDouble(b);
      }
      return Keys.narrow(Ops.big(a).add(Ops.big(b)));
    }
    return addOthers(a, b);
  }

  @Python(value = "operator.sub", doc = "+ - *")
  public static long sub(long a, long b) {
    try {
      return Math.subtractExact(a, b);
    } catch (ArithmeticException e) {
      throw Overflow.INSTANCE;
    }
  }

  @Python("operator.sub")
  public static double sub(double a, double b) {
    return a - b;
  }

  @Python("operator.sub")
  public static double sub(long a, double b) {
    return a - b;
  }

  @Python("operator.sub")
  public static double sub(double a, long b) {
    return a - b;
  }

  @Python(value = "operator.sub", raises = "TypeError")
  public static Object sub(Object a, Object b) {
    if (a instanceof Long && b instanceof Long) {
      long x = (Long) a;
      long y = (Long) b;
      long r = x - y;
      if (((x ^ y) & (x ^ r)) >= 0) return r;
      return BigInteger.valueOf(x).subtract(BigInteger.valueOf(y));
    }
    if (a instanceof Double && b instanceof Double) return (Double) a - (Double) b;
    if (Comparison.isNumber(a) && Comparison.isNumber(b)) {
      if (a instanceof Double || b instanceof Double) {
        return Numbers.toDouble(a) - Numbers.toDouble(b);
      }
      return Keys.narrow(Ops.big(a).subtract(Ops.big(b)));
    }
    return subOthers(a, b);
  }

  @Python(value = "operator.mul", doc = "+ - *")
  public static long mul(long a, long b) {
    try {
      return Math.multiplyExact(a, b);
    } catch (ArithmeticException e) {
      throw Overflow.INSTANCE;
    }
  }

  @Python("operator.mul")
  public static double mul(double a, double b) {
    return a * b;
  }

  @Python("operator.mul")
  public static double mul(long a, double b) {
    return a * b;
  }

  @Python("operator.mul")
  public static double mul(double a, long b) {
    return a * b;
  }

  @Python(value = "operator.mul", raises = "TypeError")
  public static Object mul(Object a, Object b) {
    if (a instanceof Long && b instanceof Long) {
      long x = (Long) a;
      long y = (Long) b;
      long r = x * y;
      if (Math.multiplyHigh(x, y) == r >> 63) return r;
      return BigInteger.valueOf(x).multiply(BigInteger.valueOf(y));
    }
    if (a instanceof Double && b instanceof Double) return (Double) a * (Double) b;
    if (Comparison.isNumber(a) && Comparison.isNumber(b)) {
      if (a instanceof Double || b instanceof Double) {
        return Numbers.toDouble(a) * Numbers.toDouble(b);
      }
      return Keys.narrow(Ops.big(a).multiply(Ops.big(b)));
    }
    return mulOthers(a, b);
  }

  @Python("operator.add")
  public static String add(String a, String b) {
    return a.concat(b);
  }

  private static Object addOthers(Object a, Object b) {
    if (a instanceof String && b instanceof String) return ((String) a).concat((String) b);
    if (a instanceof PyList && b instanceof PyList) {
      ArrayList<Object> all = new ArrayList<>(((PyList) a).items);
      all.addAll(((PyList) b).items);
      return PyList.around(all);
    }
    if (a instanceof PyTuple && b instanceof PyTuple) {
      Object[] x = ((PyTuple) a).items;
      Object[] y = ((PyTuple) b).items;
      Object[] all = Arrays.copyOf(x, x.length + y.length);
      System.arraycopy(y, 0, all, x.length, y.length);
      return new PyTuple(all);
    }
    if (a instanceof PyBytes && b instanceof PyBytes) {
      byte[] x = ((PyBytes) a).data;
      byte[] y = ((PyBytes) b).data;
      byte[] all = Arrays.copyOf(x, x.length + y.length);
      System.arraycopy(y, 0, all, x.length, y.length);
      return new PyBytes(all);
    }
    String type = Py.typeName(b);
    if (a instanceof String || a instanceof PyList || a instanceof PyTuple) {
      String own = a instanceof PyTuple ? "tuple" : Py.typeName(a);
      throw PyError.type("can only concatenate " + own + " (not \"" + type + "\") to " + own);
    }
    if (a instanceof PyBytes) throw PyError.type("can't concat " + type + " to bytes");
    return others("add", "+", a, b);
  }

  private static Object subOthers(Object a, Object b) {
    PySet x = Comparison.setOf(a);
    PySet y = Comparison.setOf(b);
    return x != null && y != null ? Sets.difference(x, y) : others("sub", "-", a, b);
  }

  private static Object mulOthers(Object a, Object b) {
    if (isSequence(a) && Ops.isInt(b)) return repeat(a, b);
    if (isSequence(b) && Ops.isInt(a)) return repeat(b, a);
    if (isSequence(a) || isSequence(b)) {
      String type = Py.typeName(isSequence(a) ? b : a);
      throw PyError.type("can't multiply sequence by non-int of type '" + type + "'");
    }
    return others("mul", "*", a, b);
  }

  @Python("operator.mul")
  public static String mul(String a, long b) {
    return (String) repeat(a, b);
  }

  private static boolean isSequence(Object a) {
    return a instanceof String || a instanceof PyList || a instanceof PyTuple
        || a instanceof PyBytes;
  }

  private static Object repeat(Object a, Object times) {
    if (times instanceof java.math.BigInteger && ((BigInteger) times).signum() > 0) {
      throw PyError.overflow("cannot fit 'int' into an index-sized integer");
    }
    long n = Math.max(0, Ops.index(times));
    long size = Builtins.len(a);
    if (size == 0) n = Math.min(n, 1);
    if (size > 0 && n > Integer.MAX_VALUE / 4 / size) {
      throw new Unsupported("a sequence of more than 512 million items");
    }
    int count = (int) n;
    if (a instanceof String) return ((String) a).repeat(count);
    if (a instanceof PyBytes) {
      byte[] data = ((PyBytes) a).data;
      byte[] all = new byte[data.length * count];
      for (int i = 0; i < count; i++) System.arraycopy(data, 0, all, i * data.length, data.length);
      return new PyBytes(all);
    }
    ArrayList<Object> all = new ArrayList<>((int) size * count);
    for (int i = 0; i < count; i++) {
      all.addAll(a instanceof PyList ? ((PyList) a).items : Arrays.asList(((PyTuple) a).items));
    }
    return a instanceof PyList ? PyList.around(all) : PyTuple.of(all);
  }

  /** The operators of other classes, the left one first; else TypeError. */
  static Object others(String op, String sign, Object a, Object b) {
    Object is = Py.ABSENT;
    if (a instanceof PyObject) is = ((PyObject) a).binary(op, b, false);
    if (is == Py.ABSENT && b instanceof PyObject) is = ((PyObject) b).binary(op, a, true);
    if (is != Py.ABSENT) return is;
    throw PyError.type(
        "unsupported operand type(s) for " + sign + ": '"
            + Py.typeName(a) + "' and '" + Py.typeName(b) + "'");
  }

  /** An operator with one operand of a number or of another class. */
  static Object unary(String op, String sign, Object a) {
    Object is = a instanceof PyObject ? ((PyObject) a).unary(op) : Py.ABSENT;
    if (is != Py.ABSENT) return is;
    throw PyError.type("bad operand type for " + sign + ": '" + Py.typeName(a) + "'");
  }

  @Python("operator.neg")
  public static long neg(long a) {
    if (a == Long.MIN_VALUE) throw Overflow.INSTANCE;
    return -a;
  }

  @Python("operator.neg")
  public static double neg(double a) {
    return -a;
  }

  @Python(value = "operator.neg", raises = "TypeError")
  public static Object neg(Object a) {
    if (a instanceof Double) return -(Double) a;
    if (Ops.isInt(a)) return Keys.narrow(Ops.big(a).negate());
    return unary("neg", "unary -", a);
  }

  @Python("operator.pos")
  public static long pos(long a) {
    return a;
  }

  @Python("operator.pos")
  public static double pos(double a) {
    return a;
  }

  @Python(value = "operator.pos", raises = "TypeError")
  public static Object pos(Object a) {
    if (a instanceof Boolean) return (Boolean) a ? 1L : 0L;
    return Comparison.isNumber(a) ? a : unary("pos", "unary +", a);
  }

  @Python("abs")
  public static long abs(long a) {
    if (a == Long.MIN_VALUE) throw Overflow.INSTANCE;
    return Math.abs(a);
  }

  @Python("abs")
  public static double abs(double a) {
    return Math.abs(a);
  }

  @Python(value = "abs", raises = "TypeError")
  public static Object abs(Object a) {
    if (a instanceof Double) return Math.abs((Double) a);
    if (Ops.isInt(a)) return Keys.narrow(Ops.big(a).abs());
    return unary("abs", "abs()", a);
  }
}
