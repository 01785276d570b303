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

  /**
   * The least product of each list by each of its first {@code counts} multipliers, as wrapping
   * ints.
   *
   * @param counts the number of multipliers per list; 0 for lists without hashes
   */
  static ColumnVector least(ColumnVector hashes, ColumnVector counts, int[] multipliers) {
    int most = most(counts);
    int step = step(hashes, most);
    if (step == most) {
      return least(hashes, counts, multipliers, 0);
    }
    List<ColumnVector> parts = new ArrayList<>();
    try {
      for (int from = 0; from < most; from += step) {
        try (ColumnVector some = between(counts, from, step)) {
          parts.add(least(hashes, some, multipliers, from));
        }
      }
      return ColumnVector.listConcatenateByRow(parts.toArray(new ColumnView[0]));
    } finally {
      parts.forEach(ColumnVector::close);
    }
  }

  /** The largest count, at least 1. */
  private static int most(ColumnVector counts) {
    try (Scalar largest = counts.max()) {
      return largest.isValid() ? Math.max(1, largest.getInt()) : 1;
    }
  }

  private static int step(ColumnVector hashes, int most) {
    try (ColumnView all = hashes.getChildColumnView(0)) {
      return Math.toIntExact(Math.max(1, Math.min(most, MOST / Math.max(1, all.getRowCount()))));
    }
  }

  private static ColumnVector between(ColumnVector counts, int from, int step) {
    try (Scalar before = Scalar.fromInt(from);
        Scalar zero = Scalar.fromInt(0);
        Scalar most = Scalar.fromInt(step);
        ColumnVector left = counts.binaryOp(BinaryOp.SUB, before, DType.INT32)) {
      return left.clamp(zero, most);
    }
  }

  private static ColumnVector least(
      ColumnVector hashes, ColumnVector counts, int[] multipliers, int from) {
    try (Scalar start = Scalar.fromInt(from);
        ColumnVector first = ColumnVector.fromScalar(start, Math.toIntExact(counts.getRowCount()));
        ColumnVector functions = ColumnVector.sequence(first, counts);
        Table rows = new Table(hashes, functions);
        Table segments = rows.explode(1)) {
      if (segments.getRowCount() == 0) {
        return functions.incRefCount();
      }
      try (ColumnVector least =
              leastOfEach(segments.getColumn(0), segments.getColumn(1), multipliers);
          ColumnView lists = functions.replaceListChild(least)) {
        return lists.copyToColumnVector();
      }
    }
  }

  /**
   * The least product of each list by its multiplier. No list is empty.
   *
   * <p>A running minimum over the products of all lists restarts with each list, because the
   * products of each list are moved below those of all lists before it, by another 2³², the width
   * of a product.
   */
  private static ColumnVector leastOfEach(
      ColumnVector lists, ColumnVector functions, int[] multipliers) {
    try (ColumnVector table = ColumnVector.fromInts(multipliers);
        ColumnVector multiplier = ListSums.at(table, functions);
        Scalar zero = Scalar.fromLong(0);
        Scalar below = Scalar.fromLong(-1L << Integer.SIZE);
        ColumnVector depth =
            ColumnVector.sequence(zero, below, Math.toIntExact(lists.getRowCount()));
        Table segments = new Table(lists, multiplier, depth);
        ColumnVector running = runningMinimum(segments);
        ColumnVector last = last(lists);
        ColumnVector least = ListSums.at(running, last)) {
      return least.castTo(DType.INT32);
    }
  }

  private static ColumnVector runningMinimum(Table segments) {
    try (ColumnVector moved = moved(segments)) {
      return moved.scan(ScanAggregation.min(), ScanType.INCLUSIVE);
    }
  }

  private static ColumnVector moved(Table segments) {
    ColumnVector depth;
    ColumnVector products;
    try (Table pairs = segments.explode(0)) {
      products = pairs.getColumn(0).binaryOp(BinaryOp.MUL, pairs.getColumn(1), DType.INT32);
      depth = pairs.getColumn(2).incRefCount();
    }
    try (ColumnVector first = products;
        ColumnVector second = depth) {
      return first.binaryOp(BinaryOp.ADD, second, DType.INT64);
    }
  }

  private static ColumnVector last(ColumnVector lists) {
    try (ColumnView offsets = lists.getListOffsetsView();
        ColumnVector ends = offsets.subVector(1);
        Scalar one = Scalar.fromInt(1)) {
      return ends.binaryOp(BinaryOp.SUB, one, DType.INT32);
    }
  }
}
