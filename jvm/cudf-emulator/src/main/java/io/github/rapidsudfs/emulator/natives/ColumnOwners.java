// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.natives;

import io.github.rapidsudfs.emulator.agent.Natives;
import io.github.rapidsudfs.emulator.column.Column;
import io.github.rapidsudfs.emulator.column.OwnedColumn;
import io.github.rapidsudfs.emulator.memory.Cudf;
import io.github.rapidsudfs.emulator.memory.Handles;

/** Columns that own their memory. */
@Natives(value = "ai.rapids.cudf.ColumnVector", bookkeeping = true)
public final class ColumnOwners {
  private ColumnOwners() {}

  public static void deleteCudfColumn(long column) {
    Handles.close(column, OwnedColumn.class).free();
  }

  public static long getNativeColumnView(long column) {
    Column view = Handles.get(column, OwnedColumn.class).view;
    // Every caller deletes the view that it gets, so each gets one of its own.
    return Handles.open(view.slice(0, view.size));
  }

  public static int getNativeNullCountColumn(long column) {
    return Handles.get(column, OwnedColumn.class).view.nullCount();
  }

  /** The null count is always counted from the mask, so there is nothing to set. */
  public static void setNativeNullCountColumn(long column, int nullCount) {
    int counted = getNativeNullCountColumn(column);
    Cudf.expects(
        nullCount == counted,
        "the null count cannot be set to " + nullCount + ": the mask has " + counted);
  }
}
