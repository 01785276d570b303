package io.github.rapidsudfs.host.natives;

import static io.github.rapidsudfs.host.natives.Io.out;
import static io.github.rapidsudfs.host.natives.Io.vec;

import io.github.rapidsudfs.host.agent.Natives;
import io.github.rapidsudfs.host.kernels.Decimal128;

/** The plugin's decimal arithmetic: overflow flags and results. */
@Natives("com.nvidia.spark.rapids.jni.DecimalUtils")
public final class Decimal128Natives {
  private Decimal128Natives() {}

  public static long[] multiply128(long a, long b, int scale, boolean castInterim) {
    return out(Decimal128.multiply(vec(a), vec(b), scale, castInterim));
  }

  public static long[] divide128(long a, long b, int scale, boolean whole) {
    return out(Decimal128.divide(vec(a), vec(b), scale, whole));
  }

  public static long[] add128(long a, long b, int scale) {
    return out(Decimal128.add(vec(a), vec(b), scale, false));
  }

  public static long[] subtract128(long a, long b, int scale) {
    return out(Decimal128.add(vec(a), vec(b), scale, true));
  }
}
