// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.core;

import java.io.Serializable;

/**
 * What was done for a function: sums.
 *
 * @param calls of the row-wise body, null rows included, or of the columnar body: batches
 * @param nanos in these calls; of row-wise ones estimated from a sample, see {@link RowCount}
 * @param bytesIn of the arguments' columns, {@code bytesOut} of the results'; 0 for row-wise calls
 * @param errors calls that ended with an exception, an out-of-memory that is retried included
 */
public record Work(long calls, long rows, long nanos, long bytesIn, long bytesOut, long errors)
    implements Serializable {
  public static final Work NONE = new Work(0, 0, 0, 0, 0, 0);

  static Work rows(long rows, long nanos, long errors) {
    return new Work(rows, rows, nanos, 0, 0, errors);
  }

  public Work plus(Work other) {
    return new Work(
        calls + other.calls,
        rows + other.rows,
        nanos + other.nanos,
        bytesIn + other.bytesIn,
        bytesOut + other.bytesOut,
        errors + other.errors);
  }

  Work errorsOnly() {
    return new Work(0, 0, 0, 0, 0, errors);
  }

  /** From the components in their order. */
  static Work of(long... sums) {
    return new Work(sums[0], sums[1], sums[2], sums[3], sums[4], sums[5]);
  }

  /** The components in their order. */
  public long[] toArray() {
    return new long[] {calls, rows, nanos, bytesIn, bytesOut, errors};
  }
}
