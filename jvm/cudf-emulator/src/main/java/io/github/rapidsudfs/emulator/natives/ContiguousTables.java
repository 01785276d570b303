package io.github.rapidsudfs.emulator.natives;

import io.github.rapidsudfs.emulator.agent.Natives;
import io.github.rapidsudfs.emulator.column.Packed;
import io.github.rapidsudfs.emulator.memory.Handles;

/** Tables that are in one piece of memory already. */
@Natives(value = "ai.rapids.cudf.ContiguousTable", bookkeeping = true)
public final class ContiguousTables {
  private ContiguousTables() {}

  public static long createPackedMetadata(long table, long address, long bytes) {
    return Handles.open(
        new PackedMetadata.Metadata(Packed.metadata(TableHandles.table(table).columns(), address)));
  }
}
