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
import io.github.rapidsudfs.columns.Columns;
import io.github.rapidsudfs.columns.Computation;
import io.github.rapidsudfs.udf.Udf2;
import org.apache.spark.sql.api.java.UDF2;

/**
 * Adds business days to a date; the row-wise body works on days since 1970-01-01.
 *
 * <p>Business days are numbered from a Monday in the distant past, five per week; a Saturday or
 * Sunday has the number of the following Monday.
 */
public final class AddBusinessDays extends Udf2<Integer, Integer, Integer>
    implements UDF2<Integer, Integer, Integer> {
  public AddBusinessDays() {
    super(
        Signature.named("add_business_days")
            .in(Category.TIME)
            .takes("start", "date")
            .takes("days", "int")
            .returns("date")
            .nulls(NullRule.ANY_NULL_PROPAGATED)
            .summary(
                "The date a number of days from Monday to Friday later, or earlier if negative")
            .description(
                "A start on a Saturday or Sunday first becomes the Monday after it, also for 0 and"
                    + " for negative numbers. Knows no holidays. A result out of the range of dates"
                    + " gives null.")
            .example("add_business_days(DATE '2024-03-01', 1)", "2024-03-04")
            .example("add_business_days(DATE '2024-03-02', -1)", "2024-03-01")
            .since("0.1.0"));
  }

  /** A Monday so early that all numbers are positive and quotients need no rounding down. */
  private static final long MONDAY = -3L - 7L * (1L << 40);

  @Override
  protected Integer row(Integer start, Integer days) {
    long since = start - MONDAY;
    int more = days;
    long business = since / 7 * 5 + Math.min(since % 7, 5) + more;
    long day = MONDAY + business / 5 * 7 + business % 5;
    return (int) day == day ? (int) day : null;
  }

  @Override
  protected ColumnVector columnar(ColumnVector start, ColumnVector days) {
    try (Columns c = new Columns()) {
      ColumnVector business = c.longs(c.own(number(start))).with(BinaryOp.ADD, days).get();
      ColumnVector weeks = c.longs(business).with(BinaryOp.DIV, 5L).get();
      ColumnVector wide =
          c.longs(business)
              .with(BinaryOp.ADD, weeks)
              .with(BinaryOp.ADD, weeks)
              .with(BinaryOp.ADD, MONDAY)
              .get();
      ColumnVector narrow = c.own(wide.castTo(DType.INT32));
      ColumnView dates = c.own(narrow.bitCastTo(DType.TIMESTAMP_DAYS));
      return ColumnMath.nullUnless(c.is(narrow, BinaryOp.EQUAL, wide), dates);
    }
  }

  /** The number of business days before a date: all days less Saturdays and Sundays. */
  private static ColumnVector number(ColumnVector start) {
    try (Columns c = new Columns()) {
      ColumnView days = c.own(start.bitCastTo(DType.INT32));
      Computation since = c.longs(days).with(BinaryOp.SUB, MONDAY);
      Computation next = c.longs(days).with(BinaryOp.SUB, MONDAY - 1);
      ColumnVector sundays = since.with(BinaryOp.DIV, 7L).get();
      ColumnVector saturdays = next.with(BinaryOp.DIV, 7L).get();
      return since.with(BinaryOp.SUB, sundays).with(BinaryOp.SUB, saturdays).release();
    }
  }
}
