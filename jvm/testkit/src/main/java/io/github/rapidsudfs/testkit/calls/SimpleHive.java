package io.github.rapidsudfs.testkit.calls;

import io.github.rapidsudfs.core.HiveValues;
import java.lang.reflect.Method;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hive.ql.exec.UDF;
import org.apache.hadoop.hive.ql.udf.generic.GenericUDFUtils.ConversionHelper;
import org.apache.hadoop.hive.serde2.objectinspector.ObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.ObjectInspectorFactory;
import org.apache.hadoop.hive.serde2.objectinspector.ObjectInspectorFactory.ObjectInspectorOptions;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfoUtils;
import org.apache.spark.sql.types.DataType;

/** A simple Hive UDF: its {@code evaluate} is found, and its arguments are converted, by Hive's own rules. */
final class SimpleHive implements RowForm {
  private final Object udf;
  private final Method evaluate;
  private final List<HiveValues> arguments = new ArrayList<>();
  private final ConversionHelper conversion;
  private final ObjectInspector answer;
  private final DataType result;

  @SuppressWarnings("deprecation")
  SimpleHive(Object udf, List<DataType> types, DataType result) {
    this.udf = udf;
    this.result = result;
    List<TypeInfo> infos = new ArrayList<>();
    for (DataType type : types) {
      HiveValues values = HiveValues.of(type);
      arguments.add(values);
      infos.add(TypeInfoUtils.getTypeInfoFromObjectInspector(values.inspector()));
    }
    try {
      evaluate = ((UDF) udf).getResolver().getEvalMethod(infos);
      evaluate.setAccessible(true);
      ObjectInspector[] inspectors = arguments.stream().map(HiveValues::inspector).toArray(ObjectInspector[]::new);
      conversion = new ConversionHelper(evaluate, inspectors);
    } catch (org.apache.hadoop.hive.ql.exec.UDFArgumentException e) {
      throw new IllegalArgumentException(udf.getClass().getName() + " does not take these types: " + e.getMessage(), e);
    }
    answer =
        ObjectInspectorFactory.getReflectionObjectInspector(
            evaluate.getGenericReturnType(), ObjectInspectorOptions.JAVA);
  }

  @Override
  public Object call(Object[] args) throws Exception {
    Object[] given = new Object[args.length];
    for (int i = 0; i < args.length; i++) {
      given[i] = arguments.get(i).toHive(args[i]);
    }
    Object answered = RowForm.invoke(evaluate, udf, conversion.convertIfNecessary(given));
    boolean plain = answered == null || answered instanceof BigDecimal || answered instanceof java.time.temporal.Temporal;
    return SparkValues.normal(result, plain ? answered : HiveValues.fromHive(answered, answer));
  }
}
