// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

import java.util.ArrayList;
import java.util.Iterator;

/** Methods of {@code bytes}, most of them those of str over Latin-1, one character a byte. */
public final class BytesOps {
  private static final String SPACE = " \t\n\r\u000b\f";

  /** A bytes-like argument; a str is a TypeError. */
  static PyBytes like(Object value) {
    if (value instanceof PyBytes) return (PyBytes) value;
    throw PyError.type("a bytes-like object is required, not '" + Py.typeName(value) + "'");
  }

  static String part(Object value) {
    if (value instanceof PyBytes) return ((PyBytes) value).latin();
    if (!Ops.isInt(value)) {
      throw PyError.type(
          "argument should be integer or bytes-like object, not '" + Py.typeName(value) + "'");
    }
    return String.valueOf((char) one(value, "byte"));
  }

  private static int one(Object value, String what) {
    long n = Ops.index(value);
    if (n < 0 || n > 255) throw PyError.value(what + " must be in range(0, 256)");
    return (int) n;
  }

  @Python(value = "bytes.decode", params = "encoding errors", optional = 2)
  public static String decode(PyBytes b, Object encoding, Object errors) {
    String codec = StringCodec.text(Py.or(encoding, "utf-8"), "decode() argument 'encoding'");
    String how = StringCodec.text(Py.or(errors, "strict"), "decode() argument 'errors'");
    return Utf8.decode(b, StringCodec.codec(codec), how);
  }

  @Python(value = "str", params = "encoding errors", optional = 1)
  public static String str(PyBytes b, Object encoding, Object errors) {
    return decode(b, encoding, errors);
  }

  @Python(value = "bytes", optional = 1)
  public static PyBytes bytes(Object source) {
    if (source instanceof PyBytes) return (PyBytes) source;
    if (source instanceof String) throw PyError.type("string argument without an encoding");
    if (Ops.isInt(source)) {
      long n = Ops.index(source);
      if (n < 0) throw PyError.value("negative count");
      return PyBytes.of(Texts.repeat("\0", n));
    }
    Object items = Py.or(source, PyTuple.EMPTY);
    if (!Ops.isIterable(items)) {
      throw PyError.type("cannot convert '" + Py.typeName(items) + "' object to bytes");
    }
    StringBuilder out = new StringBuilder();
    for (Iterator<Object> i = Ops.iter(items); i.hasNext(); )
      out.append((char) one(i.next(), "bytes"));
    return PyBytes.of(out.toString());
  }

  @Python("bytes.hex")
  public static String hex(PyBytes b) {
    StringBuilder out = new StringBuilder(2 * b.size());
    for (byte x : b.data) {
      out.append(Character.forDigit(x >> 4 & 15, 16)).append(Character.forDigit(x & 15, 16));
    }
    return out.toString();
  }

  /** The value of the hex digit at a place, or -1. */
  static int digit(String s, int i) {
    return i < s.length() && s.charAt(i) < 128 ? Character.digit(s.charAt(i), 16) : -1;
  }

  @Python(value = "bytes.find .rfind", named = true, optional = 2)
  public static long find(String name, PyBytes b, Object sub, Object start, Object end) {
    return Strings.search(name, b.latin(), part(sub), start, end);
  }

  @Python(value = "bytes.startswith .endswith", named = true)
  public static boolean affix(String name, PyBytes b, Object affix) {
    if (affix instanceof PyTuple) {
      for (Object one : (PyTuple) affix) if (affix(name, b, one)) return true;
      return false;
    }
    if (!(affix instanceof PyBytes)) {
      throw PyError.type(
          name + " first arg must be bytes or a tuple of bytes, not " + Py.typeName(affix));
    }
    return Strings.affix(name, b.latin(), ((PyBytes) affix).latin(), Py.ABSENT, Py.ABSENT);
  }

  @Python("bytes.replace")
  public static PyBytes replace(PyBytes b, Object old, Object with) {
    return PyBytes.of(b.latin().replace(like(old).latin(), like(with).latin()));
  }

  @Python(value = "bytes.split", params = "sep", optional = 1)
  public static PyList split(PyBytes b, Object sep) {
    if (Py.or(sep, null) == null && b.latin().matches("(?s).*[\\x1c-\\x1f\\x85\\xa0].*")) {
      throw new Unsupported("bytes.split of such bytes");
    }
    Object by = Py.or(sep, null) == null ? null : like(sep).latin();
    ArrayList<Object> all = new ArrayList<>();
    for (Object one : StringSplit.split("split", b.latin(), by, Py.ABSENT)) {
      all.add(PyBytes.of((String) one));
    }
    return PyList.around(all);
  }

  @Python(value = "bytes.strip .lstrip .rstrip", named = true, optional = 1)
  public static PyBytes strip(String name, PyBytes b, Object chars) {
    String which = Py.or(chars, null) == null ? SPACE : like(chars).latin();
    return PyBytes.of(Strings.strip(name, b.latin(), which));
  }

  @Python("bytes.join")
  public static PyBytes join(PyBytes sep, Object items) {
    if (!Ops.isIterable(items)) throw PyError.type("can only join an iterable");
    StringBuilder out = new StringBuilder();
    int n = 0;
    for (Iterator<Object> i = Ops.iter(items); i.hasNext(); n++) {
      Object item = i.next();
      if (!(item instanceof PyBytes)) {
        throw PyError.type(
            "sequence item "
                + n
                + ": expected a bytes-like object, "
                + Py.typeName(item)
                + " found");
      }
      out.append(n > 0 ? sep.latin() : "").append(((PyBytes) item).latin());
    }
    return PyBytes.of(out.toString());
  }
}
