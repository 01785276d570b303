// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.udf;

import ai.rapids.cudf.ColumnVector;
import com.nvidia.spark.RapidsUDF;
import io.github.rapidsudfs.metrics.Counters;
import org.apache.spark.util.Utils;

/**
 * Counts the columnar calls of a third-party Hive UDF. Spark serializes a Hive UDF with Hive's
 * Kryo, which needs a no-argument constructor.
 */
public final class CountedHiveUdf implements RapidsUDF, UdfDelegate {
  private String name;
  private String className;

  /** The UDF that Hive initialized; null to instantiate it from its class, as Spark does. */
  private Object initialized;

  private transient RapidsUDF udf;

  private CountedHiveUdf() {}

  /** A UDF that counts the calls of another one, instantiated by its class if null. */
  public CountedHiveUdf(String name, String className, Object initialized) {
    this.name = name;
    this.className = className;
    this.initialized = initialized;
  }

  @Override
  public ColumnVector evaluateColumnar(int rows, ColumnVector... args) {
    return Counters.of(name).columnar(rows, args, () -> udf().evaluateColumnar(rows, args));
  }

  @Override
  public String udfClass() {
    return className;
  }

  private RapidsUDF udf() {
    if (udf == null) {
      udf = (RapidsUDF) (initialized == null ? create() : initialized);
    }
    return udf;
  }

  private Object create() {
    try {
      return Utils.classForName(className, true, false).getConstructor().newInstance();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("cannot instantiate " + className, e);
    }
  }
}
