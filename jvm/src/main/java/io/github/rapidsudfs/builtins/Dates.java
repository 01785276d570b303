// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.builtins;

import ai.rapids.cudf.BinaryOp;
import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.ColumnView;
import ai.rapids.cudf.DType;
import ai.rapids.cudf.Scalar;
import io.github.rapidsudfs.columns.ColumnMath;
import io.github.rapidsudfs.columns.Columns;

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
    try (Columns c = new Columns()) {
      ColumnVector days = c.own(Calendar.folded(date));
      ColumnVector more =
          c.own(ColumnMath.with(BinaryOp.PMOD, months, MONTHS_OF_CYCLE, DType.INT32));
      ColumnView folded = c.own(days.bitCastTo(DType.TIMESTAMP_DAYS));
      ColumnView later = c.own(c.own(folded.addCalendricalMonths(more)).bitCastTo(DType.INT32));
      ColumnVector cycles = c.own(Calendar.cycles(date, days));
      ColumnVector further = c.own(Calendar.cycles(months, more, MONTHS_OF_CYCLE));
      return moved(later, c.own(cycles.binaryOp(BinaryOp.ADD, further, DType.INT32)));
    }
  }

  /**
   * {@code make_date}.
   *
   * @return days in INT64, possibly out of the range of dates; null for an invalid date
   */
  public static ColumnVector make(ColumnView year, ColumnView month, ColumnView day) {
    try (Columns c = new Columns()) {
      ColumnVector knownYear = c.own(ColumnMath.nullOutside(year, -LAST_YEAR, LAST_YEAR));
      ColumnVector knownMonth = c.own(ColumnMath.nullOutside(month, 1, 12));
      ColumnVector inCycle =
          c.own(ColumnMath.with(BinaryOp.PMOD, knownYear, Calendar.YEARS_OF_CYCLE, DType.INT32));
      ColumnVector days = c.own(days(c.own(monthStarts(inCycle, knownMonth)), day));
      return moved(days, c.own(Calendar.cycles(knownYear, inCycle, Calendar.YEARS_OF_CYCLE)));
    }
  }

  /** The day of the month plus 32 for each month since 1970: INT64. */
  static ColumnVector daysOfMonths(ColumnView date) {
    try (Columns c = new Columns()) {
      ColumnVector days = c.own(Calendar.folded(date));
      ColumnView folded = c.own(days.bitCastTo(DType.TIMESTAMP_DAYS));
      ColumnVector year = c.own(folded.year());
      ColumnVector month = c.own(folded.month());
      ColumnVector day = c.own(folded.day());
      ColumnVector years = c.own(ColumnMath.with(BinaryOp.SUB, year, 1970, DType.INT64));
      ColumnVector months = c.own(ColumnMath.with(BinaryOp.MUL, years, 12, DType.INT64));
      ColumnVector sum = c.own(months.binaryOp(BinaryOp.ADD, month, DType.INT64));
      ColumnVector cycles = c.own(Calendar.cycles(date, days));
      ColumnVector before =
          c.own(ColumnMath.with(BinaryOp.MUL, cycles, (long) MONTHS_OF_CYCLE, DType.INT64));
      ColumnVector all = c.own(sum.binaryOp(BinaryOp.ADD, before, DType.INT64));
      return c.own(ColumnMath.with(BinaryOp.MUL, all, 32, DType.INT64))
          .binaryOp(BinaryOp.ADD, day, DType.INT64);
    }
  }

  /** The first days of months of the 400 years from 2000 on, whose calendar equals that of 0 on. */
  private static ColumnVector monthStarts(ColumnVector year, ColumnVector month) {
    int rows = Math.toIntExact(year.getRowCount());
    try (Columns c = new Columns()) {
      ColumnVector months = c.own(ColumnMath.with(BinaryOp.MUL, year, 12, DType.INT32));
      ColumnVector all = c.own(months.binaryOp(BinaryOp.ADD, month, DType.INT32));
      ColumnVector since = c.own(ColumnMath.with(BinaryOp.ADD, all, 12 * 30 - 1, DType.INT32));
      Scalar epoch = c.own(Scalar.timestampDaysFromInt(0));
      return c.own(ColumnVector.fromScalar(epoch, rows)).addCalendricalMonths(since);
    }
  }

  /**
   * Day numbers, moved back by 2000 years (5 cycles): INT32. Null where the month has no such day.
   */
  private static ColumnVector days(ColumnVector starts, ColumnView day) {
    try (Columns c = new Columns()) {
      ColumnVector lengths = c.own(starts.daysInMonth());
      ColumnVector begun = c.own(ColumnMath.with(BinaryOp.GREATER, day, 0, DType.BOOL8));
      ColumnVector notOver = c.own(day.binaryOp(BinaryOp.LESS_EQUAL, lengths, DType.BOOL8));
      ColumnVector exists = c.own(begun.and(notOver));
      ColumnView first = c.own(starts.bitCastTo(DType.INT32));
      ColumnVector more =
          c.own(ColumnMath.with(BinaryOp.SUB, day, 5 * Calendar.DAYS_OF_CYCLE + 1, DType.INT32));
      return ColumnMath.nullUnless(exists, c.own(first.binaryOp(BinaryOp.ADD, more, DType.INT32)));
    }
  }

  private static ColumnVector moved(ColumnView days, ColumnVector cycles) {
    try (ColumnVector more =
        ColumnMath.with(BinaryOp.MUL, cycles, (long) Calendar.DAYS_OF_CYCLE, DType.INT64)) {
      return days.binaryOp(BinaryOp.ADD, more, DType.INT64);
    }
  }
}
