// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Names that CPython's types have and this run time lacks: asked for, they are refused, where others
 * are an AttributeError that a program may catch.
 */
final class Attributes {
  private static final Map<String, Set<String>> LACKING = new HashMap<>();

  static {
    for (String type : "NoneType str list tuple Row dict set frozenset function".split(" ")) {
      lacks(type, "");
    }
    for (String type : "zip map filter enumerate reversed".split(" ")) lacks(type, "");
    lacks("int", "as_integer_ratio conjugate denominator from_bytes imag numerator real to_bytes");
    lacks("int", "is_integer");
    lacks("float", "as_integer_ratio conjugate fromhex hex imag real");
    lacks("range", "count index start step stop");
    lacks("bytes", "capitalize center count decode endswith expandtabs find fromhex hex index join");
    lacks("bytes", "isalnum isalpha isascii isdigit islower isspace istitle isupper ljust lower");
    lacks("bytes", "lstrip maketrans partition removeprefix removesuffix replace rfind rindex rjust");
    lacks("bytes", "rpartition rsplit rstrip split splitlines startswith strip swapcase title");
    lacks("bytes", "translate upper zfill");
    String clock = "dst fold fromisoformat max min replace resolution tzinfo tzname utcoffset ";
    String day = "fromisocalendar fromisoformat fromordinal fromtimestamp today timetuple ";
    lacks("date", day + "max min resolution");
    lacks("datetime", day + clock + "astimezone combine date now strptime time timestamp timetz");
    lacks("datetime", "utcfromtimestamp utcnow utctimetuple");
    lacks("time", clock);
    lacks("timedelta", "max min resolution");
    lacks("Match", "regs");
    lacks("Pattern", "groupindex scanner");
    lacks("dict_keys", "isdisjoint mapping");
    lacks("dict_values", "mapping");
    lacks("dict_items", "isdisjoint mapping");
    lacks("error", "args with_traceback add_note name obj msg doc pos lineno colno pattern reason");
    lacks("error", "encoding object start end value code filename offset text errno strerror");
  }

  private Attributes() {}

  private static void lacks(String type, String names) {
    LACKING
        .computeIfAbsent(type, t -> new HashSet<>())
        .addAll(Arrays.asList(names.split(" ")));
  }

  /** What to throw for {@code self.name}, which is no operation. */
  static RuntimeException missing(Object self, String name) {
    String full = Py.typeName(self);
    String type = self instanceof PyError ? "error" : full.substring(full.lastIndexOf('.') + 1);
    Set<String> lacking = LACKING.get(type.equals("bool") ? "int" : type);
    if (name.startsWith("__") || lacking == null || lacking.contains(name)) {
      return new Unsupported("the attribute " + name + " of " + full);
    }
    if (self instanceof PyRow) {
      // pyspark's Row looks for a field.
      int field = ((PyRow) self).index(name);
      if (field < 0) return PyError.of(PyType.ATTRIBUTE_ERROR, name);
      return PyError.type("'" + Py.typeName(((PyRow) self).get(field)) + "' object is not callable");
    }
    return PyError.attribute(self, name);
  }
}
