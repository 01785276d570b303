package io.github.rapidsudfs.host.natives;

import io.github.rapidsudfs.host.agent.Natives;

/** libcudf's settings of pinned memory, which there is none of. */
@Natives(value = "ai.rapids.cudf.Cudf", bookkeeping = true)
public final class CudfSettings {
  private CudfSettings() {}

  public static void setKernelPinnedCopyThreshold(long bytes) {}

  public static void setPinnedAllocationThreshold(long bytes) {}
}
