// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

import java.util.Arrays;
import java.util.Map;
import java.util.function.Supplier;

/** A Python exception, thrown or as a value. It has no Java stack trace. */
public final class PyError extends RuntimeException {
  public final transient PyType type;
  private transient Object[] args;

  /** The only argument, created on demand: most errors are caught and discarded. */
  private transient Supplier<String> later;

  /** The text of {@code str(e)} if it is not derived from the arguments, or null. */
  private final String text;

  /** The attributes beyond {@code args}, by name. */
  transient Map<String, Object> attributes = Map.of();

  /** The line in the user's file; 0 if unknown. */
  public int line;

  /** The number of the program's function that raised it. */
  public int function;

  /** Whether the only argument is a text that depends on the version of Python. */
  private boolean versioned;

  /** The program's minor version of Python 3; 0 if unknown. */
  private int minor;

  private PyError(PyType type, String text, Object[] args) {
    super(null, null, false, false);
    this.type = type;
    this.text = text;
    this.args = args;
  }

  /** One of CPython's own exceptions. */
  public static PyError of(PyType type, String message) {
    PyError error = new PyError(type, null, new Object[] {message});
    error.versioned = true;
    return error;
  }

  /** {@code type(message)} with a message that is costly to build. */
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

  /** {@code type(*args)}, as raised by a user's program. */
  public static PyError make(PyType type, Object... args) {
    return new PyError(type, null, args);
  }

  /** An exception whose {@code str} is not derived from its arguments, such as JSONDecodeError. */
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

  /** The error for an int that a parameter of a C type cannot hold, such as {@code ssize_t}. */
  static PyError tooLarge(String type) {
    return overflow("Python int too large to convert to C " + type);
  }

  public static PyError attribute(Object self, String name) {
    return of(
        PyType.ATTRIBUTE_ERROR,
        "'" + Py.typeName(self) + "' object has no attribute '" + name + "'");
  }

  public boolean is(PyType other) {
    return type.is(other);
  }

  /** Records the line and function of a program, and its minor version of Python 3. */
  public PyError at(int line, int function, int minor) {
    if (this.line == 0) {
      this.line = line;
      this.function = function;
    }
    this.minor = minor;
    return this;
  }

  /** Clears the line in this function: PySpark's tracebacks have the line that re-raised it. */
  public PyError again(int function) {
    if (this.function == function) line = 0;
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
