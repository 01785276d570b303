// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** All operations, by name. */
public final class Operations {
  private static final Class<?>[] CLASSES = {
    Arithmetic.class,
    Division.class,
    Power.class,
    Bits.class,
    Comparison.class,
    Items.class,
    Slices.class,
    Assignment.class,
    Builtins.class,
    Sequences.class,
    Numbers.class,
    Extremes.class,
    Strings.class,
    StringCase.class,
    StringTests.class,
    StringSplit.class,
    StringFormat.class,
    StringCodec.class,
    Lists.class,
    Dicts.class,
    Sets.class,
    MathOps.class,
    MathInts.class,
    RegexOps.class,
    RegexMethods.class,
    JsonOps.class,
    DateOps.class,
    DateMethods.class,
    DecimalOps.class,
    HashOps.class,
    Base64Ops.class,
    UrlOps.class,
    TextOps.class,
    BytesOps.class,
    BytesMethods.class,
    CollectionOps.class,
    ItertoolsOps.class,
    FunctionOps.class,
    PathOps.class
  };

  private static final Map<String, List<Operation>> ALL = load();

  public static final class Operation {
    public final String name;
    public final Method method;

    /** The parameters' types, without the operation's name and Python's version. */
    public final Class<?>[] types;

    /** The names of the last parameters, of which the last {@code keywordOnly} are keyword-only. */
    public final String[] params;

    public final int keywordOnly;
    public final int optional;
    public final boolean named;
    public final boolean variadic;

    /** Whether the last parameter is Python's minor version, a Java int. */
    public final boolean versioned;

    Operation(String name, Python python, Method method) {
      this.name = name;
      this.method = method;
      optional = python.optional();
      named = python.named();
      variadic = method.isVarArgs();
      Class<?>[] all = method.getParameterTypes();
      versioned = all.length > 0 && all[all.length - 1] == int.class;
      types = Arrays.copyOfRange(all, named ? 1 : 0, all.length - (versioned ? 1 : 0));
      params = python.params().isEmpty() ? new String[0] : python.params().split(" ");
      int stars = 0;
      for (int i = 0; i < params.length; i++) {
        if (params[i].startsWith("*")) stars++;
        params[i] = params[i].replace("*", "");
      }
      keywordOnly = stars;
    }

    /** The name by which Java code calls it: {@code io.github…Strings.lower}. */
    public String javaName() {
      return method.getDeclaringClass().getName() + "." + method.getName();
    }

    /** The name passed to a method that implements several operations. */
    public String shortName() {
      return name.substring(name.lastIndexOf('.') + 1);
    }
  }

  private static Map<String, List<Operation>> load() {
    Map<String, List<Operation>> all = new TreeMap<>();
    for (Class<?> from : CLASSES) {
      for (Method method : from.getMethods()) {
        Python python = method.getAnnotation(Python.class);
        if (python == null) continue;
        String module = "";
        for (String given : python.value().split(" ")) {
          String name = given.startsWith(".") ? module + given : given;
          module = name.substring(0, Math.max(0, name.lastIndexOf('.')));
          all.computeIfAbsent(name, n -> new ArrayList<>())
              .add(new Operation(name, python, method));
        }
      }
    }
    return all;
  }

  /** All overloads of an operation; empty if it does not exist. */
  public static List<Operation> named(String name) {
    return ALL.getOrDefault(name, Collections.emptyList());
  }

  public static Set<String> names() {
    return Collections.unmodifiableSet(ALL.keySet());
  }
}
