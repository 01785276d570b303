// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.natives;

import io.github.rapidsudfs.emulator.binding.Natives;
import io.github.rapidsudfs.emulator.column.Column;
import io.github.rapidsudfs.emulator.column.Packed;
import io.github.rapidsudfs.emulator.column.TableView;
import io.github.rapidsudfs.emulator.memory.CudfErrors;
import io.github.rapidsudfs.emulator.memory.Handles;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** Creation and deletion of tables. */
@Natives(value = "ai.rapids.cudf.Table", bookkeeping = true)
public final class TableHandles {
  private TableHandles() {}

  public static long createCudfTableView(long[] views) {
    Column[] columns = ColumnHandles.columns(views);
    for (Column column : columns) {
      CudfErrors.expects(column.size == columns[0].size, "Column size mismatch.");
    }
    return Handles.open(new TableView(columns));
  }

  public static long[] columnViewsFromPacked(ByteBuffer metadata, long address) {
    return Arrays.stream(Packed.unpack(metadata, address)).mapToLong(Handles::open).toArray();
  }
}
