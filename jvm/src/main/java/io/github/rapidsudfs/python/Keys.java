// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

import java.math.BigDecimal;
import java.math.BigInteger;

/** Values as keys of sets and dictionaries: keys that are equal in Python are equal in Java. */
final class Keys {
  /** 1, 1.0 and True are the same key; a mutable value is rejected as in CPython. */
  static Object of(Object value) {
    if (value instanceof String || value instanceof Long || value == null) return value;
    if (value instanceof Boolean) return (Boolean) value ? 1L : 0L;
    if (value instanceof Double) return number((Double) value);
    if (value instanceof PyObject) return ((PyObject) value).key();
    if (value instanceof PySet && !((PySet) value).frozenset) throw unhashable("set");
    if (value instanceof PyList) throw unhashable("list");
    if (value instanceof PyDict) throw unhashable(((PyDict) value).typeName());
    if (value instanceof PyFunction) throw new Unsupported("a function as a key");
    if (value instanceof PyTuple) value.hashCode();
    return value;
  }

  /** A dictionary's key; the error has the text of Python 3.14. */
  static Object ofDict(Object value) {
    return of(value, "a dict key");
  }

  /** A set's element; the error has the text of Python 3.14. */
  static Object ofSet(Object value) {
    return of(value, "a set element");
  }

  private static Object of(Object value, String use) {
    try {
      return of(value);
    } catch (PyError e) {
      String why = e.str();
      throw PyError.type("cannot use '" + Py.typeName(value) + "' as " + use + " (" + why + ")");
    }
  }

  private static PyError unhashable(String type) {
    return PyError.type("unhashable type: '" + type + "'");
  }

  private static Object number(double value) {
    long whole = (long) value;
    if (whole == value && whole != Long.MAX_VALUE) return whole;
    if (Double.isNaN(value)) throw new Unsupported("nan as a key: equal by identity only");
    if (Double.isInfinite(value) || value != Math.rint(value)) return value;
    return new BigDecimal(value).toBigInteger();
  }

  /** An int in its stored form: Long if it fits. */
  static Object narrow(BigInteger value) {
    return value.bitLength() < 64 ? (Object) value.longValue() : value;
  }
}
