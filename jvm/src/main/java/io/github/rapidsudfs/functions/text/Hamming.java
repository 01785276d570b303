// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.functions.text;

import ai.rapids.cudf.BinaryOp;
import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.DType;
import ai.rapids.cudf.Scalar;
import io.github.rapidsudfs.api.Category;
import io.github.rapidsudfs.api.NullRule;
import io.github.rapidsudfs.api.Signature;
import io.github.rapidsudfs.columns.ColumnMath;
import io.github.rapidsudfs.columns.ListSums;
import io.github.rapidsudfs.rows.Utf8;
import io.github.rapidsudfs.udf.Udf2;
import org.apache.spark.sql.api.java.UDF2;
import org.apache.spark.unsafe.types.UTF8String;

/** The number of positions in which two strings of the same length differ. */
public final class Hamming extends Udf2<UTF8String, UTF8String, Integer>
    implements UDF2<UTF8String, UTF8String, Integer> {
  public Hamming() {
    super(
        Signature.named("hamming")
            .in(Category.TEXT)
            .takes("a", "string")
            .takes("b", "string")
            .returns("int")
            .nulls(NullRule.ANY_NULL_PROPAGATED)
            .summary("Counts the positions in which two texts of the same length differ")
            .description(
                "Positions are code points, compared as they are: case and composition are not"
                    + " normalized. Texts of different lengths give null.")
            .example("hamming('karolin', 'kathrin')", "3")
            .example("hamming('abc', 'ab')", "NULL")
            .since("0.1.0"));
  }

  @Override
  protected Integer row(UTF8String a, UTF8String b) {
    if (!Utf8.isAscii(a) || !Utf8.isAscii(b)) {
      return ofCodePoints(a.toString(), b.toString());
    }
    if (a.numBytes() != b.numBytes()) {
      return null;
    }
    int different = 0;
    for (int i = 0; i < a.numBytes(); i += Long.BYTES) {
      // Non-zero where bytes differ, and below 128, as all of them are.
      long difference = Utf8.wordOrRest(a, i) ^ Utf8.wordOrRest(b, i);
      different += Long.bitCount(Utf8.above(difference, 0));
    }
    return different;
  }

  private static Integer ofCodePoints(String a, String b) {
    int different = 0;
    int i = 0;
    int k = 0;
    while (i < a.length() && k < b.length()) {
      int x = a.codePointAt(i);
      int y = b.codePointAt(k);
      different += x == y ? 0 : 1;
      i += Character.charCount(x);
      k += Character.charCount(y);
    }
    return i < a.length() || k < b.length() ? null : different;
  }

  /** Only rows with strings of the same length are compared, so that their characters pair up. */
  @Override
  protected ColumnVector columnar(ColumnVector a, ColumnVector b) {
    try (ColumnVector lengths = a.getCharLengths();
        ColumnVector others = b.getCharLengths();
        ColumnVector paired = lengths.binaryOp(BinaryOp.EQUAL, others, DType.BOOL8);
        ColumnVector different = different(a, b, paired);
        ColumnVector counts = counts(different, lengths, paired)) {
      return ColumnMath.nullUnless(paired, counts);
    }
  }

  /** 1 for each position, across all rows, in which the two characters differ, else 0. */
  private static ColumnVector different(ColumnVector a, ColumnVector b, ColumnVector paired) {
    try (ColumnVector pointsA = codePoints(a, paired);
        ColumnVector pointsB = codePoints(b, paired);
        ColumnVector unequal = pointsA.binaryOp(BinaryOp.NOT_EQUAL, pointsB, DType.BOOL8)) {
      return unequal.castTo(DType.INT32);
    }
  }

  private static ColumnVector codePoints(ColumnVector text, ColumnVector paired) {
    try (ColumnVector kept = ColumnMath.nullUnless(paired, text)) {
      return kept.codePoints();
    }
  }

  private static ColumnVector counts(
      ColumnVector different, ColumnVector lengths, ColumnVector paired) {
    try (Scalar zero = Scalar.fromInt(0);
        ColumnVector sizes = paired.ifElse(lengths, zero);
        ColumnVector offsets = sizes.generateListOffsets()) {
      return ListSums.of(different, offsets);
    }
  }
}
