// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.functions.time;

import static io.github.rapidsudfs.columns.CudfAst.add;
import static io.github.rapidsudfs.columns.CudfAst.column;
import static io.github.rapidsudfs.columns.CudfAst.divide;
import static io.github.rapidsudfs.columns.CudfAst.subtract;

import ai.rapids.cudf.BinaryOp;
import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.ColumnView;
import ai.rapids.cudf.DType;
import ai.rapids.cudf.ast.AstExpression;
import ai.rapids.cudf.ast.Literal;
import io.github.rapidsudfs.api.Category;
import io.github.rapidsudfs.api.NullRule;
import io.github.rapidsudfs.api.Signature;
import io.github.rapidsudfs.columns.ColumnMath;
import io.github.rapidsudfs.columns.CudfAst;
import io.github.rapidsudfs.udf.Udf2;
import org.apache.spark.sql.api.java.UDF2;

/**
 * Days from Monday to Friday between two dates.
 *
 * <p>The weekdays before a day are all days less the Saturdays and Sundays before it, which are
 * quotients by 7. The difference of two such counts has the right sign.
 */
public final class BusinessDays extends Udf2<Integer, Integer, Integer>
    implements UDF2<Integer, Integer, Integer> {
  public BusinessDays() {
    super(
        Signature.named("business_days")
            .in(Category.TIME)
            .takes("start", "date")
            .takes("end", "date")
            .returns("int")
            .nulls(NullRule.ANY_NULL_PROPAGATED)
            .summary("The days from Monday to Friday between two dates")
            .description(
                "Counts the start and not the end; where the start is after the end, the count of"
                    + " the days from the end to the start with a minus sign. Knows no holidays. A"
                    + " count beyond the range of int gives null.")
            .example("business_days(DATE '2024-03-01', DATE '2024-03-08')", "5")
            .example("business_days(DATE '2024-03-08', DATE '2024-03-01')", "-5")
            .since("0.1.0"));
  }

  /** A Monday before the earliest date, so that quotients of days need no rounding down. */
  private static final long MONDAY = -3 - 7L * 306_783_379;

  @Override
  protected Integer row(Integer start, Integer end) {
    int from = start;
    int to = end;
    long days = weekdays(to) - weekdays(from);
    return (int) days == days ? (int) days : null;
  }

  /** The number of weekdays from MONDAY to the day before this one. */
  private static long weekdays(long epochDay) {
    long days = epochDay - MONDAY;
    return days - (days + 1) / 7 - days / 7;
  }

  @Override
  protected ColumnVector columnar(ColumnVector start, ColumnVector end) {
    try (ColumnVector days = days(start, end);
        ColumnVector narrow = days.castTo(DType.INT32);
        ColumnVector fits = narrow.binaryOp(BinaryOp.EQUAL, days, DType.BOOL8)) {
      return ColumnMath.nullUnless(fits, narrow);
    }
  }

  private static ColumnVector days(ColumnVector start, ColumnVector end) {
    try (ColumnView first = start.bitCastTo(DType.INT32);
        ColumnView last = end.bitCastTo(DType.INT32);
        ColumnVector from = first.castTo(DType.INT64);
        ColumnVector to = last.castTo(DType.INT64)) {
      return CudfAst.compute(Ast.DAYS, from, to);
    }
  }

  private static final class Ast {
    static final AstExpression DAYS = subtract(weekdays(column(1)), weekdays(column(0)));

    private static AstExpression weekdays(AstExpression epochDay) {
      AstExpression week = Literal.ofLong(7);
      AstExpression days = subtract(epochDay, Literal.ofLong(MONDAY));
      AstExpression saturdays = divide(add(days, Literal.ofLong(1)), week);
      return subtract(subtract(days, saturdays), divide(days, week));
    }
  }
}
