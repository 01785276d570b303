// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

import java.math.BigInteger;
import java.util.Iterator;

/** len, ord, chr, bin, str, repr, any, all, isinstance, iter, next. */
public final class Builtins {
  private Builtins() {}

  @Python("len")
  public static long len(String s) {
    return s.codePointCount(0, s.length());
  }

  @Python("len")
  public static long len(PyList list) {
    return list.size();
  }

  @Python(value = "len", raises = "TypeError")
  public static long len(Object x) {
    if (x instanceof String) return len((String) x);
    if (x instanceof PyList) return ((PyList) x).size();
    if (x instanceof PyTuple) return ((PyTuple) x).size();
    if (x instanceof PyDict) return ((PyDict) x).size();
    if (x instanceof PySet) return ((PySet) x).size();
    if (x instanceof PyBytes) return ((PyBytes) x).size();
    if (x instanceof PyRange) return ((PyRange) x).size;
    if (x instanceof PyDictView) return ((PyDictView) x).size();
    throw PyError.type("object of type '" + Py.typeName(x) + "' has no len()");
  }

  @Python(value = "ord", raises = "TypeError")
  public static long ord(String s) {
    int n = s.length();
    if (n == 1) return s.charAt(0);
    if (n == 2 && Character.isHighSurrogate(s.charAt(0))) return s.codePointAt(0);
    throw PyError.type("ord() expected a character, but string of length " + len(s) + " found");
  }

  @Python(value = "ord", raises = "TypeError")
  public static long ord(Object x) {
    if (x instanceof String) return ord((String) x);
    if (x instanceof PyBytes && ((PyBytes) x).size() == 1) return ((PyBytes) x).get(0);
    throw PyError.type(
        x instanceof PyBytes
            ? "ord() expected a character, but string of length " + len(x) + " found"
            : "ord() expected string of length 1, but " + Py.typeName(x) + " found");
  }

  @Python(value = "chr", raises = {"ValueError", "OverflowError", "TypeError"})
  public static String chr(long c) {
    if (c != (int) c) {
      String way = c < 0 ? "less than minimum" : "greater than maximum";
      throw PyError.overflow("signed integer is " + way);
    }
    if (c < 0 || c > 0x10ffff) throw PyError.value("chr() arg not in range(0x110000)");
    if (c >= 0xd800 && c < 0xe000) throw new Unsupported("a lone surrogate");
    return new String(Character.toChars((int) c));
  }

  @Python(value = "bin", raises = "TypeError")
  public static String bin(Object x) {
    return radix(x, 2, "0b");
  }

  @Python(value = "oct", raises = "TypeError")
  public static String oct(Object x) {
    return radix(x, 8, "0o");
  }

  @Python(value = "hex", raises = "TypeError")
  public static String hex(Object x) {
    return radix(x, 16, "0x");
  }

  private static String radix(Object x, int radix, String prefix) {
    Ops.index(x);
    BigInteger value = Ops.big(x);
    return (value.signum() < 0 ? "-" : "") + prefix + value.abs().toString(radix);
  }

  @Python("str")
  public static String str() {
    return "";
  }

  @Python("str")
  public static String str(String x) {
    return x;
  }

  @Python("str")
  public static String str(long x) {
    return Long.toString(x);
  }

  @Python("str")
  public static String str(double x) {
    return FloatText.repr(x);
  }

  @Python("str")
  public static String str(Object x) {
    return Py.str(x);
  }

  @Python("repr")
  public static String repr(Object x) {
    return Py.repr(x);
  }

  @Python("ascii")
  public static String ascii(Object x) {
    String repr = Py.repr(x);
    if (repr.length() == Texts.asciiPrefix(repr)) return repr;
    StringBuilder out = new StringBuilder();
    repr.codePoints().forEach(c -> StringRepr.escape(out, c));
    return out.toString();
  }

  @Python("format")
  public static String format(Object x) {
    return Py.format(x, "");
  }

  @Python(value = "format", raises = {"ValueError", "TypeError"})
  public static String format(Object x, String spec) {
    return Py.format(x, spec);
  }

  @Python(value = "any", raises = "TypeError")
  public static boolean any(Object items) {
    for (Iterator<Object> i = Ops.anyOrder(items); i.hasNext(); ) {
      if (Ops.truth(i.next())) return true;
    }
    return false;
  }

  @Python(value = "all", raises = "TypeError")
  public static boolean all(Object items) {
    for (Iterator<Object> i = Ops.anyOrder(items); i.hasNext(); ) {
      if (!Ops.truth(i.next())) return false;
    }
    return true;
  }

  @Python("callable")
  public static boolean callable(Object x) {
    return x instanceof PyFunction || x instanceof PyType;
  }

  @Python(value = "iter", raises = "TypeError")
  public static PyIterator iter(Object x) {
    if (x instanceof PyIterator) return (PyIterator) x;
    String type = Py.typeName(x).replace("dict", "dict_key").replace("dict_key_", "dict_");
    return new PyIterator(type.replaceAll("s$", "") + "_iterator", Ops.iter(x));
  }

  @Python(value = "next", raises = {"StopIteration", "TypeError"})
  public static Object next(Object x) {
    Iterator<Object> items = iterator(x);
    if (!items.hasNext()) throw PyError.make(PyType.STOP_ITERATION);
    return items.next();
  }

  @Python(value = "next", raises = "TypeError")
  public static Object next(Object x, Object otherwise) {
    Iterator<Object> items = iterator(x);
    return items.hasNext() ? items.next() : otherwise;
  }

  private static Iterator<Object> iterator(Object x) {
    if (x instanceof PyIterator) return ((PyIterator) x).items;
    throw PyError.type("'" + Py.typeName(x) + "' object is not an iterator");
  }

  /** {@code types}: the name of a type ({@code int}, {@code datetime.date}), PyType, or a tuple. */
  @Python("isinstance")
  public static boolean isinstance(Object x, Object types) {
    if (types instanceof PyTuple) {
      for (Object type : (PyTuple) types) if (isinstance(x, type)) return true;
      return false;
    }
    if (types instanceof PyType) return x instanceof PyError && ((PyError) x).is((PyType) types);
    if (!(types instanceof String)) {
      throw PyError.type(
          "isinstance() arg 2 must be a type, a tuple of types, or a union");
    }
    return isinstance(x, (String) types);
  }

  @Python("isinstance")
  public static boolean isinstance(Object x, String type) {
    String own = Py.typeName(x);
    switch (type) {
      case "object":
        return true;
      case "int":
        return Ops.isInt(x);
      case "tuple":
        return x instanceof PyTuple;
      case "date":
      case "datetime.date":
        return own.equals("datetime.date") || own.equals("datetime.datetime");
      default:
        if (x instanceof PyError) return ((PyError) x).is(PyType.named(type));
        return own.equals(type) || x instanceof PyObject && own.endsWith("." + type);
    }
  }

  /** {@code type(x).__name__}. */
  @Python("type.__name__")
  public static String typeName(Object x) {
    String name = Py.typeName(x);
    return name.substring(name.lastIndexOf('.') + 1);
  }
}
