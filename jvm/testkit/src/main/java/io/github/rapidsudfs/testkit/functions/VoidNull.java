// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.testkit.functions;

import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.DType;
import io.github.rapidsudfs.api.Category;
import io.github.rapidsudfs.api.NullRule;
import io.github.rapidsudfs.api.Signature;
import io.github.rapidsudfs.columns.ColumnMath;
import io.github.rapidsudfs.udf.Udf0;
import org.apache.spark.sql.api.java.UDF0;

/** An untyped null, the only type whose columns hold nothing but nulls. */
public final class VoidNull extends Udf0<Void> implements UDF0<Void> {
  public VoidNull() {
    super(
        Signature.named("void_null")
            .in(Category.META)
            .returns("void")
            .nulls(NullRule.CALLED_ON_NULL)
            .summary("An untyped null")
            .description(
                "Shows how a void column crosses between Spark and cuDF, where it is INT8, all"
                    + " null.")
            .example("void_null()", "NULL")
            .example("coalesce(void_null(), 1)", "1")
            .since("0.1.0"));
  }

  @Override
  protected Void row() {
    return null;
  }

  @Override
  protected ColumnVector columnar(int rows) {
    return ColumnMath.nulls(DType.INT8, rows);
  }
}
