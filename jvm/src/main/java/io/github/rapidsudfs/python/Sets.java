// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Set;

/** The methods of set and frozenset. The result of a method is of the type of self. */
public final class Sets {
  /** The methods that a frozenset lacks. */
  static final Set<String> CHANGES =
      new HashSet<>(
          Arrays.asList(
              ("add remove discard pop clear update difference_update intersection_update "
                      + "symmetric_difference_update")
                  .split(" ")));

  private Sets() {}

  /** Any iterable as a set. */
  static PySet from(Object items, boolean frozenset) {
    PySet set = new PySet(frozenset);
    if (items instanceof PySet) set.map.putAll(((PySet) items).map);
    else for (Iterator<Object> i = Ops.iter(items); i.hasNext(); ) set.add(i.next());
    return set;
  }

  private static PySet view(Object items) {
    return items instanceof PySet ? (PySet) items : from(items, false);
  }

  static PySet difference(PySet a, PySet b) {
    PySet out = from(a, a.frozenset);
    out.map.keySet().removeAll(b.map.keySet());
    return out;
  }

  /** {@code &}: of equal elements CPython keeps those of the smaller set. */
  static PySet common(PySet a, PySet b) {
    PySet out = b.size() > a.size() ? kept(a, b) : kept(b, a);
    if (out.frozenset == a.frozenset) return out;
    return from(out, a.frozenset);
  }

  /** The elements of {@code a} that {@code b} has as well. */
  private static PySet kept(PySet a, PySet b) {
    PySet out = new PySet(a.frozenset);
    a.map.forEach(
        (key, item) -> {
          if (b.map.containsKey(key)) out.map.put(key, item);
        });
    return out;
  }

  static PySet both(PySet a, PySet b) {
    PySet out = from(a, a.frozenset);
    b.map.forEach(out.map::putIfAbsent);
    return out;
  }

  static PySet either(PySet a, PySet b) {
    PySet out = difference(a, b);
    difference(b, a).map.forEach(out.map::putIfAbsent);
    return out;
  }

  @Python(value = "set.union", raises = "TypeError")
  public static PySet union(PySet self, Object... others) {
    PySet out = from(self, self.frozenset);
    for (Object other : others) view(other).map.forEach(out.map::putIfAbsent);
    return out;
  }

  @Python(value = "set.intersection", raises = "TypeError")
  public static PySet intersection(PySet self, Object... others) {
    PySet out = from(self, self.frozenset);
    for (Object other : others) {
      // Of equal elements CPython keeps those of an iterable that is no set.
      out = other instanceof PySet ? common(out, (PySet) other) : kept(view(other), out);
    }
    return out.frozenset == self.frozenset ? out : from(out, self.frozenset);
  }

  @Python(value = "set.difference", raises = "TypeError")
  public static PySet difference(PySet self, Object... others) {
    PySet out = from(self, self.frozenset);
    for (Object other : others) out.map.keySet().removeAll(view(other).map.keySet());
    return out;
  }

  @Python(value = "set.symmetric_difference", raises = "TypeError")
  public static PySet symmetricDifference(PySet self, Object other) {
    return either(self, view(other));
  }

  @Python(value = "set.issubset", raises = "TypeError")
  public static boolean issubset(PySet self, Object other) {
    return view(other).map.keySet().containsAll(self.map.keySet());
  }

  @Python(value = "set.issuperset", raises = "TypeError")
  public static boolean issuperset(PySet self, Object other) {
    return self.map.keySet().containsAll(view(other).map.keySet());
  }

  @Python(value = "set.isdisjoint", raises = "TypeError")
  public static boolean isdisjoint(PySet self, Object other) {
    return java.util.Collections.disjoint(self.map.keySet(), view(other).map.keySet());
  }

  @Python("set.copy")
  public static PySet copy(PySet self) {
    return from(self, self.frozenset);
  }

  @Python(value = "set.add", raises = "TypeError")
  public static void add(PySet self, Object item) {
    self.add(item);
  }

  @Python(value = "set.discard", raises = "TypeError")
  public static void discard(PySet self, Object item) {
    self.change().remove(item instanceof PySet ? item : Keys.of(item));
  }

  @Python(value = "set.remove", raises = {"KeyError", "TypeError"})
  public static void remove(PySet self, Object item) {
    if (!self.has(item)) throw PyError.key(item);
    discard(self, item);
  }

  @Python(value = "set.pop", raises = "KeyError", doc = "of one element: the order may not show")
  public static Object pop(PySet self) {
    if (self.size() == 0) throw PyError.of(PyType.KEY_ERROR, "pop from an empty set");
    Object item = Ops.iter(self).next();
    self.change().clear();
    return item;
  }

  @Python("set.clear")
  public static void clear(PySet self) {
    self.change().clear();
  }

  @Python(value = "set.update", raises = "TypeError")
  public static void update(PySet self, Object... others) {
    LinkedHashMap<Object, Object> map = self.change();
    for (Object other : others) view(other).map.forEach(map::putIfAbsent);
  }

  @Python(value = "set.difference_update", raises = "TypeError")
  public static void differenceUpdate(PySet self, Object... others) {
    replace(self, difference(self, others));
  }

  @Python(value = "set.intersection_update", raises = "TypeError")
  public static void intersectionUpdate(PySet self, Object... others) {
    replace(self, intersection(self, others));
  }

  @Python(value = "set.symmetric_difference_update", raises = "TypeError")
  public static void symmetricDifferenceUpdate(PySet self, Object other) {
    replace(self, either(self, view(other)));
  }

  static void replace(PySet self, PySet by) {
    LinkedHashMap<Object, Object> all = new LinkedHashMap<>(by.map);
    self.change().clear();
    self.map.putAll(all);
  }
}
