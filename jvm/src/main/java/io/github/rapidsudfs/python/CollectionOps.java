// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;

/** {@code collections}: Counter, defaultdict, OrderedDict, deque, and their methods. */
public final class CollectionOps {
  @Python(value = "collections.Counter", optional = 1)
  public static PyCounter counter(Object items) {
    PyCounter out = new PyCounter();
    Object given = Py.or(items, null);
    if (given != null) out.count(given, true);
    return out;
  }

  @Python(value = "collections.defaultdict", optional = 2)
  public static PyDefaultDict defaultdict(Object factory, Object items) {
    Object f = Py.or(factory, null);
    if (f != null && !(f instanceof PyFunction)) {
      throw PyError.type("first argument must be callable or None");
    }
    PyDefaultDict out = new PyDefaultDict((PyFunction) f);
    Dicts.update(out, items);
    return out;
  }

  @Python(value = "collections.OrderedDict", optional = 1)
  public static PyOrderedDict ordered(Object items) {
    PyOrderedDict out = new PyOrderedDict();
    Dicts.update(out, items);
    return out;
  }

  @Python(value = "collections.OrderedDict.fromkeys", params = "iterable value", optional = 1)
  public static PyOrderedDict fromkeys(Object keys, Object value) {
    PyOrderedDict out = new PyOrderedDict();
    Iterator<Object> i = Ops.iter(keys);
    while (i.hasNext()) out.put(i.next(), Py.or(value, null));
    return out;
  }

  @Python(value = "OrderedDict.popitem", params = "last", optional = 1)
  public static PyTuple popitem(PyOrderedDict self, Object last) {
    if (Ops.truth(Py.or(last, true))) return Dicts.popitem(self);
    if (self.size() == 0) throw PyError.key("dictionary is empty");
    PyDict.Entry entry = self.change().remove(self.map().keySet().iterator().next());
    return new PyTuple(entry.key, entry.value);
  }

  @Python(value = "OrderedDict.move_to_end", params = "key last", optional = 1)
  public static void moveToEnd(PyOrderedDict self, Object key, Object last) {
    Object k = Keys.of(key);
    PyDict.Entry entry = self.change().remove(k); // a change of the order counts, too
    if (entry == null) throw PyError.key(key);
    if (Ops.truth(Py.or(last, true))) {
      self.map().put(k, entry);
      return;
    }
    java.util.LinkedHashMap<Object, PyDict.Entry> rest = new java.util.LinkedHashMap<>(self.map());
    self.map().clear();
    self.map().put(k, entry);
    self.map().putAll(rest);
  }

  @Python(value = "Counter.most_common", params = "n", optional = 1)
  public static PyList mostCommon(PyCounter self, Object n) {
    ArrayList<Object> all = self.mostCommon();
    Object most = Py.or(n, null);
    if (most == null) return PyList.around(all);
    long size = Math.max(0, Math.min(all.size(), Ops.index(most)));
    return new PyList(all.subList(0, (int) size));
  }

  @Python("Counter.elements")
  public static PyIterator elements(PyCounter self) {
    ArrayList<Object> all = new ArrayList<>();
    for (PyDict.Entry e : self.map().values()) {
      long n = Ops.size(e.value);
      if (n > 1_000_000) throw new Unsupported("more than a million elements of a Counter");
      if (n > 0) all.addAll(Collections.nCopies((int) n, e.key));
    }
    return new PyIterator("itertools.chain", all.iterator());
  }

  @Python(value = "Counter.subtract", optional = 1)
  public static void subtract(PyCounter self, Object items) {
    Object given = Py.or(items, null);
    if (given != null) self.count(given, false);
  }

  @Python("Counter.total")
  public static Object total(PyCounter self, int minor) {
    PyList counts = new PyList();
    for (PyDict.Entry e : self.map().values()) counts.add(e.value);
    return Extremes.sum(counts, Py.ABSENT, minor);
  }

  @Python(value = "collections.deque", params = "iterable maxlen", optional = 2)
  public static PyDeque deque(Object items, Object maxlen) {
    Object most = Py.or(maxlen, null);
    if (most != null && !Ops.isInt(most)) throw PyError.type("an integer is required");
    long size = most == null ? -1 : Ops.size(most);
    if (most != null && size < 0) throw PyError.value("maxlen must be non-negative");
    PyDeque out = new PyDeque(size);
    extend("extend", out, Py.or(items, PyTuple.EMPTY));
    return out;
  }

  @Python(value = "deque.append .appendleft", named = true)
  public static void append(String name, PyDeque self, Object item) {
    self.add(item, name.equals("appendleft"));
  }

  @Python(value = "deque.extend .extendleft", named = true)
  public static void extend(String name, PyDeque self, Object items) {
    for (Object item : Ops.list(items)) self.add(item, name.equals("extendleft"));
  }

  @Python(value = "deque.pop .popleft", named = true)
  public static Object pop(String name, PyDeque self) {
    if (self.items.isEmpty()) throw PyError.index("pop from an empty deque");
    return name.equals("pop") ? self.change().removeLast() : self.change().removeFirst();
  }

  @Python("deque.clear")
  public static void clear(PyDeque self) {
    self.change().clear();
  }

  @Python("deque.copy")
  public static PyDeque copy(PyDeque self) {
    return self.copy();
  }

  @Python(value = "deque.rotate", optional = 1)
  public static void rotate(PyDeque self, Object n) {
    if (self.items.size() > 1) {
      Collections.rotate(self.change(), (int) (Ops.size(Py.or(n, 1L)) % self.items.size()));
    }
  }
}
