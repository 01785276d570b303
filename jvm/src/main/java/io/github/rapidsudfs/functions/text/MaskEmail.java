// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.functions.text;

import ai.rapids.cudf.BinaryOp;
import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.ColumnView;
import ai.rapids.cudf.DType;
import ai.rapids.cudf.Scalar;
import io.github.rapidsudfs.api.Category;
import io.github.rapidsudfs.api.Divergences;
import io.github.rapidsudfs.api.NullRule;
import io.github.rapidsudfs.api.Signature;
import io.github.rapidsudfs.columns.ColumnMath;
import io.github.rapidsudfs.columns.Columns;
import io.github.rapidsudfs.rows.Utf8;
import io.github.rapidsudfs.udf.Udf1;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.unsafe.types.UTF8String;

/** Masks the local part of an e-mail address except its first character. */
public final class MaskEmail extends Udf1<UTF8String, UTF8String>
    implements UDF1<UTF8String, UTF8String> {
  private static final int STARS = 3;

  public MaskEmail() {
    super(
        Signature.named("mask_email")
            .in(Category.TEXT)
            .takes("address", "string")
            .returns("string")
            .nulls(NullRule.ANY_NULL_PROPAGATED)
            .summary("Masks the name in an e-mail address except for its first character")
            .description(
                "The first character (a code point), three stars, and everything from the first @"
                    + " on; however long the name is. Without an @ the result is null. Where the @"
                    + " itself is the first character, it stands on both sides of the stars.")
            .example("mask_email('jane.doe@example.com')", "j***@example.com")
            .example("mask_email('nobody')", "NULL")
            .divergence(Divergences.UNKNOWN_FOR_INVALID_UTF8)
            .since("0.1.0"));
  }

  @Override
  protected UTF8String row(UTF8String address) {
    int end = address.numBytes();
    int at = Utf8.indexOf(address, '@', 0, end);
    if (at == end) {
      return null;
    }
    int first = Utf8.nextCharacter(address, 1);
    byte[] masked = new byte[first + STARS + end - at];
    for (int i = 0; i < first; i++) {
      masked[i] = Utf8.at(address, i);
    }
    for (int i = first; i < first + STARS; i++) {
      masked[i] = '*';
    }
    Utf8.copy(address, at, end, masked, first + STARS);
    return UTF8String.fromBytes(masked);
  }

  @Override
  protected ColumnVector columnar(ColumnVector address) {
    try (Columns c = new Columns()) {
      ColumnVector at = c.own(address.stringLocate(c.own(Scalar.fromString("@"))));
      ColumnVector hasAt = c.is(at, BinaryOp.GREATER_EQUAL, 0);
      ColumnVector first = c.own(address.substring(0, 1));
      ColumnVector domain = c.own(domain(address, at, hasAt));
      Scalar stars = c.own(Scalar.fromString("***"));
      Scalar none = c.own(Scalar.fromNull(DType.STRING));
      ColumnVector masked =
          c.own(ColumnVector.stringConcatenate(stars, none, new ColumnView[] {first, domain}));
      return hasAt.ifElse(masked, none);
    }
  }

  /** The text from the @ on; unspecified if there is no @. */
  private static ColumnVector domain(ColumnVector address, ColumnVector at, ColumnVector hasAt) {
    // Positions must not be null; a negative end is the end of the text.
    try (Scalar zero = Scalar.fromInt(0);
        ColumnVector starts = hasAt.ifElse(at, zero);
        ColumnVector ends = ColumnMath.repeated(-1, at.getRowCount())) {
      return address.substring(starts, ends);
    }
  }
}
