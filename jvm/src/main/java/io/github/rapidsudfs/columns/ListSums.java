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
    try (Columns c = new Columns()) {
      ColumnView whole = isSlice(lists) ? c.own(lists.copyToColumnVector()) : lists;
      ColumnView elements = c.own(whole.getChildColumnView(0));
      return of(elements, c.own(whole.getListOffsetsView()));
    }
  }

  /** The same column, or a copy if it is a slice, whose elements are those of its own lists. */
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
    try (Columns c = new Columns()) {
      Scalar zero = c.own(zero(elements.getType()));
      ColumnVector first = c.own(ColumnVector.fromScalar(zero, 1));
      ColumnVector extended = c.own(ColumnVector.concatenate(first, elements));
      ColumnVector known = extended.hasNulls() ? c.own(extended.replaceNulls(zero)) : extended;
      return between(c.own(known.scan(ScanAggregation.sum(), ScanType.INCLUSIVE)), offsets);
    }
  }

  /**
   * The offsets of lists after their unflagged elements have been filtered out.
   *
   * @param flags BOOL8 without nulls, one per element
   * @param offsets of the unfiltered lists
   */
  public static ColumnVector keptOffsets(ColumnView flags, ColumnView offsets) {
    try (Columns c = new Columns()) {
      ColumnVector ones = c.own(flags.castTo(DType.INT32));
      ColumnVector first = c.own(ColumnVector.fromScalar(c.own(Scalar.fromInt(0)), 1));
      ColumnVector extended = c.own(ColumnVector.concatenate(first, ones));
      return at(c.own(extended.scan(ScanAggregation.sum(), ScanType.INCLUSIVE)), offsets);
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
    try (Columns c = new Columns()) {
      return growth(c.own(at(running, offsets)));
    }
  }

  /** The growth from each number to the next: the sizes of lists, given their offsets. */
  public static ColumnVector growth(ColumnView numbers) {
    // Not as two slices of one call: cuDF leaks the first if the second fails.
    try (ColumnVector start = numbers.subVector(0, Math.toIntExact(numbers.getRowCount()) - 1);
        ColumnVector end = numbers.subVector(1)) {
      return end.binaryOp(BinaryOp.SUB, start, numbers.getType());
    }
  }

  /** The numbers at positions within the column; a bounds check would triple the cost. */
  public static ColumnVector at(ColumnVector numbers, ColumnView places) {
    return gathered(numbers, places, OutOfBoundsPolicy.DONT_CHECK);
  }

  /** The values at positions, null for a position out of bounds. */
  public static ColumnVector atOrNull(ColumnVector values, ColumnView places) {
    return gathered(values, places, OutOfBoundsPolicy.NULLIFY);
  }

  private static ColumnVector gathered(
      ColumnVector values, ColumnView places, OutOfBoundsPolicy policy) {
    try (Table table = new Table(values);
        Table gathered = table.gather(places, policy)) {
      return gathered.getColumn(0).incRefCount();
    }
  }

  /** The values whose flag is true; null flags count as false. */
  public static ColumnVector filtered(ColumnVector values, ColumnView flags) {
    try (Table table = new Table(values);
        Table kept = table.filter(flags)) {
      return kept.getColumn(0).incRefCount();
    }
  }

  private static Scalar zero(DType type) {
    return switch (type.getTypeId()) {
      case INT32 -> Scalar.fromInt(0);
      case INT64 -> Scalar.fromLong(0);
      case DECIMAL32, DECIMAL64, DECIMAL128 -> DecimalRange.scalar(BigInteger.ZERO, type);
      default -> throw new IllegalArgumentException("no exact running sum of " + type);
    };
  }
}
