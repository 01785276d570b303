// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

import io.github.rapidsudfs.python.columns.ComparisonForms;
import io.github.rapidsudfs.python.columns.ItemForms;
import java.math.BigInteger;
import java.util.Iterator;

/** {@code x[i]}, {@code item in x} and the truth of x. */
public final class Items {
  /** An index from the start; IndexError if there is no such item. */
  static int at(long i, long size, String what) {
    long from = i < 0 ? i + size : i;
    if (from < 0 || from >= size) throw PyError.index(what + " out of range");
    return (int) from;
  }

  /** An index of any type as a long. */
  static long index(Object i, String what) {
    if (i instanceof BigInteger) {
      throw PyError.index("cannot fit 'int' into an index-sized integer");
    }
    if (Ops.isInt(i)) return Ops.index(i);
    String type = Py.typeName(i);
    throw PyError.type(
        what.equals("string")
            ? "string indices must be integers, not '" + type + "'"
            : what + " indices must be integers or slices, not " + type);
  }

  @Python("operator.getitem")
  public static String getitem(String s, long i) {
    int n = s.length();
    int points = s.codePointCount(0, n);
    int at = at(i, points, "string index");
    return Texts.one(s, points == n ? at : s.offsetByCodePoints(0, at));
  }

  @Python("operator.getitem")
  public static Object getitem(PyList list, long i) {
    return list.items.get(at(i, list.size(), "list index"));
  }

  @Python(value = "operator.getitem", columns = ItemForms.class)
  public static Object getitem(Object x, Object i) {
    if (x instanceof PyDict) return ((PyDict) x).at(i);
    if (x instanceof PyList) return getitem((PyList) x, index(i, "list"));
    if (x instanceof String) return getitem((String) x, index(i, "string"));
    if (PyRow.isSparks(x) && i instanceof String) {
      int field = ((PyRow) x).index((String) i);
      if (field < 0) throw PyError.make(PyType.SPARK_VALUE_ERROR, i);
      return ((PyRow) x).get(field);
    }
    if (x instanceof PyTuple) {
      PyTuple tuple = (PyTuple) x;
      return tuple.items[at(index(i, "tuple"), tuple.size(), "tuple index")];
    }
    if (x instanceof PyBytes) {
      return (long) ((PyBytes) x).get(at(index(i, "byte"), ((PyBytes) x).size(), "index"));
    }
    if (x instanceof PyRange) {
      PyRange range = (PyRange) x;
      long at = i instanceof BigInteger ? Long.MIN_VALUE : index(i, "range");
      if (at < 0) at += range.size;
      if (at < 0 || at >= range.size) throw PyError.index("range object index out of range");
      return range.get(at);
    }
    if (x instanceof PyDeque) {
      PyDeque deque = (PyDeque) x;
      return deque.items.get(at(index(i, "sequence"), deque.items.size(), "deque index"));
    }
    if (x instanceof PyMatch) return ((PyMatch) x).group(((PyMatch) x).number(i), null);
    throw notSubscriptable(x);
  }

  static PyError notSubscriptable(Object x) {
    String type = Py.typeName(x);
    // list[0] is a type; for other types, the text depends on the version.
    if (type.equals("type")) throw new Unsupported("a subscript of a type");
    return PyError.type("'" + type + "' object is not subscriptable");
  }

  @Python(value = "operator.contains", columns = ItemForms.class)
  public static boolean contains(Object x, Object item) {
    if (x instanceof String) {
      if (item instanceof String) return ((String) x).contains((String) item);
      throw PyError.type("'in <string>' requires string as left operand, not " + Py.typeName(item));
    }
    if (x instanceof PyDict) return ((PyDict) x).has(item);
    if (x instanceof PySet) return ((PySet) x).has(item);
    if (x instanceof PyDictView) return ((PyDictView) x).has(item);
    if (x instanceof PyBytes) {
      if (!Ops.isInt(item)) return ((PyBytes) x).latin().contains(BytesOps.like(item).latin());
      return ((PyBytes) x).latin().contains(BytesOps.part(item));
    }
    // pyspark's Row searches its field names.
    if (PyRow.isSparks(x) && ((PyRow) x).fields != null) {
      return item instanceof String && ((PyRow) x).index((String) item) >= 0;
    }
    if (x instanceof PyRange && Ops.isInt(item)) {
      return !(item instanceof BigInteger) && ((PyRange) x).has(Ops.index(item));
    }
    if (!Ops.isIterable(x)) {
      throw PyError.type("argument of type '" + Py.typeName(x) + "' is not iterable");
    }
    for (Iterator<Object> i = Ops.iter(x); i.hasNext(); ) {
      if (Ops.same(i.next(), item)) return true;
    }
    return false;
  }

  @Python(value = "operator.truth bool", columns = ComparisonForms.class)
  public static boolean truth(Object x) {
    return Ops.truth(x);
  }

  @Python("operator.not_")
  public static boolean not(Object x) {
    return !Ops.truth(x);
  }
}
