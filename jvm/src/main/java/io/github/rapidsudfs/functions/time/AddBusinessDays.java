package io.github.rapidsudfs.functions.time;

import static io.github.rapidsudfs.core.CudfAst.add;
import static io.github.rapidsudfs.core.CudfAst.column;
import static io.github.rapidsudfs.core.CudfAst.divide;
import static io.github.rapidsudfs.core.CudfAst.equal;
import static io.github.rapidsudfs.core.CudfAst.multiply;
import static io.github.rapidsudfs.core.CudfAst.subtract;

import ai.rapids.cudf.BinaryOp;
import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.ColumnView;
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
import org.apache.spark.sql.api.java.UDF2;

/**
 * A date so many business days later or earlier; the row-wise body works on days since 1970-01-01.
 *
 * <p>Business days are numbered from a Monday long ago, five a week; a Saturday and a Sunday have
 * the number of the Monday after them.
 */
public final class AddBusinessDays extends Udf2<Integer, Integer, Integer>
    implements UDF2<Integer, Integer, Integer> {
  private static final long serialVersionUID = 1L;

  static final Signature SIGNATURE =
      Signature.named("add_business_days")
          .in(Category.TIME)
          .takes("start", "date")
          .takes("days", "int")
          .returns("date")
          .nulls(NullRule.ANY_NULL_PROPAGATED)
          .summary("The date so many days from Monday to Friday later, or earlier where negative")
          .description(
              "A start on a Saturday or Sunday first becomes the Monday after it, also for 0 and"
                  + " for negative numbers. Knows no holidays. A result out of the range of dates"
                  + " gives null.")
          .example("add_business_days(DATE '2024-03-01', 1)", "2024-03-04")
          .example("add_business_days(DATE '2024-03-02', -1)", "2024-03-01")
          .since("0.1.0");

  /**
   * A Monday (epoch day -3 is one) so long ago that all numbers are positive and quotients need no
   * rounding down.
   */
  private static final long MONDAY = -3L - 7L * (1L << 40);

  @Override
  public Signature signature() {
    return SIGNATURE;
  }

  @Override
  protected Integer row(Integer start, Integer days) {
    long since = start - MONDAY;
    long business = since / 7 * 5 + Math.min(since % 7, 5) + days;
    long day = MONDAY + business / 5 * 7 + business % 5;
    return (int) day == day ? (int) day : null;
  }

  @Override
  protected ColumnVector columnar(ColumnVector start, ColumnVector days) {
    try (ColumnVector from = start.castTo(DType.INT64);
        ColumnVector wide = Ast.compute(from, days);
        ColumnVector narrow = wide.castTo(DType.INT32);
        ColumnVector fits = narrow.binaryOp(BinaryOp.EQUAL, wide, DType.BOOL8);
        ColumnView dates = narrow.bitCastTo(DType.TIMESTAMP_DAYS);
        Scalar none = Scalar.fromNull(DType.TIMESTAMP_DAYS)) {
      return fits.ifElse(dates, none);
    }
  }

  private static final class Ast {
    static final AstExpression EPOCH_DAY = epochDay();

    private static AstExpression epochDay() {
      AstExpression since = subtract(column(0), Literal.ofLong(MONDAY));
      AstExpression weekday = new BinaryOperation(BinaryOperator.MOD, since, Literal.ofLong(7));
      AstExpression isSunday = wide(equal(weekday, Literal.ofLong(6)));
      AstExpression first = multiply(divide(since, Literal.ofLong(7)), Literal.ofLong(5));
      AstExpression business = add(add(first, subtract(weekday, isSunday)), wide(column(1)));
      // Two more for each full week.
      AstExpression weekends = multiply(divide(business, Literal.ofLong(5)), Literal.ofLong(2));
      return add(add(business, weekends), Literal.ofLong(MONDAY));
    }

    private static AstExpression wide(AstExpression a) {
      return CudfAst.of(UnaryOperator.CAST_TO_INT64, a);
    }

    static ColumnVector compute(ColumnVector from, ColumnVector days) {
      return CudfAst.compute(EPOCH_DAY, from, days);
    }
  }
}
