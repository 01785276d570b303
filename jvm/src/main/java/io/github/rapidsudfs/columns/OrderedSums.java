// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.columns;

import ai.rapids.cudf.BinaryOp;
import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.ColumnView;
import ai.rapids.cudf.RollingAggregation;
import ai.rapids.cudf.Scalar;
import ai.rapids.cudf.Table;
import ai.rapids.cudf.WindowOptions;

/**
 * Sums of lists of floating-point numbers from the first element to the last, with the same bits as
 * a loop: cuDF adds up the elements of a window in order, and the window of each list's last
 * element is the whole list. The number of launches does not depend on the lengths of the lists.
 */
public final class OrderedSums implements AutoCloseable {
  private final int elements;

  /** The size of each element's window, which ends with that element. */
  private final ColumnVector windows;

  private final ColumnVector zeros;

  /** The position of each list's last element; out of bounds for an empty list. */
  private final ColumnVector last;

  private OrderedSums(int elements, ColumnVector windows, ColumnVector zeros, ColumnVector last) {
    this.elements = elements;
    this.windows = windows;
    this.zeros = zeros;
    this.last = last;
  }

  /**
   * Prepares the windows of lists.
   *
   * @param elements the number of elements of all lists
   * @param offsets INT32: where in the elements each list begins, and where the last one ends
   */
  public static OrderedSums over(int elements, ColumnView offsets) {
    try (Columns c = new Columns()) {
      ColumnVector starts = c.own(offsets.subVector(0, (int) offsets.getRowCount() - 1));
      ColumnVector ends = c.own(offsets.subVector(1));
      ColumnVector sizes = c.ints(ends).with(BinaryOp.SUB, starts).get();
      ColumnVector isFilled = c.is(sizes, BinaryOp.GREATER, 0);
      ColumnVector before = c.ints(ends).with(BinaryOp.SUB, 1).get();
      Scalar beyond = c.own(Scalar.fromInt(elements));
      Scalar zero = c.own(Scalar.fromInt(0));
      ColumnVector last = c.own(isFilled.ifElse(before, beyond));
      ColumnVector zeros = c.own(ColumnVector.fromScalar(zero, elements));
      Table filled = c.own(c.own(new Table(sizes, before)).filter(isFilled));
      Table some = c.own(new Table(filled.getColumn(0)));
      Table target = c.own(new Table(zeros));
      ColumnVector windows =
          c.own(some.scatter(filled.getColumn(1), target)).getColumn(0).incRefCount();
      return new OrderedSums(elements, windows, c.release(zeros), c.release(last));
    }
  }

  /** The sum of each list, null for an empty list: a new column. */
  public ColumnVector of(ColumnView numbers) {
    try (Columns c = new Columns()) {
      if (elements == 0) {
        return ColumnMath.nulls(numbers.getType(), last.getRowCount());
      }
      WindowOptions options =
          c.own(WindowOptions.builder().minPeriods(1).window(windows, zeros).build());
      ColumnVector sums = c.own(numbers.rollingWindow(RollingAggregation.sum(), options));
      return ListSums.atOrNull(sums, last);
    }
  }

  @Override
  public void close() {
    windows.close();
    zeros.close();
    last.close();
  }
}
