// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

import java.util.ArrayList;

/** The methods of list and tuple. */
public final class Lists {
  private Lists() {}

  @Python("list.append")
  public static void append(PyList self, Object item) {
    self.add(item);
  }

  @Python(value = "list.extend", raises = "TypeError")
  public static void extend(PyList self, Object items) {
    ArrayList<Object> all = self.change();
    all.addAll(Ops.list(items));
  }

  @Python(value = "list.insert", raises = "TypeError")
  public static void insert(PyList self, Object at, Object item) {
    long i = Ops.index(at);
    int n = self.size();
    self.change().add((int) Math.max(0, Math.min(n, i < 0 ? i + n : i)), item);
  }

  @Python(value = "list.pop", raises = "IndexError")
  public static Object pop(PyList self) {
    return pop(self, -1L);
  }

  @Python(value = "list.pop", raises = {"IndexError", "TypeError"})
  public static Object pop(PyList self, Object at) {
    ArrayList<Object> all = self.change();
    long i = Ops.index(at);
    if (all.isEmpty()) throw PyError.index("pop from empty list");
    return all.remove(Items.at(i, all.size(), "pop index"));
  }

  @Python(value = "list.remove", raises = "ValueError")
  public static void remove(PyList self, Object item) {
    ArrayList<Object> all = self.change();
    for (int i = 0; i < all.size(); i++) {
      if (Ops.same(all.get(i), item)) {
        all.remove(i);
        return;
      }
    }
    throw PyError.value("list.remove(x): x not in list");
  }

  private static long index(Object[] all, Object item, Object from, Object to) {
    String message = "slice indices must be integers or have an __index__ method";
    long start = Ops.index(from, message);
    long stop = Ops.index(to, message);
    if (start < 0) start = Math.max(0, start + all.length);
    if (stop < 0) stop += all.length;
    for (long i = start; i < stop && i < all.length; i++) {
      if (Ops.same(all[(int) i], item)) return i;
    }
    return -1;
  }

  private static long listIndex(PyList self, Object item, Object from, Object to) {
    long i = index(self.items.toArray(), item, from, to);
    if (i < 0) throw PyError.value(Py.repr(item) + " is not in list");
    return i;
  }

  private static long tupleIndex(PyTuple self, Object item, Object from, Object to) {
    long i = index(self.items, item, from, to);
    if (i < 0) throw PyError.value("tuple.index(x): x not in tuple");
    return i;
  }

  @Python(value = "list.index", raises = "ValueError")
  public static long index(PyList self, Object item) {
    return listIndex(self, item, 0L, Long.MAX_VALUE);
  }

  @Python(value = "list.index", raises = {"ValueError", "TypeError"})
  public static long index(PyList self, Object item, Object from) {
    return listIndex(self, item, from, Long.MAX_VALUE);
  }

  @Python(value = "list.index", raises = {"ValueError", "TypeError"})
  public static long index(PyList self, Object item, Object from, Object to) {
    return listIndex(self, item, from, to);
  }

  @Python(value = "tuple.index", raises = "ValueError")
  public static long index(PyTuple self, Object item) {
    return tupleIndex(self, item, 0L, Long.MAX_VALUE);
  }

  @Python(value = "tuple.index", raises = {"ValueError", "TypeError"})
  public static long index(PyTuple self, Object item, Object from) {
    return tupleIndex(self, item, from, Long.MAX_VALUE);
  }

  @Python("list.count")
  public static long count(PyList self, Object item) {
    long n = 0;
    for (Object one : self.items) if (Ops.same(one, item)) n++;
    return n;
  }

  @Python("tuple.count")
  public static long count(PyTuple self, Object item) {
    long n = 0;
    for (Object one : self.items) if (Ops.same(one, item)) n++;
    return n;
  }

  @Python(value = "list.sort", params = {"key", "reverse"}, raises = "TypeError")
  public static void sort(PyList self) {
    Sorting.sort(self.change(), null, false, false);
  }

  @Python(value = "list.sort", params = {"key", "reverse"}, raises = "TypeError")
  public static void sort(PyList self, Object key) {
    Sorting.sort(self.change(), key == Py.ABSENT ? null : key, false, false);
  }

  @Python(value = "list.sort", params = {"key", "reverse"}, raises = "TypeError")
  public static void sort(PyList self, Object key, Object reverse) {
    Sorting.sort(self.change(), key == Py.ABSENT ? null : key, Ops.truth(reverse), false);
  }

  @Python("list.reverse")
  public static void reverse(PyList self) {
    java.util.Collections.reverse(self.change());
  }

  @Python("list.copy")
  public static PyList copy(PyList self) {
    return new PyList(self.items);
  }

  @Python("list.clear")
  public static void clear(PyList self) {
    self.change().clear();
  }
}
