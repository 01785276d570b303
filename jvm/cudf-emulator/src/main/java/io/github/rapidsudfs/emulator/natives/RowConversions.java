// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.natives;

import io.github.rapidsudfs.emulator.agent.Native;
import io.github.rapidsudfs.emulator.column.Column;
import io.github.rapidsudfs.emulator.column.Read;
import io.github.rapidsudfs.emulator.column.Table;
import io.github.rapidsudfs.emulator.column.Type;
import io.github.rapidsudfs.emulator.column.Vec;
import io.github.rapidsudfs.emulator.column.Write;
import io.github.rapidsudfs.emulator.kernels.JcudfRows;
import io.github.rapidsudfs.emulator.memory.Cudf;
import io.github.rapidsudfs.emulator.memory.Handles;

/** Conversions between rows and columns for the plugin's row transitions. */
public final class RowConversions {
  private RowConversions() {}

  @Native("com.nvidia.spark.rapids.jni.RowConversion.convertToRows")
  @Native("com.nvidia.spark.rapids.jni.RowConversion.convertToRowsFixedWidthOptimized")
  public static long[] toRows(Table table) {
    return new long[] {Handles.open(Write.column(JcudfRows.toRows(table.vecs(), table.rows())))};
  }

  private static void requireBytes(Column rows) {
    boolean bytes = rows.type.id() == Type.LIST && rows.children[0].type.width() == 1;
    Cudf.expects(bytes, "Only a list of bytes is supported as input");
  }

  @Native("com.nvidia.spark.rapids.jni.RowConversion.convertFromRows")
  public static Vec[] fromRows(Column rows, Type[] types) {
    requireBytes(rows);
    return JcudfRows.fromRows(Read.byteRows(rows), types);
  }

  @Native("com.nvidia.spark.rapids.jni.RowConversion.convertFromRowsFixedWidthOptimized")
  public static Vec[] fromFixedRows(Column rows, Type[] types) {
    requireBytes(rows);
    return JcudfRows.fromFixedRows(Read.bytes(rows.children[0]), rows.size, types);
  }
}
