// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.functions.arrays;

import ai.rapids.cudf.BinaryOp;
import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.ColumnView;
import ai.rapids.cudf.DType;
import ai.rapids.cudf.Scalar;
import ai.rapids.cudf.ScanAggregation;
import ai.rapids.cudf.ScanType;
import ai.rapids.cudf.Table;
import io.github.rapidsudfs.columns.ColumnMath;
import io.github.rapidsudfs.columns.Columns;
import io.github.rapidsudfs.columns.ListSums;
import java.util.ArrayList;
import java.util.List;

/** The least products of lists of hashes, for all lists and multipliers at once. */
final class MinhashProducts {
  /**
   * The greatest number of products alive at once, at less than 30 bytes each: about four times a
   * batch of the plugin's usual size, which its other operators may take too.
   */
  private static final int MOST = 1 << 27;

  private MinhashProducts() {}

  /** The least wrapping product of each list (none for an empty one) by each multiplier. */
  static ColumnVector least(ColumnVector hashes, ColumnVector counts, int[] multipliers) {
    return least(hashes, counts, multipliers, MOST);
  }

  /** The same with at most so many products at once, or those of one multiplier. */
  static ColumnVector least(
      ColumnVector hashes, ColumnVector counts, int[] multipliers, int products) {
    int most = most(counts);
    int step = step(hashes, most, products);
    if (step == most) {
      return leastFrom(0, hashes, counts, multipliers);
    }
    List<ColumnVector> parts = new ArrayList<>();
    try (Columns c = new Columns()) {
      for (int from = 0; from < most; from += step) {
        ColumnVector some = c.own(between(counts, from, step));
        parts.add(c.own(leastFrom(from, hashes, some, multipliers)));
        c.free(some);
      }
      return ColumnVector.listConcatenateByRow(parts.toArray(new ColumnView[0]));
    }
  }

  /** The largest count, at least 1. */
  private static int most(ColumnVector counts) {
    try (Scalar largest = counts.max()) {
      return largest.isValid() ? Math.max(1, largest.getInt()) : 1;
    }
  }

  private static int step(ColumnVector hashes, int most, int products) {
    try (ColumnView all = hashes.getChildColumnView(0)) {
      return Math.toIntExact(
          Math.max(1, Math.min(most, products / Math.max(1, all.getRowCount()))));
    }
  }

  private static ColumnVector between(ColumnVector counts, int from, int step) {
    try (Columns c = new Columns()) {
      ColumnVector left = c.ints(counts).with(BinaryOp.SUB, from).get();
      return left.clamp(c.own(Scalar.fromInt(0)), c.own(Scalar.fromInt(step)));
    }
  }

  private static ColumnVector leastFrom(
      int from, ColumnVector hashes, ColumnVector counts, int[] multipliers) {
    try (Columns c = new Columns()) {
      ColumnVector first = c.own(ColumnMath.repeated(from, counts.getRowCount()));
      ColumnVector functions = c.own(ColumnVector.sequence(first, counts));
      Table segments = c.own(c.own(new Table(hashes, functions)).explode(1));
      if (segments.getRowCount() == 0) {
        return c.release(functions);
      }
      ColumnVector least =
          c.own(leastOfEach(segments.getColumn(0), segments.getColumn(1), multipliers));
      return c.own(functions.replaceListChild(least)).copyToColumnVector();
    }
  }

  /**
   * The least product of each list, none of them empty, by its multiplier. A running minimum
   * restarts with each list, as its products are moved below those of all before it, by 2³² more.
   */
  private static ColumnVector leastOfEach(
      ColumnVector lists, ColumnVector functions, int[] multipliers) {
    int rows = Math.toIntExact(lists.getRowCount());
    try (Columns c = new Columns()) {
      ColumnVector multiplier =
          c.own(ListSums.at(c.own(ColumnVector.fromInts(multipliers)), functions));
      Scalar zero = c.own(Scalar.fromLong(0));
      Scalar below = c.own(Scalar.fromLong(-1L << Integer.SIZE));
      ColumnVector depth = c.own(ColumnVector.sequence(zero, below, rows));
      ColumnVector running = c.own(runningMinimum(c.own(new Table(lists, multiplier, depth))));
      ColumnVector least = c.own(ListSums.at(running, c.own(last(lists))));
      return least.castTo(DType.INT32);
    }
  }

  private static ColumnVector runningMinimum(Table segments) {
    try (Columns c = new Columns()) {
      Table pairs = c.own(segments.explode(0));
      ColumnVector products =
          c.own(pairs.getColumn(0).binaryOp(BinaryOp.MUL, pairs.getColumn(1), DType.INT32));
      ColumnVector depth = c.own(pairs.getColumn(2).incRefCount());
      c.free(pairs);
      ColumnVector moved = c.own(products.binaryOp(BinaryOp.ADD, depth, DType.INT64));
      c.free(depth, products);
      return moved.scan(ScanAggregation.min(), ScanType.INCLUSIVE);
    }
  }

  private static ColumnVector last(ColumnVector lists) {
    try (Columns c = new Columns()) {
      ColumnVector ends = c.own(c.own(lists.getListOffsetsView()).subVector(1));
      return c.ints(ends).with(BinaryOp.SUB, 1).release();
    }
  }
}
