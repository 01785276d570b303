// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

import java.util.Arrays;
import java.util.Iterator;
import java.util.List;

/** A tuple. */
public class PyTuple implements Iterable<Object> {
  public static final PyTuple EMPTY = new PyTuple();

  final Object[] items;

  public PyTuple(Object... items) {
    this.items = items;
  }

  public static PyTuple of(List<Object> items) {
    return new PyTuple(items.toArray());
  }

  public int size() {
    return items.length;
  }

  public Object get(int i) {
    return items[i];
  }

  @Override
  public Iterator<Object> iterator() {
    return Arrays.asList(items).iterator();
  }

  /** Its Python text; {@code (1,)} for a single item. */
  public String repr() {
    StringBuilder out = new StringBuilder("(");
    for (int i = 0; i < items.length; i++) {
      if (i > 0) out.append(", ");
      out.append(Py.repr(items[i]));
    }
    return out.append(items.length == 1 ? ",)" : ")").toString();
  }

  @Override
  public boolean equals(Object other) {
    if (!(other instanceof PyTuple)) return false;
    Object[] theirs = ((PyTuple) other).items;
    if (theirs.length != items.length) return false;
    for (int i = 0; i < items.length; i++) if (!Ops.same(items[i], theirs[i])) return false;
    return true;
  }

  @Override
  public int hashCode() {
    int hash = 1;
    for (Object item : items) {
      Object key = Keys.of(item);
      hash = 31 * hash + (key == null ? 0 : key.hashCode());
    }
    return hash;
  }
}
