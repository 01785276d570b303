// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

import io.github.rapidsudfs.python.columns.TableForms;
import java.util.Locale;
import java.util.function.IntPredicate;

/** encode, translate and maketrans. */
public final class StringCodec {
  @Python("str.encode")
  public static PyBytes encode(String s) {
    return new PyBytes(Utf8Codec.encode(s));
  }

  @Python(value = "bytes", params = "encoding errors", optional = 1)
  public static PyBytes bytes(String s, Object encoding, Object errors) {
    return encode(s, encoding, errors);
  }

  @Python(value = "str.encode", params = "encoding errors", optional = 2)
  public static PyBytes encode(String s, Object encoding, Object errors) {
    String codec = codec(text(Py.or(encoding, "utf-8"), "encode() argument 'encoding'"));
    String how = text(Py.or(errors, "strict"), "encode() argument 'errors'");
    if (codec.equals("utf-8")) return encode(s);
    int limit = codec.equals("ascii") ? 128 : 256;
    StringBuilder out = new StringBuilder(s.length());
    for (int i = 0; i < s.length(); ) {
      int c = s.codePointAt(i);
      if (c < limit) out.append((char) c);
      else unknown(out, s, i, codec, how);
      i += Character.charCount(c);
    }
    return PyBytes.of(out.toString());
  }

  static String text(Object value, String what) {
    if (value instanceof String) return (String) value;
    throw PyError.type(what + " must be str, not " + (value == null ? "None" : Py.typeName(value)));
  }

  /** {@code utf-8}, {@code ascii} or {@code latin-1}; other encodings are rejected. */
  static String codec(String name) {
    if (name.equals("utf-8")) return name;
    switch (name.toLowerCase(Locale.ROOT).replace('_', '-').replace(' ', '-')) {
      case "utf-8":
      case "utf8":
        return "utf-8";
      case "ascii":
      case "us-ascii":
        return "ascii";
      case "latin-1":
      case "latin1":
      case "iso-8859-1":
      case "iso8859-1":
        return "latin-1";
      default:
        throw new Unsupported("the encoding " + name);
    }
  }

  private static void unknown(StringBuilder out, String s, int i, String codec, String errors) {
    switch (errors) {
      case "strict":
        int limit = codec.equals("ascii") ? 128 : 256;
        check(s, codec, c -> c < limit, "ordinal not in range(" + limit + ")");
        return;
      case "ignore":
        return;
      case "replace":
        out.append('?');
        return;
      default:
        throw new Unsupported("the error handler " + errors);
    }
  }

  /** Throws a UnicodeEncodeError if a code point is not encodable. */
  static void check(String s, String codec, IntPredicate encodable, String why) {
    int at = 0;
    while (at < s.length() && encodable.test(s.codePointAt(at))) {
      at += Character.charCount(s.codePointAt(at));
    }
    if (at == s.length()) return;
    int first = s.codePointCount(0, at);
    int end = at;
    while (end < s.length() && !encodable.test(s.codePointAt(end))) {
      end += Character.charCount(s.codePointAt(end));
    }
    int n = s.codePointCount(at, end);
    StringBuilder shown = new StringBuilder();
    Texts.escape(shown, s.codePointAt(at));
    String where =
        n == 1
            ? "character '" + shown + "' in position " + first
            : "characters in position " + first + "-" + (first + n - 1);
    throw PyError.withText(
        PyType.named("UnicodeEncodeError"),
        "'" + codec + "' codec can't encode " + where + ": " + why,
        codec,
        s,
        (long) first,
        (long) (first + n),
        why);
  }

  @Python(value = "str.translate", columns = TableForms.class)
  public static String translate(String s, Object table) {
    StringBuilder out = new StringBuilder(s.length());
    for (int i = 0; i < s.length(); ) {
      int c = s.codePointAt(i);
      i += Character.charCount(c);
      Object by;
      try {
        boolean dict = table != null && table.getClass() == PyDict.class;
        Object key = (long) c;
        by = dict ? ((PyDict) table).get(key, Py.ABSENT) : Items.getitem(table, key);
      } catch (PyError e) {
        if (!e.is(PyType.LOOKUP_ERROR)) throw e;
        by = Py.ABSENT;
      }
      if (by == Py.ABSENT) out.appendCodePoint(c);
      else if (by instanceof String) out.append((String) by);
      else if (Ops.isInt(by)) {
        long code = Ops.index(by);
        if (code < 0 || code > 0x10ffff) {
          throw PyError.value("character mapping must be in range(0x110000)");
        }
        out.append(Builtins.chr(code));
      } else if (by != null) {
        throw PyError.type("character mapping must return integer, None or str");
      }
    }
    return out.toString();
  }

  @Python(value = "str.maketrans", columns = TableForms.class)
  public static PyDict maketrans(Object map) {
    if (!(map instanceof PyDict)) {
      throw PyError.type("if you give only one argument to maketrans it must be a dict");
    }
    PyDict out = new PyDict();
    for (PyDict.Entry e : ((PyDict) map).map().values()) {
      Object key = e.key;
      if (key instanceof String) {
        if (Texts.length((String) key) != 1) {
          throw PyError.value("string keys in translate table must be of length 1");
        }
        key = Builtins.ord((String) key);
      } else if (!Ops.isInt(key)) {
        throw PyError.type("keys in translate table must be strings or integers");
      }
      out.put(key, e.value);
    }
    return out;
  }

  @Python(value = "str.maketrans", optional = 1)
  public static PyDict maketrans(Object from, Object to, Object delete) {
    if (!(from instanceof String)) {
      throw PyError.type("first maketrans argument must be a string if there is a second argument");
    }
    int[] x = ((String) from).codePoints().toArray();
    int[] y = text(to, "maketrans() argument 2").codePoints().toArray();
    String gone = text(Py.or(delete, ""), "maketrans() argument 3");
    if (x.length != y.length) {
      throw PyError.value("the first two maketrans arguments must have equal length");
    }
    PyDict out = new PyDict();
    for (int i = 0; i < x.length; i++) out.put((long) x[i], (long) y[i]);
    gone.codePoints().forEach(c -> out.put((long) c, null));
    return out;
  }
}
