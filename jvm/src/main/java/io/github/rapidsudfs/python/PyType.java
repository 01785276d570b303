// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The exception types: the builtin ones and those of the supported modules. */
public final class PyType {
  private static final Map<String, PyType> ALL = new HashMap<>();

  static {
    derived("", "BaseException");
    derived("BaseException", "Exception SystemExit KeyboardInterrupt GeneratorExit");
    derived(
        "Exception", "ArithmeticError LookupError ValueError TypeError AttributeError NameError");
    derived("Exception", "AssertionError RuntimeError StopIteration MemoryError EOFError");
    derived("Exception", "ImportError SyntaxError SystemError OSError Warning re.error");
    derived("re.error", "re.PatternError");
    derived("ArithmeticError", "ZeroDivisionError OverflowError decimal.DecimalException");
    derived("LookupError", "KeyError IndexError");
    derived(
        "ValueError",
        "UnicodeError json.JSONDecodeError binascii.Error calendar.IllegalMonthError");
    derived("UnicodeError", "UnicodeDecodeError UnicodeEncodeError");
    derived("NameError", "UnboundLocalError");
    derived("RuntimeError", "RecursionError NotImplementedError");
    derived("ImportError", "ModuleNotFoundError");
    derived("Warning", "UserWarning DeprecationWarning RuntimeWarning");
    derived("decimal.DecimalException", "decimal.InvalidOperation decimal.Overflow");
    derived("decimal.DecimalException ZeroDivisionError", "decimal.DivisionByZero");
    derived("AttributeError", "pyspark.errors.exceptions.base.PySparkAttributeError");
    derived("ValueError", "pyspark.errors.exceptions.base.PySparkValueError");
    ALL.put("json.decoder.JSONDecodeError", ALL.get("json.JSONDecodeError"));
    ALL.put("IOError", ALL.get("OSError"));
    ALL.put("EnvironmentError", ALL.get("OSError"));
  }

  public static final PyType VALUE_ERROR = named("ValueError");
  public static final PyType TYPE_ERROR = named("TypeError");
  public static final PyType LOOKUP_ERROR = named("LookupError");
  public static final PyType KEY_ERROR = named("KeyError");
  public static final PyType INDEX_ERROR = named("IndexError");
  public static final PyType ATTRIBUTE_ERROR = named("AttributeError");
  public static final PyType NAME_ERROR = named("NameError");
  public static final PyType UNBOUND_LOCAL_ERROR = named("UnboundLocalError");
  public static final PyType ZERO_DIVISION_ERROR = named("ZeroDivisionError");
  public static final PyType OVERFLOW_ERROR = named("OverflowError");
  public static final PyType ASSERTION_ERROR = named("AssertionError");
  public static final PyType RUNTIME_ERROR = named("RuntimeError");
  public static final PyType STOP_ITERATION = named("StopIteration");

  /** The exception of PySpark's Row for a missing field. */
  static final PyType SPARK_VALUE_ERROR = named("pyspark.errors.exceptions.base.PySparkValueError");

  static final PyType SPARK_ATTRIBUTE_ERROR =
      named("pyspark.errors.exceptions.base.PySparkAttributeError");

  /** The name in programs: {@code ValueError}, {@code json.JSONDecodeError}. */
  public final String name;

  public final String display;

  private final List<PyType> parents = new ArrayList<>();

  private PyType(String name) {
    this.name = name;
    display = name.replace("json.", "json.decoder.");
  }

  private static void derived(String parents, String names) {
    for (String name : names.split(" ")) {
      PyType type = new PyType(name);
      for (String parent : parents.split(" ")) {
        if (!parent.isEmpty()) type.parents.add(ALL.get(parent));
      }
      ALL.put(name, type);
    }
  }

  public static PyType named(String name) {
    return ALL.get(name);
  }

  /** A type that no program names, such as one raised by a library around a function. */
  public static PyType foreign(String name) {
    return new PyType(name);
  }

  public boolean is(PyType other) {
    if (this == other) return true;
    for (PyType parent : parents) if (parent.is(other)) return true;
    return false;
  }

  public String simpleName() {
    return name.substring(name.lastIndexOf('.') + 1);
  }
}
