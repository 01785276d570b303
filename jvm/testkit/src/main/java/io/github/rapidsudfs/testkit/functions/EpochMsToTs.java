// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.testkit.functions;

import static io.github.rapidsudfs.columns.CudfAst.and;
import static io.github.rapidsudfs.columns.CudfAst.column;
import static io.github.rapidsudfs.columns.CudfAst.multiply;
import static io.github.rapidsudfs.columns.CudfAst.of;

import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.ColumnView;
import ai.rapids.cudf.DType;
import ai.rapids.cudf.ast.AstExpression;
import ai.rapids.cudf.ast.BinaryOperator;
import ai.rapids.cudf.ast.Literal;
import io.github.rapidsudfs.api.Category;
import io.github.rapidsudfs.api.NullRule;
import io.github.rapidsudfs.api.Signature;
import io.github.rapidsudfs.columns.ColumnMath;
import io.github.rapidsudfs.columns.CudfAst;
import io.github.rapidsudfs.udf.Udf1;
import java.time.Instant;
import org.apache.spark.sql.api.java.UDF1;

/** The timestamp of a number of milliseconds since the epoch. */
public final class EpochMsToTs extends Udf1<Long, Instant> implements UDF1<Long, Instant> {
  /** The range of milliseconds whose microseconds fit a long. */
  private static final long FIRST = Long.MIN_VALUE / 1000;

  private static final long LAST = Long.MAX_VALUE / 1000;

  public EpochMsToTs() {
    super(
        Signature.named("epoch_ms_to_ts")
            .in(Category.TIME)
            .takes("millis", "bigint")
            .returns("timestamp")
            .nulls(NullRule.ANY_NULL_PROPAGATED)
            .summary("The timestamp a number of milliseconds after 1970-01-01 00:00 UTC")
            .description(
                "Unlike timestamp_millis, a number beyond the range of timestamps (some 292,000"
                    + " years either way) gives null, not an error.")
            .example("unix_micros(epoch_ms_to_ts(1709296199123))", "1709296199123000")
            .example("epoch_ms_to_ts(9223372036854775807)", "NULL")
            .since("0.1.0"));
  }

  @Override
  protected Instant row(Long millis) {
    return millis < FIRST || millis > LAST ? null : Instant.ofEpochMilli(millis);
  }

  @Override
  protected ColumnVector columnar(ColumnVector millis) {
    try (ColumnVector valid = CudfAst.compute(Ast.VALID, millis);
        ColumnVector micros = CudfAst.compute(Ast.MICROS, millis);
        ColumnView at = micros.bitCastTo(DType.TIMESTAMP_MICROSECONDS)) {
      return ColumnMath.nullUnless(valid, at);
    }
  }

  private static final class Ast {
    static final AstExpression MICROS = multiply(column(0), Literal.ofLong(1000));
    static final AstExpression VALID =
        and(
            of(BinaryOperator.GREATER_EQUAL, column(0), Literal.ofLong(FIRST)),
            of(BinaryOperator.LESS_EQUAL, column(0), Literal.ofLong(LAST)));
  }
}
