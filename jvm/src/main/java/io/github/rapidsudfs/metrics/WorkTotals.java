// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.metrics;

import java.io.Serializable;

/**
 * The work done for a function, as sums.
 *
 * @param calls of the row-wise body, null rows included, or batches of the columnar body
 * @param nanos spent in these calls; estimated from a sample for row-wise calls, see {@link
 *     RowCount}
 * @param bytesIn of the argument columns, {@code bytesOut} of the result columns; 0 for row-wise
 *     calls
 * @param errors calls that ended with an exception, including retried out-of-memory errors
 */
public record WorkTotals(
    long calls, long rows, long nanos, long bytesIn, long bytesOut, long errors)
    implements Serializable {
  public static final WorkTotals NONE = new WorkTotals(0, 0, 0, 0, 0, 0);

  static WorkTotals rows(long rows, long nanos, long errors) {
    return new WorkTotals(rows, rows, nanos, 0, 0, errors);
  }

  public WorkTotals plus(WorkTotals other) {
    return new WorkTotals(
        calls + other.calls,
        rows + other.rows,
        nanos + other.nanos,
        bytesIn + other.bytesIn,
        bytesOut + other.bytesOut,
        errors + other.errors);
  }

  WorkTotals errorsOnly() {
    return new WorkTotals(0, 0, 0, 0, 0, errors);
  }

  /** The record of these components, in their order. */
  static WorkTotals of(long... sums) {
    return new WorkTotals(sums[0], sums[1], sums[2], sums[3], sums[4], sums[5]);
  }

  /** The components in their order. */
  public long[] toArray() {
    return new long[] {calls, rows, nanos, bytesIn, bytesOut, errors};
  }
}
