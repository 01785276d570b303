// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.functions.text;

import static io.github.rapidsudfs.columns.CudfAst.column;
import static io.github.rapidsudfs.columns.CudfAst.multiply;
import static io.github.rapidsudfs.columns.CudfAst.of;
import static io.github.rapidsudfs.columns.CudfAst.subtract;
import static io.github.rapidsudfs.columns.CudfAst.wide;

import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.ColumnView;
import ai.rapids.cudf.DType;
import ai.rapids.cudf.ast.AstExpression;
import ai.rapids.cudf.ast.BinaryOperator;
import ai.rapids.cudf.ast.Literal;
import io.github.rapidsudfs.api.Category;
import io.github.rapidsudfs.api.Divergences;
import io.github.rapidsudfs.api.NullRule;
import io.github.rapidsudfs.api.Signature;
import io.github.rapidsudfs.columns.ColumnMath;
import io.github.rapidsudfs.columns.CudfAst;
import io.github.rapidsudfs.rows.Utf8;
import io.github.rapidsudfs.udf.Udf2;
import java.util.Arrays;
import org.apache.spark.sql.api.java.UDF2;
import org.apache.spark.unsafe.types.UTF8String;

/** Masks all but the last characters of a text. */
public final class MaskKeepLast extends Udf2<UTF8String, Integer, UTF8String>
    implements UDF2<UTF8String, Integer, UTF8String> {
  public MaskKeepLast() {
    super(
        Signature.named("mask_keep_last")
            .in(Category.TEXT)
            .takes("text", "string")
            .takesLiteral("keep", "int")
            .returns("string")
            .nulls(NullRule.ANY_NULL)
            .summary("Replaces every character but the last ones with *")
            .description(
                "Characters are code points. Keeping 0 or fewer masks all, keeping as many as there"
                    + " are or more masks none.")
            .example("mask_keep_last('4929123456789012', 4)", "************9012")
            .example("mask_keep_last('secret', 0)", "******")
            .divergence(Divergences.UNKNOWN_FOR_INVALID_UTF8)
            .since("0.1.0"));
  }

  @Override
  protected UTF8String row(UTF8String text, Integer keep) {
    int end = text.numBytes();
    int kept = end;
    for (int left = keep; left > 0 && kept > 0; ) {
      left -= Utf8.startsCharacter(Utf8.at(text, --kept)) ? 1 : 0;
    }
    if (kept == 0) {
      return text;
    }
    int stars = Utf8.countCharacters(text, kept);
    byte[] masked = new byte[stars + end - kept];
    Arrays.fill(masked, 0, stars, (byte) '*');
    Utf8.copy(text, kept, end, masked, stars);
    return UTF8String.fromBytes(masked);
  }

  @Override
  protected ColumnVector columnar(ColumnVector text, ColumnVector keep) {
    try (ColumnVector lengths = ColumnMath.orZero(text.getCharLengths());
        ColumnVector masked = masked(lengths, keep);
        ColumnVector stars = stars(masked);
        ColumnVector kept = text.substring(masked, lengths)) {
      return ColumnVector.stringConcatenate(new ColumnView[] {stars, kept});
    }
  }

  private static ColumnVector masked(ColumnVector lengths, ColumnVector keep) {
    try (ColumnVector wide = CudfAst.compute(Ast.MASKED, lengths, keep)) {
      return ColumnMath.orZero(wide.castTo(DType.INT32));
    }
  }

  private static ColumnVector stars(ColumnVector counts) {
    try (ColumnVector each = ColumnMath.repeated("*", counts.getRowCount())) {
      return each.repeatStrings(counts);
    }
  }

  private static final class Ast {
    /** The masked characters: the length less those kept, clamped to 0 and the length. */
    static final AstExpression MASKED = masked(wide(column(0)), wide(column(1)));

    private static AstExpression masked(AstExpression length, AstExpression keep) {
      AstExpression all = greater(keep, length);
      AstExpression excess = multiply(wide(all), subtract(keep, length));
      AstExpression some = greater(keep, Literal.ofLong(0));
      return subtract(length, multiply(wide(some), subtract(keep, excess)));
    }

    private static AstExpression greater(AstExpression a, AstExpression b) {
      return of(BinaryOperator.GREATER, a, b);
    }
  }
}
