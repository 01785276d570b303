// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.golden;

import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.DType;
import ai.rapids.cudf.Scalar;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Evaluates an expression of a table of cases by reflection, and closes what its calls create,
 * except for the result. A call without a receiver is one of {@link CaseColumns}, {@link
 * CaseOperations}, a constructor, or a static method of {@link ColumnVector}.
 */
final class Expression {
  private static final Pattern TOKEN =
      Pattern.compile(
          "\\s*('(?:[^'\\\\]|\\\\.)*'|[-+]?\\d+(?:\\.\\d+)?(?:[eE][-+]?\\d+)?|[-+]?\\w+|[.,()\\[\\]])");
  private static final Pattern UNICODE = Pattern.compile("\\\\u(\\p{XDigit}{4})");
  private static final List<String> PACKAGES =
      List.of("com.nvidia.spark.rapids.jni.", "ai.rapids.cudf.", "ai.rapids.cudf.ast.");
  private static final Map<String, List<Executable>> CALLS = new ConcurrentHashMap<>();
  private static final Object UNFIT = new Object();

  /** A number, an enum constant, a truth value or a type, depending on the parameter. */
  record Word(String text) {
    private Object as(Class<?> to) {
      try {
        if (to.isEnum()) {
          return to.getField(text).get(null);
        } else if (to == DType.class) {
          return CaseColumns.type(text);
        } else if (to == Boolean.class) {
          return text.matches("true|false") ? Boolean.valueOf(text) : UNFIT;
        } else if (to == Scalar.class) {
          return text.contains(".")
              ? Scalar.fromDouble(Double.parseDouble(text))
              : Scalar.fromInt(Integer.parseInt(text));
        }
        boolean number = Number.class.isAssignableFrom(to) && to != Number.class;
        return number ? to.getMethod("valueOf", String.class).invoke(null, text) : UNFIT;
      } catch (ReflectiveOperationException | IllegalArgumentException e) {
        return UNFIT;
      }
    }
  }

  private final String text;
  private final Map<String, String> columns;
  private final ColumnVector[] in;
  private final List<AutoCloseable> owned = new ArrayList<>();
  private final List<String> tokens = new ArrayList<>();
  private int at;

  private Expression(String text, Map<String, String> columns, ColumnVector[] in) {
    this.text = text;
    this.columns = columns;
    this.in = in;
    Matcher token = TOKEN.matcher(text);
    for (int from = 0; from < text.stripTrailing().length(); from = token.end()) {
      check(token.find() && token.start() == from, "a character at " + from);
      tokens.add(token.group(1));
    }
  }

  /**
   * The value of an expression, which the caller closes: a column, a table, a scalar or an array of
   * columns.
   *
   * @param columns the expressions of named columns
   * @param in the inputs, which are borrowed
   */
  static Object evaluate(String text, Map<String, String> columns, ColumnVector... in) {
    Expression expression = new Expression(text, columns, in);
    try {
      Object value = expression.value();
      expression.check(expression.peek().isEmpty(), expression.peek());
      return expression.released(value);
    } finally {
      expression.owned.forEach(Expression::close);
    }
  }

  /** The column of an expression or a name. */
  static ColumnVector column(String text, Map<String, String> columns) {
    return (ColumnVector) evaluate(columns.getOrDefault(text, text), columns);
  }

  private static void close(AutoCloseable object) {
    try {
      object.close();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  /** Takes the result from the expression, with a reference of its own if it is borrowed. */
  private Object released(Object value) {
    if (value instanceof Object[] items) {
      return Arrays.stream(items)
          .map(item -> item instanceof Scalar s ? ColumnVector.fromScalar(s, 1) : released(item))
          .toArray(ColumnVector[]::new);
    }
    for (int i = 0; i < owned.size(); i++) {
      if (owned.get(i) == value) {
        return owned.remove(i);
      }
    }
    return value instanceof ColumnVector column ? column.incRefCount() : value;
  }

  private void check(boolean holds, String wrong) {
    if (!holds) {
      throw new AssertionError("the expression " + text + " is wrong: " + wrong);
    }
  }

  private String peek() {
    return at < tokens.size() ? tokens.get(at) : "";
  }

  private boolean takes(String token) {
    boolean taken = peek().equals(token);
    at += taken ? 1 : 0;
    return taken;
  }

  private Object value() {
    Object value = takes("[") ? values("]") : first(tokens.get(at++));
    while (takes(".")) {
      String name = tokens.get(at++);
      Class<?> type = value instanceof Class<?> of ? of : value.getClass();
      value = takes("(") ? call(type, value, name) : new Word(name).as(type);
    }
    return value;
  }

  private Object[] values(String end) {
    List<Object> values = new ArrayList<>();
    while (!takes(end)) {
      values.add(value());
      check(takes(",") || peek().equals(end), "no comma before " + peek());
    }
    return values.toArray();
  }

  private Object first(String token) {
    if (token.startsWith("'")) {
      return UNICODE
          .matcher(token.substring(1, token.length() - 1))
          .replaceAll(escape -> Character.toString(Integer.parseInt(escape.group(1), 16)))
          .translateEscapes();
    } else if (token.matches("in\\d?")) {
      return token.equals("in") ? in : in[token.charAt(2) - '0'];
    }
    Class<?> type = peek().matches("[.(]") ? type(token) : null;
    if (takes("(")) {
      return call(type == null ? CaseColumns.class : type, null, type == null ? token : "new");
    } else if (columns.containsKey(token) && (peek().equals(".") || !isType(token))) {
      ColumnVector column = column(token, columns);
      owned.add(column);
      return column;
    }
    return type != null ? type : token.equals("null") ? null : new Word(token);
  }

  /** Returns whether a name is that of a type, which as an argument is not its column. */
  private static boolean isType(String name) {
    return Character.isUpperCase(name.charAt(0));
  }

  private static Class<?> type(String name) {
    for (String from : isType(name) ? PACKAGES : List.<String>of()) {
      try {
        return Class.forName(from + name);
      } catch (ClassNotFoundException e) {
        // it may be in another package
      }
    }
    return null;
  }

  private Object call(Class<?> type, Object on, String name) {
    Object[] arguments = values(")");
    for (Executable call : CALLS.computeIfAbsent(type + " " + name, k -> calls(type, name))) {
      Object[] fitting = fitting(call, arguments);
      if (fitting != null) {
        Object result = invoke(call, on, fitting);
        if (!name.equals("getColumn")) { // which is borrowed from its table
          own(result);
        }
        return result;
      }
    }
    throw new AssertionError("%s: no %s of %s".formatted(text, name, Arrays.asList(arguments)));
  }

  private void own(Object result) {
    if (result instanceof AutoCloseable object) {
      owned.add(object);
    } else if (result instanceof AutoCloseable[] objects) {
      owned.addAll(Arrays.asList(objects));
    }
  }

  private static List<Executable> calls(Class<?> type, String name) {
    if (name.equals("new")) {
      return List.of(type.getDeclaredConstructors());
    }
    Stream<Method> all =
        type != CaseColumns.class
            ? Stream.of(type.getMethods())
            : Stream.of(
                    CaseColumns.class.getDeclaredMethods(),
                    CaseOperations.class.getDeclaredMethods(),
                    ColumnVector.class.getMethods())
                .flatMap(Stream::of)
                .filter(method -> Modifier.isStatic(method.getModifiers()));
    return all.filter(method -> method.getName().equals(name) && !method.isSynthetic())
        .sorted(Comparator.comparing(Method::isVarArgs).thenComparing(Object::toString))
        .<Executable>map(method -> method)
        .toList();
  }

  private Object invoke(Executable call, Object on, Object[] arguments) {
    try {
      call.setAccessible(true);
      return call instanceof Method method
          ? method.invoke(on, arguments)
          : ((Constructor<?>) call).newInstance(arguments);
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw new AssertionError(text, e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(text, e);
    }
  }

  /** The arguments as a method or constructor needs them, or null if they do not fit. */
  private Object[] fitting(Executable call, Object[] arguments) {
    Class<?>[] types = call.getParameterTypes();
    Object[] fitting = all(types, arguments);
    int fixed = types.length - 1;
    if (fitting != null || !call.isVarArgs() || arguments.length < fixed) {
      return fitting;
    }
    Object[] given = Arrays.copyOf(arguments, types.length);
    given[fixed] = Arrays.copyOfRange(arguments, fixed, arguments.length);
    return all(types, given);
  }

  private Object[] all(Class<?>[] types, Object[] arguments) {
    Object[] fitting = new Object[types.length];
    if (arguments.length != types.length) {
      return null;
    }
    for (int i = 0; i < types.length; i++) {
      fitting[i] = fitting(types[i], arguments[i]);
      if (fitting[i] == UNFIT) {
        return null;
      }
    }
    return fitting;
  }

  private Object fitting(Class<?> type, Object argument) {
    Class<?> to = MethodType.methodType(type).wrap().returnType();
    if (argument == null || to.isInstance(argument)) {
      return argument == null && type.isPrimitive() ? UNFIT : argument;
    }
    if (argument instanceof Object[] items && type.isArray()) {
      Object array = Array.newInstance(type.getComponentType(), items.length);
      for (int i = 0; i < items.length; i++) {
        Object item = fitting(type.getComponentType(), items[i]);
        if (item == UNFIT) {
          return UNFIT;
        }
        Array.set(array, i, item);
      }
      return array;
    }
    boolean text = argument instanceof String && to == Scalar.class;
    Object converted =
        text
            ? Scalar.fromString((String) argument)
            : argument instanceof Word word ? word.as(to) : UNFIT;
    own(converted);
    return converted;
  }
}
