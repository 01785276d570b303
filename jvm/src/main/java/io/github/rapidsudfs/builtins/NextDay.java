// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.builtins;

import ai.rapids.cudf.BinaryOp;
import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.ColumnView;
import ai.rapids.cudf.DType;
import ai.rapids.cudf.Scalar;
import io.github.rapidsudfs.columns.ColumnMath;

/** {@code next_day} with a literal weekday in Spark's numbering, where 0 is Thursday. */
public final class NextDay extends BuiltinBody {
  private static final int WEEK = 7;

  private final int dayOfWeek;

  public NextDay(int dayOfWeek) {
    this.dayOfWeek = dayOfWeek;
  }

  @Override
  public ColumnVector columnarBody(int rows, ColumnVector[] args) {
    try (ColumnView days = args[0].bitCastTo(DType.INT32);
        Scalar before = Scalar.fromInt(dayOfWeek - 1);
        ColumnVector apart = before.sub(days, DType.INT32);
        ColumnVector wait = ColumnMath.with(BinaryOp.PMOD, apart, WEEK, DType.INT32);
        ColumnVector until = days.add(wait, DType.INT32);
        ColumnVector next = ColumnMath.with(BinaryOp.ADD, until, 1, DType.INT32);
        ColumnView date = next.bitCastTo(DType.TIMESTAMP_DAYS)) {
      return date.copyToColumnVector();
    }
  }
}
