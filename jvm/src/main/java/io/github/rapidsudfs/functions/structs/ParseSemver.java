// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.functions.structs;

import ai.rapids.cudf.BinaryOp;
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
import io.github.rapidsudfs.columns.SplitNumbers;
import io.github.rapidsudfs.rows.Utf8;
import io.github.rapidsudfs.udf.Udf1;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.unsafe.types.UTF8String;

/** The three numbers of a semantic version. */
public final class ParseSemver extends Udf1<UTF8String, InternalRow>
    implements UDF1<UTF8String, InternalRow> {
  public ParseSemver() {
    super(
        Signature.named("parse_semver")
            .in(Category.STRUCTS)
            .takes("version", "string")
            .returns("struct<major:int,minor:int,patch:int>")
            .nulls(NullRule.ANY_NULL_PROPAGATED)
            .summary("Major, minor and patch number of a version")
            .description(
                "Strict: three numbers without leading zeros or signs, joined by dots, each within"
                    + " int. Anything else gives null, a version with a pre-release or build suffix"
                    + " too: without it, 1.0.0-rc.1 would pass for its release.")
            .example("parse_semver('1.22.333')", "{1, 22, 333}")
            .example("parse_semver('1.22.333').minor", "22")
            .example("parse_semver('1.22.333-rc.1')", "NULL")
            .since("0.1.0"));
  }

  private static final int MAX_DIGITS = 10;

  @Override
  protected InternalRow row(UTF8String text) {
    int majorEnd = numberEnd(text, 0);
    int minorEnd = numberEnd(text, majorEnd + 1);
    int patchEnd = numberEnd(text, minorEnd + 1);
    if (!isAt(text, majorEnd, '.') || !isAt(text, minorEnd, '.') || patchEnd != text.numBytes()) {
      return null;
    }
    long major = number(text, 0, majorEnd);
    long minor = number(text, majorEnd + 1, minorEnd);
    long patch = number(text, minorEnd + 1, patchEnd);
    // The bitwise OR is within int if and only if each number is.
    if ((major | minor | patch) > Integer.MAX_VALUE) {
      return null;
    }
    return new GenericInternalRow(new Object[] {(int) major, (int) minor, (int) patch});
  }

  /** The end of the number that starts at {@code from}, or −1 if there is none. */
  private static int numberEnd(UTF8String text, int from) {
    int at = from;
    while (isDigit(text, at)) {
      at++;
    }
    int digits = at - from;
    boolean isNumber =
        digits > 0 && digits <= MAX_DIGITS && (digits == 1 || Utf8.at(text, from) != '0');
    return isNumber ? at : -1;
  }

  private static long number(UTF8String text, int from, int end) {
    long value = 0;
    for (int at = from; at < end; at++) {
      value = value * 10 + (Utf8.at(text, at) - '0');
    }
    return value;
  }

  private static boolean isDigit(UTF8String text, int at) {
    return at < text.numBytes() && Utf8.at(text, at) >= '0' && Utf8.at(text, at) <= '9';
  }

  private static boolean isAt(UTF8String text, int at, char c) {
    return at >= 0 && at < text.numBytes() && Utf8.at(text, at) == c;
  }

  @Override
  protected ColumnVector columnar(ColumnVector text) {
    try (SplitNumbers numbers = SplitNumbers.of(text, ".", 3, DType.INT32);
        ColumnVector valid = Ast.withinInt(numbers);
        ColumnVector major = field(numbers, 0, valid);
        ColumnVector minor = field(numbers, 1, valid);
        ColumnVector patch = field(numbers, 2, valid);
        ColumnView fields = ColumnView.makeStructView(major, minor, patch)) {
      return fields.mergeAndSetValidity(BinaryOp.BITWISE_AND, major);
    }
  }

  /** A field, null where the struct is: extracting it ignores the struct's own validity. */
  private static ColumnVector field(SplitNumbers numbers, int index, ColumnVector valid) {
    try (ColumnView number = numbers.number(index).bitCastTo(DType.INT32)) {
      return ColumnMath.nullUnless(valid, number);
    }
  }

  private static final class Ast {
    static final AstExpression WITHIN_INT =
        CudfAst.of(
            BinaryOperator.LESS_EQUAL,
            CudfAst.wide(or(or(CudfAst.column(0), CudfAst.column(1)), CudfAst.column(2))),
            Literal.ofLong(Integer.MAX_VALUE));

    private static AstExpression or(AstExpression a, AstExpression b) {
      return CudfAst.of(BinaryOperator.BITWISE_OR, a, b);
    }

    /** Returns whether all three numbers are within int; null for a malformed version. */
    static ColumnVector withinInt(SplitNumbers numbers) {
      return CudfAst.compute(WITHIN_INT, numbers.number(0), numbers.number(1), numbers.number(2));
    }
  }
}
