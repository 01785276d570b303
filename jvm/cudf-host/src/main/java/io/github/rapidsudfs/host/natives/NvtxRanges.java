package io.github.rapidsudfs.host.natives;

import io.github.rapidsudfs.host.agent.Natives;

/** Profiler ranges: there is no profiler. */
@Natives(value = "ai.rapids.cudf.NvtxRange", bookkeeping = true)
public final class NvtxRanges {
  private NvtxRanges() {}

  public static void push(String name, int color) {}

  public static void pop() {}

  public static void push(Object range, String name, int color) {}

  public static void pop(Object range) {}
}
