// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

import io.github.rapidsudfs.python.columns.LookupForms;
import java.util.ArrayList;
import java.util.Iterator;

/** The methods of dict. */
public final class Dicts {
  @Python(value = "dict.keys .values .items", named = true)
  public static PyDictView view(String name, PyDict self) {
    return new PyDictView(self, name.equals("keys") ? 0 : name.equals("values") ? 1 : 2);
  }

  @Python(value = "dict.get", optional = 1, columns = LookupForms.class)
  public static Object get(PyDict self, Object key, Object otherwise) {
    return self.get(key, Py.or(otherwise, null));
  }

  @Python(value = "dict.setdefault", optional = 1)
  public static Object setdefault(PyDict self, Object key, Object value) {
    Object found = self.get(key, Py.ABSENT);
    if (found != Py.ABSENT) return found;
    self.put(key, Py.or(value, null));
    return Py.or(value, null);
  }

  @Python(value = "dict.update", optional = 1)
  public static void update(PyDict self, Object other) {
    if (self instanceof PyCounter) {
      if (Py.or(other, null) != null) ((PyCounter) self).count(other, true);
      return;
    }
    if (other instanceof PyDict) {
      for (PyDict.Entry e : ((PyDict) other).map().values()) self.put(e.key, e.value);
      return;
    }
    int n = 0;
    for (Iterator<Object> i = Ops.iter(Py.or(other, PyTuple.EMPTY)); i.hasNext(); n++) {
      Object pair = i.next();
      String element = "dictionary update sequence element #" + n;
      boolean ordered = self instanceof PyOrderedDict;
      if (!ordered && !Ops.isIterable(pair)) {
        throw PyError.type("cannot convert " + element + " to a sequence");
      }
      ArrayList<Object> two = Ops.list(pair);
      if (two.size() != 2) {
        throw PyError.value(
            ordered
                ? PyOrderedDict.wrongSize(two.size())
                : element + " has length " + two.size() + "; 2 is required");
      }
      self.put(two.get(0), two.get(1));
    }
  }

  @Python(value = "dict.pop", optional = 1)
  public static Object pop(PyDict self, Object key, Object otherwise) {
    // An empty dictionary does not look at the key.
    PyDict.Entry entry = self.size() == 0 ? null : self.remove(key);
    if (entry == null && otherwise == Py.ABSENT) throw PyError.key(key);
    return entry == null ? otherwise : entry.value;
  }

  @Python("dict.popitem")
  public static PyTuple popitem(PyDict self) {
    if (self.size() == 0) throw PyError.key("popitem(): dictionary is empty");
    Object last = null;
    for (Object key : self.map().keySet()) last = key;
    PyDict.Entry entry = self.change().remove(last);
    return new PyTuple(entry.key, entry.value);
  }

  @Python("dict.copy")
  public static PyDict copy(PyDict self) {
    PyDict out = self.empty();
    self.map().forEach((k, e) -> out.map().put(k, new PyDict.Entry(e.key, e.value)));
    return out;
  }

  /** {@code **other} in a display. */
  public static void merge(PyDict self, Object other) {
    if (!(other instanceof PyDict)) {
      throw PyError.types("'%s' object is not a mapping", other);
    }
    for (PyDict.Entry e : ((PyDict) other).map().values()) self.put(e.key, e.value);
  }

  @Python("dict.clear")
  public static void clear(PyDict self) {
    self.change().clear();
  }

  @Python(value = "dict", optional = 1)
  public static PyDict dict(Object items) {
    PyDict out = new PyDict();
    update(out, items);
    return out;
  }

  @Python(value = "dict.fromkeys", optional = 1)
  public static PyDict fromkeys(Object keys, Object value) {
    PyDict out = new PyDict();
    for (Iterator<Object> i = Ops.iter(keys); i.hasNext(); ) out.put(i.next(), Py.or(value, null));
    return out;
  }

  @Python("namedtuple._asdict")
  public static PyDict asDict(PyRecord self) {
    return byName(self.fields, self);
  }

  @Python("Row.asDict")
  public static PyDict asDict(PyRow self) {
    if (self.fields == null) throw new Unsupported("asDict of a Row without names");
    return byName(self.fields, self);
  }

  private static PyDict byName(String[] fields, PyTuple values) {
    PyDict out = new PyDict();
    for (int i = 0; i < values.size(); i++) out.put(fields[i], values.get(i));
    return out;
  }
}
