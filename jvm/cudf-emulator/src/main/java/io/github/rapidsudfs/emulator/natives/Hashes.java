package io.github.rapidsudfs.emulator.natives;

import static io.github.rapidsudfs.emulator.natives.Io.out;
import static io.github.rapidsudfs.emulator.natives.Io.vec;

import io.github.rapidsudfs.emulator.agent.Natives;
import io.github.rapidsudfs.emulator.agent.NotAKernel;
import io.github.rapidsudfs.emulator.kernels.Digests;

/** Spark's hashes. */
@Natives("com.nvidia.spark.rapids.jni.Hash")
public final class Hashes {
  private static final int MAX_STACK_DEPTH = 8;

  private Hashes() {}

  @NotAKernel
  public static int getMaxStackDepth() {
    return MAX_STACK_DEPTH;
  }

  public static long sha224NullsPreserved(long view) {
    return out(Digests.nullsPreserved("SHA-224", vec(view)));
  }

  public static long sha256NullsPreserved(long view) {
    return out(Digests.nullsPreserved("SHA-256", vec(view)));
  }

  public static long sha384NullsPreserved(long view) {
    return out(Digests.nullsPreserved("SHA-384", vec(view)));
  }

  public static long sha512NullsPreserved(long view) {
    return out(Digests.nullsPreserved("SHA-512", vec(view)));
  }
}
