// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** {@code json.loads} and {@code json.dumps}. */
public final class JsonOps {
  private static final PyTuple SEPARATORS = new PyTuple(", ", ": ");
  private static final PyTuple INDENTED = new PyTuple(",", ": ");
  private final StringBuilder out = new StringBuilder(128);
  private final boolean ascii;
  private final boolean sorted;
  private final String indent;
  private final String comma;
  private final String colon;
  private int depth;

  private JsonOps(Object ascii, Object sorted, Object indent, Object separators) {
    this.ascii = Ops.truth(Py.or(ascii, true));
    this.sorted = Ops.truth(Py.or(sorted, false));
    Object by = Py.or(indent, null);
    boolean text = by == null || by instanceof String;
    this.indent = text ? (String) by : Texts.repeat(" ", Ops.index(by));
    Object standard = by == null ? SEPARATORS : INDENTED;
    Object given = Py.or(separators, null);
    Object[] both = Ops.unpack(given == null ? standard : given, 2);
    comma = (String) both[0];
    colon = (String) both[1];
  }

  @Python("json.loads")
  public static Object loads(Object s, int minor) {
    return JsonReader.read(s, minor);
  }

  @Python(
      value = "json.dumps",
      params = "*ensure_ascii *sort_keys *indent *separators",
      optional = 4)
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
    } else if (v instanceof Long) {
      out.append((long) v);
    } else if (v instanceof BigInteger) {
      out.append(Py.repr(v));
    } else if (v instanceof PyDict) {
      dict((PyDict) v);
    } else if (v instanceof PyList || v instanceof PyTuple) {
      list(v);
    } else {
      throw PyError.type("Object of type " + Py.shortTypeName(v) + " is not JSON serializable");
    }
  }

  private static String real(double d) {
    return Double.isNaN(d)
        ? "NaN"
        : Double.isInfinite(d) ? (d > 0 ? "Infinity" : "-Infinity") : Py.str(d);
  }

  private void line(boolean comma) {
    if (comma) out.append(this.comma);
    if (indent == null) return;
    out.append('\n');
    for (int i = 0; i < depth; i++) out.append(indent);
  }

  private void enter(char open) {
    out.append(open);
    if (++depth > 300) throw new Unsupported("json.dumps of values nested more than 300 deep");
  }

  private void leave(boolean any, char close) {
    depth--;
    if (any) line(false);
    out.append(close);
  }

  private void list(Object v) {
    enter('[');
    boolean any = false;
    for (Iterator<Object> i = Ops.iter(v); i.hasNext(); any = true) {
      line(any);
      write(i.next());
    }
    leave(any, ']');
  }

  private void dict(PyDict v) {
    enter('{');
    boolean any = false;
    for (PyDict.Entry e : sorted ? sorted(v) : v.map().values()) {
      line(any);
      string(key(e.key));
      out.append(colon);
      write(e.value);
      any = true;
    }
    leave(any, '}');
  }

  private static List<PyDict.Entry> sorted(PyDict v) {
    ArrayList<PyDict.Entry> entries = new ArrayList<>(v.map().values());
    for (PyDict.Entry e : entries) {
      if ((e.key instanceof String) != (entries.get(0).key instanceof String)
          || !(e.key instanceof String) && !(e.key instanceof Long)) {
        throw new Unsupported("json.dumps with sort_keys of keys that are not str or int alone");
      }
    }
    entries.sort((a, b) -> Comparison.order(a.key, b.key));
    return entries;
  }

  private static String key(Object k) {
    if (k instanceof String) return (String) k;
    if (k == null) return "null";
    if (k instanceof Boolean) return k.toString();
    if (k instanceof Double) return real((Double) k);
    if (Ops.isInt(k)) return Py.repr(k);
    throw PyError.type("keys must be str, int, float, bool or None, not " + Py.shortTypeName(k));
  }

  private void string(String s) {
    out.append('"');
    int plain = 0;
    for (int i = 0; i < s.length(); i++) {
      char c = s.charAt(i);
      if (c >= 32 && c != '"' && c != '\\' && (c < 127 || !ascii)) continue;
      out.append(s, plain, i);
      plain = i + 1;
      int simple = "\"\\\b\f\n\r\t".indexOf(c);
      if (simple >= 0) {
        out.append('\\').append("\"\\bfnrt".charAt(simple));
      } else {
        out.append(String.format("\\u%04x", (int) c));
      }
    }
    // Copies the array, unlike the form with a range.
    (plain == 0 ? out.append(s) : out.append(s, plain, s.length())).append('"');
  }
}
