// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.core;

import ai.rapids.cudf.ColumnVector;
import com.nvidia.spark.RapidsUDF;
import org.apache.spark.util.Utils;

/**
 * Counts the columnar calls of a Hive UDF of somebody else's class. Spark carries a Hive UDF to the
 * executors by Hive's Kryo, which wants the constructor without arguments.
 */
public final class CountedHiveUdf implements RapidsUDF, UdfDelegate {
  private String name;
  private String className;

  /** As Hive has initialized it; null where it is to be made from its class, as Spark does. */
  private Object initialized;

  private transient RapidsUDF udf;

  private CountedHiveUdf() {}

  /**
   * A UDF that counts the calls of another.
   *
   * @param name under which its work is summed
   * @param className of the UDF
   * @param initialized the UDF itself, or null for one that is made anew in each process
   */
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
      udf = (RapidsUDF) (initialized == null ? made() : initialized);
    }
    return udf;
  }

  private Object made() {
    try {
      return Utils.classForName(className, true, false).getConstructor().newInstance();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(className + " cannot be made", e);
    }
  }
}
