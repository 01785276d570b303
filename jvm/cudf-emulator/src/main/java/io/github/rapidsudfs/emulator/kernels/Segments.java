// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.kernels;

import io.github.rapidsudfs.emulator.column.Vec;
import java.util.Arrays;

/** Runs of rows, which may overlap: groups, windows, or one whole column. */
record Segments(int[] starts, int[] ends) {
  /** Consecutive runs, from their offsets. */
  static Segments of(int[] offsets) {
    int count = Math.max(0, offsets.length - 1);
    return new Segments(
        Arrays.copyOf(offsets, count),
        count == 0 ? new int[0] : Arrays.copyOfRange(offsets, 1, count + 1));
  }

  static Segments whole(Vec vec) {
    return of(new int[] {0, vec.size});
  }

  int count() {
    return starts.length;
  }

  int length(int segment) {
    return ends[segment] - starts[segment];
  }

  /** The rows of a segment, without nulls unless they are included. */
  int[] rows(int segment, Vec vec, boolean includeNulls) {
    int[] rows = new int[includeNulls ? length(segment) : values(segment, vec)];
    int n = 0;
    for (int k = starts[segment]; k < ends[segment]; k++) {
      if (includeNulls || !vec.isNull(k)) {
        rows[n++] = k;
      }
    }
    return rows;
  }

  /** The number of non-null rows of a segment. */
  int values(int segment, Vec vec) {
    int values = length(segment);
    for (int k = starts[segment]; vec.valid != null && k < ends[segment]; k++) {
      values -= vec.valid[k] ? 0 : 1;
    }
    return values;
  }
}
