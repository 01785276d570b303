// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.natives;

import io.github.rapidsudfs.emulator.binding.Natives;
import io.github.rapidsudfs.emulator.column.Column;
import io.github.rapidsudfs.emulator.column.OwnedColumn;
import io.github.rapidsudfs.emulator.memory.CudfClasses;
import io.github.rapidsudfs.emulator.memory.Handles;

/** Columns that own their memory. */
@Natives(value = "ai.rapids.cudf.ColumnVector", bookkeeping = true)
public final class ColumnOwners {
  public static void deleteCudfColumn(long column) {
    Handles.close(column, OwnedColumn.class).free();
  }

  public static long getNativeColumnView(OwnedColumn column) {
    Column view = column.view();
    // Callers delete the view that they get, so each gets a new one.
    return Handles.open(view.slice(0, view.size));
  }

  public static int getNativeNullCountColumn(OwnedColumn column) {
    return column.view().nullCount();
  }

  /** Checks the null count, which is always computed from the mask and never stored. */
  public static void setNativeNullCountColumn(OwnedColumn column, int nullCount) {
    int counted = column.view().nullCount();
    CudfClasses.expects(
        nullCount == counted,
        "the null count cannot be set to " + nullCount + ": the mask has " + counted);
  }
}
