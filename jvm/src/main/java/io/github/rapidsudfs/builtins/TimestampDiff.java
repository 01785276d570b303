// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.builtins;

import ai.rapids.cudf.BinaryOp;
import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.ColumnView;
import ai.rapids.cudf.DType;
import io.github.rapidsudfs.columns.ColumnMath;
import io.github.rapidsudfs.columns.Columns;

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
    try (Columns c = new Columns()) {
      ColumnView from = c.own(args[0].bitCastTo(DType.INT64));
      ColumnView to = c.own(args[1].bitCastTo(DType.INT64));
      ColumnVector apart = c.own(unit.months == 0 ? micros(from, to) : months(from, to));
      if (ColumnMath.allWithin(from, -NEAR, NEAR) && ColumnMath.allWithin(to, -NEAR, NEAR)) {
        return c.release(apart);
      }
      ColumnVector far = c.own(c.own(far(from)).or(c.own(far(to))));
      return byBuiltinWhere(far, apart, args);
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
    try (Columns c = new Columns()) {
      ColumnVector start = c.own(day(from));
      ColumnVector end = c.own(day(to));
      ColumnVector apart = c.own(end.binaryOp(BinaryOp.SUB, start, DType.INT64));
      ColumnVector begun = c.own(begun(from, to, apart));
      ColumnVector over = c.own(end.binaryOp(BinaryOp.ADD, begun, DType.INT32));
      ColumnVector startDays = c.own(Dates.daysOfMonths(start));
      ColumnVector endDays = c.own(Dates.daysOfMonths(over));
      ColumnVector days = c.own(endDays.binaryOp(BinaryOp.SUB, startDays, DType.INT64));
      return ColumnMath.with(BinaryOp.DIV, days, 32L * unit.months, DType.INT64);
    }
  }

  private static ColumnVector day(ColumnView at) {
    return ColumnMath.with(BinaryOp.FLOOR_DIV, at, TimestampUnit.MICROS_OF_DAY, DType.INT32);
  }

  private static ColumnVector time(ColumnView at) {
    return ColumnMath.with(BinaryOp.PMOD, at, TimestampUnit.MICROS_OF_DAY, DType.INT64);
  }

  /** The correction by one day towards the start where the last day is incomplete: 1, 0 or -1. */
  private static ColumnVector begun(ColumnView from, ColumnView to, ColumnVector apart) {
    try (Columns c = new Columns()) {
      ColumnVector start = c.own(time(from));
      ColumnVector end = c.own(time(to));
      ColumnVector later = c.own(ColumnMath.with(BinaryOp.GREATER, apart, 0L, DType.BOOL8));
      ColumnVector isBefore = c.own(end.binaryOp(BinaryOp.LESS, start, DType.BOOL8));
      ColumnVector back = c.own(later.and(isBefore));
      ColumnVector earlier = c.own(ColumnMath.with(BinaryOp.LESS, apart, 0L, DType.BOOL8));
      ColumnVector isAfter = c.own(end.binaryOp(BinaryOp.GREATER, start, DType.BOOL8));
      ColumnVector forth = c.own(c.own(earlier.and(isAfter)).castTo(DType.INT32));
      return forth.binaryOp(BinaryOp.SUB, c.own(back.castTo(DType.INT32)), DType.INT32);
    }
  }
}
