// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Iterator;

/** Generic operations for generated code: truth, iteration, equality. */
public final class Ops {
  public static boolean truth(Object value) {
    if (value == null) return false;
    if (value instanceof Boolean) return (Boolean) value;
    if (value instanceof String) return !((String) value).isEmpty();
    if (value instanceof Long) return (Long) value != 0;
    if (value instanceof Double) return (Double) value != 0;
    if (value instanceof PyList) return ((PyList) value).size() > 0;
    if (value instanceof PyTuple) return ((PyTuple) value).size() > 0;
    if (value instanceof PyDict) return ((PyDict) value).size() > 0;
    if (value instanceof PySet) return ((PySet) value).size() > 0;
    if (value instanceof PyBytes) return ((PyBytes) value).size() > 0;
    if (value instanceof PyRange) return ((PyRange) value).size > 0;
    if (value instanceof PyDictView) return ((PyDictView) value).size() > 0;
    if (value instanceof PyObject) return ((PyObject) value).truth();
    return true;
  }

  /** The error if the order of a set would decide the result. */
  public static Unsupported order() {
    return new Unsupported("the order of a set would show");
  }

  /** Whether there are several elements whose order is unknown. */
  public static boolean isUnordered(Object value) {
    if (value instanceof PyList) return ((PyList) value).isUnordered();
    return value instanceof PySet && ((PySet) value).size() > 1;
  }

  /** Requires elements to be the same object if any of them could come first. */
  static void requireSame(Object a, Object b) {
    if (a != b && !Py.repr(a).equals(Py.repr(b))) throw order();
  }

  /** The exception of a loop in unknown order: that of any element, if all are equal. */
  public static PyError alike(PyError first, PyError next) {
    if (first == null) return next;
    boolean same = first.line == next.line && first.function == next.function;
    if (same && first.type == next.type && first.repr().equals(next.repr())) return first;
    throw order();
  }

  /** {@code iter(value)}; rejects a set of more than one element. */
  public static Iterator<Object> iter(Object value) {
    if (value instanceof PyList) return ((PyList) value).iterator();
    if (value instanceof String) return codePoints((String) value);
    if (value instanceof PySet) {
      if (((PySet) value).size() > 1) throw order();
      return ((PySet) value).iterator();
    }
    if (value instanceof PyBytes) return ((PyBytes) value).list().iterator();
    if (value instanceof Iterable) {
      @SuppressWarnings("unchecked")
      Iterable<Object> items = (Iterable<Object>) value;
      return items.iterator();
    }
    throw PyError.type("'" + Py.typeName(value) + "' object is not iterable");
  }

  /** As {@link #iter}, for callers that do not depend on the order. */
  public static Iterator<Object> anyOrder(Object value) {
    return value instanceof PySet ? ((PySet) value).elements().iterator() : iter(value);
  }

  /** {@code list(value)} for callers that do not depend on the order. */
  public static Object listed(Object value) {
    return value instanceof PySet || isUnordered(value) ? value : PyList.around(list(value));
  }

  /** The elements as a new list without other references. */
  static ArrayList<Object> list(Object value) {
    if (value instanceof PyList) return new ArrayList<>(((PyList) value).items);
    ArrayList<Object> all = new ArrayList<>();
    for (Iterator<Object> i = iter(value); i.hasNext(); ) all.add(i.next());
    return all;
  }

  /** Exactly {@code n} elements for {@code a, b = value}, or ValueError. */
  public static Object[] unpack(Object value, int n) {
    if (value instanceof PyTuple && ((PyTuple) value).size() == n) return ((PyTuple) value).items;
    if (value instanceof PyList && ((PyList) value).size() == n) return ((PyList) value).array();
    if (!isIterable(value)) {
      throw PyError.type("cannot unpack non-iterable " + Py.typeName(value) + " object");
    }
    Object[] out = new Object[n];
    Iterator<Object> i = iter(value);
    for (int k = 0; k < n; k++) {
      if (!i.hasNext()) {
        throw PyError.value("not enough values to unpack (expected " + n + ", got " + k + ")");
      }
      out[k] = i.next();
    }
    if (!i.hasNext()) return out;
    i.next(); // which CPython also accepts
    Class<?> kind = value.getClass();
    boolean counts = kind == PyList.class || kind == PyTuple.class || kind == PyDict.class;
    String got = counts ? ", got " + Builtins.len(value) : "";
    throw PyError.value("too many values to unpack (expected " + n + got + ")");
  }

  /** For {@code a, *b, c = value}: the starred target gets a PyList. */
  public static Object[] unpackStar(Object value, int before, int after) {
    if (!isIterable(value)) {
      throw PyError.type("cannot unpack non-iterable " + Py.typeName(value) + " object");
    }
    ArrayList<Object> all = list(value);
    if (all.size() < before + after) {
      String needed = "(expected at least " + (before + after) + ", got " + all.size() + ")";
      throw PyError.value("not enough values to unpack " + needed);
    }
    Object[] out = new Object[before + 1 + after];
    int end = all.size() - after;
    for (int k = 0; k < before; k++) out[k] = all.get(k);
    out[before] = new PyList(all.subList(before, end));
    for (int k = 0; k < after; k++) out[before + 1 + k] = all.get(end + k);
    return out;
  }

  static boolean isIterable(Object value) {
    return value instanceof Iterable
        || value instanceof String
        || value instanceof PySet
        || value instanceof PyBytes;
  }

  private static Iterator<Object> codePoints(String s) {
    return new Sequences.Lazy() {
      private int at;

      @Override
      Object advance() {
        if (at >= s.length()) return Py.ABSENT;
        String one = Texts.one(s, at);
        at += one.length();
        return one;
      }
    };
  }

  /** {@code a is b or a == b}, as in containers; nans are equal only by identity. */
  static boolean same(Object a, Object b) {
    if (a == b && !(a instanceof Double)) return true;
    if (a instanceof Double
        && b instanceof Double
        && Double.isNaN((Double) a)
        && Double.isNaN((Double) b)) {
      throw new Unsupported("nan inside of containers: equal by identity only");
    }
    return Comparison.eq(a, b);
  }

  /** An int as a BigInteger; null for other types. A bool is an int. */
  static BigInteger big(Object value) {
    if (value instanceof Long) return BigInteger.valueOf((Long) value);
    if (value instanceof BigInteger) return (BigInteger) value;
    if (value instanceof Boolean) return (Boolean) value ? BigInteger.ONE : BigInteger.ZERO;
    return null;
  }

  public static boolean isInt(Object value) {
    return value instanceof Long || value instanceof BigInteger || value instanceof Boolean;
  }

  /** {@code __index__} clamped to long, for sizes of containers. */
  static long index(Object value, String message) {
    if (value instanceof Long) return (Long) value;
    if (value instanceof Boolean) return (Boolean) value ? 1 : 0;
    if (value instanceof BigInteger) {
      return ((BigInteger) value).signum() < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
    }
    throw PyError.type(message);
  }

  /** {@code __index__} for a parameter that takes an integer. */
  static long index(Object value) {
    return index(value, "'" + Py.typeName(value) + "' object cannot be interpreted as an integer");
  }

  /** {@code __index__} for a parameter of C's type {@code Py_ssize_t}. */
  static long size(Object value) {
    if (value instanceof BigInteger) {
      throw PyError.tooLarge("ssize_t");
    }
    return index(value);
  }
}
