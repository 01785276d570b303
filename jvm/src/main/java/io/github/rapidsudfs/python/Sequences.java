// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.NoSuchElementException;

/** range, enumerate, zip, reversed, map, filter, and the container types as functions. */
public final class Sequences {
  @Python("range")
  public static PyRange range(Object stop) {
    return new PyRange(0, whole(stop), 1);
  }

  @Python(value = "range", optional = 1)
  public static PyRange range(Object start, Object stop, Object step) {
    return new PyRange(whole(start), whole(stop), whole(Py.or(step, 1L)));
  }

  private static long whole(Object x) {
    if (x instanceof BigInteger) throw new Unsupported("a range beyond 64 bits");
    return Ops.index(x);
  }

  /** An iterator that may not know yet whether there is a next element. */
  abstract static class Lazy implements Iterator<Object> {
    private Object next = Py.ABSENT;

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

  @Python(value = "enumerate", params = "start", optional = 1)
  public static PyIterator enumerate(Object items, Object start) {
    Object first = Py.or(start, 0L);
    Ops.index(first);
    Iterator<Object> all = Ops.iter(items);
    return new PyIterator(
        "enumerate",
        new Lazy() {
          private Object n = Arithmetic.pos(first);

          @Override
          Object advance() {
            if (!all.hasNext()) return Py.ABSENT;
            PyTuple pair = new PyTuple(n, all.next());
            n = Arithmetic.add(n, (Object) 1L);
            return pair;
          }
        });
  }

  /** {@code zip.strict} is {@code zip(…, strict=True)}. */
  @Python(value = "zip zip.strict", named = true)
  public static PyIterator zip(String name, Object... items) {
    ArrayList<Iterator<Object>> all = new ArrayList<>();
    for (Object one : items) {
      if (!Ops.isIterable(one)) {
        throw PyError.type("'" + Py.typeName(one) + "' object is not iterable");
      }
      all.add(Ops.iter(one));
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
            if (!name.equals("strict")) return Py.ABSENT;
            if (i > 0) throw uneven(i, "shorter");
            for (int k = 1; k < all.size(); k++)
              if (all.get(k).hasNext()) throw uneven(k, "longer");
            return Py.ABSENT;
          }

          private PyError uneven(int i, String how) {
            String others = i == 1 ? " 1" : "s 1-" + i;
            return PyError.value(
                "zip() argument " + (i + 1) + " is " + how + " than argument" + others);
          }
        });
  }

  /** From the end of a list, which may change meanwhile, as in CPython. */
  private static final class Backwards extends Lazy {
    private final PyList list;
    private int next;

    Backwards(PyList list) {
      this.list = list;
      next = list.items.size() - 1;
    }

    @Override
    Object advance() {
      if (next >= 0 && next < list.items.size()) return list.items.get(next--);
      next = -1;
      return Py.ABSENT;
    }
  }

  @Python("reversed")
  public static PyIterator reversed(Object x) {
    if (!Ops.isIterable(x) || x instanceof PySet || x instanceof PyIterator) {
      throw PyError.types("'%s' object is not reversible", x);
    }
    if (x instanceof PyList)
      return new PyIterator("list_reverseiterator", new Backwards((PyList) x));
    ArrayList<Object> all = Ops.list(x);
    Collections.reverse(all);
    return new PyIterator("reversed", all.iterator());
  }

  @Python("map")
  public static PyIterator map(Object function, Object... items) {
    PyFunction f = function(function);
    Iterator<Object> rows = zip("zip", items).items;
    return new PyIterator(
        "map",
        new Lazy() {
          @Override
          Object advance() {
            return rows.hasNext() ? f.call(((PyTuple) rows.next()).items) : Py.ABSENT;
          }
        });
  }

  @Python("filter")
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

  /** For a value that cannot be called, a function that raises: there may be no item. */
  static PyFunction function(Object f) {
    if (f instanceof PyFunction) return (PyFunction) f;
    if (PyRow.isSparks(f)) return ((PyRow) f)::row;
    return args -> {
      throw PyError.type("'" + Py.typeName(f) + "' object is not callable");
    };
  }

  @Python(value = "list", optional = 1)
  public static PyList list(Object items) {
    return PyList.around(Ops.list(Py.or(items, PyTuple.EMPTY)));
  }

  @Python(value = "tuple", optional = 1)
  public static PyTuple tuple(Object items) {
    if (items != null && items.getClass() == PyTuple.class) return (PyTuple) items;
    return PyTuple.of(Ops.list(Py.or(items, PyTuple.EMPTY)));
  }

  @Python(value = "set frozenset", optional = 1, named = true)
  public static PySet set(String name, Object items) {
    return Sets.from(Py.or(items, PyTuple.EMPTY), name.equals("frozenset"));
  }

  @Python(value = "sorted", params = "*key *reverse", optional = 2)
  public static PyList sorted(Object items, Object key, Object reverse) {
    boolean isSet = items instanceof PySet;
    ArrayList<Object> all = isSet ? new ArrayList<>(((PySet) items).elements()) : Ops.list(items);
    Sorting.sort(all, Py.or(key, null), Ops.truth(Py.or(reverse, false)), Ops.isUnordered(items));
    return PyList.around(all);
  }
}
