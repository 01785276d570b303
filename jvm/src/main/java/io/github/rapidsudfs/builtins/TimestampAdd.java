// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.builtins;

import ai.rapids.cudf.BinaryOp;
import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.ColumnView;
import ai.rapids.cudf.DType;
import io.github.rapidsudfs.columns.ColumnMath;
import io.github.rapidsudfs.columns.Columns;

/** {@code timestampadd}, in UTC. */
public final class TimestampAdd extends BuiltinBody {
  private final TimestampUnit unit;

  public TimestampAdd(TimestampUnit unit) {
    this.unit = unit;
  }

  @Override
  public ColumnVector columnarBody(int rows, ColumnVector[] args) {
    try (Columns c = new Columns()) {
      ColumnVector number = c.own(args[0].castTo(DType.INT64));
      ColumnView at = c.own(args[1].bitCastTo(DType.INT64));
      ColumnVector sum = c.own(unit.months == 0 ? plusMicros(number, at) : plusMonths(number, at));
      if (sum.hasNulls()) {
        // The sum overflowed.
        refuseWhere(c.own(invalid(sum, args)), args);
      }
      return ColumnMath.bitCast(sum, DType.TIMESTAMP_MICROSECONDS);
    }
  }

  private ColumnVector plusMicros(ColumnVector number, ColumnView at) {
    long most = Long.MAX_VALUE / unit.micros;
    try (Columns c = new Columns()) {
      ColumnVector few = c.own(ColumnMath.nullOutside(number, -most, most));
      return sum(at, c.longs(few).with(BinaryOp.MUL, unit.micros).get());
    }
  }

  private ColumnVector plusMonths(ColumnVector number, ColumnView at) {
    int most = Integer.MAX_VALUE / unit.months;
    try (Columns c = new Columns()) {
      ColumnVector few = c.own(ColumnMath.nullOutside(number, -most, most));
      ColumnVector months = c.ints(few).with(BinaryOp.MUL, unit.months).get();
      ColumnVector day = c.own(TimestampUnit.day(at));
      ColumnVector time = c.own(TimestampUnit.time(at));
      ColumnVector days = c.own(Dates.addMonths(day, months));
      ColumnVector near = c.own(ColumnMath.nullOutside(days, -106_751_990, 106_751_990));
      return sum(c.longs(near).with(BinaryOp.MUL, TimestampUnit.MICROS_OF_DAY).get(), time);
    }
  }

  /** The sum; null on overflow, that is, where both operands have the opposite sign of the sum. */
  private static ColumnVector sum(ColumnView a, ColumnView b) {
    try (Columns c = new Columns()) {
      ColumnVector sum = c.longs(a).with(BinaryOp.ADD, b).get();
      ColumnVector other = c.longs(a).with(BinaryOp.BITWISE_XOR, sum).get();
      ColumnVector another = c.longs(b).with(BinaryOp.BITWISE_XOR, sum).get();
      ColumnVector both = c.longs(other).with(BinaryOp.BITWISE_AND, another).get();
      return ColumnMath.nullUnless(c.is(both, BinaryOp.GREATER_EQUAL, 0L), sum);
    }
  }
}
