// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** encode, translate and maketrans. */
public final class StringCodec {
  private StringCodec() {}

  @Python(value = "str.encode", params = {"encoding", "errors"})
  public static PyBytes encode(String s) {
    return new PyBytes(s.getBytes(StandardCharsets.UTF_8));
  }

  @Python(value = "str.encode", params = {"encoding", "errors"}, raises = "UnicodeEncodeError")
  public static PyBytes encode(String s, Object encoding) {
    return encode(s, encoding, "strict");
  }

  @Python(value = "str.encode", params = {"encoding", "errors"}, raises = "UnicodeEncodeError")
  public static PyBytes encode(String s, Object encoding, Object errors) {
    Object name = encoding == Py.ABSENT ? "utf-8" : encoding;
    Object how = errors == Py.ABSENT ? "strict" : errors;
    if (!(name instanceof String)) {
      throw PyError.type(
          "encode() argument 'encoding' must be str, not " + Py.typeName(name));
    }
    if (!(how instanceof String)) {
      throw PyError.type("encode() argument 'errors' must be str, not " + Py.typeName(how));
    }
    String codec = codec((String) name);
    if (codec.equals("utf-8")) return encode(s);
    return limited(s, codec, codec.equals("ascii") ? 128 : 256, (String) how);
  }

  /** {@code utf-8}, {@code ascii} or {@code latin-1}; other encodings are refused. */
  static String codec(String name) {
    switch (name.toLowerCase(Locale.ROOT).replace('_', '-').replace(' ', '-')) {
      case "utf-8":
      case "utf8":
      case "u8":
        return "utf-8";
      case "ascii":
      case "us-ascii":
      case "646":
        return "ascii";
      case "latin-1":
      case "latin1":
      case "latin":
      case "l1":
      case "iso-8859-1":
      case "iso8859-1":
        return "latin-1";
      default:
        throw new Unsupported("the encoding " + name);
    }
  }

  private static PyBytes limited(String s, String codec, int limit, String errors) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(s.length());
    for (int i = 0; i < s.length(); ) {
      int c = s.codePointAt(i);
      i += Character.charCount(c);
      if (c < limit) {
        out.write(c);
        continue;
      }
      switch (errors) {
        case "strict":
          throw refuse(s, i - Character.charCount(c), codec, limit);
        case "ignore":
          break;
        case "replace":
          out.write('?');
          break;
        case "backslashreplace":
          StringBuilder escaped = new StringBuilder();
          StringRepr.escape(escaped, c);
          text(out, escaped.toString());
          break;
        case "xmlcharrefreplace":
          text(out, "&#" + c + ";");
          break;
        default:
          throw new Unsupported("the error handler " + errors);
      }
    }
    return new PyBytes(out.toByteArray());
  }

  private static void text(ByteArrayOutputStream out, String ascii) {
    for (int i = 0; i < ascii.length(); i++) out.write(ascii.charAt(i));
  }

  private static PyError refuse(String s, int at, String codec, int limit) {
    int first = s.codePointCount(0, at);
    int c = s.codePointAt(at);
    int n = 0;
    for (int i = at; i < s.length() && s.codePointAt(i) >= limit; n++) {
      i += Character.charCount(s.codePointAt(i));
    }
    StringBuilder shown = new StringBuilder();
    StringRepr.escape(shown, c);
    String where =
        n == 1
            ? "character '" + shown + "' in position " + first
            : "characters in position " + first + "-" + (first + n - 1);
    String why = "ordinal not in range(" + limit + ")";
    return PyError.withText(
        PyType.UNICODE_ENCODE_ERROR,
        "'" + codec + "' codec can't encode " + where + ": " + why,
        codec, s, (long) first, (long) (first + n), why);
  }

  @Python(value = "str.translate", raises = {"TypeError", "ValueError"})
  public static String translate(String s, Object table) {
    StringBuilder out = new StringBuilder(s.length());
    for (int i = 0; i < s.length(); ) {
      int c = s.codePointAt(i);
      i += Character.charCount(c);
      Object by;
      try {
        by =
            table instanceof PyDict
                ? ((PyDict) table).get((long) c, Py.ABSENT)
                : Items.getitem(table, (Object) (long) c);
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

  @Python(value = "str.maketrans", raises = {"TypeError", "ValueError"})
  public static PyDict maketrans(Object map) {
    if (!(map instanceof PyDict)) {
      throw PyError.type("if you give only one argument to maketrans it must be a dict");
    }
    PyDict out = new PyDict();
    for (PyDict.Entry e : ((PyDict) map).map.values()) {
      Object key = e.key;
      if (key instanceof String) {
        if (Builtins.len((String) key) != 1) {
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

  @Python(value = "str.maketrans", raises = {"TypeError", "ValueError"})
  public static PyDict maketrans(Object from, Object to) {
    return maketrans(from, to, "");
  }

  @Python(value = "str.maketrans", raises = {"TypeError", "ValueError"})
  public static PyDict maketrans(Object from, Object to, Object delete) {
    if (!(from instanceof String)) {
      throw PyError.type(
          "first maketrans argument must be a string if there is a second argument");
    }
    if (!(to instanceof String)) {
      throw PyError.type("maketrans() argument 2 must be str, not " + Py.typeName(to));
    }
    if (!(delete instanceof String)) {
      throw PyError.type("maketrans() argument 3 must be str, not " + Py.typeName(delete));
    }
    int[] x = ((String) from).codePoints().toArray();
    int[] y = ((String) to).codePoints().toArray();
    if (x.length != y.length) {
      throw PyError.value("the first two maketrans arguments must have equal length");
    }
    PyDict out = new PyDict();
    for (int i = 0; i < x.length; i++) out.put((long) x[i], (long) y[i]);
    ((String) delete).codePoints().forEach(c -> out.put((long) c, null));
    return out;
  }
}
