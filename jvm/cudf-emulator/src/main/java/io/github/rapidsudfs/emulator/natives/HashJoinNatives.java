package io.github.rapidsudfs.emulator.natives;

import io.github.rapidsudfs.emulator.agent.Natives;
import io.github.rapidsudfs.emulator.agent.NotAKernel;
import io.github.rapidsudfs.emulator.kernels.TableJoins;
import io.github.rapidsudfs.emulator.memory.Handles;

/** A hash table over a right table's keys, built once for several joins. */
@Natives("ai.rapids.cudf.HashJoin")
public final class HashJoinNatives {
  private HashJoinNatives() {}

  record Built(TableJoins joins, int rows) {}

  public static long create(long table, boolean nullsEqual) {
    TableHandles.Table keys = TableHandles.table(table);
    return Handles.open(new Built(new TableJoins(keys.vecs(), nullsEqual), keys.rows()));
  }

  @NotAKernel
  public static void destroy(long join) {
    Handles.close(join, Built.class);
  }
}
