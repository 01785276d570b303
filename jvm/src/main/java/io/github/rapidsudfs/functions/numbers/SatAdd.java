package io.github.rapidsudfs.functions.numbers;

import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.DType;
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

/** Addition of bytes that stops at the ends of their range. */
public final class SatAdd extends Udf2<Byte, Byte, Byte> implements UDF2<Byte, Byte, Byte> {
  private static final long serialVersionUID = 1L;

  static final Signature SIGNATURE =
      Signature.named("sat_add")
          .in(Category.NUMBERS)
          .takes("a", "tinyint")
          .takes("b", "tinyint")
          .returns("tinyint")
          .nulls(NullRule.ANY_NULL_PROPAGATED)
          .summary("Adds two bytes; a sum out of range becomes the nearest byte")
          .description("Sums above 127 give 127 and sums below -128 give -128.")
          .example("sat_add(100Y, 100Y)", "127")
          .example("sat_add(-100Y, 27Y)", "-73")
          .since("0.1.0");

  @Override
  public Signature signature() {
    return SIGNATURE;
  }

  @Override
  protected Byte row(Byte a, Byte b) {
    return (byte) Math.max(Byte.MIN_VALUE, Math.min(Byte.MAX_VALUE, a + b));
  }

  @Override
  protected ColumnVector columnar(ColumnVector a, ColumnVector b) {
    try (ColumnVector sum = Ast.compute(a, b)) {
      return sum.castTo(DType.INT8);
    }
  }

  private static final class Ast {
    static final AstExpression SATURATED = saturated();

    /** The sum less what it is above 127 or below -128. */
    private static AstExpression saturated() {
      AstExpression sum = CudfAst.add(wide(CudfAst.column(0)), wide(CudfAst.column(1)));
      AstExpression above = excess(sum, BinaryOperator.GREATER, Byte.MAX_VALUE);
      AstExpression below = excess(sum, BinaryOperator.LESS, Byte.MIN_VALUE);
      return CudfAst.subtract(CudfAst.subtract(sum, above), below);
    }

    private static AstExpression excess(AstExpression sum, BinaryOperator beyond, long end) {
      AstExpression isBeyond = new BinaryOperation(beyond, sum, Literal.ofLong(end));
      return CudfAst.multiply(wide(isBeyond), CudfAst.subtract(sum, Literal.ofLong(end)));
    }

    private static AstExpression wide(AstExpression a) {
      return CudfAst.of(UnaryOperator.CAST_TO_INT64, a);
    }

    static ColumnVector compute(ColumnVector a, ColumnVector b) {
      return CudfAst.compute(SATURATED, a, b);
    }
  }
}
