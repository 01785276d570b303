package io.github.rapidsudfs.host.natives;

import io.github.rapidsudfs.host.agent.Natives;
import io.github.rapidsudfs.host.column.Packed;
import io.github.rapidsudfs.host.memory.Handles;

/** Tables that are in one piece of memory already. */
@Natives(value = "ai.rapids.cudf.ContiguousTable", bookkeeping = true)
public final class ContiguousTables {
  private ContiguousTables() {}

  public static long createPackedMetadata(long table, long address, long bytes) {
    return Handles.open(new PackedMetadata.Metadata(Packed.metadata(TableHandles.table(table).columns(), address)));
  }
}
