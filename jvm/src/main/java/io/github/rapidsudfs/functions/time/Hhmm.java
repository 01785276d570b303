package io.github.rapidsudfs.functions.time;

import static io.github.rapidsudfs.core.CudfAst.add;
import static io.github.rapidsudfs.core.CudfAst.and;
import static io.github.rapidsudfs.core.CudfAst.column;
import static io.github.rapidsudfs.core.CudfAst.divide;
import static io.github.rapidsudfs.core.CudfAst.multiply;
import static io.github.rapidsudfs.core.CudfAst.of;

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
import io.github.rapidsudfs.core.Udf1;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.unsafe.types.UTF8String;

/** A minute of the day as a time on the clock. */
public final class Hhmm extends Udf1<Short, UTF8String> implements UDF1<Short, UTF8String> {
  private static final long serialVersionUID = 1L;

  static final Signature SIGNATURE =
      Signature.named("hhmm")
          .in(Category.TIME)
          .takes("minute", "smallint")
          .returns("string")
          .nulls(NullRule.ANY_NULL_PROPAGATED)
          .summary("Writes a minute of the day, 0 to 1439, as hours and minutes")
          .description("Two digits each, 00:00 to 23:59; any other number gives null.")
          .example("hhmm(545S)", "09:05")
          .example("hhmm(1440S)", "NULL")
          .since("0.1.0");

  @Override
  public Signature signature() {
    return SIGNATURE;
  }

  @Override
  protected UTF8String row(Short minute) {
    int m = minute;
    if (m < 0 || m > 1439) {
      return null;
    }
    byte[] text = {digit(m / 600), digit(m / 60 % 10), ':', digit(m % 60 / 10), digit(m % 10)};
    return UTF8String.fromBytes(text);
  }

  private static byte digit(int value) {
    return (byte) ('0' + value);
  }

  /** 09:05 is first the number 10905, whose digits keep their zeros. */
  @Override
  protected ColumnVector columnar(ColumnVector minute) {
    try (ColumnVector digits = digits(minute);
        ColumnVector hours = digits.substring(1, 3);
        ColumnVector minutes = digits.substring(3, 5);
        Scalar colon = Scalar.fromString(":");
        Scalar none = Scalar.fromNull(DType.STRING)) {
      return ColumnVector.stringConcatenate(colon, none, new ColumnView[] {hours, minutes});
    }
  }

  private static ColumnVector digits(ColumnVector minute) {
    try (ColumnVector valid = Ast.compute(Ast.VALID, minute);
        ColumnVector number = Ast.compute(Ast.NUMBER, minute);
        Scalar none = Scalar.fromNull(DType.INT64);
        ColumnVector kept = valid.ifElse(number, none)) {
      return kept.castTo(DType.STRING);
    }
  }

  private static final class Ast {
    static final AstExpression NUMBER = number(of(UnaryOperator.CAST_TO_INT64, column(0)));
    static final AstExpression VALID =
        and(
            new BinaryOperation(
                BinaryOperator.GREATER_EQUAL, column(0), Literal.ofShort((short) 0)),
            new BinaryOperation(BinaryOperator.LESS, column(0), Literal.ofShort((short) 1440)));

    static ColumnVector compute(AstExpression tree, ColumnVector minute) {
      return CudfAst.compute(tree, minute);
    }

    /** 10000 + 100 hours + minutes, which is 40 hours more than all minutes. */
    private static AstExpression number(AstExpression minute) {
      AstExpression hours = divide(minute, Literal.ofLong(60));
      return add(add(minute, Literal.ofLong(10_000)), multiply(hours, Literal.ofLong(40)));
    }
  }
}
