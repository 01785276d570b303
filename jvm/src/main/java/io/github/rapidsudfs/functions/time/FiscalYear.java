// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.functions.time;

import ai.rapids.cudf.BinaryOp;
import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.ColumnView;
import ai.rapids.cudf.DType;
import io.github.rapidsudfs.api.Category;
import io.github.rapidsudfs.api.NullRule;
import io.github.rapidsudfs.api.Signature;
import io.github.rapidsudfs.columns.ColumnMath;
import io.github.rapidsudfs.columns.ListSums;
import io.github.rapidsudfs.udf.Udf2;
import java.time.LocalDate;
import org.apache.spark.sql.api.java.UDF2;

/** The fiscal year of a date, named after the calendar year in which it ends. */
public final class FiscalYear extends Udf2<Integer, Integer, Short>
    implements UDF2<Integer, Integer, Short> {
  public FiscalYear() {
    super(
        Signature.named("fiscal_year")
            .in(Category.TIME)
            .takes("day", "date")
            .takesLiteral("first_month", "int")
            .returns("smallint")
            .nulls(NullRule.ANY_NULL_PROPAGATED)
            .summary("The year in which the fiscal year of a date ends")
            .description(
                "The fiscal year starts on the first day of the given month; one that starts in"
                    + " January is the calendar year. A month outside 1 to 12 gives null, and so"
                    + " does a date whose calendar or fiscal year is not a smallint.")
            .example("fiscal_year(DATE '2024-10-01', 10)", "2025")
            .example("fiscal_year(DATE '2024-09-30', 10)", "2024")
            .example("fiscal_year(DATE '2024-09-30', 13)", "NULL")
            .since("0.1.0"));
  }

  private static final long FIRST_DAY = LocalDate.of(Short.MIN_VALUE, 1, 1).toEpochDay();
  private static final long LAST_DAY = LocalDate.of(Short.MAX_VALUE, 12, 31).toEpochDay();

  /** By first month, the first calendar month of the next fiscal year; 13 (none) for January. */
  private static final Byte[] FIRST_TO_COUNT = {null, 13, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};

  @Override
  protected Short row(Integer day, Integer firstMonth) {
    int first = firstMonth;
    long month = Months.month(Months.withDay(day));
    long year = Math.floorDiv(month, 12L);
    if (first < 1 || first > 12 || year != (short) year) {
      return null;
    }
    long fiscal = first > 1 && month - year * 12 >= first - 1 ? year + 1 : year;
    return fiscal > Short.MAX_VALUE ? null : (short) fiscal;
  }

  /** Limited to dates whose years cuDF supports: its years are INT16 and wrap. */
  @Override
  protected ColumnVector columnar(ColumnVector day, ColumnVector firstMonth) {
    try (ColumnView days = day.bitCastTo(DType.INT32);
        ColumnVector known = ColumnMath.nullOutside(days, FIRST_DAY, LAST_DAY);
        ColumnView dates = known.bitCastTo(DType.TIMESTAMP_DAYS);
        ColumnVector year = dates.year();
        ColumnVector month = dates.month();
        ColumnVector first = firstToCount(firstMonth);
        ColumnVector begun = month.binaryOp(BinaryOp.GREATER_EQUAL, first, DType.BOOL8);
        ColumnVector fiscal = year.binaryOp(BinaryOp.ADD, begun, DType.INT32);
        ColumnVector valid = ColumnMath.nullOutside(fiscal, Short.MIN_VALUE, Short.MAX_VALUE)) {
      return valid.castTo(DType.INT16);
    }
  }

  /** The entry, null for an invalid month, which is out of bounds as an unsigned position. */
  private static ColumnVector firstToCount(ColumnVector firstMonth) {
    try (ColumnVector known = ColumnMath.orElse(firstMonth, 0);
        ColumnView places = known.bitCastTo(DType.UINT32);
        ColumnVector months = ColumnVector.fromBoxedBytes(FIRST_TO_COUNT)) {
      return ListSums.atOrNull(months, places);
    }
  }
}
