package io.github.rapidsudfs.host.natives;

import io.github.rapidsudfs.host.agent.Bookkeeping;
import io.github.rapidsudfs.host.agent.Natives;
import io.github.rapidsudfs.host.kernels.Joins;
import io.github.rapidsudfs.host.memory.Handles;

/** A right table's keys, looked through once for several joins. */
@Natives("ai.rapids.cudf.HashJoin")
public final class HashJoinNatives {
  private HashJoinNatives() {}

  record Built(Joins joins, int rows) {}

  public static long create(long table, boolean nullsEqual) {
    TableHandles.Table keys = TableHandles.table(table);
    return Handles.open(new Built(new Joins(keys.vecs(), nullsEqual), keys.rows()));
  }

  @Bookkeeping
  public static void destroy(long join) {
    Handles.close(join, Built.class);
  }
}
