// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.testkit.calls;

import io.github.rapidsudfs.hive.HiveValues;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hive.ql.exec.UDFArgumentException;
import org.apache.hadoop.hive.ql.udf.generic.GenericUDF;
import org.apache.hadoop.hive.ql.udf.generic.GenericUDF.DeferredJavaObject;
import org.apache.hadoop.hive.ql.udf.generic.GenericUDF.DeferredObject;
import org.apache.hadoop.hive.serde2.objectinspector.ObjectInspector;
import org.apache.spark.sql.types.DataType;

/** A generic Hive UDF, initialized with inspectors of Hive's standard Java objects. */
final class GenericHive implements RowForm {
  private final GenericUDF udf;
  private final List<HiveValues> arguments = new ArrayList<>();
  private final ObjectInspector answer;
  private final DataType result;

  static GenericHive of(Object udf, List<DataType> types, DataType result) {
    return new GenericHive((GenericUDF) udf, types, result);
  }

  private GenericHive(GenericUDF udf, List<DataType> types, DataType result) {
    this.udf = udf;
    this.result = result;
    types.forEach(type -> arguments.add(HiveValues.of(type)));
    try {
      ObjectInspector[] inspectors =
          arguments.stream().map(HiveValues::inspector).toArray(ObjectInspector[]::new);
      this.answer = udf.initialize(inspectors);
    } catch (UDFArgumentException e) {
      throw new IllegalArgumentException(
          udf.getClass().getName() + " does not take these types: " + e.getMessage(), e);
    }
  }

  @Override
  public Object call(Object[] args) throws Exception {
    DeferredObject[] deferred = new DeferredObject[args.length];
    for (int i = 0; i < args.length; i++) {
      deferred[i] = new DeferredJavaObject(arguments.get(i).toHive(args[i]));
    }
    return SparkValues.normal(result, HiveValues.fromHive(udf.evaluate(deferred), answer));
  }
}
