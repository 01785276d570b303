// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.builtins;

import ai.rapids.cudf.BinaryOp;
import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.ColumnView;
import ai.rapids.cudf.DType;
import io.github.rapidsudfs.columns.ColumnMath;

/** {@code timestampdiff}, in UTC: whole units from one timestamp to another. */
public final class TimestampDiff extends BuiltinBody {
  /** Differences within this range fit 64 bits; rows outside it are left to Spark. */
  private static final long NEAR = Long.MAX_VALUE / 2;

  private final TimestampUnit unit;

  public TimestampDiff(TimestampUnit unit) {
    this.unit = unit;
  }

  @Override
  public ColumnVector columnarBody(int rows, ColumnVector[] args) {
    try (ColumnView from = args[0].bitCastTo(DType.INT64);
        ColumnView to = args[1].bitCastTo(DType.INT64);
        ColumnVector apart = unit.months == 0 ? micros(from, to) : months(from, to)) {
      if (ColumnMath.allWithin(from, -NEAR, NEAR) && ColumnMath.allWithin(to, -NEAR, NEAR)) {
        return apart.incRefCount();
      }
      try (ColumnVector farFrom = far(from);
          ColumnVector farTo = far(to);
          ColumnVector far = farFrom.or(farTo)) {
        return byBuiltinWhere(far, apart, args);
      }
    }
  }

  private static ColumnVector far(ColumnView at) {
    try (ColumnVector near = ColumnMath.nullOutside(at, -NEAR, NEAR)) {
      return near.isNull();
    }
  }

  private ColumnVector micros(ColumnView from, ColumnView to) {
    try (ColumnVector apart = to.binaryOp(BinaryOp.SUB, from, DType.INT64)) {
      return ColumnMath.with(BinaryOp.DIV, apart, unit.micros, DType.INT64);
    }
  }

  /**
   * The months between the dates; the last month counts only once the time of day of the start is
   * reached.
   */
  private ColumnVector months(ColumnView from, ColumnView to) {
    try (ColumnVector start = day(from);
        ColumnVector end = day(to);
        ColumnVector apart = end.binaryOp(BinaryOp.SUB, start, DType.INT64);
        ColumnVector begun = begun(from, to, apart);
        ColumnVector over = end.binaryOp(BinaryOp.ADD, begun, DType.INT32);
        ColumnVector startDays = Dates.daysOfMonths(start);
        ColumnVector endDays = Dates.daysOfMonths(over);
        ColumnVector days = endDays.binaryOp(BinaryOp.SUB, startDays, DType.INT64)) {
      return ColumnMath.with(BinaryOp.DIV, days, 32L * unit.months, DType.INT64);
    }
  }

  private static ColumnVector day(ColumnView at) {
    return ColumnMath.with(BinaryOp.FLOOR_DIV, at, TimestampUnit.MICROS_OF_DAY, DType.INT32);
  }

  /** The correction by one day towards the start where the last day is incomplete: 1, 0 or -1. */
  private static ColumnVector begun(ColumnView from, ColumnView to, ColumnVector apart) {
    try (ColumnVector start =
            ColumnMath.with(BinaryOp.PMOD, from, TimestampUnit.MICROS_OF_DAY, DType.INT64);
        ColumnVector end =
            ColumnMath.with(BinaryOp.PMOD, to, TimestampUnit.MICROS_OF_DAY, DType.INT64);
        ColumnVector later = ColumnMath.with(BinaryOp.GREATER, apart, 0L, DType.BOOL8);
        ColumnVector isBefore = end.binaryOp(BinaryOp.LESS, start, DType.BOOL8);
        ColumnVector back = later.and(isBefore);
        ColumnVector earlier = ColumnMath.with(BinaryOp.LESS, apart, 0L, DType.BOOL8);
        ColumnVector isAfter = end.binaryOp(BinaryOp.GREATER, start, DType.BOOL8);
        ColumnVector forth = earlier.and(isAfter);
        ColumnVector one = forth.castTo(DType.INT32);
        ColumnVector other = back.castTo(DType.INT32)) {
      return one.binaryOp(BinaryOp.SUB, other, DType.INT32);
    }
  }
}
