// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.columns;

import ai.rapids.cudf.ColumnView;
import ai.rapids.cudf.Scalar;

/** Reductions of BOOL8 columns; each costs a launch and a copy to the host. */
public final class Masks {
  private Masks() {}

  /** Whether a row is true; nulls are not. */
  public static boolean any(ColumnView mask) {
    // cuDF's result for a column of nulls depends on its version.
    if (mask.getNullCount() == mask.getRowCount()) return false;
    try (Scalar any = mask.any()) {
      return any.getBoolean();
    }
  }

  /** Whether every row is true, as in an empty column; nulls are not. */
  public static boolean all(ColumnView mask) {
    if (mask.getNullCount() > 0) return false;
    if (mask.getRowCount() == 0) return true;
    try (Scalar all = mask.all()) {
      return all.getBoolean();
    }
  }
}
