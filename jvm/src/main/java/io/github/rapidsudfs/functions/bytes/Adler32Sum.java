// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.functions.bytes;

import ai.rapids.cudf.BinaryOp;
import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.ColumnView;
import ai.rapids.cudf.DType;
import ai.rapids.cudf.ScanAggregation;
import ai.rapids.cudf.ScanType;
import ai.rapids.cudf.ast.AstExpression;
import ai.rapids.cudf.ast.BinaryOperator;
import ai.rapids.cudf.ast.Literal;
import io.github.rapidsudfs.api.Category;
import io.github.rapidsudfs.api.Divergences;
import io.github.rapidsudfs.api.NullRule;
import io.github.rapidsudfs.api.Signature;
import io.github.rapidsudfs.columns.CudfAst;
import io.github.rapidsudfs.columns.ListSums;
import io.github.rapidsudfs.columns.StringBytes;
import io.github.rapidsudfs.udf.Udf1;
import java.util.zip.Adler32;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * The Adler-32 checksum of a string's UTF-8 bytes. Its low half is 1 plus the sum of the bytes, its
 * high half the length plus each byte times the number of bytes from it to the end.
 */
public final class Adler32Sum extends Udf1<UTF8String, Long> implements UDF1<UTF8String, Long> {
  public Adler32Sum() {
    super(
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
            .since("0.1.0"));
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
        StringBytes bytes = StringBytes.of(text);
        ColumnVector wide = bytes.bytes().castTo(DType.INT64);
        ColumnVector before = ListSums.before(wide);
        ColumnVector low = ListSums.between(before, bytes.offsets());
        ColumnVector high = high(before, bytes.offsets(), lengths)) {
      return CudfAst.compute(Ast.CHECKSUM, low, high, lengths);
    }
  }

  /** The sum, for each string, of all its prefix sums. */
  private static ColumnVector high(ColumnVector before, ColumnView offsets, ColumnVector lengths) {
    try (ColumnVector total = before.scan(ScanAggregation.sum(), ScanType.INCLUSIVE);
        ColumnVector sums = ListSums.between(total, offsets);
        ColumnVector excess = excess(before, offsets, lengths)) {
      return sums.binaryOp(BinaryOp.SUB, excess, DType.INT64);
    }
  }

  /** The excess in a running sum: the bytes before a string, once for each byte of the string. */
  private static ColumnVector excess(
      ColumnVector before, ColumnView offsets, ColumnVector lengths) {
    try (ColumnVector starts = offsets.subVector(0, Math.toIntExact(lengths.getRowCount()));
        ColumnVector earlier = ListSums.at(before, starts)) {
      return earlier.binaryOp(BinaryOp.MUL, lengths, DType.INT64);
    }
  }

  private static final class Ast {
    static final AstExpression CHECKSUM = checksum();

    /** From the sum of bytes, the sum of prefix sums, and the length, which may be null. */
    private static AstExpression checksum() {
      AstExpression low = modulo(CudfAst.add(CudfAst.column(0), Literal.ofLong(1)));
      AstExpression length = CudfAst.wide(CudfAst.column(2));
      AstExpression high = modulo(CudfAst.add(CudfAst.column(1), length));
      return CudfAst.add(CudfAst.multiply(high, Literal.ofLong(65536)), low);
    }

    private static AstExpression modulo(AstExpression a) {
      return CudfAst.of(BinaryOperator.MOD, a, Literal.ofLong(65521));
    }
  }
}
