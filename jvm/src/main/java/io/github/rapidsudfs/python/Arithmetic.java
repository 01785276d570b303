// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

import io.github.rapidsudfs.python.columns.NumberForms;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.function.BinaryOperator;
import java.util.function.DoubleBinaryOperator;
import java.util.function.LongBinaryOperator;

/** {@code + - *}, unary signs, and {@code +} and {@code *} of sequences. */
public final class Arithmetic {
  /** An operator of two numbers: in floats if either is a float, else in ints of any size. */
  static Object numbers(
      Object a,
      Object b,
      LongBinaryOperator small,
      DoubleBinaryOperator real,
      BinaryOperator<BigInteger> big) {
    if (a instanceof Long && b instanceof Long) {
      try {
        return small.applyAsLong((Long) a, (Long) b);
      } catch (Overflow e) {
        return Keys.narrow(big.apply(Ops.big(a), Ops.big(b)));
      }
    }
    if (a instanceof Double || b instanceof Double) {
      return real.applyAsDouble(Numbers.toDouble(a), Numbers.toDouble(b));
    }
    return Keys.narrow(big.apply(Ops.big(a), Ops.big(b)));
  }

  @Python("operator.add")
  public static long add(long a, long b) {
    long r = a + b;
    if (((a ^ r) & (b ^ r)) < 0) throw Overflow.INSTANCE;
    return r;
  }

  @Python("operator.add")
  public static String add(String a, String b) {
    return a.concat(b);
  }

  @Python(value = "operator.add", columns = NumberForms.class)
  public static Object add(Object a, Object b) {
    if (Comparison.areNumbers(a, b)) {
      return numbers(a, b, Arithmetic::add, Double::sum, BigInteger::add);
    }
    if (a instanceof String && b instanceof String) return ((String) a).concat((String) b);
    if (a instanceof PyList && b instanceof PyList) {
      ArrayList<Object> all = new ArrayList<>(((PyList) a).items);
      all.addAll(((PyList) b).items);
      return PyList.around(all);
    }
    if (a instanceof PyTuple && b instanceof PyTuple) {
      ArrayList<Object> all = new ArrayList<>(Arrays.asList(((PyTuple) a).items));
      all.addAll(Arrays.asList(((PyTuple) b).items));
      return PyTuple.of(all);
    }
    if (a instanceof PyBytes && b instanceof PyBytes) {
      return PyBytes.of(((PyBytes) a).latin() + ((PyBytes) b).latin());
    }
    if (a instanceof PyCounter && b instanceof PyCounter) {
      return PyCounter.combined("add", (PyCounter) a, (PyCounter) b);
    }
    String type = Py.typeName(b);
    if (a instanceof String || a instanceof PyList || a instanceof PyTuple) {
      String own = a instanceof PyTuple ? "tuple" : Py.typeName(a);
      throw PyError.type("can only concatenate " + own + " (not \"" + type + "\") to " + own);
    }
    if (a instanceof PyBytes) throw PyError.type("can't concat " + type + " to bytes");
    return others("add", "+", a, b);
  }

  @Python("operator.sub")
  public static long sub(long a, long b) {
    long r = a - b;
    if (((a ^ b) & (a ^ r)) < 0) throw Overflow.INSTANCE;
    return r;
  }

  @Python(value = "operator.sub", columns = NumberForms.class)
  public static Object sub(Object a, Object b) {
    if (Comparison.areNumbers(a, b)) {
      return numbers(a, b, Arithmetic::sub, (x, y) -> x - y, BigInteger::subtract);
    }
    if (a instanceof PyCounter && b instanceof PyCounter) {
      return PyCounter.combined("sub", (PyCounter) a, (PyCounter) b);
    }
    PySet x = Comparison.setOf(a);
    PySet y = Comparison.setOf(b);
    return x != null && y != null ? Sets.difference(x, y) : others("sub", "-", a, b);
  }

  @Python("operator.mul")
  public static long mul(long a, long b) {
    long r = a * b;
    if (Math.multiplyHigh(a, b) != r >> 63) throw Overflow.INSTANCE;
    return r;
  }

  @Python("operator.mul")
  public static String mul(String a, long b) {
    return (String) repeat(a, b);
  }

  @Python(value = "operator.mul", columns = NumberForms.class)
  public static Object mul(Object a, Object b) {
    if (Comparison.areNumbers(a, b)) {
      return numbers(a, b, Arithmetic::mul, (x, y) -> x * y, BigInteger::multiply);
    }
    if (isSequence(a) && Ops.isInt(b)) return repeat(a, b);
    if (isSequence(b) && Ops.isInt(a)) return repeat(b, a);
    if (isSequence(a) || isSequence(b)) {
      String type = Py.typeName(isSequence(a) ? b : a);
      throw PyError.type("can't multiply sequence by non-int of type '" + type + "'");
    }
    return others("mul", "*", a, b);
  }

  private static boolean isSequence(Object a) {
    return a instanceof String
        || a instanceof PyList
        || a instanceof PyTuple
        || a instanceof PyBytes;
  }

  private static Object repeat(Object a, Object times) {
    if (times instanceof BigInteger) {
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
    if (a instanceof PyBytes) return PyBytes.of(((PyBytes) a).latin().repeat(count));
    ArrayList<Object> all = new ArrayList<>((int) size * count);
    for (int i = 0; i < count; i++) {
      all.addAll(a instanceof PyList ? ((PyList) a).items : Arrays.asList(((PyTuple) a).items));
    }
    return a instanceof PyList ? PyList.around(all) : PyTuple.of(all);
  }

  /** The operators of other classes, the left operand's first; else TypeError. */
  static Object others(String op, String sign, Object a, Object b) {
    Object is = Py.ABSENT;
    if (a instanceof PyObject) is = ((PyObject) a).binary(op, b, false);
    if (is == Py.ABSENT && b instanceof PyObject) is = ((PyObject) b).binary(op, a, true);
    if (is != Py.ABSENT) return is;
    throw PyError.later(
        PyType.TYPE_ERROR,
        () ->
            String.format(
                "unsupported operand type(s) for %s: '%s' and '%s'",
                sign, Py.typeName(a), Py.typeName(b)));
  }

  static Object unary(String op, String sign, Object a) {
    if (a instanceof PyCounter && (op.equals("neg") || op.equals("pos"))) {
      PyCounter none = new PyCounter();
      return op.equals("pos")
          ? PyCounter.combined("add", (PyCounter) a, none)
          : PyCounter.combined("sub", none, (PyCounter) a);
    }
    Object is = a instanceof PyObject ? ((PyObject) a).unary(op) : Py.ABSENT;
    if (is != Py.ABSENT) return is;
    throw PyError.type("bad operand type for " + sign + ": '" + Py.typeName(a) + "'");
  }

  @Python("operator.neg")
  public static long neg(long a) {
    return sub(0, a);
  }

  @Python("operator.neg")
  public static double neg(double a) {
    return -a;
  }

  @Python(value = "operator.neg", columns = NumberForms.class)
  public static Object neg(Object a) {
    if (a instanceof Double) return -(Double) a;
    return Ops.isInt(a) ? Keys.narrow(Ops.big(a).negate()) : unary("neg", "unary -", a);
  }

  @Python(value = "operator.pos", columns = NumberForms.class)
  public static Object pos(Object a) {
    if (a instanceof Boolean) return Ops.index(a);
    return Comparison.isNumber(a) ? a : unary("pos", "unary +", a);
  }

  @Python("abs")
  public static long abs(long a) {
    return a < 0 ? sub(0, a) : a;
  }

  @Python("abs")
  public static double abs(double a) {
    return Math.abs(a);
  }

  @Python(value = "abs", columns = NumberForms.class)
  public static Object abs(Object a) {
    if (a instanceof Double) return Math.abs((Double) a);
    return Ops.isInt(a) ? Keys.narrow(Ops.big(a).abs()) : unary("abs", "abs()", a);
  }
}
