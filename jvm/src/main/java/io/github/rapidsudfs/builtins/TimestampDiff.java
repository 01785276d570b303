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
    try (Columns c = new Columns()) {
      return c.longs(to).with(BinaryOp.SUB, from).with(BinaryOp.DIV, unit.micros).release();
    }
  }

  /** The months between dates; the last counts once the start's time of day is reached. */
  private ColumnVector months(ColumnView from, ColumnView to) {
    try (Columns c = new Columns()) {
      ColumnVector start = c.own(TimestampUnit.day(from));
      ColumnVector end = c.own(TimestampUnit.day(to));
      ColumnVector apart = c.longs(end).with(BinaryOp.SUB, start).get();
      ColumnVector over = c.ints(end).with(BinaryOp.ADD, c.own(begun(from, to, apart))).get();
      ColumnVector startDays = c.own(Dates.daysOfMonths(start));
      return c.longs(c.own(Dates.daysOfMonths(over)))
          .with(BinaryOp.SUB, startDays)
          .with(BinaryOp.DIV, 32L * unit.months)
          .release();
    }
  }

  /** The correction by one day towards the start where the last day is incomplete: 1, 0 or -1. */
  private static ColumnVector begun(ColumnView from, ColumnView to, ColumnVector apart) {
    try (Columns c = new Columns()) {
      ColumnVector start = c.own(TimestampUnit.time(from));
      ColumnVector end = c.own(TimestampUnit.time(to));
      ColumnVector isBefore = c.is(end, BinaryOp.LESS, start);
      ColumnVector back = c.own(c.is(apart, BinaryOp.GREATER, 0L).and(isBefore));
      ColumnVector isAfter = c.is(end, BinaryOp.GREATER, start);
      ColumnVector forth = c.own(c.is(apart, BinaryOp.LESS, 0L).and(isAfter));
      return c.ints(c.own(forth.castTo(DType.INT32)))
          .with(BinaryOp.SUB, c.own(back.castTo(DType.INT32)))
          .release();
    }
  }
}
