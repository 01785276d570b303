// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

import java.util.ConcurrentModificationException;
import java.util.Iterator;
import java.util.LinkedHashMap;

/**
 * A dictionary in insertion order. A {@code frozen} one is a copied constant; one {@code over}
 * entries held elsewhere loads them once an operation needs more than a few lookups.
 */
public class PyDict implements Iterable<Object> {
  /** Entries with string keys that are not Python values yet. */
  public interface Entries {
    /** The value of a key, or {@link Py#ABSENT}. */
    Object find(String key);

    void copyTo(PyDict dict);
  }

  static final class Entry {
    final Object key;
    Object value;

    Entry(Object key, Object value) {
      this.key = key;
      this.value = value;
    }
  }

  /** The number of lookups that cost less than loading all entries. */
  private static final int FEW = 4;

  private LinkedHashMap<Object, Entry> map;
  private boolean frozen;

  /** Of the set of keys. */
  private int changes;

  private Entries from;
  private int found;

  /** A dictionary of entries that are loaded on demand. */
  public static PyDict over(Entries from) {
    PyDict dict = new PyDict();
    dict.from = from;
    return dict;
  }

  LinkedHashMap<Object, Entry> map() {
    if (map == null) {
      map = new LinkedHashMap<>();
      Entries all = from;
      from = null;
      if (all != null) all.copyTo(this);
    }
    return map;
  }

  /** The value, or {@link Py#ABSENT}. */
  private Object find(Object key) {
    if (from != null && key instanceof String && found++ < FEW) return from.find((String) key);
    // No dictionary here has nan as a key, which would equal only itself.
    if (key instanceof Double && Double.isNaN((Double) key)) return Py.ABSENT;
    Entry entry = map().get(Keys.ofDict(key));
    return entry == null ? Py.ABSENT : entry.value;
  }

  /** A dictionary of {@code key, value, key, value …}. */
  public static PyDict of(Object... items) {
    PyDict dict = new PyDict();
    for (int i = 0; i < items.length; i += 2) dict.put(items[i], items[i + 1]);
    return dict;
  }

  public PyDict freeze() {
    frozen = true;
    return this;
  }

  public int size() {
    return map().size();
  }

  /** The entries, whose keys are about to change. */
  LinkedHashMap<Object, Entry> change() {
    changes++;
    return writable();
  }

  private LinkedHashMap<Object, Entry> writable() {
    if (frozen) throw new Unsupported("a dict of the module is changed by the function");
    return map();
  }

  public void put(Object key, Object value) {
    Entry entry = writable().putIfAbsent(Keys.ofDict(key), new Entry(key, value));
    if (entry == null) changes++;
    else entry.value = value;
  }

  /** Removes an entry and returns it, or null if the key is absent. */
  Entry remove(Object key) {
    Object k = Keys.ofDict(key);
    return writable().containsKey(k) ? change().remove(k) : null;
  }

  public Object get(Object key, Object otherwise) {
    Object value = find(key);
    return value == Py.ABSENT ? otherwise : value;
  }

  public Object at(Object key) {
    Object value = find(key);
    return value == Py.ABSENT ? missing(key) : value;
  }

  /** {@code __missing__}. */
  Object missing(Object key) {
    throw PyError.key(key);
  }

  /** The type's name in messages. */
  public String typeName() {
    return "dict";
  }

  /** An empty dictionary of the same type, for a copy. */
  PyDict empty() {
    return new PyDict();
  }

  public boolean has(Object key) {
    return find(key) != Py.ABSENT;
  }

  /** Iterates over {@code what}: 0 keys, 1 values, 2 pairs. A size change meanwhile is an error. */
  Iterator<Object> iterator(int what) {
    Iterator<Entry> entries = map().values().iterator();
    int size = map.size();
    int before = changes;
    return new Iterator<Object>() {
      private boolean ended;

      @Override
      public boolean hasNext() {
        if (ended) return false;
        if (map.size() != size) {
          throw PyError.of(PyType.RUNTIME_ERROR, "dictionary changed size during iteration");
        }
        ended = !entries.hasNext();
        if (ended && changes != before) throw keysChange();
        return !ended;
      }

      @Override
      public Object next() {
        if (!hasNext()) throw new java.util.NoSuchElementException();
        Entry entry;
        try {
          entry = entries.next();
        } catch (ConcurrentModificationException e) {
          throw keysChange();
        }
        return what == 0
            ? entry.key
            : what == 1 ? entry.value : new PyTuple(entry.key, entry.value);
      }
    };
  }

  private static Unsupported keysChange() {
    return new Unsupported("a dictionary whose keys change during iteration");
  }

  @Override
  public Iterator<Object> iterator() {
    return iterator(0);
  }

  public String repr() {
    StringBuilder out = new StringBuilder("{");
    for (Entry entry : map().values()) {
      if (out.length() > 1) out.append(", ");
      out.append(Py.repr(entry.key)).append(": ");
      out.append(entry.value == this ? "{...}" : Py.repr(entry.value));
    }
    return out.append('}').toString();
  }

  @Override
  public boolean equals(Object other) {
    if (!(other instanceof PyDict)) return false;
    PyDict theirs = (PyDict) other;
    if (theirs.size() != size()) return false;
    for (java.util.Map.Entry<Object, Entry> entry : map().entrySet()) {
      Entry their = theirs.map().get(entry.getKey());
      if (their == null || !Ops.same(entry.getValue().value, their.value)) return false;
    }
    return true;
  }

  @Override
  public int hashCode() {
    throw PyError.type("unhashable type: '" + typeName() + "'");
  }
}
