// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

import java.math.BigInteger;

/** String forms of values, and the markers that are not Python values. */
public final class Py {
  /** A local variable that is unbound. */
  public static final Object UNBOUND = new Mark("<unbound>");

  /** An argument that the call omits; NotImplemented of {@link PyObject}. */
  public static final Object ABSENT = new Mark("<absent>");

  private static final class Mark {
    private final String text;

    Mark(String text) {
      this.text = text;
    }

    @Override
    public String toString() {
      return text;
    }
  }

  /** The type's name as CPython prints it in messages. */
  public static String typeName(Object value) {
    if (value == null) return "NoneType";
    if (value instanceof String) return "str";
    if (value instanceof Long || value instanceof BigInteger) return "int";
    if (value instanceof Double) return "float";
    if (value instanceof Boolean) return "bool";
    if (value instanceof PyObject) return ((PyObject) value).typeName();
    if (value instanceof PyList) return "list";
    if (value instanceof PyUrl) return ((PyUrl) value).typeName();
    if (value instanceof PyRow) return "Row";
    if (value instanceof PyRecord) return ((PyRecord) value).type;
    if (value instanceof PyTuple) return "tuple";
    if (value instanceof PyDict) return ((PyDict) value).typeName();
    if (value instanceof PySet) return ((PySet) value).frozenset ? "frozenset" : "set";
    if (value instanceof PyBytes) return "bytes";
    if (value instanceof PyRange) return "range";
    if (value instanceof PyDictView) return ((PyDictView) value).typeName();
    if (value instanceof PyIterator) return ((PyIterator) value).typeName();
    if (value instanceof PyError) return ((PyError) value).type.simpleName();
    if (value instanceof PyFunction) return ((PyFunction) value).typeName();
    if (value instanceof PyType) return "type";
    return value.getClass().getSimpleName();
  }

  static String shortTypeName(Object value) {
    String name = typeName(value);
    return name.substring(name.lastIndexOf('.') + 1);
  }

  /** {@code value}, or the default of a parameter that the call omits. */
  static Object or(Object value, Object otherwise) {
    return value == ABSENT ? otherwise : value;
  }

  public static String str(Object value) {
    if (value instanceof String) return (String) value;
    if (value instanceof PyError) return ((PyError) value).str();
    if (value instanceof PyObject) return ((PyObject) value).str();
    return repr(value);
  }

  public static String str(double value) {
    return FloatText.repr(value);
  }

  public static String repr(Object value) {
    if (value == null) return "None";
    if (value instanceof String) return Texts.repr((String) value, false);
    if (value instanceof Long) return value.toString();
    if (value instanceof BigInteger) return IntText.str((BigInteger) value);
    if (value instanceof Double) return FloatText.repr((Double) value);
    if (value instanceof Boolean) return (Boolean) value ? "True" : "False";
    if (value instanceof PyObject) return ((PyObject) value).repr();
    if (value instanceof PyList) return ((PyList) value).repr();
    if (value instanceof PyTuple) return ((PyTuple) value).repr();
    if (value instanceof PyDict) return ((PyDict) value).repr();
    if (value instanceof PySet) return ((PySet) value).repr();
    if (value instanceof PyBytes) return ((PyBytes) value).repr();
    if (value instanceof PyRange) return ((PyRange) value).repr();
    if (value instanceof PyDictView) return ((PyDictView) value).repr();
    if (value instanceof PyError) return ((PyError) value).repr();
    if (value instanceof PyFunction && typeName(value).equals("type")) {
      return "<class '" + ((PyFunction) value).operation() + "'>";
    }
    throw new Unsupported("the text of a " + typeName(value));
  }

  public static String format(Object value, String spec) {
    if (value instanceof PyObject) {
      return spec.isEmpty() ? ((PyObject) value).str() : ((PyObject) value).format(spec);
    }
    return FormatSpec.format(value, spec);
  }

  public static String format(long value, String spec) {
    return FormatSpec.format(value, spec);
  }

  public static String percent(String template, Object values) {
    return Percent.format(template, values);
  }
}
