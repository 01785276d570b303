// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** All operations, by name. */
public final class Operations {
  private static final String PACKAGE = "io.github.rapidsudfs.python.";

  /** The classes with operations: first the core, then the library modules. */
  public static final List<String> CLASSES =
      Collections.unmodifiableList(
          java.util.Arrays.asList(
              // The core.
              "Arithmetic", "Division", "Power", "Bits", "Comparison", "Items", "Slices", "Assignment",
              "Builtins", "Sequences", "Numbers", "Extremes",
              "Strings", "StringCase", "StringTests", "StringSplit", "StringFormat",
              "StringCodec", "Lists", "Dicts", "Sets",
              // The library modules.
              "MathOps", "MathInts", "RegexOps", "RegexMethods", "JsonOps", "DateOps",
              "DateMethods", "DecimalOps", "HashOps", "Base64Ops", "UrlOps", "TextOps",
              "BytesOps"));

  private static final Map<String, List<Operation>> ALL = load();

  private Operations() {}

  /** One overload of an operation. */
  public static final class Operation {
    public final String name;
    public final Method method;
    public final Class<?>[] types;
    public final String[] params;
    public final String[] raises;
    public final String doc;

    /** Whether the last parameter is {@code Object...}. */
    public final boolean variadic;

    /** Whether the last parameter is the minor version of Python, a Java int. */
    public final boolean versioned;

    Operation(Python python, Method method) {
      this.name = python.value();
      this.method = method;
      this.types = method.getParameterTypes();
      this.params = python.params();
      this.raises = python.raises();
      this.doc = python.doc();
      this.variadic = method.isVarArgs();
      this.versioned = types.length > 0 && types[types.length - 1] == int.class;
    }

    /** The Java expression to call: {@code io.github…Strings.lower}. */
    public String javaName() {
      return method.getDeclaringClass().getName() + "." + method.getName();
    }
  }

  private static Map<String, List<Operation>> load() {
    Map<String, List<Operation>> all = new TreeMap<>();
    for (String name : CLASSES) {
      Class<?> found;
      try {
        found = Class.forName(PACKAGE + name);
      } catch (ClassNotFoundException e) {
        continue;
      }
      for (Method method : found.getMethods()) {
        if (!Modifier.isStatic(method.getModifiers())) continue;
        for (Python python : method.getAnnotationsByType(Python.class)) {
          all.computeIfAbsent(python.value(), n -> new ArrayList<>())
              .add(new Operation(python, method));
        }
      }
    }
    return all;
  }

  /** All overloads of an operation; empty where there is none. */
  public static List<Operation> named(String name) {
    return ALL.getOrDefault(name, Collections.emptyList());
  }

  /** The names of all operations. */
  public static Set<String> names() {
    return Collections.unmodifiableSet(ALL.keySet());
  }
}
