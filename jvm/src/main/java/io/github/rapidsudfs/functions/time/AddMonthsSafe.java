// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.functions.time;

import static io.github.rapidsudfs.columns.CudfAst.add;
import static io.github.rapidsudfs.columns.CudfAst.and;
import static io.github.rapidsudfs.columns.CudfAst.column;
import static io.github.rapidsudfs.columns.CudfAst.multiply;
import static io.github.rapidsudfs.columns.CudfAst.of;

import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.ast.AstExpression;
import ai.rapids.cudf.ast.BinaryOperator;
import ai.rapids.cudf.ast.Literal;
import io.github.rapidsudfs.api.Category;
import io.github.rapidsudfs.api.NullRule;
import io.github.rapidsudfs.api.Signature;
import io.github.rapidsudfs.columns.ColumnMath;
import io.github.rapidsudfs.columns.CudfAst;
import io.github.rapidsudfs.udf.Udf2;
import java.time.LocalDate;
import org.apache.spark.sql.api.java.UDF2;

/** Adds months to a date, clamped to the last day of the month. */
public final class AddMonthsSafe extends Udf2<Integer, Integer, Integer>
    implements UDF2<Integer, Integer, Integer> {
  public AddMonthsSafe() {
    super(
        Signature.named("add_months_safe")
            .in(Category.TIME)
            .takes("day", "date")
            .takes("months", "int")
            .returns("date")
            .nulls(NullRule.ANY_NULL_PROPAGATED)
            .summary("The date a number of months later, or earlier if negative")
            .description(
                "The day of the month is kept, or where the month is too short, becomes the last"
                    + " one. Unlike add_months, a result out of range gives null, not an error:"
                    + " years go from -32767 to 32767, for the date as for the result.")
            .example("add_months_safe(DATE '2024-01-31', 1)", "2024-02-29")
            .example("add_months_safe(DATE '2024-03-31', -13)", "2023-02-28")
            .example("add_months_safe(DATE '2024-01-31', 2147483647)", "NULL")
            .since("0.1.0"));
  }

  /** The last year that cuDF's calendar supports. */
  private static final int LAST_YEAR = 32767;

  private static final int FIRST_YEAR = -32767;

  @Override
  protected Integer row(Integer day, Integer months) {
    int more = months;
    long start = Months.withDay(day);
    long month = Months.month(start) + more;
    if (!isKnown(Months.month(start)) || !isKnown(month)) {
      return null;
    }
    long last = Months.start(month + 1) - 1;
    return (int) Math.min(Months.start(month) + Months.day(start) - 1, last);
  }

  private static boolean isKnown(long month) {
    return month >= FIRST_YEAR * 12L && month < (LAST_YEAR + 1) * 12L;
  }

  @Override
  protected ColumnVector columnar(ColumnVector day, ColumnVector months) {
    try (ColumnVector valid = valid(day, months);
        ColumnVector result = day.addCalendricalMonths(months)) {
      return ColumnMath.nullUnless(valid, result);
    }
  }

  private static ColumnVector valid(ColumnVector day, ColumnVector months) {
    try (ColumnVector year = day.year();
        ColumnVector month = day.month()) {
      return CudfAst.compute(Ast.VALID, day, year, month, months);
    }
  }

  private static final class Ast {
    /** Tests the date first, because the years of dates out of range are wrong. */
    static final AstExpression VALID =
        and(
            between(column(0), date(FIRST_YEAR, 1, 1), date(LAST_YEAR, 12, 31)),
            between(
                add(add(multiply(wide(1), Literal.ofLong(12)), wide(2)), wide(3)),
                Literal.ofLong(12L * FIRST_YEAR + 1),
                Literal.ofLong(12L * LAST_YEAR + 12)));

    private static AstExpression between(AstExpression a, Literal first, Literal last) {
      return and(
          of(BinaryOperator.GREATER_EQUAL, a, first), of(BinaryOperator.LESS_EQUAL, a, last));
    }

    private static Literal date(int year, int month, int day) {
      return Literal.ofTimestampDaysFromInt(
          Math.toIntExact(LocalDate.of(year, month, day).toEpochDay()));
    }

    private static AstExpression wide(int index) {
      return CudfAst.wide(column(index));
    }
  }
}
