// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

import java.util.ArrayList;
import java.util.Iterator;

/** A {@code collections.Counter}: a missing key counts 0. */
public final class PyCounter extends PyDict {
  @Override
  public String typeName() {
    return "Counter";
  }

  @Override
  PyDict empty() {
    return new PyCounter();
  }

  @Override
  Object missing(Object key) {
    return 0L;
  }

  /** {@code update} or {@code subtract}: takes a mapping's counts, or counts other elements. */
  void count(Object items, boolean add) {
    boolean fresh = size() == 0;
    if (items instanceof PyDict) {
      ArrayList<Entry> all = new ArrayList<>(((PyDict) items).map().values());
      for (Entry e : all) put(e.key, fresh && add ? e.value : sum(e.value, get(e.key, 0L), add));
    } else {
      for (Iterator<Object> i = Ops.iter(items); i.hasNext(); ) {
        Object key = i.next();
        Keys.of(key); // whose error does not name the use, unlike that of a dict
        put(key, sum(1L, get(key, 0L), add));
      }
    }
  }

  private static Object sum(Object more, Object old, boolean add) {
    return add ? Arithmetic.add(more, old) : Arithmetic.sub(old, more);
  }

  /** The pairs, highest count first. */
  ArrayList<Object> mostCommon() {
    ArrayList<Object> pairs = new ArrayList<>();
    for (Entry e : map().values()) pairs.add(new PyTuple(e.key, e.value));
    PyFunction count = pair -> ((PyTuple) pair[0]).get(1);
    Sorting.sort(pairs, count, true, false);
    return pairs;
  }

  /** {@code + - & |} of two counters: keeps counts above 0. */
  static PyCounter combined(String op, PyCounter a, PyCounter b) {
    PyCounter out = new PyCounter();
    for (Entry e : a.map().values()) out.keep(e.key, one(op, e.value, b.get(e.key, 0L)));
    if (op.equals("and")) return out;
    for (Entry e : b.map().values()) {
      if (a.has(e.key)) continue;
      out.keep(e.key, op.equals("sub") ? Arithmetic.sub((Object) 0L, e.value) : e.value);
    }
    return out;
  }

  private static Object one(String op, Object a, Object b) {
    if (op.equals("add")) return Arithmetic.add(a, b);
    if (op.equals("sub")) return Arithmetic.sub(a, b);
    boolean less = Comparison.lt(a, b);
    return less == op.equals("and") ? a : b;
  }

  private void keep(Object key, Object count) {
    if (Comparison.order("gt", count, 0L)) put(key, count);
  }

  /** Replaces the content, for {@code +=}. */
  PyCounter replace(PyCounter by) {
    change().clear();
    map().putAll(by.map());
    return this;
  }

  @Override
  public String repr() {
    if (size() == 0) return "Counter()";
    PyDict sorted = new PyDict();
    try {
      for (Object pair : mostCommon()) sorted.put(((PyTuple) pair).get(0), ((PyTuple) pair).get(1));
    } catch (PyError notOrdered) {
      return "Counter(" + super.repr() + ")";
    }
    return "Counter(" + sorted.repr() + ")";
  }

  @Override
  public boolean equals(Object other) {
    if (!(other instanceof PyCounter)) return super.equals(other);
    PyCounter theirs = (PyCounter) other;
    for (Entry e : map().values()) if (!Comparison.eq(e.value, theirs.get(e.key, 0L))) return false;
    for (Entry e : theirs.map().values()) if (!Comparison.eq(e.value, get(e.key, 0L))) return false;
    return true;
  }

  @Override
  public int hashCode() {
    return super.hashCode();
  }
}
