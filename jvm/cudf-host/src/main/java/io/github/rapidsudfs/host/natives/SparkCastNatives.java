package io.github.rapidsudfs.host.natives;

import static io.github.rapidsudfs.host.natives.Io.out;

import io.github.rapidsudfs.host.agent.Natives;
import io.github.rapidsudfs.host.column.Type;
import io.github.rapidsudfs.host.kernels.SparkCasts;

/** Spark's casts between strings and numbers. */
@Natives("com.nvidia.spark.rapids.jni.CastStrings")
public final class SparkCastNatives {
  private SparkCastNatives() {}

  public static long toInteger(long view, boolean ansi, boolean strip, int type) {
    return out(SparkCasts.toInteger(Io.strings(view), ansi, strip, Type.of(type)));
  }

  public static long fromDecimal(long view) {
    return out(SparkCasts.fromDecimal(Io.vec(view)));
  }
}
