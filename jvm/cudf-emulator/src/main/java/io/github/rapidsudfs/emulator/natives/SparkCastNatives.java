package io.github.rapidsudfs.emulator.natives;

import static io.github.rapidsudfs.emulator.natives.Io.out;

import io.github.rapidsudfs.emulator.agent.Natives;
import io.github.rapidsudfs.emulator.column.Type;
import io.github.rapidsudfs.emulator.kernels.SparkCasts;

/** Spark's casts between strings, numbers and dates. */
@Natives("com.nvidia.spark.rapids.jni.CastStrings")
public final class SparkCastNatives {
  private SparkCastNatives() {}

  public static long toInteger(long view, boolean ansi, boolean strip, int type) {
    return out(SparkCasts.toInteger(Io.strings(view), ansi, strip, Type.of(type)));
  }
}
