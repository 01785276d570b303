// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.testkit.calls;

import io.github.rapidsudfs.hive.HiveValues;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.time.temporal.Temporal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.hive.ql.exec.UDFArgumentException;
import org.apache.hadoop.hive.ql.udf.generic.GenericUDFUtils.ConversionHelper;
import org.apache.hadoop.hive.serde2.objectinspector.ObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.ObjectInspectorFactory;
import org.apache.hadoop.hive.serde2.objectinspector.ObjectInspectorFactory.ObjectInspectorOptions;
import org.apache.spark.sql.types.DataType;

/**
 * A simple Hive UDF: the {@code evaluate} method whose parameters match the argument types, which
 * Hive's own helper converts. Hive's own method lookup is not used because it first registers all
 * of Hive's functions.
 */
final class SimpleHive implements RowForm {
  private final Object udf;
  private final Method evaluate;
  private final List<HiveValues> arguments = new ArrayList<>();
  private final ConversionHelper conversion;
  private final ObjectInspector answer;
  private final DataType result;

  SimpleHive(Object udf, List<DataType> types, DataType result) {
    this.udf = udf;
    this.result = result;
    types.forEach(type -> arguments.add(HiveValues.of(type)));
    ObjectInspector[] inspectors =
        arguments.stream().map(HiveValues::inspector).toArray(ObjectInspector[]::new);
    evaluate = find(udf.getClass(), inspectors);
    evaluate.setAccessible(true);
    try {
      conversion = new ConversionHelper(evaluate, inspectors);
    } catch (UDFArgumentException e) {
      throw new IllegalArgumentException(
          udf.getClass().getName() + " does not take these types: " + e.getMessage(), e);
    }
    answer = inspector(evaluate.getGenericReturnType());
  }

  private static Method find(Class<?> udf, ObjectInspector[] arguments) {
    return Stream.of(udf.getMethods())
        .filter(method -> method.getName().equals("evaluate") && !method.isBridge())
        .filter(method -> method.getParameterCount() == arguments.length)
        .max(Comparator.comparingLong(method -> matches(method, arguments)))
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "%s has no public method evaluate of %d parameters"
                        .formatted(udf.getName(), arguments.length)));
  }

  private static long matches(Method method, ObjectInspector[] arguments) {
    Type[] types = method.getGenericParameterTypes();
    return IntStream.range(0, arguments.length)
        .filter(i -> name(inspector(types[i])).equals(name(arguments[i])))
        .count();
  }

  private static ObjectInspector inspector(Type type) {
    return ObjectInspectorFactory.getReflectionObjectInspector(type, ObjectInspectorOptions.JAVA);
  }

  /** The type name without the precision of decimals, which a parameter's class does not show. */
  private static String name(ObjectInspector inspector) {
    return inspector.getTypeName().replaceAll("\\(.*?\\)", "");
  }

  @Override
  public Object call(Object[] args) throws Exception {
    Object[] values = new Object[args.length];
    for (int i = 0; i < args.length; i++) {
      values[i] = arguments.get(i).toHive(args[i]);
    }
    Object answered = RowForm.invoke(evaluate, udf, conversion.convertIfNecessary(values));
    boolean plain =
        answered == null || answered instanceof BigDecimal || answered instanceof Temporal;
    return SparkValues.normal(result, plain ? answered : HiveValues.fromHive(answered, answer));
  }
}
