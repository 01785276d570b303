// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.NoSuchElementException;

/** range, enumerate, zip, reversed, map, filter, and the types of containers as functions. */
public final class Sequences {
  private Sequences() {}

  @Python("range")
  public static PyRange range(long stop) {
    return new PyRange(0, stop, 1);
  }

  @Python("range")
  public static PyRange range(long start, long stop) {
    return new PyRange(start, stop, 1);
  }

  @Python(value = "range", raises = "ValueError")
  public static PyRange range(long start, long stop, long step) {
    return new PyRange(start, stop, step);
  }

  @Python(value = "range", raises = "TypeError")
  public static PyRange range(Object stop) {
    return range(whole(stop));
  }

  @Python(value = "range", raises = "TypeError")
  public static PyRange range(Object start, Object stop) {
    return range(whole(start), whole(stop));
  }

  @Python(value = "range", raises = {"TypeError", "ValueError"})
  public static PyRange range(Object start, Object stop, Object step) {
    return range(whole(start), whole(stop), whole(step));
  }

  private static long whole(Object x) {
    if (x instanceof java.math.BigInteger) throw new Unsupported("a range beyond 64 bits");
    return Ops.index(x);
  }

  /** An iterator that may not know yet whether there is a next one. */
  abstract static class Lazy implements Iterator<Object> {
    private Object next = Py.ABSENT;

    /** The next one, or ABSENT. */
    abstract Object advance();

    @Override
    public boolean hasNext() {
      if (next == Py.ABSENT) next = advance();
      return next != Py.ABSENT;
    }

    @Override
    public Object next() {
      if (!hasNext()) throw new NoSuchElementException();
      Object item = next;
      next = Py.ABSENT;
      return item;
    }
  }

  @Python(value = "enumerate", params = {"iterable", "start"}, raises = "TypeError")
  public static PyIterator enumerate(Object items) {
    return enumerate(items, 0L);
  }

  @Python(value = "enumerate", params = {"iterable", "start"}, raises = "TypeError")
  public static PyIterator enumerate(Object items, Object start) {
    Ops.index(start);
    Iterator<Object> all = Ops.iter(items);
    return new PyIterator(
        "enumerate",
        new Iterator<Object>() {
          private Object n = Arithmetic.pos(start);

          @Override
          public boolean hasNext() {
            return all.hasNext();
          }

          @Override
          public Object next() {
            PyTuple pair = new PyTuple(n, all.next());
            n = Arithmetic.add(n, (Object) 1L);
            return pair;
          }
        });
  }

  @Python(value = "zip", raises = "TypeError")
  public static PyIterator zip(Object... items) {
    return zip(items, false);
  }

  /** {@code zip(…, strict=True)}. */
  @Python(value = "zip.strict", raises = {"TypeError", "ValueError"})
  public static PyIterator zipStrict(Object... items) {
    return zip(items, true);
  }

  private static PyIterator zip(Object[] items, boolean strict) {
    ArrayList<Iterator<Object>> all = new ArrayList<>();
    for (int i = 0; i < items.length; i++) {
      if (!Ops.isIterable(items[i])) {
        String type = Py.typeName(items[i]);
        throw PyError.type(
            "'" + type + "' object is not iterable");
      }
      all.add(Ops.iter(items[i]));
    }
    return new PyIterator(
        "zip",
        new Lazy() {
          @Override
          Object advance() {
            if (all.isEmpty()) return Py.ABSENT;
            Object[] row = new Object[all.size()];
            for (int i = 0; i < row.length; i++) {
              if (!all.get(i).hasNext()) return ended(i);
              row[i] = all.get(i).next();
            }
            return new PyTuple(row);
          }

          private Object ended(int i) {
            if (!strict) return Py.ABSENT;
            if (i > 0) throw uneven(i, "shorter");
            for (int k = 1; k < all.size(); k++) if (all.get(k).hasNext()) throw uneven(k, "longer");
            return Py.ABSENT;
          }

          private PyError uneven(int i, String how) {
            return PyError.value(
                "zip() argument " + (i + 1) + " is " + how + " than argument"
                    + (i == 1 ? " 1" : "s 1-" + i));
          }
        });
  }

  @Python(value = "reversed", raises = "TypeError")
  public static PyIterator reversed(Object x) {
    boolean can = x instanceof PyList || x instanceof PyTuple || x instanceof String
        || x instanceof PyRange || x instanceof PyBytes || x instanceof PyDict
        || x instanceof PyDictView;
    if (!can) throw PyError.type("'" + Py.typeName(x) + "' object is not reversible");
    ArrayList<Object> all = Ops.list(x);
    java.util.Collections.reverse(all);
    return new PyIterator("reversed", all.iterator());
  }

  @Python(value = "map", raises = "TypeError")
  public static PyIterator map(Object function, Object... items) {
    PyFunction f = function(function);
    Iterator<Object> rows = zip(items, false).items;
    return new PyIterator(
        "map",
        new Lazy() {
          @Override
          Object advance() {
            return rows.hasNext() ? f.call(((PyTuple) rows.next()).items) : Py.ABSENT;
          }
        });
  }

  @Python(value = "filter", raises = "TypeError")
  public static PyIterator filter(Object function, Object items) {
    PyFunction f = function == null ? null : function(function);
    Iterator<Object> all = Ops.iter(items);
    return new PyIterator(
        "filter",
        new Lazy() {
          @Override
          Object advance() {
            while (all.hasNext()) {
              Object item = all.next();
              if (Ops.truth(f == null ? item : f.call(new Object[] {item}))) return item;
            }
            return Py.ABSENT;
          }
        });
  }

  static PyFunction function(Object f) {
    if (f instanceof PyFunction) return (PyFunction) f;
    throw PyError.type("'" + Py.typeName(f) + "' object is not callable");
  }

  @Python("list")
  public static PyList list() {
    return new PyList();
  }

  @Python(value = "list", raises = "TypeError")
  public static PyList list(Object items) {
    return PyList.around(Ops.list(items));
  }

  @Python("tuple")
  public static PyTuple tuple() {
    return PyTuple.EMPTY;
  }

  @Python(value = "tuple", raises = "TypeError")
  public static PyTuple tuple(Object items) {
    if (items instanceof PyTuple && !(items instanceof PyRow)) return (PyTuple) items;
    return PyTuple.of(Ops.list(items));
  }

  @Python("set")
  public static PySet set() {
    return new PySet(false);
  }

  @Python(value = "set", raises = "TypeError")
  public static PySet set(Object items) {
    return Sets.from(items, false);
  }

  @Python("frozenset")
  public static PySet frozenset() {
    return new PySet(true);
  }

  @Python(value = "frozenset", raises = "TypeError")
  public static PySet frozenset(Object items) {
    return Sets.from(items, true);
  }

  @Python(value = "sorted", params = {"iterable", "key", "reverse"}, raises = "TypeError")
  public static PyList sorted(Object items) {
    return sorted(items, null, false);
  }

  @Python(value = "sorted", params = {"iterable", "key", "reverse"}, raises = "TypeError")
  public static PyList sorted(Object items, Object key) {
    return sorted(items, key, false);
  }

  @Python(value = "sorted", params = {"iterable", "key", "reverse"}, raises = "TypeError")
  public static PyList sorted(Object items, Object key, Object reverse) {
    boolean set = items instanceof PySet && ((PySet) items).size() > 1;
    ArrayList<Object> all =
        set ? new ArrayList<>(((PySet) items).elements()) : Ops.list(items);
    Sorting.sort(all, key == Py.ABSENT ? null : key, Ops.truth(reverse), set);
    return PyList.around(all);
  }
}
