// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

import io.github.rapidsudfs.python.columns.SequenceForms;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** The methods of list and tuple. */
public final class Lists {
  @Python("list.append")
  public static void append(PyList self, Object item) {
    self.add(item);
  }

  @Python("list.extend")
  public static void extend(PyList self, Object items) {
    ArrayList<Object> all = self.change();
    all.addAll(Ops.list(items));
  }

  @Python("list.insert")
  public static void insert(PyList self, Object at, Object item) {
    long i = Ops.size(at);
    int n = self.size();
    self.change().add((int) Math.max(0, Math.min(n, i < 0 ? i + n : i)), item);
  }

  @Python(value = "list.pop", optional = 1)
  public static Object pop(PyList self, Object at) {
    ArrayList<Object> all = self.change();
    long i = Ops.size(Py.or(at, -1L));
    if (all.isEmpty()) throw PyError.index("pop from empty list");
    return all.remove(Items.at(i, all.size(), "pop index"));
  }

  private static int find(List<Object> all, Object item, long from, long to) {
    for (long i = from; i < to && i < all.size(); i++) {
      if (Ops.same(all.get((int) i), item)) return (int) i;
    }
    return -1;
  }

  @Python("list.remove")
  public static void remove(PyList self, Object item) {
    int i = find(self.change(), item, 0, Long.MAX_VALUE);
    if (i < 0) throw PyError.value("list.remove(x): x not in list");
    self.items.remove(i);
  }

  private static List<Object> items(Object self) {
    return self instanceof PyList ? ((PyList) self).items : Arrays.asList(((PyTuple) self).items);
  }

  @Python(value = "list.index tuple.index", optional = 2, columns = SequenceForms.class)
  public static long index(Object self, Object item, Object from, Object to) {
    List<Object> all = items(self);
    String message = "slice indices must be integers or have an __index__ method";
    long start = Ops.index(Py.or(from, 0L), message);
    long stop = Ops.index(Py.or(to, Long.MAX_VALUE), message);
    if (start < 0) start = Math.max(0, start + all.size());
    if (stop < 0) stop += all.size();
    int i = find(all, item, start, stop);
    if (i >= 0) return i;
    throw PyError.value(
        self instanceof PyList
            ? Py.repr(item) + " is not in list"
            : "tuple.index(x): x not in tuple");
  }

  @Python(value = "list.count tuple.count", columns = SequenceForms.class)
  public static long count(Object self, Object item) {
    long n = 0;
    for (Object one : items(self)) if (Ops.same(one, item)) n++;
    return n;
  }

  @Python(value = "list.sort", params = "*key *reverse", optional = 2)
  public static void sort(PyList self, Object key, Object reverse) {
    ArrayList<Object> all = self.change();
    boolean down = Ops.truth(Py.or(reverse, false));
    if (Py.or(key, null) == null) {
      Sorting.sort(all, null, down, false);
      return;
    }
    // As in CPython, the list is empty while its key is called.
    ArrayList<Object> held = new ArrayList<>(all);
    all.clear();
    boolean changed;
    try {
      Sorting.sort(held, key, down, false);
    } finally {
      changed = !all.isEmpty();
      all.clear();
      all.addAll(held);
    }
    if (changed) throw PyError.value("list modified during sort");
  }

  @Python("list.reverse")
  public static void reverse(PyList self) {
    Collections.reverse(self.change());
  }

  @Python(value = "list.copy", columns = SequenceForms.class)
  public static PyList copy(PyList self) {
    return new PyList(self.items);
  }

  @Python("list.clear")
  public static void clear(PyList self) {
    self.change().clear();
  }
}
