package io.github.rapidsudfs.functions.time;

import static io.github.rapidsudfs.core.CudfAst.add;
import static io.github.rapidsudfs.core.CudfAst.and;
import static io.github.rapidsudfs.core.CudfAst.column;
import static io.github.rapidsudfs.core.CudfAst.of;

import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.DType;
import ai.rapids.cudf.Scalar;
import ai.rapids.cudf.ast.AstExpression;
import ai.rapids.cudf.ast.BinaryOperation;
import ai.rapids.cudf.ast.BinaryOperator;
import ai.rapids.cudf.ast.Literal;
import ai.rapids.cudf.ast.UnaryOperator;
import io.github.rapidsudfs.core.Category;
import io.github.rapidsudfs.core.CudfAst;
import io.github.rapidsudfs.core.NullRule;
import io.github.rapidsudfs.core.Signature;
import io.github.rapidsudfs.core.Udf2;
import java.time.LocalDate;
import org.apache.spark.sql.api.java.UDF2;

/** The fiscal year that a date falls in, called after the calendar year in which it ends. */
public final class FiscalYear extends Udf2<Integer, Integer, Short>
    implements UDF2<Integer, Integer, Short> {
  private static final long serialVersionUID = 1L;

  static final Signature SIGNATURE =
      Signature.named("fiscal_year")
          .in(Category.TIME)
          .takes("day", "date")
          .takes("first_month", "int")
          .returns("smallint")
          .nulls(NullRule.ANY_NULL_PROPAGATED)
          .summary("The year in which the fiscal year of a date ends")
          .description(
              "The fiscal year starts on the first day of the given month; one that starts in"
                  + " January is the calendar year. A month outside 1 to 12 gives null, and so does"
                  + " a date whose calendar or fiscal year is not a smallint.")
          .example("fiscal_year(DATE '2024-10-01', 10)", "2025")
          .example("fiscal_year(DATE '2024-09-30', 10)", "2024")
          .example("fiscal_year(DATE '2024-09-30', 13)", "NULL")
          .since("0.1.0");

  @Override
  public Signature signature() {
    return SIGNATURE;
  }

  @Override
  protected Short row(Integer day, Integer firstMonth) {
    int first = firstMonth;
    LocalDate date = LocalDate.ofEpochDay(day);
    int year = date.getYear();
    if (first < 1 || first > 12 || year != (short) year) {
      return null;
    }
    int fiscal = first > 1 && date.getMonthValue() >= first ? year + 1 : year;
    return fiscal > Short.MAX_VALUE ? null : (short) fiscal;
  }

  @Override
  protected ColumnVector columnar(ColumnVector day, ColumnVector firstMonth) {
    try (ColumnVector year = day.year();
        ColumnVector month = day.month();
        ColumnVector fiscal = Ast.fiscal(year, month, firstMonth);
        ColumnVector valid = Ast.valid(fiscal, firstMonth, day);
        ColumnVector narrow = fiscal.castTo(DType.INT16);
        Scalar none = Scalar.fromNull(DType.INT16)) {
      return valid.ifElse(narrow, none);
    }
  }

  private static final class Ast {
    private static final AstExpression FISCAL = fiscal(column(0), column(1), column(2));
    private static final AstExpression VALID = valid(column(0), column(1), column(2));

    static ColumnVector fiscal(ColumnVector year, ColumnVector month, ColumnVector firstMonth) {
      return CudfAst.compute(FISCAL, year, month, firstMonth);
    }

    static ColumnVector valid(ColumnVector fiscal, ColumnVector firstMonth, ColumnVector day) {
      return CudfAst.compute(VALID, fiscal, firstMonth, day);
    }

    private static AstExpression fiscal(
        AstExpression year, AstExpression month, AstExpression firstMonth) {
      AstExpression begun = atMost(wide(firstMonth), wide(month));
      AstExpression notJanuary = atMost(Literal.ofInt(2), firstMonth);
      return add(wide(year), wide(and(begun, notJanuary)));
    }

    /** cuDF's own years are INT16 and wrap, so the calendar year is judged by the date. */
    private static AstExpression valid(
        AstExpression fiscal, AstExpression firstMonth, AstExpression day) {
      AstExpression realMonth =
          and(atMost(Literal.ofInt(1), firstMonth), atMost(firstMonth, Literal.ofInt(12)));
      AstExpression realYear =
          and(
              atMost(date(LocalDate.of(Short.MIN_VALUE, 1, 1)), day),
              atMost(day, date(LocalDate.of(Short.MAX_VALUE, 12, 31))));
      return and(and(realMonth, realYear), atMost(fiscal, Literal.ofLong(Short.MAX_VALUE)));
    }

    private static AstExpression wide(AstExpression a) {
      return of(UnaryOperator.CAST_TO_INT64, a);
    }

    private static AstExpression date(LocalDate day) {
      return Literal.ofTimestampDaysFromInt(Math.toIntExact(day.toEpochDay()));
    }

    private static AstExpression atMost(AstExpression a, AstExpression b) {
      return new BinaryOperation(BinaryOperator.LESS_EQUAL, a, b);
    }
  }
}
