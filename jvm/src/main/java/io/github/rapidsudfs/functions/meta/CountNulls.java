// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.functions.meta;

import ai.rapids.cudf.BinaryOp;
import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.DType;
import io.github.rapidsudfs.api.Argument;
import io.github.rapidsudfs.api.Category;
import io.github.rapidsudfs.api.NullRule;
import io.github.rapidsudfs.api.Signature;
import io.github.rapidsudfs.columns.ColumnMath;
import io.github.rapidsudfs.columns.Columns;
import io.github.rapidsudfs.udf.VarargsUdf;
import java.util.List;
import org.apache.spark.sql.api.java.UDF1;

/** The number of null arguments. */
public final class CountNulls extends VarargsUdf<Object, Integer> implements UDF1<Object, Integer> {
  public CountNulls() {
    super(
        Signature.named("count_nulls")
            .in(Category.META)
            .takesMany("value", Argument.ANY)
            .returns("int")
            .opaque()
            .nulls(NullRule.NEVER_NULL)
            .summary("Counts the arguments that are null")
            .description("Takes any number of arguments of any types; NaN and empty are not null.")
            .example("count_nulls(1, NULL, 'a', array(NULL))", "1")
            .example("count_nulls()", "0")
            .since("0.1.0"));
  }

  @Override
  protected Integer row(List<Object> values) {
    int nulls = 0;
    // The JIT compiler would not eliminate an iterator.
    for (int i = 0; i < values.size(); i++) {
      if (values.get(i) == null) {
        nulls++;
      }
    }
    return nulls;
  }

  @Override
  protected ColumnVector columnar(int rows, ColumnVector[] values) {
    try (Columns c = new Columns()) {
      ColumnVector total = c.own(ColumnMath.repeated(0, rows));
      for (ColumnVector value : values) {
        if (value.hasNulls()) {
          ColumnVector isNull = c.own(value.isNull());
          ColumnVector before = total;
          total = c.own(before.binaryOp(BinaryOp.ADD, isNull, DType.INT32));
          c.free(before, isNull);
        }
      }
      return c.release(total);
    }
  }
}
