package io.github.rapidsudfs.host.natives;

import static io.github.rapidsudfs.host.natives.Io.out;
import static io.github.rapidsudfs.host.natives.Io.vec;
import static io.github.rapidsudfs.host.natives.Io.vecs;

import io.github.rapidsudfs.host.agent.Bookkeeping;
import io.github.rapidsudfs.host.agent.Natives;
import io.github.rapidsudfs.host.kernels.Digests;
import io.github.rapidsudfs.host.kernels.RowHash;

/** Spark's hashes. */
@Natives("com.nvidia.spark.rapids.jni.Hash")
public final class Hashes {
  private static final int MAX_STACK_DEPTH = 8;

  private Hashes() {}

  @Bookkeeping
  public static int getMaxStackDepth() {
    return MAX_STACK_DEPTH;
  }

  public static long murmurHash32(int seed, long[] views) {
    return out(RowHash.murmur32(seed, vecs(views)));
  }

  public static long xxhash64(long seed, long[] views) {
    return out(RowHash.xxhash64(seed, vecs(views)));
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
