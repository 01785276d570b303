// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

import java.util.LinkedHashMap;
import java.util.Map;

/** The types of exceptions: the builtin ones and those of the modules that are supported. */
public final class PyType {
  private static final Map<String, PyType> ALL = new LinkedHashMap<>();

  public static final PyType BASE_EXCEPTION = type("BaseException", null);
  public static final PyType EXCEPTION = type("Exception", BASE_EXCEPTION);
  public static final PyType ARITHMETIC_ERROR = type("ArithmeticError", EXCEPTION);
  public static final PyType ZERO_DIVISION_ERROR = type("ZeroDivisionError", ARITHMETIC_ERROR);
  public static final PyType OVERFLOW_ERROR = type("OverflowError", ARITHMETIC_ERROR);
  public static final PyType FLOATING_POINT_ERROR = type("FloatingPointError", ARITHMETIC_ERROR);
  public static final PyType LOOKUP_ERROR = type("LookupError", EXCEPTION);
  public static final PyType KEY_ERROR = type("KeyError", LOOKUP_ERROR);
  public static final PyType INDEX_ERROR = type("IndexError", LOOKUP_ERROR);
  public static final PyType VALUE_ERROR = type("ValueError", EXCEPTION);
  public static final PyType UNICODE_ERROR = type("UnicodeError", VALUE_ERROR);
  public static final PyType UNICODE_DECODE_ERROR = type("UnicodeDecodeError", UNICODE_ERROR);
  public static final PyType UNICODE_ENCODE_ERROR = type("UnicodeEncodeError", UNICODE_ERROR);
  public static final PyType UNICODE_TRANSLATE_ERROR = type("UnicodeTranslateError", UNICODE_ERROR);
  public static final PyType TYPE_ERROR = type("TypeError", EXCEPTION);
  public static final PyType ATTRIBUTE_ERROR = type("AttributeError", EXCEPTION);
  public static final PyType NAME_ERROR = type("NameError", EXCEPTION);
  public static final PyType UNBOUND_LOCAL_ERROR = type("UnboundLocalError", NAME_ERROR);
  public static final PyType ASSERTION_ERROR = type("AssertionError", EXCEPTION);
  public static final PyType RUNTIME_ERROR = type("RuntimeError", EXCEPTION);
  public static final PyType RECURSION_ERROR = type("RecursionError", RUNTIME_ERROR);
  public static final PyType NOT_IMPLEMENTED_ERROR = type("NotImplementedError", RUNTIME_ERROR);
  public static final PyType STOP_ITERATION = type("StopIteration", EXCEPTION);
  public static final PyType STOP_ASYNC_ITERATION = type("StopAsyncIteration", EXCEPTION);
  public static final PyType MEMORY_ERROR = type("MemoryError", EXCEPTION);
  public static final PyType BUFFER_ERROR = type("BufferError", EXCEPTION);
  public static final PyType EOFERROR = type("EOFError", EXCEPTION);
  public static final PyType IMPORT_ERROR = type("ImportError", EXCEPTION);
  public static final PyType MODULE_NOT_FOUND_ERROR = type("ModuleNotFoundError", IMPORT_ERROR);
  public static final PyType REFERENCE_ERROR = type("ReferenceError", EXCEPTION);
  public static final PyType SYNTAX_ERROR = type("SyntaxError", EXCEPTION);
  public static final PyType INDENTATION_ERROR = type("IndentationError", SYNTAX_ERROR);
  public static final PyType TAB_ERROR = type("TabError", INDENTATION_ERROR);
  public static final PyType SYSTEM_ERROR = type("SystemError", EXCEPTION);
  public static final PyType OSERROR = type("OSError", EXCEPTION);
  public static final PyType SYSTEM_EXIT = type("SystemExit", BASE_EXCEPTION);
  public static final PyType KEYBOARD_INTERRUPT = type("KeyboardInterrupt", BASE_EXCEPTION);
  public static final PyType GENERATOR_EXIT = type("GeneratorExit", BASE_EXCEPTION);
  public static final PyType WARNING = type("Warning", EXCEPTION);
  public static final PyType USER_WARNING = type("UserWarning", WARNING);
  public static final PyType DEPRECATION_WARNING = type("DeprecationWarning", WARNING);
  public static final PyType RUNTIME_WARNING = type("RuntimeWarning", WARNING);
  public static final PyType JSON_DECODE_ERROR =
      module("json.JSONDecodeError", "json.decoder.JSONDecodeError", VALUE_ERROR);
  public static final PyType RE_ERROR = module("re.error", "re.error", EXCEPTION);
  public static final PyType BINASCII_ERROR =
      module("binascii.Error", "binascii.Error", VALUE_ERROR);
  public static final PyType DECIMAL_EXCEPTION =
      module("decimal.DecimalException", "decimal.DecimalException", ARITHMETIC_ERROR);
  public static final PyType INVALID_OPERATION =
      module("decimal.InvalidOperation", "decimal.InvalidOperation", DECIMAL_EXCEPTION);
  public static final PyType DECIMAL_DIVISION_BY_ZERO =
      module(
          "decimal.DivisionByZero", "decimal.DivisionByZero", DECIMAL_EXCEPTION, ZERO_DIVISION_ERROR);
  public static final PyType DECIMAL_OVERFLOW =
      module("decimal.Overflow", "decimal.Overflow", DECIMAL_EXCEPTION);

  static {
    ALL.put("json.decoder.JSONDecodeError", JSON_DECODE_ERROR);
    ALL.put("IOError", OSERROR);
    ALL.put("EnvironmentError", OSERROR);
  }

  /** The name that programs use: {@code ValueError}, {@code json.JSONDecodeError}. */
  public final String name;

  /** The name that a traceback prints. */
  public final String display;

  private final PyType[] parents;

  private PyType(String name, String display, PyType... parents) {
    this.name = name;
    this.display = display;
    this.parents = parents;
  }

  private static PyType type(String name, PyType parent) {
    return module(name, name, parent == null ? new PyType[0] : new PyType[] {parent});
  }

  private static PyType module(String name, String display, PyType... parents) {
    PyType type = new PyType(name, display, parents);
    ALL.put(name, type);
    return type;
  }

  /** The type of that name, or null. */
  public static PyType named(String name) {
    return ALL.get(name);
  }

  /** Whether this is {@code other} or derives from it. */
  public boolean is(PyType other) {
    if (this == other) return true;
    for (PyType parent : parents) if (parent.is(other)) return true;
    return false;
  }

  /** {@code __name__}: the name without its module. */
  public String simpleName() {
    return name.substring(name.lastIndexOf('.') + 1);
  }

  @Override
  public String toString() {
    return display;
  }
}
