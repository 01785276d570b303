// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.builtins;

import ai.rapids.cudf.BinaryOp;
import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.ColumnView;
import ai.rapids.cudf.DType;
import io.github.rapidsudfs.columns.ColumnMath;

/** {@code timestampadd}, in UTC. */
public final class TimestampAdd extends BuiltinBody {
  private final TimestampUnit unit;

  public TimestampAdd(TimestampUnit unit) {
    this.unit = unit;
  }

  @Override
  public ColumnVector columnarBody(int rows, ColumnVector[] args) {
    try (ColumnVector number = args[0].castTo(DType.INT64);
        ColumnView at = args[1].bitCastTo(DType.INT64);
        ColumnVector sum = unit.months == 0 ? plusMicros(number, at) : plusMonths(number, at);
        ColumnView later = sum.bitCastTo(DType.TIMESTAMP_MICROSECONDS)) {
      refuse(sum, args);
      return later.copyToColumnVector();
    }
  }

  /** Refuses the rows in which the sum overflowed to null. */
  private void refuse(ColumnVector sum, ColumnVector[] args) {
    if (!sum.hasNulls()) {
      return;
    }
    try (ColumnVector isNull = sum.isNull();
        ColumnVector number = args[0].isNotNull();
        ColumnVector at = args[1].isNotNull();
        ColumnVector known = number.and(at);
        ColumnVector refused = known.and(isNull)) {
      refuseWhere(refused, args);
    }
  }

  private ColumnVector plusMicros(ColumnVector number, ColumnView at) {
    long most = Long.MAX_VALUE / unit.micros;
    try (ColumnVector few = ColumnMath.nullOutside(number, -most, most);
        ColumnVector more = ColumnMath.with(BinaryOp.MUL, few, unit.micros, DType.INT64)) {
      return sum(at, more);
    }
  }

  private ColumnVector plusMonths(ColumnVector number, ColumnView at) {
    int most = Integer.MAX_VALUE / unit.months;
    try (ColumnVector few = ColumnMath.nullOutside(number, -most, most);
        ColumnVector months = ColumnMath.with(BinaryOp.MUL, few, unit.months, DType.INT32);
        ColumnVector day =
            ColumnMath.with(BinaryOp.FLOOR_DIV, at, TimestampUnit.MICROS_OF_DAY, DType.INT32);
        ColumnVector time =
            ColumnMath.with(BinaryOp.PMOD, at, TimestampUnit.MICROS_OF_DAY, DType.INT64);
        ColumnVector days = Dates.addMonths(day, months);
        ColumnVector near = ColumnMath.nullOutside(days, -106_751_990, 106_751_990);
        ColumnVector midnight =
            ColumnMath.with(BinaryOp.MUL, near, TimestampUnit.MICROS_OF_DAY, DType.INT64)) {
      return sum(midnight, time);
    }
  }

  /** The sum; null on overflow, that is, where both operands have the opposite sign of the sum. */
  private static ColumnVector sum(ColumnView a, ColumnView b) {
    try (ColumnVector sum = a.binaryOp(BinaryOp.ADD, b, DType.INT64);
        ColumnVector other = a.binaryOp(BinaryOp.BITWISE_XOR, sum, DType.INT64);
        ColumnVector another = b.binaryOp(BinaryOp.BITWISE_XOR, sum, DType.INT64);
        ColumnVector both = other.binaryOp(BinaryOp.BITWISE_AND, another, DType.INT64);
        ColumnVector fits = ColumnMath.with(BinaryOp.GREATER_EQUAL, both, 0L, DType.BOOL8)) {
      return ColumnMath.nullUnless(fits, sum);
    }
  }
}
