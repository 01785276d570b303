package io.github.rapidsudfs.emulator.natives;

import static io.github.rapidsudfs.emulator.natives.Io.out;
import static io.github.rapidsudfs.emulator.natives.Io.vec;

import io.github.rapidsudfs.emulator.agent.Natives;
import io.github.rapidsudfs.emulator.kernels.Decimal128;

/** The plugin's decimal arithmetic: overflow flags and results. */
@Natives("com.nvidia.spark.rapids.jni.DecimalUtils")
public final class Decimal128Natives {
  private Decimal128Natives() {}

  public static long[] add128(long a, long b, int scale) {
    return out(Decimal128.add(vec(a), vec(b), scale, false));
  }

  public static long[] subtract128(long a, long b, int scale) {
    return out(Decimal128.add(vec(a), vec(b), scale, true));
  }
}
