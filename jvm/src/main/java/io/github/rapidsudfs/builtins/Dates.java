// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.builtins;

import ai.rapids.cudf.BinaryOp;
import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.ColumnView;
import ai.rapids.cudf.DType;
import ai.rapids.cudf.Scalar;
import io.github.rapidsudfs.columns.ColumnMath;

/**
 * {@code make_date} and {@code add_months}. As in {@link Calendar}, cuDF computes within the 800
 * years after 1970.
 */
public final class Dates {
  private static final int MONTHS_OF_CYCLE = 12 * Calendar.YEARS_OF_CYCLE;

  /** The last year of Java's dates. */
  private static final int LAST_YEAR = 999_999_999;

  private Dates() {}

  /**
   * {@code add_months}; clamped to the last day of a month that is too short.
   *
   * @return days in INT64, possibly out of the range of dates
   */
  public static ColumnVector addMonths(ColumnView date, ColumnView months) {
    try (ColumnVector days = Calendar.folded(date);
        ColumnVector more = ColumnMath.with(BinaryOp.PMOD, months, MONTHS_OF_CYCLE, DType.INT32);
        ColumnView folded = days.bitCastTo(DType.TIMESTAMP_DAYS);
        ColumnVector later = folded.addCalendricalMonths(more);
        ColumnView laterDays = later.bitCastTo(DType.INT32);
        ColumnVector cycles = Calendar.cycles(date, days);
        ColumnVector further = Calendar.cycles(months, more, MONTHS_OF_CYCLE);
        ColumnVector all = cycles.binaryOp(BinaryOp.ADD, further, DType.INT32)) {
      return moved(laterDays, all);
    }
  }

  /**
   * {@code make_date}.
   *
   * @return days in INT64, possibly out of the range of dates; null for an invalid date
   */
  public static ColumnVector make(ColumnView year, ColumnView month, ColumnView day) {
    try (ColumnVector knownYear = ColumnMath.nullOutside(year, -LAST_YEAR, LAST_YEAR);
        ColumnVector knownMonth = ColumnMath.nullOutside(month, 1, 12);
        ColumnVector inCycle =
            ColumnMath.with(BinaryOp.PMOD, knownYear, Calendar.YEARS_OF_CYCLE, DType.INT32);
        ColumnVector starts = monthStarts(inCycle, knownMonth);
        ColumnVector days = days(starts, day);
        ColumnVector cycles = Calendar.cycles(knownYear, inCycle, Calendar.YEARS_OF_CYCLE)) {
      return moved(days, cycles);
    }
  }

  /** The day of the month plus 32 for each month since 1970: INT64. */
  static ColumnVector daysOfMonths(ColumnView date) {
    try (ColumnVector days = Calendar.folded(date);
        ColumnView folded = days.bitCastTo(DType.TIMESTAMP_DAYS);
        ColumnVector year = folded.year();
        ColumnVector month = folded.month();
        ColumnVector day = folded.day();
        ColumnVector years = ColumnMath.with(BinaryOp.SUB, year, 1970, DType.INT64);
        ColumnVector months = ColumnMath.with(BinaryOp.MUL, years, 12, DType.INT64);
        ColumnVector sum = months.binaryOp(BinaryOp.ADD, month, DType.INT64);
        ColumnVector cycles = Calendar.cycles(date, days);
        ColumnVector before =
            ColumnMath.with(BinaryOp.MUL, cycles, (long) MONTHS_OF_CYCLE, DType.INT64);
        ColumnVector all = sum.binaryOp(BinaryOp.ADD, before, DType.INT64);
        ColumnVector wide = ColumnMath.with(BinaryOp.MUL, all, 32, DType.INT64)) {
      return wide.binaryOp(BinaryOp.ADD, day, DType.INT64);
    }
  }

  /** The first days of months of the 400 years from 2000 on, whose calendar equals that of 0 on. */
  private static ColumnVector monthStarts(ColumnVector year, ColumnVector month) {
    try (ColumnVector months = ColumnMath.with(BinaryOp.MUL, year, 12, DType.INT32);
        ColumnVector all = months.binaryOp(BinaryOp.ADD, month, DType.INT32);
        ColumnVector since = ColumnMath.with(BinaryOp.ADD, all, 12 * 30 - 1, DType.INT32);
        Scalar epoch = Scalar.timestampDaysFromInt(0);
        ColumnVector epochs =
            ColumnVector.fromScalar(epoch, Math.toIntExact(since.getRowCount()))) {
      return epochs.addCalendricalMonths(since);
    }
  }

  /**
   * Day numbers, moved back by 2000 years (5 cycles): INT32. Null where the month has no such day.
   */
  private static ColumnVector days(ColumnVector starts, ColumnView day) {
    try (ColumnVector lengths = starts.daysInMonth();
        ColumnVector begun = ColumnMath.with(BinaryOp.GREATER, day, 0, DType.BOOL8);
        ColumnVector notOver = day.binaryOp(BinaryOp.LESS_EQUAL, lengths, DType.BOOL8);
        ColumnVector exists = begun.and(notOver);
        ColumnView first = starts.bitCastTo(DType.INT32);
        ColumnVector more =
            ColumnMath.with(BinaryOp.SUB, day, 5 * Calendar.DAYS_OF_CYCLE + 1, DType.INT32);
        ColumnVector days = first.binaryOp(BinaryOp.ADD, more, DType.INT32)) {
      return ColumnMath.nullUnless(exists, days);
    }
  }

  private static ColumnVector moved(ColumnView days, ColumnVector cycles) {
    try (ColumnVector more =
        ColumnMath.with(BinaryOp.MUL, cycles, (long) Calendar.DAYS_OF_CYCLE, DType.INT64)) {
      return days.binaryOp(BinaryOp.ADD, more, DType.INT64);
    }
  }
}
