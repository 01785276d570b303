// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.builtins;

import ai.rapids.cudf.BinaryOp;
import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.ColumnView;
import ai.rapids.cudf.DType;
import io.github.rapidsudfs.columns.ColumnMath;
import io.github.rapidsudfs.columns.Columns;
import io.github.rapidsudfs.columns.ListSums;

/** The bitmaps with which Spark counts distinct numbers. */
public final class Bitmaps {
  private static final int BITS_OF_BITMAP = 32_768;

  private Bitmaps() {}

  /** {@code bitmap_bucket_number}: bucket 1 begins with 1; bucket 0 ends with 0. */
  public static ColumnVector bucketNumber(ColumnView values) {
    try (Columns c = new Columns()) {
      ColumnVector positive = c.own(ColumnMath.with(BinaryOp.GREATER, values, 0L, DType.BOOL8));
      ColumnVector one = c.own(positive.castTo(DType.INT64));
      ColumnVector before = c.own(values.binaryOp(BinaryOp.SUB, one, DType.INT64));
      return c.own(ColumnMath.with(BinaryOp.DIV, before, (long) BITS_OF_BITMAP, DType.INT64))
          .binaryOp(BinaryOp.ADD, one, DType.INT64);
    }
  }

  /** {@code bitmap_bit_position}. */
  public static ColumnVector bitPosition(ColumnView values) {
    try (ColumnVector positive = ColumnMath.with(BinaryOp.GREATER, values, 0L, DType.BOOL8);
        ColumnVector before = ColumnMath.with(BinaryOp.SUB, values, 1L, DType.INT64);
        ColumnVector negative = ColumnMath.with(BinaryOp.MUL, values, -1L, DType.INT64);
        ColumnVector distance = positive.ifElse(before, negative)) {
      return ColumnMath.with(BinaryOp.MOD, distance, (long) BITS_OF_BITMAP, DType.INT64);
    }
  }

  /** {@code bitmap_count}: the number of bits set in a binary. */
  public static ColumnVector count(ColumnVector bitmaps) {
    int[] counts = new int[256];
    for (int i = 0; i < counts.length; i++) {
      counts[i] = Integer.bitCount(i);
    }
    try (Columns c = new Columns()) {
      ColumnVector lists = c.own(ListSums.unsliced(bitmaps));
      ColumnView bytes = c.own(lists.getChildColumnView(0));
      ColumnView offsets = c.own(lists.getListOffsetsView());
      ColumnVector set = c.own(ListSums.at(c.own(ColumnVector.fromInts(counts)), bytes));
      ColumnVector wide = c.own(c.own(ListSums.of(set, offsets)).castTo(DType.INT64));
      return bitmaps.hasNulls()
          ? wide.mergeAndSetValidity(BinaryOp.BITWISE_AND, bitmaps)
          : c.release(wide);
    }
  }
}
