// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.udf;

import ai.rapids.cudf.ColumnVector;
import com.nvidia.spark.RapidsUDF;
import io.github.rapidsudfs.metrics.Counters;
import io.github.rapidsudfs.metrics.RowCount;
import io.github.rapidsudfs.metrics.RowCounts;

/** Counts the calls of a third-party RAPIDS UDF. */
public final class CountedUdf implements UdfTarget {
  private final Object function;
  private final RapidsUDF udf;
  private final String name;
  private transient RowCounts counts;

  private CountedUdf(Object function, RapidsUDF udf, String name) {
    this.function = function;
    this.udf = udf;
    this.name = name;
  }

  /** A Scala function that counts the calls of another one, of a number of arguments. */
  public static Object of(Object function, RapidsUDF udf, String name, int arguments) {
    return FunctionAdapters.of(new CountedUdf(function, udf, name), arguments);
  }

  @Override
  public Object row(Object[] args) {
    if (counts == null) {
      counts = new RowCounts(name);
    }
    RowCount count = counts.current();
    long begun = count.begin();
    try {
      return FunctionAdapters.apply(function, args);
    } catch (Throwable t) {
      count.failed();
      throw t;
    } finally {
      count.end(begun);
    }
  }

  @Override
  public ColumnVector columnar(int rows, ColumnVector[] args) {
    return Counters.of(name).columnar(rows, args, () -> udf.evaluateColumnar(rows, args));
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public String className() {
    return udf.getClass().getName();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof CountedUdf counted
        && counted.function.equals(function)
        && counted.name.equals(name);
  }

  @Override
  public int hashCode() {
    return function.hashCode();
  }
}
