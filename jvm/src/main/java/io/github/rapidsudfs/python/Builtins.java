// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

import io.github.rapidsudfs.python.columns.ConversionForms;
import io.github.rapidsudfs.python.columns.ItemForms;
import io.github.rapidsudfs.python.columns.TextForms;
import java.math.BigInteger;
import java.util.Iterator;

/** len, ord, chr, bin, str, repr, any, all, iter, next. */
public final class Builtins {
  @Python("len")
  public static long len(String s) {
    return Texts.length(s);
  }

  @Python(value = "len", columns = ItemForms.class)
  public static long len(Object x) {
    if (x instanceof String) return Texts.length((String) x);
    if (x instanceof PyList) return ((PyList) x).size();
    if (x instanceof PyTuple) return ((PyTuple) x).size();
    if (x instanceof PyDict) return ((PyDict) x).size();
    if (x instanceof PySet) return ((PySet) x).size();
    if (x instanceof PyBytes) return ((PyBytes) x).size();
    if (x instanceof PyRange) return ((PyRange) x).size;
    if (x instanceof PyDictView) return ((PyDictView) x).size();
    if (x instanceof PyDeque) return ((PyDeque) x).items.size();
    throw PyError.type("object of type '" + Py.typeName(x) + "' has no len()");
  }

  @Python(value = "ord", columns = TextForms.class)
  public static long ord(Object x) {
    if (x instanceof String || x instanceof PyBytes) {
      String s = x instanceof String ? (String) x : ((PyBytes) x).latin();
      int n = Texts.length(s);
      if (n == 1) return s.codePointAt(0);
      throw PyError.type("ord() expected a character, but string of length " + n + " found");
    }
    throw PyError.type("ord() expected string of length 1, but " + Py.typeName(x) + " found");
  }

  @Python(value = "chr", columns = TextForms.class)
  public static String chr(long c, int minor) {
    if (c != (int) c && minor < 13) throw PyError.tooLarge("int");
    if (c < 0 || c > 0x10ffff) throw PyError.value("chr() arg not in range(0x110000)");
    return chr(c);
  }

  /** An int beyond 64 bits is out of range, too. */
  @Python("chr")
  public static String chr(Object c, int minor) {
    return chr(c instanceof BigInteger ? Long.MAX_VALUE : Ops.index(c), minor);
  }

  static String chr(long c) {
    if (c >= 0xd800 && c < 0xe000) throw new Unsupported("a lone surrogate");
    return new String(Character.toChars((int) c));
  }

  @Python(value = "bin oct hex", named = true)
  public static String radix(String name, Object x) {
    Ops.index(x);
    BigInteger value = Ops.big(x);
    int radix = name.equals("bin") ? 2 : name.equals("oct") ? 8 : 16;
    String sign = value.signum() < 0 ? "-0" : "0";
    return sign + (radix == 16 ? 'x' : name.charAt(0)) + value.abs().toString(radix);
  }

  @Python("str")
  public static String str(long x) {
    return Long.toString(x);
  }

  @Python("str")
  public static String str(double x) {
    return FloatText.repr(x);
  }

  @Python(value = "str", optional = 1, columns = ConversionForms.class)
  public static String str(Object x) {
    return Py.str(Py.or(x, ""));
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
    repr.codePoints().forEach(c -> Texts.escape(out, c));
    return out.toString();
  }

  @Python(value = "format", optional = 1)
  public static String format(Object x, Object spec) {
    return Py.format(x, StringCodec.text(Py.or(spec, ""), "format() argument 2"));
  }

  @Python(value = "any all", named = true)
  public static boolean quantified(String name, Object items) {
    boolean any = name.equals("any");
    for (Iterator<Object> i = Ops.anyOrder(items); i.hasNext(); ) {
      if (Ops.truth(i.next()) == any) return any;
    }
    return !any;
  }

  @Python("iter")
  public static PyIterator iter(Object x) {
    if (x instanceof PyIterator) return (PyIterator) x;
    if (x instanceof PyDeque) return new PyIterator("_deque_iterator", Ops.iter(x));
    String type = Py.shortTypeName(x).replace("dict", "dict_key").replace("dict_key_", "dict_");
    return new PyIterator(type.replaceAll("s$", "") + "_iterator", Ops.iter(x));
  }

  @Python(value = "next", optional = 1)
  public static Object next(Object x, Object otherwise) {
    if (!(x instanceof PyIterator)) {
      throw PyError.type("'" + Py.typeName(x) + "' object is not an iterator");
    }
    Iterator<Object> items = ((PyIterator) x).items;
    if (items.hasNext()) return items.next();
    if (otherwise == Py.ABSENT) throw PyError.make(PyType.STOP_ITERATION);
    return otherwise;
  }

  @Python("type.__name__")
  public static String typeName(Object x) {
    return Py.shortTypeName(x);
  }
}
