// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.builtins;

import ai.rapids.cudf.BinaryOp;
import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.ColumnView;
import ai.rapids.cudf.DType;
import ai.rapids.cudf.Scalar;
import io.github.rapidsudfs.columns.ColumnMath;
import io.github.rapidsudfs.columns.Columns;

/** {@code make_date}, {@code add_months}; cuDF computes within the 800 years after 1970. */
public final class Dates {
  private static final int MONTHS_OF_CYCLE = 12 * Calendar.YEARS_OF_CYCLE;

  /** The last year of Java's dates. */
  private static final int LAST_YEAR = 999_999_999;

  private Dates() {}

  /** {@code add_months}, clamped to the last day of short months: INT64, maybe no date. */
  public static ColumnVector addMonths(ColumnView date, ColumnView months) {
    try (Columns c = new Columns()) {
      ColumnVector days = c.own(Calendar.folded(date));
      ColumnVector more = c.ints(months).with(BinaryOp.PMOD, MONTHS_OF_CYCLE).get();
      ColumnView folded = c.own(days.bitCastTo(DType.TIMESTAMP_DAYS));
      ColumnView later = c.own(c.own(folded.addCalendricalMonths(more)).bitCastTo(DType.INT32));
      ColumnVector cycles = c.own(Calendar.cycles(date, days));
      ColumnVector further = c.own(Calendar.cycles(months, more, MONTHS_OF_CYCLE));
      return moved(later, c.ints(cycles).with(BinaryOp.ADD, further).get());
    }
  }

  /** {@code make_date}: days in INT64, maybe out of range; null for an invalid date. */
  public static ColumnVector make(ColumnView year, ColumnView month, ColumnView day) {
    try (Columns c = new Columns()) {
      ColumnVector knownYear = c.own(ColumnMath.nullOutside(year, -LAST_YEAR, LAST_YEAR));
      ColumnVector knownMonth = c.own(ColumnMath.nullOutside(month, 1, 12));
      ColumnVector inCycle = c.ints(knownYear).with(BinaryOp.PMOD, Calendar.YEARS_OF_CYCLE).get();
      ColumnVector days = c.own(days(c.own(monthStarts(inCycle, knownMonth)), day));
      return moved(days, c.own(Calendar.cycles(knownYear, inCycle, Calendar.YEARS_OF_CYCLE)));
    }
  }

  /** The day of the month plus 32 for each month since 1970: INT64. */
  static ColumnVector daysOfMonths(ColumnView date) {
    try (Columns c = new Columns()) {
      ColumnVector days = c.own(Calendar.folded(date));
      ColumnView folded = c.own(days.bitCastTo(DType.TIMESTAMP_DAYS));
      ColumnVector cycles = c.own(Calendar.cycles(date, days));
      ColumnVector before = c.longs(cycles).with(BinaryOp.MUL, (long) MONTHS_OF_CYCLE).get();
      return c.longs(c.own(folded.year()))
          .with(BinaryOp.SUB, 1970)
          .with(BinaryOp.MUL, 12)
          .with(BinaryOp.ADD, c.own(folded.month()))
          .with(BinaryOp.ADD, before)
          .with(BinaryOp.MUL, 32)
          .with(BinaryOp.ADD, c.own(folded.day()))
          .release();
    }
  }

  /** The first days of months of the 400 years from 2000 on, whose calendar equals that of 0 on. */
  private static ColumnVector monthStarts(ColumnVector year, ColumnVector month) {
    int rows = Math.toIntExact(year.getRowCount());
    try (Columns c = new Columns()) {
      ColumnVector since =
          c.ints(year)
              .with(BinaryOp.MUL, 12)
              .with(BinaryOp.ADD, month)
              .with(BinaryOp.ADD, 12 * 30 - 1)
              .get();
      Scalar epoch = c.own(Scalar.timestampDaysFromInt(0));
      return c.own(ColumnVector.fromScalar(epoch, rows)).addCalendricalMonths(since);
    }
  }

  /** Day numbers less 2000 years (5 cycles): INT32, null where the month has no such day. */
  private static ColumnVector days(ColumnVector starts, ColumnView day) {
    try (Columns c = new Columns()) {
      ColumnVector begun = c.is(day, BinaryOp.GREATER, 0);
      ColumnVector notOver = c.is(day, BinaryOp.LESS_EQUAL, c.own(starts.daysInMonth()));
      ColumnView first = c.own(starts.bitCastTo(DType.INT32));
      ColumnVector more = c.ints(day).with(BinaryOp.SUB, 5 * Calendar.DAYS_OF_CYCLE + 1).get();
      return ColumnMath.nullUnless(
          c.own(begun.and(notOver)), c.ints(first).with(BinaryOp.ADD, more).get());
    }
  }

  private static ColumnVector moved(ColumnView days, ColumnVector cycles) {
    try (Columns c = new Columns()) {
      ColumnVector more = c.longs(cycles).with(BinaryOp.MUL, (long) Calendar.DAYS_OF_CYCLE).get();
      return c.longs(days).with(BinaryOp.ADD, more).release();
    }
  }
}
