// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

import java.util.Iterator;
import java.util.LinkedList;

/** A {@code collections.deque}, possibly with a maximum length. */
public final class PyDeque implements PyObject, Iterable<Object> {
  final LinkedList<Object> items = new LinkedList<>();

  /** -1 for no limit. */
  private final long most;

  private int changes;

  PyDeque(long most) {
    this.most = most;
  }

  LinkedList<Object> change() {
    changes++;
    return items;
  }

  void add(Object item, boolean left) {
    change();
    if (left) items.addFirst(item);
    else items.addLast(item);
    if (most >= 0 && items.size() > most) {
      if (left) items.removeLast();
      else items.removeFirst();
    }
  }

  PyDeque copy() {
    PyDeque out = new PyDeque(most);
    out.items.addAll(items);
    return out;
  }

  @Override
  public Iterator<Object> iterator() {
    int before = changes;
    return new Iterator<Object>() {
      private int next;

      @Override
      public boolean hasNext() {
        if (changes != before) {
          throw PyError.of(PyType.RUNTIME_ERROR, "deque mutated during iteration");
        }
        return next < items.size();
      }

      @Override
      public Object next() {
        if (!hasNext()) throw new java.util.NoSuchElementException();
        return items.get(next++);
      }
    };
  }

  @Override
  public String typeName() {
    return "collections.deque";
  }

  @Override
  public boolean truth() {
    return !items.isEmpty();
  }

  @Override
  public String repr() {
    String all = new PyList(items).repr();
    return "deque(" + all + (most < 0 ? ")" : ", maxlen=" + most + ")");
  }

  @Override
  public Object binary(String op, Object other, boolean reflected) {
    throw new Unsupported("an operator of a deque");
  }

  @Override
  public Object compare(String op, Object other) {
    boolean equality = op.equals("eq") || op.equals("ne");
    if (other instanceof PyDeque && !equality) throw new Unsupported("the order of deques");
    return PyObject.super.compare(op, other);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof PyDeque
        && new PyList(items).equals(new PyList(((PyDeque) other).items));
  }

  @Override
  public int hashCode() {
    throw PyError.type("unhashable type: 'collections.deque'");
  }

  @Override
  public Object key() {
    throw PyError.type("unhashable type: 'collections.deque'");
  }
}
