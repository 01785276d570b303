// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

import java.util.Arrays;
import java.util.function.Supplier;

/** An exception of Python, thrown and as a value. It has no stack trace of Java. */
public final class PyError extends RuntimeException {
  private static final long serialVersionUID = 1L;
  public final transient PyType type;
  private transient Object[] args;

  /** The only argument, while nobody asked for it: most errors are caught and forgotten. */
  private transient Supplier<String> later;

  /** The text of {@code str(e)} where it is not that of the arguments, or null. */
  private final String text;

  /** The line of the user's file; 0 while not known. */
  public int line;

  /** Whether the only argument is a text that depends on the version of Python. */
  private boolean versioned;

  /** The minor version of Python 3 of the program; 0 while not known. */
  private int minor;

  private PyError(PyType type, String text, Object[] args) {
    super(null, null, false, false);
    this.type = type;
    this.text = text;
    this.args = args;
  }

  /** One of CPython's own. */
  public static PyError of(PyType type, String message) {
    PyError error = new PyError(type, null, new Object[] {message});
    error.versioned = true;
    return error;
  }

  /** {@code type(message)} whose message is costly. */
  static PyError later(PyType type, Supplier<String> message) {
    PyError error = new PyError(type, null, null);
    error.later = message;
    error.versioned = true;
    return error;
  }

  public Object[] args() {
    if (args == null) args = new Object[] {later.get()};
    if (versioned && minor != 0) {
      args[0] = ErrorText.in(minor, type, (String) args[0]);
      versioned = false;
    }
    return args;
  }

  /** {@code type(*args)}, as {@code raise} of a user's program makes it. */
  public static PyError make(PyType type, Object... args) {
    return new PyError(type, null, args);
  }

  /** One whose {@code str} is not made of its arguments: UnicodeEncodeError, JSONDecodeError. */
  public static PyError withText(PyType type, String text, Object... args) {
    return new PyError(type, text, args);
  }

  public static PyError type(String message) {
    return of(PyType.TYPE_ERROR, message);
  }

  /** A TypeError whose text names the types of values. */
  static PyError types(String format, Object... values) {
    return later(
        PyType.TYPE_ERROR,
        () -> String.format(format, Arrays.stream(values).map(Py::typeName).toArray()));
  }

  public static PyError value(String message) {
    return of(PyType.VALUE_ERROR, message);
  }

  public static PyError index(String message) {
    return of(PyType.INDEX_ERROR, message);
  }

  public static PyError key(Object key) {
    return make(PyType.KEY_ERROR, key);
  }

  public static PyError overflow(String message) {
    return of(PyType.OVERFLOW_ERROR, message);
  }

  public static PyError attribute(Object self, String name) {
    return of(
        PyType.ATTRIBUTE_ERROR,
        "'" + Py.typeName(self) + "' object has no attribute '" + name + "'");
  }

  public boolean is(PyType other) {
    return type.is(other);
  }

  /** Notes the line of a program, and its minor version of Python 3. */
  public PyError at(int line, int minor) {
    if (this.line == 0) this.line = line;
    this.minor = minor;
    return this;
  }

  public String str() {
    if (text != null) return text;
    Object[] args = args();
    if (args.length == 0) return "";
    if (args.length > 1) return new PyTuple(args).repr();
    return type.is(PyType.KEY_ERROR) ? Py.repr(args[0]) : Py.str(args[0]);
  }

  public String repr() {
    Object[] args = args();
    String inner = new PyTuple(args).repr();
    if (args.length == 1) inner = "(" + Py.repr(args[0]) + ")";
    return type.simpleName() + inner;
  }

  @Override
  public String getMessage() {
    try {
      return str();
    } catch (Unsupported e) {
      return "";
    }
  }
}
