// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Iterator;
import java.util.NoSuchElementException;

/** A list. A {@code frozen} one is a copied constant, which must not be modified. */
public final class PyList implements Iterable<Object> {
  final ArrayList<Object> items;
  private boolean frozen;
  private boolean unordered;

  public PyList() {
    items = new ArrayList<>();
  }

  public PyList(Collection<?> items) {
    this.items = new ArrayList<>(items);
  }

  private PyList(ArrayList<Object> items, boolean ignored) {
    this.items = items;
  }

  public static PyList of(Object... items) {
    return new PyList(Arrays.asList(items));
  }

  /** A list around {@code items}, which must have no other reference. */
  public static PyList around(ArrayList<Object> items) {
    return new PyList(items, true);
  }

  public PyList freeze() {
    frozen = true;
    return this;
  }

  /** The items in a new array. */
  public Object[] array() {
    return items.toArray();
  }

  public int size() {
    return items.size();
  }

  public Object get(int i) {
    return items.get(i);
  }

  public void add(Object item) {
    change().add(item);
  }

  /**
   * Adds an element.
   *
   * @param unordered whether the order of the elements is unknown
   */
  public void add(Object item, boolean unordered) {
    this.unordered |= unordered;
    add(item);
  }

  /** Whether there are several elements whose order is unknown; only such callers may get it. */
  boolean isUnordered() {
    return unordered && size() > 1;
  }

  ArrayList<Object> change() {
    if (frozen) throw new Unsupported("a list of the module is changed by the function");
    return items;
  }

  /**
   * By index, as in Python, so that it sees items appended meanwhile; but once at the end, it stays
   * there.
   */
  @Override
  public Iterator<Object> iterator() {
    return new Iterator<Object>() {
      private int next;
      private boolean ended;

      @Override
      public boolean hasNext() {
        ended |= next >= items.size();
        return !ended;
      }

      @Override
      public Object next() {
        if (!hasNext()) throw new NoSuchElementException();
        return items.get(next++);
      }
    };
  }

  public String repr() {
    StringBuilder out = new StringBuilder("[");
    for (int i = 0; i < items.size(); i++) {
      if (i > 0) out.append(", ");
      out.append(items.get(i) == this ? "[...]" : Py.repr(items.get(i)));
    }
    return out.append(']').toString();
  }

  @Override
  public boolean equals(Object other) {
    if (!(other instanceof PyList)) return false;
    ArrayList<Object> theirs = ((PyList) other).items;
    if (theirs.size() != items.size()) return false;
    for (int i = 0; i < items.size(); i++) if (!Ops.same(items.get(i), theirs.get(i))) return false;
    return true;
  }

  @Override
  public int hashCode() {
    throw PyError.type("unhashable type: 'list'");
  }
}
