// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;

/** A set or frozenset. A {@code frozen} one is a copied constant. Its order is never visible. */
public final class PySet {
  /** By key: the element that the program added first. */
  public final LinkedHashMap<Object, Object> map = new LinkedHashMap<>();

  public final boolean frozenset;
  private boolean frozen;

  public PySet(boolean frozenset) {
    this.frozenset = frozenset;
  }

  public static PySet of(Object... items) {
    PySet set = new PySet(false);
    for (Object item : items) set.add(item);
    return set;
  }

  public PySet freeze() {
    frozen = true;
    return this;
  }

  public int size() {
    return map.size();
  }

  LinkedHashMap<Object, Object> change() {
    if (frozen) throw new Unsupported("a set of the module is changed by the function");
    return map;
  }

  /**
   * Adds an element.
   *
   * @param unordered whether the first of equal elements is unknown
   */
  public void add(Object item, boolean unordered) {
    Object first = unordered ? map.get(Keys.ofSet(item)) : null;
    if (first != null && item != null) Ops.requireSame(first, item);
    add(item);
  }

  public void add(Object item) {
    change().putIfAbsent(Keys.ofSet(item), item == null ? Py.UNBOUND : item);
  }

  /** Takes over the elements of another set. */
  void replace(PySet by) {
    LinkedHashMap<Object, Object> all = new LinkedHashMap<>(by.map);
    change().clear();
    map.putAll(all);
  }

  /** Looks up a set in a set by its elements, as in CPython. */
  public boolean has(Object item) {
    return map.containsKey(item instanceof PySet ? item : Keys.ofSet(item));
  }

  /** Iterates over a set, whose size must not change meanwhile. */
  Iterator<Object> iterator() {
    Iterator<Object> all = new ArrayList<>(elements()).iterator();
    int size = size();
    return new Iterator<Object>() {
      @Override
      public boolean hasNext() {
        if (size() == size) return all.hasNext();
        throw PyError.of(PyType.RUNTIME_ERROR, "Set changed size during iteration");
      }

      @Override
      public Object next() {
        return all.next();
      }
    };
  }

  /** The elements in arbitrary order, for callers that do not depend on it. */
  public Collection<Object> elements() {
    if (!map.containsKey(null)) return map.values();
    ArrayList<Object> all = new ArrayList<>();
    for (Object item : map.values()) all.add(item == Py.UNBOUND ? null : item);
    return all;
  }

  public String repr() {
    String name = frozenset ? "frozenset" : "set";
    if (map.isEmpty()) return name + "()";
    if (map.size() > 1) throw Ops.order();
    String inner = "{" + Py.repr(elements().iterator().next()) + "}";
    return frozenset ? name + "(" + inner + ")" : inner;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof PySet && map.keySet().equals(((PySet) other).map.keySet());
  }

  @Override
  public int hashCode() {
    return map.keySet().hashCode();
  }
}
