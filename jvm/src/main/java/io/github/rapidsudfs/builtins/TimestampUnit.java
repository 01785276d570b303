// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.builtins;

import ai.rapids.cudf.BinaryOp;
import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.ColumnView;
import ai.rapids.cudf.DType;
import io.github.rapidsudfs.columns.ColumnMath;
import java.util.Locale;

/** The units of {@code timestampadd} and {@code timestampdiff}, in microseconds or months. */
public enum TimestampUnit {
  MICROSECOND(1, 0),
  MILLISECOND(1_000, 0),
  SECOND(1_000_000, 0),
  MINUTE(60_000_000, 0),
  HOUR(3_600_000_000L, 0),
  DAY(TimestampUnit.MICROS_OF_DAY, 0),
  DAYOFYEAR(TimestampUnit.MICROS_OF_DAY, 0),
  WEEK(7 * TimestampUnit.MICROS_OF_DAY, 0),
  MONTH(0, 1),
  QUARTER(0, 3),
  YEAR(0, 12);

  static final long MICROS_OF_DAY = 86_400_000_000L;

  final long micros;
  final int months;

  TimestampUnit(long micros, int months) {
    this.micros = micros;
    this.months = months;
  }

  /** The date of each timestamp, as a day number: INT32. */
  static ColumnVector day(ColumnView at) {
    return ColumnMath.with(BinaryOp.FLOOR_DIV, at, MICROS_OF_DAY, DType.INT32);
  }

  /** The microseconds since midnight: INT64. */
  static ColumnVector time(ColumnView at) {
    return ColumnMath.with(BinaryOp.PMOD, at, MICROS_OF_DAY, DType.INT64);
  }

  /**
   * @throws IllegalArgumentException for an unknown name
   */
  public static TimestampUnit named(String name) {
    return valueOf(name.toUpperCase(Locale.ROOT));
  }
}
