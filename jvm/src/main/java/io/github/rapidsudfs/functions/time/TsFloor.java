package io.github.rapidsudfs.functions.time;

import static io.github.rapidsudfs.core.CudfAst.add;
import static io.github.rapidsudfs.core.CudfAst.and;
import static io.github.rapidsudfs.core.CudfAst.column;
import static io.github.rapidsudfs.core.CudfAst.equal;
import static io.github.rapidsudfs.core.CudfAst.multiply;
import static io.github.rapidsudfs.core.CudfAst.of;
import static io.github.rapidsudfs.core.CudfAst.subtract;

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

/** Timestamps rounded down to a grid of minutes that starts at the epoch. */
public final class TsFloor extends Udf2<Long, Integer, Long> implements UDF2<Long, Integer, Long> {
  private static final long serialVersionUID = 1L;

  static final Signature SIGNATURE =
      Signature.named("ts_floor")
          .in(Category.TIME)
          .takes("at", "timestamp")
          .takes("minutes", "int")
          .returns("timestamp")
          .nulls(NullRule.ANY_NULL_PROPAGATED)
          .summary("The latest multiple of so many minutes that is not after a timestamp")
          .description(
              "Multiples count from 1970-01-01 00:00 UTC, whatever the session's time zone: unlike"
                  + " date_trunc, a day (1440) starts at midnight UTC. 0 or fewer minutes give"
                  + " null, and so does a result before the earliest timestamp, which is some"
                  + " 292,000 years back.")
          .example("ts_floor(TIMESTAMP '2024-03-01 12:44:59', 15)", "2024-03-01 12:30:00")
          .since("0.1.0");

  private static final long MICROS_PER_MINUTE = 60_000_000L;

  @Override
  public Signature signature() {
    return SIGNATURE;
  }

  @Override
  protected Long row(Long at, Integer minutes) {
    if (minutes <= 0) {
      return null;
    }
    long floor = at - Math.floorMod(at, minutes * MICROS_PER_MINUTE);
    // Below the first timestamp it wraps around.
    return floor > at ? null : (Long) floor;
  }

  @Override
  protected ColumnVector columnar(ColumnVector at, ColumnVector minutes) {
    try (ColumnVector micros = at.castTo(DType.INT64);
        ColumnVector valid = Ast.compute(Ast.VALID, micros, minutes);
        ColumnVector floor = Ast.compute(Ast.FLOOR, micros, minutes);
        ColumnView floorAt = floor.bitCastTo(DType.TIMESTAMP_MICROSECONDS);
        Scalar none = Scalar.fromNull(DType.TIMESTAMP_MICROSECONDS)) {
      return valid.ifElse(floorAt, none);
    }
  }

  private static final class Ast {
    static final AstExpression FLOOR = subtract(column(0), past(column(0), column(1)));
    static final AstExpression VALID = valid(column(0), column(1));

    static ColumnVector compute(AstExpression tree, ColumnVector micros, ColumnVector minutes) {
      return CudfAst.compute(tree, micros, minutes);
    }

    /** The microseconds since the last multiple; those of 0 minutes are never asked for. */
    private static AstExpression past(AstExpression micros, AstExpression minutes) {
      AstExpression zero = of(UnaryOperator.CAST_TO_INT64, equal(minutes, Literal.ofInt(0)));
      AstExpression whole = of(UnaryOperator.CAST_TO_INT64, minutes);
      // One more for 0 minutes, so that no row divides by zero.
      AstExpression width = add(multiply(whole, Literal.ofLong(MICROS_PER_MINUTE)), zero);
      return new BinaryOperation(BinaryOperator.PYMOD, micros, width);
    }

    private static AstExpression valid(AstExpression micros, AstExpression minutes) {
      AstExpression earliest = add(Literal.ofLong(Long.MIN_VALUE), past(micros, minutes));
      return and(
          new BinaryOperation(BinaryOperator.GREATER, minutes, Literal.ofInt(0)),
          new BinaryOperation(BinaryOperator.LESS_EQUAL, earliest, micros));
    }
  }
}
