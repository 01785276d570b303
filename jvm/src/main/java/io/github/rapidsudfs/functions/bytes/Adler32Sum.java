package io.github.rapidsudfs.functions.bytes;

import ai.rapids.cudf.BinaryOp;
import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.ColumnView;
import ai.rapids.cudf.DType;
import ai.rapids.cudf.Scalar;
import ai.rapids.cudf.SegmentedReductionAggregation;
import ai.rapids.cudf.ast.AstExpression;
import ai.rapids.cudf.ast.BinaryOperation;
import ai.rapids.cudf.ast.BinaryOperator;
import ai.rapids.cudf.ast.Literal;
import ai.rapids.cudf.ast.UnaryOperator;
import io.github.rapidsudfs.core.Category;
import io.github.rapidsudfs.core.CudfAst;
import io.github.rapidsudfs.core.Divergences;
import io.github.rapidsudfs.core.NullRule;
import io.github.rapidsudfs.core.Signature;
import io.github.rapidsudfs.core.Udf1;
import java.util.zip.Adler32;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * The Adler-32 checksum of a string's UTF-8 bytes.
 *
 * <p>Its low half is 1 and the sum of the bytes, its high half the sum of all the low halves on the
 * way: the length, and each byte as often as there are bytes from it to the end.
 */
public final class Adler32Sum extends Udf1<UTF8String, Long> implements UDF1<UTF8String, Long> {
  private static final long serialVersionUID = 1L;

  static final Signature SIGNATURE =
      Signature.named("adler32")
          .in(Category.BYTES)
          .takes("text", "string")
          .returns("bigint")
          .nulls(NullRule.ANY_NULL_PROPAGATED)
          .summary("The Adler-32 checksum of a string's UTF-8 bytes")
          .description(
              "As zlib and java.util.zip.Adler32 compute it; that of an empty string is 1.")
          .example("adler32('Wikipedia')", "300286872")
          .divergence(Divergences.INVALID_UTF8)
          .since("0.1.0");

  @Override
  public Signature signature() {
    return SIGNATURE;
  }

  @Override
  protected Long row(UTF8String text) {
    Adler32 sum = new Adler32();
    sum.update(text.getByteBuffer());
    return sum.getValue();
  }

  @Override
  protected ColumnVector columnar(ColumnVector text) {
    try (ColumnVector lengths = text.getByteCount();
        ColumnVector bytes = text.asByteList();
        ColumnView all = bytes.getChildColumnView(0);
        ColumnVector plain = sums(bytes, all);
        ColumnVector weighted = weighted(all, lengths);
        ColumnVector high = sums(bytes, weighted)) {
      return Ast.compute(plain, high, lengths);
    }
  }

  /** Each byte times the bytes from it to its string's end. */
  private static ColumnVector weighted(ColumnView bytes, ColumnVector lengths) {
    try (ColumnVector lists = weights(lengths);
        ColumnView weights = lists.getChildColumnView(0)) {
      return bytes.binaryOp(BinaryOp.MUL, weights, DType.INT64);
    }
  }

  private static ColumnVector weights(ColumnVector lengths) {
    try (ColumnVector sizes = orZero(lengths.incRefCount());
        ColumnVector from = sizes.castTo(DType.INT64);
        Scalar down = Scalar.fromLong(-1);
        ColumnVector steps = ColumnVector.fromScalar(down, (int) from.getRowCount())) {
      return ColumnVector.sequence(from, sizes, steps);
    }
  }

  /** There is no sum of no bytes, and so zero. */
  private static ColumnVector sums(ColumnView lists, ColumnView child) {
    try (ColumnView replaced = lists.replaceListChild(child)) {
      return orZero(replaced.listReduce(SegmentedReductionAggregation.sum(), DType.INT64));
    }
  }

  /** Takes ownership of its argument. */
  private static ColumnVector orZero(ColumnVector numbers) {
    if (!numbers.hasNulls()) {
      return numbers;
    }
    try (numbers;
        Scalar zero =
            numbers.getType().equals(DType.INT64) ? Scalar.fromLong(0) : Scalar.fromInt(0)) {
      return numbers.replaceNulls(zero);
    }
  }

  private static final class Ast {
    static final AstExpression CHECKSUM = checksum();

    /** Of the sum of bytes, the sum of weighted bytes and the length, null where that is. */
    private static AstExpression checksum() {
      AstExpression low = modulo(CudfAst.add(CudfAst.column(0), Literal.ofLong(1)));
      AstExpression length = CudfAst.of(UnaryOperator.CAST_TO_INT64, CudfAst.column(2));
      AstExpression high = modulo(CudfAst.add(CudfAst.column(1), length));
      return CudfAst.add(CudfAst.multiply(high, Literal.ofLong(65536)), low);
    }

    private static AstExpression modulo(AstExpression a) {
      return new BinaryOperation(BinaryOperator.MOD, a, Literal.ofLong(65521));
    }

    static ColumnVector compute(ColumnVector plain, ColumnVector high, ColumnVector lengths) {
      return CudfAst.compute(CHECKSUM, plain, high, lengths);
    }
  }
}
