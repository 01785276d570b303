// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.columns;

import ai.rapids.cudf.BinaryOp;
import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.ColumnView;
import ai.rapids.cudf.DType;
import ai.rapids.cudf.OutOfBoundsPolicy;
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
    int lists = Math.toIntExact(offsets.getRowCount()) - 1;
    try (ColumnVector starts = offsets.subVector(0, lists);
        ColumnVector ends = offsets.subVector(1);
        ColumnVector sizes = ends.binaryOp(BinaryOp.SUB, starts, DType.INT32);
        ColumnVector isFilled = ColumnMath.with(BinaryOp.GREATER, sizes, 0, DType.BOOL8);
        ColumnVector before = ColumnMath.with(BinaryOp.SUB, ends, 1, DType.INT32);
        Scalar beyond = Scalar.fromInt(elements);
        Scalar zero = Scalar.fromInt(0);
        ColumnVector last = isFilled.ifElse(before, beyond);
        ColumnVector zeros = ColumnVector.fromScalar(zero, elements);
        Table all = new Table(sizes, before);
        Table filled = all.filter(isFilled);
        Table some = new Table(filled.getColumn(0));
        Table target = new Table(zeros);
        Table windows = some.scatter(filled.getColumn(1), target)) {
      return new OrderedSums(
          elements, windows.getColumn(0).incRefCount(), zeros.incRefCount(), last.incRefCount());
    }
  }

  /** The sum of each list, null for an empty list: a new column. */
  public ColumnVector of(ColumnView numbers) {
    if (elements == 0) {
      try (Scalar none = Scalar.fromNull(numbers.getType())) {
        return ColumnVector.fromScalar(none, Math.toIntExact(last.getRowCount()));
      }
    }
    try (WindowOptions options =
            WindowOptions.builder().minPeriods(1).window(windows, zeros).build();
        ColumnVector sums = numbers.rollingWindow(RollingAggregation.sum(), options);
        Table table = new Table(sums);
        Table found = table.gather(last, OutOfBoundsPolicy.NULLIFY)) {
      return found.getColumn(0).incRefCount();
    }
  }

  @Override
  public void close() {
    windows.close();
    zeros.close();
    last.close();
  }
}
