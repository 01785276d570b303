// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.testkit.calls;

import io.github.rapidsudfs.api.DualFunction;
import io.github.rapidsudfs.udf.UdfDelegate;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.List;
import org.apache.spark.sql.types.DataType;

/** A UDF's row-wise body, called as Spark does, on the classes of {@code RowValues}. */
public interface RowForm {
  Object call(Object[] args) throws Exception;

  /** The row-wise body of any kind of UDF, with this number of arguments. */
  static RowForm of(Object udf, List<DataType> arguments, DataType result) {
    if (isA(udf, "org.apache.hadoop.hive.ql.udf.generic.GenericUDF")) {
      return GenericHive.of(udf, arguments, result);
    }
    if (isA(udf, "org.apache.hadoop.hive.ql.exec.UDF")) {
      return new SimpleHive(udf, arguments, result);
    }
    return function(udf, arguments, result);
  }

  /** A Java {@code UDFn} or Scala {@code FunctionN}. */
  static RowForm function(Object udf, List<DataType> arguments, DataType result) {
    int count = arguments.size();
    Method java = method("org.apache.spark.sql.api.java.UDF" + count, "call", udf, count);
    Method method = java != null ? java : method("scala.Function" + count, "apply", udf, count);
    if (method == null) {
      String text =
          "%s has no row-wise body of %d arguments: it is neither a Java UDF%2$d, nor a"
              + " scala.Function%2$d, nor a Hive UDF";
      throw new IllegalArgumentException(text.formatted(udf.getClass().getName(), count));
    }
    boolean asTheyAre = udf instanceof DualFunction || udf instanceof UdfDelegate;
    SparkValues values = new SparkValues(arguments, result, asTheyAre);
    boolean[] primitive = java != null ? new boolean[count] : primitives(udf, count);
    return args -> {
      for (int i = 0; i < count; i++) {
        if (args[i] == null && primitive[i]) {
          return null; // Spark does not call a function with null for a primitive
        }
      }
      return values.result(invoke(method, udf, values.arguments(args)));
    };
  }

  /** Tests by class name, as Hive's classes are not needed for other UDFs. */
  private static boolean isA(Object udf, String className) {
    for (Class<?> type = udf.getClass(); type != null; type = type.getSuperclass()) {
      if (type.getName().equals(className)) {
        return true;
      }
    }
    return false;
  }

  private static Method method(String type, String name, Object udf, int count) {
    try {
      Class<?> form = Class.forName(type, true, RowForm.class.getClassLoader());
      Class<?>[] parameters = new Class<?>[count];
      java.util.Arrays.fill(parameters, Object.class);
      return form.isInstance(udf) ? form.getMethod(name, parameters) : null;
    } catch (ReflectiveOperationException e) {
      return null;
    }
  }

  /** Flags for the arguments that a Scala function's {@code apply} takes as primitives. */
  private static boolean[] primitives(Object udf, int count) {
    boolean[] primitive = new boolean[count];
    for (Method method : udf.getClass().getMethods()) {
      boolean own = method.getName().equals("apply") && method.getParameterCount() == count;
      if (own && !method.isBridge() && !Modifier.isAbstract(method.getModifiers())) {
        for (int i = 0; i < count; i++) {
          primitive[i] |= method.getParameterTypes()[i].isPrimitive();
        }
      }
    }
    return primitive;
  }

  /** Calls a method and rethrows its exceptions unwrapped. */
  static Object invoke(Method method, Object target, Object... args) throws Exception {
    try {
      return method.invoke(target, args);
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof Exception own) {
        throw own;
      }
      throw (Error) e.getCause();
    }
  }
}
