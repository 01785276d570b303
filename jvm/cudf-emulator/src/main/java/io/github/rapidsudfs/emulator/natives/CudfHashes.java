package io.github.rapidsudfs.emulator.natives;

import static io.github.rapidsudfs.emulator.natives.Io.out;
import static io.github.rapidsudfs.emulator.natives.Io.vecs;

import io.github.rapidsudfs.emulator.agent.Natives;
import io.github.rapidsudfs.emulator.kernels.Digests;

/** cuDF's own digests. */
@Natives("ai.rapids.cudf.ColumnVector")
public final class CudfHashes {
  private CudfHashes() {}

  public static long md5(long[] views) {
    return out(Digests.rows("MD5", vecs(views)));
  }

  public static long sha1(long[] views) {
    return out(Digests.rows("SHA-1", vecs(views)));
  }
}
