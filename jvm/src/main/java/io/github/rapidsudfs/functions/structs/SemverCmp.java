package io.github.rapidsudfs.functions.structs;

import ai.rapids.cudf.BinaryOp;
import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.ColumnView;
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
import org.apache.spark.sql.catalyst.InternalRow;

/** Which of two versions is the later one. */
public final class SemverCmp extends Udf2<InternalRow, InternalRow, Integer>
    implements UDF2<InternalRow, InternalRow, Integer> {
  private static final long serialVersionUID = 1L;
  private static final String VERSION = "struct<major:int,minor:int,patch:int>";
  private static final int FIELDS = 3;

  static final Signature SIGNATURE =
      Signature.named("semver_cmp")
          .in(Category.STRUCTS)
          .takes("a", VERSION)
          .takes("b", VERSION)
          .returns("int")
          .nulls(NullRule.ANY_NULL)
          .summary(
              "Compares two versions: -1, 0 or 1 where the first is earlier, the same or later")
          .description(
              "Takes what parse_semver gives. The major numbers decide, then the minor ones, then"
                  + " the patches. A null field in either gives null.")
          .example("semver_cmp(parse_semver('1.10.0'), parse_semver('1.9.9'))", "1")
          .example("semver_cmp(parse_semver('1.2.3'), parse_semver('1.2.3'))", "0")
          .since("0.1.0");

  @Override
  public Signature signature() {
    return SIGNATURE;
  }

  @Override
  protected Integer row(InternalRow a, InternalRow b) {
    if (hasNull(a) || hasNull(b)) {
      return null;
    }
    int order = 0;
    for (int field = 0; field < FIELDS && order == 0; field++) {
      order = Integer.compare(a.getInt(field), b.getInt(field));
    }
    return order;
  }

  // A row of a vectorized reader refuses anyNull().
  private static boolean hasNull(InternalRow version) {
    return version.isNullAt(0) || version.isNullAt(1) || version.isNullAt(2);
  }

  @Override
  protected ColumnVector columnar(ColumnVector a, ColumnVector b) {
    // For each field whether a's is greater, then whether it is less.
    try (ColumnVector greaterMajor = compare(a, b, 0, BinaryOp.GREATER);
        ColumnVector lessMajor = compare(a, b, 0, BinaryOp.LESS);
        ColumnVector greaterMinor = compare(a, b, 1, BinaryOp.GREATER);
        ColumnVector lessMinor = compare(a, b, 1, BinaryOp.LESS);
        ColumnVector greaterPatch = compare(a, b, 2, BinaryOp.GREATER);
        ColumnVector lessPatch = compare(a, b, 2, BinaryOp.LESS);
        ColumnVector sign =
            Ast.compute(
                greaterMajor, lessMajor, greaterMinor, lessMinor, greaterPatch, lessPatch)) {
      return sign.castTo(DType.INT32);
    }
  }

  private static ColumnVector compare(ColumnVector a, ColumnVector b, int field, BinaryOp op) {
    try (ColumnView x = a.getChildColumnView(field);
        ColumnView y = b.getChildColumnView(field)) {
      return x.binaryOp(op, y, DType.BOOL8);
    }
  }

  private static final class Ast {
    static final AstExpression SIGN = sign();

    /** A field's order weighs more than those of the fields after it together. */
    private static AstExpression sign() {
      AstExpression sum = CudfAst.add(CudfAst.add(order(0, 4), order(1, 2)), order(2, 1));
      return CudfAst.subtract(
          compared(sum, BinaryOperator.GREATER), compared(sum, BinaryOperator.LESS));
    }

    private static AstExpression order(int field, long weight) {
      AstExpression difference =
          CudfAst.subtract(wide(CudfAst.column(2 * field)), wide(CudfAst.column(2 * field + 1)));
      return CudfAst.multiply(difference, Literal.ofLong(weight));
    }

    private static AstExpression compared(AstExpression sum, BinaryOperator op) {
      return wide(new BinaryOperation(op, sum, Literal.ofLong(0)));
    }

    private static AstExpression wide(AstExpression a) {
      return CudfAst.of(UnaryOperator.CAST_TO_INT64, a);
    }

    static ColumnVector compute(ColumnVector... flags) {
      return CudfAst.compute(SIGN, flags);
    }
  }
}
