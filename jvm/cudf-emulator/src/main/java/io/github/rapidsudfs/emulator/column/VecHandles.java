// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.column;

import io.github.rapidsudfs.emulator.memory.Handles;

/** Vectors of handles, for kernels that take handles themselves. */
public final class VecHandles {
  /** The values of a column. */
  public static Vec vec(long view) {
    return Read.vec(Handles.get(view, Column.class));
  }

  public static ScalarVec scalar(long handle) {
    return Handles.get(handle, ScalarVec.class);
  }

  /** The value of a scalar: a vector of one row. */
  public static Vec scalarVec(long handle) {
    return scalar(handle).value();
  }

  /** Creates a column and returns its handle. */
  public static long out(Vec vec) {
    return Handles.open(Write.column(vec));
  }
}
