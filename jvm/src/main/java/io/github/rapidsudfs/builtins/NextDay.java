// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.builtins;

import ai.rapids.cudf.BinaryOp;
import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.ColumnView;
import ai.rapids.cudf.DType;
import ai.rapids.cudf.Scalar;
import io.github.rapidsudfs.columns.ColumnMath;
import io.github.rapidsudfs.columns.Columns;

/** {@code next_day} with a literal weekday in Spark's numbering, where 0 is Thursday. */
public final class NextDay extends BuiltinBody {
  private static final int WEEK = 7;

  private final int dayOfWeek;

  public NextDay(int dayOfWeek) {
    this.dayOfWeek = dayOfWeek;
  }

  @Override
  public ColumnVector columnarBody(int rows, ColumnVector[] args) {
    try (Columns c = new Columns()) {
      ColumnView days = c.own(args[0].bitCastTo(DType.INT32));
      ColumnVector apart = c.own(c.own(Scalar.fromInt(dayOfWeek - 1)).sub(days, DType.INT32));
      ColumnVector wait = c.ints(apart).with(BinaryOp.PMOD, WEEK).get();
      ColumnVector next = c.ints(days).with(BinaryOp.ADD, wait).with(BinaryOp.ADD, 1).get();
      return ColumnMath.bitCast(next, DType.TIMESTAMP_DAYS);
    }
  }
}
