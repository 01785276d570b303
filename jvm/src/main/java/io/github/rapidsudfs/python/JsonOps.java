// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Iterator;

/** {@code json.loads} and {@code json.dumps}. */
public final class JsonOps {
  private final StringBuilder out = new StringBuilder();
  private final boolean ascii;
  private final boolean sorted;
  private final String indent;
  private final String comma;
  private final String colon;
  private int depth;

  private JsonOps(Object ascii, Object sorted, Object indent, Object separators) {
    this.ascii = ascii == Py.ABSENT || Ops.truth(ascii);
    this.sorted = sorted != Py.ABSENT && Ops.truth(sorted);
    boolean flat = indent == Py.ABSENT || indent == null;
    if (flat || indent instanceof String) {
      this.indent = flat ? null : (String) indent;
    } else {
      StringBuilder b = new StringBuilder();
      for (long i = Ops.index(indent); i > 0; i--) b.append(' ');
      this.indent = b.toString();
    }
    if (separators == Py.ABSENT || separators == null) {
      comma = this.indent == null ? ", " : ",";
      colon = ": ";
    } else {
      Object[] both = Ops.unpack(separators, 2);
      comma = (String) both[0];
      colon = (String) both[1];
    }
  }

  @Python(value = "json.loads", raises = {"json.JSONDecodeError", "TypeError"})
  public static Object loads(Object s, int minor) {
    return JsonReader.read(s, minor);
  }

  @Python(value = "json.dumps", raises = "TypeError")
  public static String dumps(Object obj) {
    return dumps(obj, Py.ABSENT, Py.ABSENT, Py.ABSENT, Py.ABSENT);
  }

  @Python(value = "json.dumps", params = {"obj", "ensure_ascii"}, raises = "TypeError")
  public static String dumps(Object obj, Object ascii) {
    return dumps(obj, ascii, Py.ABSENT, Py.ABSENT, Py.ABSENT);
  }

  @Python(value = "json.dumps", params = {"obj", "ensure_ascii", "sort_keys"}, raises = "TypeError")
  public static String dumps(Object obj, Object ascii, Object sorted) {
    return dumps(obj, ascii, sorted, Py.ABSENT, Py.ABSENT);
  }

  @Python(
      value = "json.dumps",
      params = {"obj", "ensure_ascii", "sort_keys", "indent"},
      raises = "TypeError")
  public static String dumps(Object obj, Object ascii, Object sorted, Object indent) {
    return dumps(obj, ascii, sorted, indent, Py.ABSENT);
  }

  @Python(
      value = "json.dumps",
      params = {"obj", "ensure_ascii", "sort_keys", "indent", "separators"},
      raises = "TypeError")
  public static String dumps(
      Object obj, Object ascii, Object sorted, Object indent, Object separators) {
    JsonOps writer = new JsonOps(ascii, sorted, indent, separators);
    writer.write(obj);
    return writer.out.toString();
  }

  private void write(Object v) {
    if (v instanceof String) {
      string((String) v);
    } else if (v == null || v instanceof Boolean) {
      out.append(v == null ? "null" : v.toString());
    } else if (v instanceof Double) {
      out.append(real((Double) v));
    } else if (v instanceof Long || v instanceof BigInteger) {
      out.append(Py.repr(v));
    } else if (v instanceof PyDict) {
      dict((PyDict) v);
    } else if (v instanceof PyList || v instanceof PyTuple) {
      list(v);
    } else {
      String type = Py.typeName(v);
      throw PyError.type(
          "Object of type " + type.substring(type.lastIndexOf('.') + 1)
              + " is not JSON serializable");
    }
  }

  private static String real(double d) {
    return Double.isNaN(d) ? "NaN" : Double.isInfinite(d)
        ? (d > 0 ? "Infinity" : "-Infinity") : Py.str(d);
  }

  private void line(boolean comma) {
    if (comma) out.append(this.comma);
    if (indent == null) return;
    out.append('\n');
    for (int i = 0; i < depth; i++) out.append(indent);
  }

  private void enter() {
    if (++depth > 300) throw new Unsupported("json.dumps of values nested more than 300 deep");
  }

  private void list(Object v) {
    Iterator<Object> items = Ops.iter(v);
    if (!items.hasNext()) {
      out.append("[]");
      return;
    }
    out.append('[');
    enter();
    for (boolean first = true; items.hasNext(); first = false) {
      line(!first);
      write(items.next());
    }
    depth--;
    line(false);
    out.append(']');
  }

  private void dict(PyDict v) {
    if (v.size() == 0) {
      out.append("{}");
      return;
    }
    ArrayList<PyDict.Entry> entries = new ArrayList<>(v.map.values());
    if (sorted) {
      for (PyDict.Entry e : entries) {
        if ((e.key instanceof String) != (entries.get(0).key instanceof String)
            || !(e.key instanceof String) && !(e.key instanceof Long)) {
          throw new Unsupported("json.dumps with sort_keys of keys that are not str or int alone");
        }
      }
      entries.sort(
          (a, b) -> Comparison.lt(a.key, b.key) ? -1 : Comparison.lt(b.key, a.key) ? 1 : 0);
    }
    out.append('{');
    enter();
    boolean first = true;
    for (PyDict.Entry e : entries) {
      line(!first);
      first = false;
      string(key(e.key));
      out.append(colon);
      write(e.value);
    }
    depth--;
    line(false);
    out.append('}');
  }

  private static String key(Object k) {
    if (k instanceof String) return (String) k;
    if (k == null) return "null";
    if (k instanceof Boolean) return k.toString();
    if (k instanceof Double) return real((Double) k);
    if (Ops.isInt(k)) return Py.repr(k);
    String type = Py.typeName(k);
    throw PyError.type(
        "keys must be str, int, float, bool or None, not "
            + type.substring(type.lastIndexOf('.') + 1));
  }

  private void string(String s) {
    out.append('"');
    for (int i = 0; i < s.length(); i++) {
      char c = s.charAt(i);
      int simple = "\"\\\b\f\n\r\t".indexOf(c);
      if (simple >= 0) {
        out.append('\\').append("\"\\bfnrt".charAt(simple));
      } else if (c < 32 || c > 126 && ascii) {
        out.append(String.format("\\u%04x", (int) c));
      } else {
        out.append(c);
      }
    }
    out.append('"');
  }
}
