// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.hive;

import ai.rapids.cudf.ColumnVector;
import com.nvidia.spark.RapidsUDF;
import io.github.rapidsudfs.api.DualFunction;
import io.github.rapidsudfs.rows.RowCall;
import io.github.rapidsudfs.udf.UdfDelegate;
import java.util.List;
import org.apache.hadoop.hive.ql.exec.UDF;

/**
 * A dual function of fixed types as a simple Hive UDF.
 *
 * <p>The build generates a subclass for every function of the catalogue whose types Hive finds by
 * reflection. For a function of your own, write one with a no-argument constructor that passes the
 * function, and an {@code evaluate} method with its exact types ({@code java.sql}'s classes for
 * dates and timestamps):
 *
 * <pre>{@code
 * public final class HiveSlug extends HiveSimpleUdf {
 *   public HiveSlug() {
 *     super(new Slug());
 *   }
 *
 *   public String evaluate(String title) {
 *     return (String) call(title);
 *   }
 * }
 * }</pre>
 */
@SuppressWarnings("deprecation")
public abstract class HiveSimpleUdf extends UDF implements RapidsUDF, UdfDelegate {
  private final DualFunction function;
  private final HiveValues values;
  private final RowCall rowCall;

  /**
   * @throws IllegalArgumentException for a function whose result type depends on its arguments
   */
  protected HiveSimpleUdf(DualFunction function) {
    if (function.signature().dependentResult()) {
      throw new IllegalArgumentException(
          function.signature().name()
              + " has a result whose type depends on its arguments: extend HiveGenericUdf");
    }
    this.function = function;
    this.values = HiveValues.of(function.signature().resultType(List.of()));
    this.rowCall = RowCall.of(function);
  }

  /** The row-wise result as Hive's standard Java object. */
  protected final Object call(Object... args) {
    return values.toHive(rowCall.call(args));
  }

  @Override
  public final ColumnVector evaluateColumnar(int numRows, ColumnVector... args) {
    return function.evaluateColumnar(numRows, args);
  }

  @Override
  public final String udfClass() {
    return function.getClass().getName();
  }
}
