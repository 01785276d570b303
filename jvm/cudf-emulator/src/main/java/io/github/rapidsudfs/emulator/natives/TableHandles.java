package io.github.rapidsudfs.emulator.natives;

import io.github.rapidsudfs.emulator.agent.Natives;
import io.github.rapidsudfs.emulator.agent.NotAKernel;
import io.github.rapidsudfs.emulator.column.Column;
import io.github.rapidsudfs.emulator.column.Read;
import io.github.rapidsudfs.emulator.column.Vec;
import io.github.rapidsudfs.emulator.memory.Cudf;
import io.github.rapidsudfs.emulator.memory.Handles;

/** Tables: views of columns of as many rows. */
@Natives("ai.rapids.cudf.Table")
public final class TableHandles {
  private TableHandles() {}

  /** The columns behind a table's handle. */
  record Table(Column[] columns) {
    int rows() {
      return columns.length == 0 ? 0 : columns[0].size;
    }

    Vec[] vecs() {
      Vec[] vecs = new Vec[columns.length];
      for (int i = 0; i < vecs.length; i++) {
        vecs[i] = Read.vec(columns[i]);
      }
      return vecs;
    }
  }

  static Table table(long handle) {
    return Handles.get(handle, Table.class);
  }

  @NotAKernel
  public static long createCudfTableView(long[] views) {
    Column[] columns = new Column[views.length];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = Io.column(views[i]);
      Cudf.expects(columns[i].size == columns[0].size, "Column size mismatch.");
    }
    return Handles.open(new Table(columns));
  }

  @NotAKernel
  public static void deleteCudfTable(long table) {
    Handles.close(table, Table.class);
  }
}
