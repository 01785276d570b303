// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.columns;

import ai.rapids.cudf.BinaryOp;
import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.ColumnView;
import ai.rapids.cudf.DType;
import ai.rapids.cudf.OutOfBoundsPolicy;
import ai.rapids.cudf.Scalar;
import ai.rapids.cudf.ScanAggregation;
import ai.rapids.cudf.ScanType;
import ai.rapids.cudf.Table;
import java.math.BigInteger;

/**
 * Sums of lists of integers or decimals, computed with one running sum over the elements of all
 * lists.
 *
 * <p>{@code listReduce} runs a thread block per list, about 25,000 instructions for even the
 * shortest list; this class takes about a hundred per element. Sums wrap at the width of their
 * type, so differences of wrapped running sums are exact wherever a list's own sum fits.
 * Floating-point sums would not be exact.
 */
public final class ListSums {
  private ListSums() {}

  /**
   * The sum of each list, of the elements' type and without nulls: null elements count as 0, and an
   * empty list sums to 0. The sum of a null list is unspecified.
   *
   * @param lists of INT32, INT64 or decimals; borrowed
   */
  public static ColumnVector of(ColumnView lists) {
    if (isSlice(lists)) {
      try (ColumnVector copy = lists.copyToColumnVector()) {
        return of(copy);
      }
    }
    try (ColumnView elements = lists.getChildColumnView(0);
        ColumnView offsets = lists.getListOffsetsView()) {
      return of(elements, offsets);
    }
  }

  /**
   * The same column, or a copy if it is a slice, so that its elements and offsets belong to its own
   * lists alone.
   */
  public static ColumnVector unsliced(ColumnVector lists) {
    return isSlice(lists) ? lists.copyToColumnVector() : lists.incRefCount();
  }

  /** Returns whether the column is part of another one, whose elements and offsets it shares. */
  private static boolean isSlice(ColumnView lists) {
    try (ColumnView offsets = lists.getListOffsetsView()) {
      return offsets.getRowCount() != lists.getRowCount() + 1;
    }
  }

  /**
   * As {@link #of(ColumnView)}, for lists given as elements and offsets.
   *
   * @param offsets where in the elements each list begins, and where the last one ends
   */
  public static ColumnVector of(ColumnView elements, ColumnView offsets) {
    try (Scalar zero = zero(elements.getType());
        ColumnVector first = ColumnVector.fromScalar(zero, 1);
        ColumnVector extended = ColumnVector.concatenate(first, elements);
        ColumnVector known =
            extended.hasNulls() ? extended.replaceNulls(zero) : extended.incRefCount();
        ColumnVector running = known.scan(ScanAggregation.sum(), ScanType.INCLUSIVE)) {
      return between(running, offsets);
    }
  }

  /**
   * The offsets of lists after their unflagged elements have been filtered out.
   *
   * @param flags BOOL8 without nulls, one per element
   * @param offsets of the unfiltered lists
   */
  public static ColumnVector keptOffsets(ColumnView flags, ColumnView offsets) {
    try (ColumnVector ones = flags.castTo(DType.INT32);
        Scalar zero = Scalar.fromInt(0);
        ColumnVector first = ColumnVector.fromScalar(zero, 1);
        ColumnVector extended = ColumnVector.concatenate(first, ones);
        ColumnVector kept = extended.scan(ScanAggregation.sum(), ScanType.INCLUSIVE)) {
      return at(kept, offsets);
    }
  }

  /** The exclusive running sum. */
  public static ColumnVector before(ColumnView numbers) {
    return numbers.scan(ScanAggregation.sum(), ScanType.EXCLUSIVE);
  }

  /**
   * The growth of a running sum from each offset to the next: one number fewer than there are
   * offsets.
   *
   * @param running without nulls, with a value at every offset, including the last
   */
  public static ColumnVector between(ColumnVector running, ColumnView offsets) {
    try (ColumnVector at = at(running, offsets)) {
      int lists = Math.toIntExact(at.getRowCount()) - 1;
      // Not as two slices of one call: cuDF leaks the first if the second fails.
      try (ColumnVector start = at.subVector(0, lists);
          ColumnVector end = at.subVector(1)) {
        return end.binaryOp(BinaryOp.SUB, start, running.getType());
      }
    }
  }

  /**
   * The numbers at positions that are all within the column; a bounds check would triple the cost.
   */
  public static ColumnVector at(ColumnVector numbers, ColumnView places) {
    try (Table table = new Table(numbers);
        Table gathered = table.gather(places, OutOfBoundsPolicy.DONT_CHECK)) {
      return gathered.getColumn(0).incRefCount();
    }
  }

  private static Scalar zero(DType type) {
    switch (type.getTypeId()) {
      case INT32:
        return Scalar.fromInt(0);
      case INT64:
        return Scalar.fromLong(0);
      case DECIMAL32:
        return Scalar.fromDecimal(type.getScale(), 0);
      case DECIMAL64:
        return Scalar.fromDecimal(type.getScale(), 0L);
      case DECIMAL128:
        return Scalar.fromDecimal(type.getScale(), BigInteger.ZERO);
      default:
        throw new IllegalArgumentException("no exact running sum of " + type);
    }
  }
}
