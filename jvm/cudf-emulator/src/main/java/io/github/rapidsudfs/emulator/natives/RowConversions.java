package io.github.rapidsudfs.emulator.natives;

import io.github.rapidsudfs.emulator.agent.Natives;
import io.github.rapidsudfs.emulator.column.Column;
import io.github.rapidsudfs.emulator.column.Read;
import io.github.rapidsudfs.emulator.column.Type;
import io.github.rapidsudfs.emulator.column.Write;
import io.github.rapidsudfs.emulator.kernels.JcudfRows;
import io.github.rapidsudfs.emulator.memory.Cudf;
import io.github.rapidsudfs.emulator.memory.Handles;

/** Rows to columns and back, as the plugin's row transitions use them. */
@Natives("com.nvidia.spark.rapids.jni.RowConversion")
public final class RowConversions {
  private RowConversions() {}

  public static long[] convertToRows(long table) {
    TableHandles.Table t = TableHandles.table(table);
    return new long[] {Handles.open(Write.column(JcudfRows.toRows(t.vecs(), t.rows())))};
  }

  public static long[] convertToRowsFixedWidthOptimized(long table) {
    return convertToRows(table);
  }

  private static Type[] schema(int[] types, int[] scales) {
    Type[] schema = new Type[types.length];
    for (int i = 0; i < schema.length; i++) {
      schema[i] = Io.type(types[i], scales[i]);
    }
    return schema;
  }

  /** A view of lists of bytes. */
  private static Column rows(long view) {
    Column rows = Io.column(view);
    boolean bytes = rows.type.id() == Type.LIST && rows.children[0].type.width() == 1;
    Cudf.expects(bytes, "Only a list of bytes is supported as input");
    return rows;
  }

  public static long[] convertFromRows(long rows, int[] types, int[] scales) {
    return Io.out(JcudfRows.fromRows(Read.byteRows(rows(rows)), schema(types, scales)));
  }

  public static long[] convertFromRowsFixedWidthOptimized(long rows, int[] types, int[] scales) {
    Column column = rows(rows);
    return Io.out(
        JcudfRows.fromFixedRows(
            Read.bytes(column.children[0]), column.size, schema(types, scales)));
  }
}
