// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.builtins;

import ai.rapids.cudf.BinaryOp;
import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.ColumnView;
import ai.rapids.cudf.DType;
import io.github.rapidsudfs.columns.ColumnMath;
import io.github.rapidsudfs.columns.Columns;
import io.github.rapidsudfs.columns.ListSums;
import java.util.stream.IntStream;

/** The bitmaps with which Spark counts distinct numbers. */
public final class Bitmaps {
  private static final int BITS_OF_BITMAP = 32_768;

  private Bitmaps() {}

  /** {@code bitmap_bucket_number}: bucket 1 begins with 1; bucket 0 ends with 0. */
  public static ColumnVector bucketNumber(ColumnView values) {
    try (Columns c = new Columns()) {
      ColumnVector one = c.own(c.is(values, BinaryOp.GREATER, 0L).castTo(DType.INT64));
      return c.longs(values)
          .with(BinaryOp.SUB, one)
          .with(BinaryOp.DIV, (long) BITS_OF_BITMAP)
          .with(BinaryOp.ADD, one)
          .release();
    }
  }

  /** {@code bitmap_bit_position}. */
  public static ColumnVector bitPosition(ColumnView values) {
    try (Columns c = new Columns()) {
      ColumnVector positive = c.is(values, BinaryOp.GREATER, 0L);
      ColumnVector before = c.longs(values).with(BinaryOp.SUB, 1L).get();
      ColumnVector negative = c.longs(values).with(BinaryOp.MUL, -1L).get();
      ColumnVector distance = c.own(positive.ifElse(before, negative));
      return c.longs(distance).with(BinaryOp.MOD, (long) BITS_OF_BITMAP).release();
    }
  }

  /** {@code bitmap_count}: the number of bits set in a binary. */
  public static ColumnVector count(ColumnVector bitmaps) {
    int[] counts = IntStream.range(0, 256).map(Integer::bitCount).toArray();
    try (Columns c = new Columns()) {
      ColumnVector lists = c.own(ListSums.unsliced(bitmaps));
      ColumnView bytes = c.own(lists.getChildColumnView(0));
      ColumnView offsets = c.own(lists.getListOffsetsView());
      ColumnVector set = c.own(ListSums.at(c.own(ColumnVector.fromInts(counts)), bytes));
      ColumnVector wide = c.own(c.own(ListSums.of(set, offsets)).castTo(DType.INT64));
      return ColumnMath.masked(wide, bitmaps);
    }
  }
}
