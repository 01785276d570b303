// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

import java.util.Iterator;

/** {@code d.keys()}, {@code d.values()} or {@code d.items()}: a live view of the dictionary. */
public final class PyDictView implements Iterable<Object> {
  final PyDict dict;

  /** 0 keys, 1 values, 2 items. */
  final int what;

  PyDictView(PyDict dict, int what) {
    this.dict = dict;
    this.what = what;
  }

  public String typeName() {
    return new String[] {"dict_keys", "dict_values", "dict_items"}[what];
  }

  public boolean isOfValues() {
    return what == 1;
  }

  public int size() {
    return dict.size();
  }

  @Override
  public Iterator<Object> iterator() {
    return dict.iterator(what);
  }

  /** Keys and items as a set, for set operators. */
  PySet set() {
    PySet set = new PySet(false);
    for (Object item : this) set.add(item);
    return set;
  }

  boolean has(Object item) {
    if (what == 0) return dict.has(item);
    if (what == 2) {
      if (!(item instanceof PyTuple) || ((PyTuple) item).size() != 2) return false;
      PyDict.Entry entry = dict.map().get(Keys.ofDict(((PyTuple) item).get(0)));
      return entry != null && Ops.same(entry.value, ((PyTuple) item).get(1));
    }
    for (Object value : this) if (Ops.same(value, item)) return true;
    return false;
  }

  public String repr() {
    PyList list = new PyList();
    for (Object item : this) list.add(item);
    return typeName() + "(" + list.repr() + ")";
  }
}
