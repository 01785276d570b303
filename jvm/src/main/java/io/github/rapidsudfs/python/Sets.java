// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

import io.github.rapidsudfs.python.columns.SetForms;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;

/** The methods of set and frozenset. A method's result has the type of self. */
public final class Sets {
  static final List<String> CHANGES =
      Arrays.asList(
          ("add remove discard pop clear update difference_update intersection_update "
                  + "symmetric_difference_update")
              .split(" "));

  static PySet from(Object items, boolean frozenset) {
    PySet set = new PySet(frozenset);
    if (items instanceof PySet) set.map.putAll(((PySet) items).map);
    else {
      boolean unordered = Ops.isUnordered(items);
      for (Iterator<Object> i = Ops.iter(items); i.hasNext(); ) set.add(i.next(), unordered);
    }
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

  /** {@code &}: of equal elements, CPython keeps those of the smaller set. */
  static PySet common(PySet a, PySet b) {
    PySet out = b.size() > a.size() ? kept(a, b) : kept(b, a);
    return out.frozenset == a.frozenset ? out : from(out, a.frozenset);
  }

  /** {@code &} of a view of a dictionary; of equal elements, CPython keeps those of the smaller. */
  static PySet commonOfView(PySet view, Object other, PySet of) {
    boolean isSet = other instanceof PySet && !((PySet) other).frozenset;
    boolean keepsView =
        isSet && view.size() <= of.size() || other instanceof PyDictView && view.size() < of.size();
    return from(keepsView ? kept(view, of) : kept(of, view), false);
  }

  /** The elements of {@code a} that are also in {@code b}. */
  private static PySet kept(PySet a, PySet b) {
    PySet out = from(a, a.frozenset);
    out.map.keySet().retainAll(b.map.keySet());
    return out;
  }

  static PySet both(PySet a, PySet b) {
    PySet out = from(a, a.frozenset);
    b.map.forEach(out.map::putIfAbsent);
    return out;
  }

  static PySet either(PySet a, PySet b) {
    return both(difference(a, b), difference(b, a));
  }

  @Python(value = "set.union .intersection .difference", named = true, columns = SetForms.class)
  public static PySet combined(String name, PySet self, Object... others) {
    PySet out = from(self, self.frozenset);
    for (Object other : others) {
      PySet b = view(other);
      if (name.equals("union")) out = both(out, b);
      else if (name.equals("difference")) out = difference(out, b);
      // Of equal elements, CPython keeps those of an iterable that is not a set.
      else out = other instanceof PySet ? common(out, b) : kept(b, out);
    }
    return out.frozenset == self.frozenset ? out : from(out, self.frozenset);
  }

  @Python("set.symmetric_difference")
  public static PySet symmetricDifference(PySet self, Object other) {
    return either(self, view(other));
  }

  @Python(value = "set.issubset", columns = SetForms.class)
  public static boolean issubset(PySet self, Object other) {
    return view(other).map.keySet().containsAll(self.map.keySet());
  }

  @Python(value = "set.issuperset", columns = SetForms.class)
  public static boolean issuperset(PySet self, Object other) {
    return self.map.keySet().containsAll(view(other).map.keySet());
  }

  @Python(value = "set.isdisjoint", columns = SetForms.class)
  public static boolean isdisjoint(PySet self, Object other) {
    return Collections.disjoint(self.map.keySet(), view(other).map.keySet());
  }

  @Python("set.copy")
  public static PySet copy(PySet self) {
    return from(self, self.frozenset);
  }

  private static void requireSet(PySet self, String name) {
    if (self.frozenset) throw PyError.attribute(self, name);
  }

  @Python("set.add")
  public static void add(PySet self, Object item) {
    requireSet(self, "add");
    self.add(item);
  }

  @Python("set.discard")
  public static void discard(PySet self, Object item) {
    requireSet(self, "discard");
    self.change().remove(item instanceof PySet ? item : Keys.ofSet(item));
  }

  @Python("set.remove")
  public static void remove(PySet self, Object item) {
    requireSet(self, "remove");
    if (!self.has(item)) throw PyError.key(item);
    discard(self, item);
  }

  /** Of one element only, because the order must not be visible. */
  @Python("set.pop")
  public static Object pop(PySet self) {
    requireSet(self, "pop");
    if (self.size() == 0) throw PyError.key("pop from an empty set");
    Object item = Ops.iter(self).next();
    self.change().clear();
    return item;
  }

  @Python("set.clear")
  public static void clear(PySet self) {
    requireSet(self, "clear");
    self.change().clear();
  }

  @Python(value = "set.update .intersection_update .difference_update", named = true)
  public static void update(String name, PySet self, Object... others) {
    requireSet(self, name);
    String how = name.equals("update") ? "union" : name.substring(0, name.indexOf('_'));
    self.replace(combined(how, self, others));
  }
}
