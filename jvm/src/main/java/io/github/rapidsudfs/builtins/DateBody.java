// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.builtins;

import ai.rapids.cudf.BinaryOp;
import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.DType;
import io.github.rapidsudfs.columns.ColumnMath;
import io.github.rapidsudfs.columns.Columns;

/** {@code add_months}, {@code make_date}: dates from day numbers, some out of range. */
public final class DateBody extends BuiltinBody {
  private final PlainBody.Columnar days;
  private final boolean failOnError;

  /**
   * @param days computes INT64, null for an invalid date
   * @param failOnError whether rows with an invalid date are refused
   */
  public DateBody(PlainBody.Columnar days, boolean failOnError) {
    this.days = days;
    this.failOnError = failOnError;
  }

  @Override
  public ColumnVector columnarBody(int rows, ColumnVector[] args) {
    try (Columns c = new Columns()) {
      ColumnVector wide = c.own(days.of(args));
      if (failOnError) {
        refuseWhere(c.own(invalid(wide, args)), args);
      }
      ColumnVector narrow = c.own(wide.castTo(DType.INT32));
      refuseWhere(c.is(narrow, BinaryOp.NOT_EQUAL, wide), args);
      return ColumnMath.bitCast(narrow, DType.TIMESTAMP_DAYS);
    }
  }
}
