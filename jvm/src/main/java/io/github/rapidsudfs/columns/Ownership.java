// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.columns;

import ai.rapids.cudf.ColumnVector;

/**
 * Switches on exact checks of a columnar body's reference counts. They require that no other thread
 * holds the same columns, as in tests. Set the system property {@code rapidsudfs.ownership=strict},
 * or call {@link #strict(boolean)}.
 */
public final class Ownership {
  private static volatile boolean strict =
      "strict".equals(System.getProperty("rapidsudfs.ownership"));

  private Ownership() {}

  public static boolean strict() {
    return strict;
  }

  public static void strict(boolean on) {
    strict = on;
  }

  public static boolean isOpen(ColumnVector column) {
    return column.getRefCount() > 0;
  }

  /** Closes a column that somebody else may have closed by mistake, which a close would mask. */
  public static void closeIfOpen(ColumnVector column) {
    if (isOpen(column)) {
      column.close();
    }
  }
}
