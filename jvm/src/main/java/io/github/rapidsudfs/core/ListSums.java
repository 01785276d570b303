// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.core;

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
 * The sums of lists of integers or decimals, by one running sum over the elements of all lists.
 *
 * <p>{@code listReduce} sets a block of threads on every list, some 25,000 instructions however
 * short it is; this takes about a hundred per element. Sums wrap around at the width of their type,
 * so differences of running sums that did are exact wherever a list's own sum fits. Floating-point
 * numbers would not be exact.
 */
public final class ListSums {
  private ListSums() {}

  /**
   * The sum of each list, of the elements' own type and without nulls: null elements count as 0,
   * and so does a list without elements. That of a list that is null means nothing.
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

  /** A new column or the same one, whose elements and offsets are those of its own lists alone. */
  public static ColumnVector unsliced(ColumnVector lists) {
    return isSlice(lists) ? lists.copyToColumnVector() : lists.incRefCount();
  }

  /** A part of a column, which shares the elements and offsets of the whole. */
  private static boolean isSlice(ColumnView lists) {
    try (ColumnView offsets = lists.getListOffsetsView()) {
      return offsets.getRowCount() != lists.getRowCount() + 1;
    }
  }

  /**
   * As {@link #of(ColumnView)}, for lists that are not a column yet.
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
   * The offsets of lists from which the elements that are not flagged have been filtered.
   *
   * @param flags BOOL8 without nulls, one for each element
   * @param offsets of the lists before that
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

  /** For each number the sum of all before it. */
  public static ColumnVector before(ColumnView numbers) {
    return numbers.scan(ScanAggregation.sum(), ScanType.EXCLUSIVE);
  }

  /**
   * How much a running sum grows from each offset to the next: one number fewer than offsets.
   *
   * @param running without nulls, with a number for every offset, the last one too
   */
  public static ColumnVector between(ColumnVector running, ColumnView offsets) {
    try (ColumnVector at = at(running, offsets)) {
      int lists = Math.toIntExact(at.getRowCount()) - 1;
      // Not as two slices of one call: cuDF loses the first where the second fails.
      try (ColumnVector start = at.subVector(0, lists);
          ColumnVector end = at.subVector(1)) {
        return end.binaryOp(BinaryOp.SUB, start, running.getType());
      }
    }
  }

  /** The numbers at places that are all within the column; to check that would cost thrice. */
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
