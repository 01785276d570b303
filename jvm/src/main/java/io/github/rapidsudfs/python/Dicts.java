// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

import java.util.Iterator;

/** The methods of dict. */
public final class Dicts {
  private Dicts() {}

  @Python("dict.keys")
  public static PyDictView keys(PyDict self) {
    return new PyDictView(self, 0);
  }

  @Python("dict.values")
  public static PyDictView values(PyDict self) {
    return new PyDictView(self, 1);
  }

  @Python("dict.items")
  public static PyDictView items(PyDict self) {
    return new PyDictView(self, 2);
  }

  @Python(value = "dict.get", raises = "TypeError")
  public static Object get(PyDict self, Object key) {
    return self.get(key, null);
  }

  @Python(value = "dict.get", raises = "TypeError")
  public static Object get(PyDict self, Object key, Object otherwise) {
    return self.get(key, otherwise);
  }

  @Python(value = "dict.setdefault", raises = "TypeError")
  public static Object setdefault(PyDict self, Object key) {
    return setdefault(self, key, null);
  }

  @Python(value = "dict.setdefault", raises = "TypeError")
  public static Object setdefault(PyDict self, Object key, Object value) {
    Object found = self.get(key, Py.ABSENT);
    if (found != Py.ABSENT) return found;
    self.put(key, value);
    return value;
  }

  @Python("dict.update")
  public static void update(PyDict self) {}

  @Python(value = "dict.update", raises = {"TypeError", "ValueError"})
  public static void update(PyDict self, Object other) {
    if (other instanceof PyDict) {
      for (PyDict.Entry e : ((PyDict) other).map.values()) self.put(e.key, e.value);
      return;
    }
    int n = 0;
    for (Iterator<Object> i = Ops.iter(other); i.hasNext(); n++) {
      Object pair = i.next();
      if (!Ops.isIterable(pair)) {
        throw PyError.type("cannot convert dictionary update sequence element #" + n
            + " to a sequence");
      }
      java.util.ArrayList<Object> two = Ops.list(pair);
      if (two.size() != 2) {
        throw PyError.value("dictionary update sequence element #" + n + " has length "
            + two.size() + "; 2 is required");
      }
      self.put(two.get(0), two.get(1));
    }
  }

  @Python(value = "dict.pop", raises = {"KeyError", "TypeError"})
  public static Object pop(PyDict self, Object key) {
    PyDict.Entry entry = self.change().remove(Keys.of(key));
    if (entry == null) throw PyError.key(key);
    return entry.value;
  }

  @Python(value = "dict.pop", raises = "TypeError")
  public static Object pop(PyDict self, Object key, Object otherwise) {
    PyDict.Entry entry = self.change().remove(Keys.of(key));
    return entry == null ? otherwise : entry.value;
  }

  @Python(value = "dict.popitem", raises = "KeyError")
  public static PyTuple popitem(PyDict self) {
    Object last = null;
    if (self.size() == 0) {
      throw PyError.of(PyType.KEY_ERROR, "popitem(): dictionary is empty");
    }
    for (Object key : self.map.keySet()) last = key;
    PyDict.Entry entry = self.change().remove(last);
    return new PyTuple(entry.key, entry.value);
  }

  @Python("dict.copy")
  public static PyDict copy(PyDict self) {
    PyDict out = new PyDict();
    self.map.forEach((k, e) -> out.map.put(k, new PyDict.Entry(e.key, e.value)));
    return out;
  }

  @Python("dict.clear")
  public static void clear(PyDict self) {
    self.change().clear();
  }

  @Python(value = "dict", raises = {"TypeError", "ValueError"})
  public static PyDict dict(Object items) {
    PyDict out = new PyDict();
    update(out, items);
    return out;
  }

  @Python("dict")
  public static PyDict dict() {
    return new PyDict();
  }

  @Python(value = "dict.fromkeys", raises = "TypeError")
  public static PyDict fromkeys(Object keys) {
    return fromkeys(keys, null);
  }

  @Python(value = "dict.fromkeys", raises = "TypeError")
  public static PyDict fromkeys(Object keys, Object value) {
    PyDict out = new PyDict();
    for (Iterator<Object> i = Ops.iter(keys); i.hasNext(); ) out.put(i.next(), value);
    return out;
  }

  @Python(value = "Row.asDict", params = "recursive")
  public static PyDict asDict(PyRow self) {
    PyDict out = new PyDict();
    for (int i = 0; i < self.size(); i++) out.put(self.fields[i], self.get(i));
    return out;
  }
}
