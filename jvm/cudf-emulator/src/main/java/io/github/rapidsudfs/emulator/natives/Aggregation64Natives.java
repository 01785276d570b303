package io.github.rapidsudfs.emulator.natives;

import io.github.rapidsudfs.emulator.agent.Natives;
import io.github.rapidsudfs.emulator.column.Type;
import io.github.rapidsudfs.emulator.kernels.SumChunks;

/** Sums of 64-bit integers in two chunks. */
@Natives("com.nvidia.spark.rapids.jni.Aggregation64Utils")
public final class Aggregation64Natives {
  private Aggregation64Natives() {}

  public static long extractInt32Chunk(long view, int type, int chunk) {
    return Io.out(SumChunks.extract(Io.vec(view), Type.of(type), chunk, 2));
  }

  public static long[] combineInt64SumChunks(long chunks, int type, int scale) {
    return Io.out(SumChunks.combine(TableHandles.table(chunks).vecs(), Io.type(type, scale), 2));
  }
}
