// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;

/** Comparisons: ints and floats exactly, strings by code point, sequences by their elements. */
public final class Comparison {
  private Comparison() {}

  @Python("operator.eq")
  public static boolean eq(long a, long b) {
    return a == b;
  }

  @Python("operator.eq")
  public static boolean eq(double a, double b) {
    return a == b;
  }

  @Python("operator.eq")
  public static boolean eq(String a, String b) {
    return a.equals(b);
  }

  @Python("operator.eq")
  public static boolean eq(long a, double b) {
    return a == b && (exact(a) || numbers(a, b) == 0);
  }

  @Python("operator.eq")
  public static boolean eq(Object a, Object b) {
    if (a == null || b == null) return a == b;
    if (a instanceof String || b instanceof String) return a.equals(b);
    if (a instanceof Long && b instanceof Long) return a.equals(b);
    if (isNumber(a) && isNumber(b)) return numbers(a, b) == 0;
    if (a instanceof PyObject || b instanceof PyObject) {
      Object is = custom("eq", "eq", a, b);
      return is == Py.ABSENT ? a == b : (Boolean) is;
    }
    if (a instanceof PyDictView || b instanceof PyDictView) {
      Object x = setOf(a);
      Object y = setOf(b);
      return x != null && y != null ? x.equals(y) : a == b;
    }
    return a.equals(b);
  }

  @Python("operator.ne")
  public static boolean ne(long a, long b) {
    return a != b;
  }

  @Python("operator.ne")
  public static boolean ne(double a, double b) {
    return a != b;
  }

  @Python("operator.ne")
  public static boolean ne(String a, String b) {
    return !a.equals(b);
  }

  @Python("operator.ne")
  public static boolean ne(Object a, Object b) {
    return !eq(a, b);
  }

  @Python("operator.lt")
  public static boolean lt(long a, long b) {
    return a < b;
  }

  @Python("operator.lt")
  public static boolean lt(double a, double b) {
    return a < b;
  }

  @Python("operator.lt")
  public static boolean lt(String a, String b) {
    return strings(a, b) < 0;
  }

  @Python("operator.lt")
  public static boolean lt(long a, double b) {
    return a < b && exact(a) || !exact(a) && numbers(a, b) < 0 && b == b;
  }

  @Python(value = "operator.lt", raises = "TypeError")
  public static boolean lt(Object a, Object b) {
    return order("lt", "<", a, b);
  }

  @Python("operator.le")
  public static boolean le(long a, long b) {
    return a <= b;
  }

  @Python("operator.le")
  public static boolean le(double a, double b) {
    return a <= b;
  }

  @Python("operator.le")
  public static boolean le(String a, String b) {
    return strings(a, b) <= 0;
  }

  @Python("operator.le")
  public static boolean le(long a, double b) {
    return a <= b && exact(a) || !exact(a) && numbers(a, b) <= 0 && b == b;
  }

  @Python(value = "operator.le", raises = "TypeError")
  public static boolean le(Object a, Object b) {
    return order("le", "<=", a, b);
  }

  @Python("operator.gt")
  public static boolean gt(long a, long b) {
    return a > b;
  }

  @Python("operator.gt")
  public static boolean gt(double a, double b) {
    return a > b;
  }

  @Python("operator.gt")
  public static boolean gt(String a, String b) {
    return strings(a, b) > 0;
  }

  @Python("operator.gt")
  public static boolean gt(long a, double b) {
    return a > b && exact(a) || !exact(a) && numbers(a, b) > 0 && b == b;
  }

  @Python(value = "operator.gt", raises = "TypeError")
  public static boolean gt(Object a, Object b) {
    return order("gt", ">", a, b);
  }

  @Python("operator.ge")
  public static boolean ge(long a, long b) {
    return a >= b;
  }

  @Python("operator.ge")
  public static boolean ge(double a, double b) {
    return a >= b;
  }

  @Python("operator.ge")
  public static boolean ge(String a, String b) {
    return strings(a, b) >= 0;
  }

  @Python("operator.ge")
  public static boolean ge(long a, double b) {
    return a >= b && exact(a) || !exact(a) && numbers(a, b) >= 0 && b == b;
  }

  @Python(value = "operator.ge", raises = "TypeError")
  public static boolean ge(Object a, Object b) {
    return order("ge", ">=", a, b);
  }

  /** Whether the int is one double for sure. */
  private static boolean exact(long a) {
    return a <= 1L << 53 && a >= -(1L << 53);
  }

  static boolean isNumber(Object a) {
    return a instanceof Long || a instanceof Double || a instanceof Boolean
        || a instanceof BigInteger;
  }

  /** By code point: surrogates are above the other UTF-16 units. */
  static int strings(String a, String b) {
    int n = Math.min(a.length(), b.length());
    for (int i = 0; i < n; i++) {
      char x = a.charAt(i);
      char y = b.charAt(i);
      if (x != y) {
        boolean high = Character.isSurrogate(x);
        return high != Character.isSurrogate(y) ? (high ? 1 : -1) : x - y;
      }
    }
    return a.length() - b.length();
  }

  /** What comparing with nan gives: neither less, equal nor greater. */
  private static final int UNORDERED = Integer.MIN_VALUE;

  /** -1, 0, 1 or UNORDERED: the exact values. */
  static int numbers(Object a, Object b) {
    if (a instanceof Double) {
      double x = (Double) a;
      if (b instanceof Double) {
        double y = (Double) b;
        return x < y ? -1 : x > y ? 1 : x == y ? 0 : UNORDERED;
      }
      int c = numbers(b, a);
      return c == UNORDERED ? c : -c;
    }
    if (!(b instanceof Double)) {
      if (a instanceof Long && b instanceof Long) return Long.compare((Long) a, (Long) b);
      return Ops.big(a).compareTo(Ops.big(b));
    }
    double y = (Double) b;
    if (Double.isNaN(y)) return UNORDERED;
    if (Double.isInfinite(y)) return y > 0 ? -1 : 1;
    return new BigDecimal(Ops.big(a)).compareTo(new BigDecimal(y));
  }

  private static boolean holds(String op, int c) {
    if (c == UNORDERED) return false;
    switch (op) {
      case "lt":
        return c < 0;
      case "le":
        return c <= 0;
      case "gt":
        return c > 0;
      default:
        return c >= 0;
    }
  }

  private static boolean order(String op, String sign, Object a, Object b) {
    if (isNumber(a) && isNumber(b)) return holds(op, numbers(a, b));
    if (a instanceof String && b instanceof String) {
      return holds(op, strings((String) a, (String) b));
    }
    if (a instanceof PyTuple && b instanceof PyTuple) {
      PyTuple x = (PyTuple) a;
      PyTuple y = (PyTuple) b;
      return sequences(
          op, sign, java.util.Arrays.asList(x.items), java.util.Arrays.asList(y.items));
    }
    if (a instanceof PyList && b instanceof PyList) {
      return sequences(op, sign, ((PyList) a).items, ((PyList) b).items);
    }
    if (a instanceof PyBytes && b instanceof PyBytes) {
      return holds(op, ((PyBytes) a).compareTo((PyBytes) b));
    }
    if (a instanceof PyObject || b instanceof PyObject) {
      String mirror = op.charAt(0) == 'l' ? "g" + op.charAt(1) : "l" + op.charAt(1);
      Object is = custom(op, mirror, a, b);
      if (is != Py.ABSENT) return (Boolean) is;
    }
    PySet x = setOf(a);
    PySet y = setOf(b);
    if (x != null && y != null) {
      boolean less = op.charAt(0) == 'l';
      boolean within =
          less
              ? y.map.keySet().containsAll(x.map.keySet())
              : x.map.keySet().containsAll(y.map.keySet());
      return within && (op.charAt(1) == 'e' || x.size() != y.size());
    }
    throw PyError.type(
        "'" + sign + "' not supported between instances of '"
            + Py.typeName(a) + "' and '" + Py.typeName(b) + "'");
  }

  private static boolean sequences(String op, String sign, List<Object> a, List<Object> b) {
    int n = Math.min(a.size(), b.size());
    for (int i = 0; i < n; i++) {
      if (!Ops.same(a.get(i), b.get(i))) return order(op, sign, a.get(i), b.get(i));
    }
    return holds(op, Integer.compare(a.size(), b.size()));
  }

  private static Object custom(String op, String mirror, Object a, Object b) {
    Object is = a instanceof PyObject ? ((PyObject) a).compare(op, b) : Py.ABSENT;
    if (is == Py.ABSENT && b instanceof PyObject) is = ((PyObject) b).compare(mirror, a);
    return is;
  }

  /** A set, or keys or items of a dictionary as one; else null. */
  static PySet setOf(Object a) {
    if (a instanceof PySet) return (PySet) a;
    boolean view = a instanceof PyDictView && ((PyDictView) a).what != 1;
    return view ? ((PyDictView) a).set() : null;
  }
}
