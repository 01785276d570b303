// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

import io.github.rapidsudfs.python.columns.ComparisonForms;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/** Comparisons: exact for ints and floats, by code point for strings, by element for sequences. */
public final class Comparison {
  /** The result of comparing with nan: neither less, equal nor greater. */
  private static final int UNORDERED = Integer.MIN_VALUE;

  @Python(value = "operator.eq", columns = ComparisonForms.class)
  public static boolean eq(Object a, Object b) {
    if (a == null || b == null) return a == b;
    if (a instanceof String || b instanceof String) return a.equals(b);
    if (areNumbers(a, b)) return numbers(a, b) == 0;
    if (a instanceof PyObject || b instanceof PyObject) {
      Object is = custom("eq", "eq", a, b);
      return is == Py.ABSENT ? a == b : (Boolean) is;
    }
    if (a instanceof PyDictView || b instanceof PyDictView) {
      Object x = setOf(a);
      Object y = setOf(b);
      return x != null && y != null ? x.equals(y) : a == b;
    }
    if (a instanceof PyFunction && b instanceof PyFunction) {
      throw new Unsupported("a comparison of functions");
    }
    return a.equals(b);
  }

  @Python(value = "operator.ne", columns = ComparisonForms.class)
  public static boolean ne(Object a, Object b) {
    return !eq(a, b);
  }

  @Python(value = "operator.lt .le .gt .ge", named = true, columns = ComparisonForms.class)
  public static boolean order(String op, Object a, Object b) {
    if (areNumbers(a, b)) return holds(op, numbers(a, b));
    if (a instanceof String && b instanceof String) {
      return holds(op, strings((String) a, (String) b));
    }
    if (a instanceof PyTuple && b instanceof PyTuple) {
      return sequences(op, Arrays.asList(((PyTuple) a).items), Arrays.asList(((PyTuple) b).items));
    }
    if (a instanceof PyList && b instanceof PyList) {
      return sequences(op, ((PyList) a).items, ((PyList) b).items);
    }
    if (a instanceof PyBytes && b instanceof PyBytes) {
      return holds(op, ((PyBytes) a).compareTo((PyBytes) b));
    }
    boolean less = op.charAt(0) == 'l';
    if (a instanceof PyObject || b instanceof PyObject) {
      Object is = custom(op, (less ? "g" : "l") + op.charAt(1), a, b);
      if (is != Py.ABSENT) return (Boolean) is;
    }
    if (a instanceof PyCounter && b instanceof PyCounter) {
      throw new Unsupported("the order of Counters");
    }
    PySet x = setOf(a);
    PySet y = setOf(b);
    if (x != null && y != null) {
      Set<Object> inner = (less ? x : y).map.keySet();
      boolean within = (less ? y : x).map.keySet().containsAll(inner);
      return within && (op.charAt(1) == 'e' || x.size() != y.size());
    }
    String sign = (less ? "<" : ">") + (op.charAt(1) == 'e' ? "=" : "");
    throw PyError.types("'" + sign + "' not supported between instances of '%s' and '%s'", a, b);
  }

  static boolean lt(Object a, Object b) {
    return order("lt", a, b);
  }

  static int order(Object a, Object b) {
    return lt(a, b) ? -1 : lt(b, a) ? 1 : 0;
  }

  /** Returns whether the int is certainly representable as a double. */
  static boolean exact(long a) {
    return a <= 1L << 53 && a >= -(1L << 53);
  }

  static boolean isNumber(Object a) {
    return a instanceof Long
        || a instanceof Double
        || a instanceof Boolean
        || a instanceof BigInteger;
  }

  static boolean areNumbers(Object a, Object b) {
    return isNumber(a) && isNumber(b);
  }

  /** By code point: surrogates are above the other UTF-16 units. */
  public static int strings(String a, String b) {
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

  /** -1, 0, 1 or UNORDERED, by exact value. */
  static int numbers(Object a, Object b) {
    if (a instanceof Long && b instanceof Long) return Long.compare((Long) a, (Long) b);
    if (a instanceof Double && b instanceof Double) {
      double x = (Double) a;
      double y = (Double) b;
      return x < y ? -1 : x > y ? 1 : x == y ? 0 : UNORDERED;
    }
    if (a instanceof Double) {
      int c = numbers(b, a);
      return c == UNORDERED ? c : -c;
    }
    if (!(b instanceof Double)) return Ops.big(a).compareTo(Ops.big(b));
    double y = (Double) b;
    if (a instanceof Long && exact((Long) a)) return numbers((Object) (double) (long) a, b);
    if (Double.isNaN(y)) return UNORDERED;
    if (Double.isInfinite(y)) return y > 0 ? -1 : 1;
    return new BigDecimal(Ops.big(a)).compareTo(new BigDecimal(y));
  }

  /** Returns whether an operator holds for the result of {@code compareTo}. */
  static boolean holds(String op, int c) {
    if (c == UNORDERED) return op.equals("ne");
    char first = op.charAt(0);
    if (op.equals("eq") || op.equals("ne")) return first == 'e' == (c == 0);
    return c == 0 ? op.charAt(1) == 'e' : first == 'l' == c < 0;
  }

  private static boolean sequences(String op, List<Object> a, List<Object> b) {
    int n = Math.min(a.size(), b.size());
    for (int i = 0; i < n; i++) {
      if (!Ops.same(a.get(i), b.get(i))) return order(op, a.get(i), b.get(i));
    }
    return holds(op, Integer.compare(a.size(), b.size()));
  }

  private static Object custom(String op, String mirror, Object a, Object b) {
    Object is = a instanceof PyObject ? ((PyObject) a).compare(op, b) : Py.ABSENT;
    if (is == Py.ABSENT && b instanceof PyObject) is = ((PyObject) b).compare(mirror, a);
    return is;
  }

  /** A set, or a dictionary's keys or items as a set; else null. */
  static PySet setOf(Object a) {
    if (a instanceof PySet) return (PySet) a;
    boolean view = a instanceof PyDictView && ((PyDictView) a).what != 1;
    return view ? ((PyDictView) a).set() : null;
  }
}
