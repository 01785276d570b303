// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.builtins;

import ai.rapids.cudf.BinaryOp;
import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.ColumnView;
import ai.rapids.cudf.DType;
import io.github.rapidsudfs.columns.ColumnMath;
import io.github.rapidsudfs.columns.Columns;
import java.util.function.Function;

/**
 * Fields of dates. cuDF supports years that fit 16 bits, Spark supports more. Dates are therefore
 * moved into the 400 years from 1970 on: calendar and weekdays repeat every 400 years.
 */
public final class Calendar {
  static final int DAYS_OF_CYCLE = 146_097;
  static final int YEARS_OF_CYCLE = 400;

  private Calendar() {}

  /** {@code weekofyear}: weeks begin on Monday, and belong to the year of their Thursday. */
  public static ColumnVector weekOfYear(ColumnView date) {
    try (Columns c = new Columns()) {
      ColumnVector days = c.own(ofThursday(c.own(folded(date)), ColumnView::dayOfYear));
      return c.ints(days)
          .with(BinaryOp.SUB, 1)
          .with(BinaryOp.DIV, 7)
          .with(BinaryOp.ADD, 1)
          .release();
    }
  }

  /** {@code extract(YEAROFWEEK)}. */
  public static ColumnVector yearOfWeek(ColumnView date) {
    try (Columns c = new Columns()) {
      ColumnVector folded = c.own(folded(date));
      ColumnVector year = c.own(ofThursday(folded, ColumnView::year));
      return c.ints(c.own(cycles(date, folded)))
          .with(BinaryOp.MUL, YEARS_OF_CYCLE)
          .with(BinaryOp.ADD, year)
          .release();
    }
  }

  /** {@code dayname}, from a table that starts with Thursday, the weekday of 1970-01-01. */
  public static ColumnVector dayName(ColumnView date) {
    try (ColumnView days = date.bitCastTo(DType.INT32);
        ColumnVector day = ColumnMath.with(BinaryOp.PMOD, days, 7, DType.INT32);
        ColumnVector names =
            ColumnVector.fromStrings("Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed")) {
      return LookupTables.at(names, day);
    }
  }

  /** {@code monthname}. */
  public static ColumnVector monthName(ColumnView date) {
    try (Columns c = new Columns()) {
      ColumnView days = c.own(c.own(folded(date)).bitCastTo(DType.TIMESTAMP_DAYS));
      ColumnVector place = c.ints(c.own(days.month())).with(BinaryOp.SUB, 1).get();
      String names = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec";
      return LookupTables.at(c.own(ColumnVector.fromStrings(names.split(" "))), place);
    }
  }

  /** The day within its 400-year cycle: INT32. */
  static ColumnVector folded(ColumnView date) {
    try (ColumnView days = date.bitCastTo(DType.INT32)) {
      return ColumnMath.with(BinaryOp.PMOD, days, DAYS_OF_CYCLE, DType.INT32);
    }
  }

  /** The number of cycles by which a date was moved: INT32. */
  static ColumnVector cycles(ColumnView date, ColumnVector folded) {
    try (ColumnView days = date.bitCastTo(DType.INT32)) {
      return cycles(days, folded, DAYS_OF_CYCLE);
    }
  }

  /** The number of whole cycles in each number, given its remainder: INT32. */
  static ColumnVector cycles(ColumnView numbers, ColumnVector rest, int cycle) {
    try (Columns c = new Columns()) {
      return c.longs(numbers)
          .with(BinaryOp.SUB, rest)
          .with(BinaryOp.DIV, (long) cycle)
          .get()
          .castTo(DType.INT32);
    }
  }

  /** A field of the Thursday in the same week. */
  private static ColumnVector ofThursday(
      ColumnVector folded, Function<ColumnView, ColumnVector> field) {
    try (Columns c = new Columns()) {
      ColumnVector sinceMonday = c.ints(folded).with(BinaryOp.ADD, 3).get();
      ColumnVector weekday = c.ints(sinceMonday).with(BinaryOp.MOD, 7).get();
      ColumnVector monday = c.ints(sinceMonday).with(BinaryOp.SUB, weekday).get();
      return field.apply(c.own(monday.bitCastTo(DType.TIMESTAMP_DAYS)));
    }
  }
}
