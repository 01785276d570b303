package io.github.rapidsudfs.host.natives;

import static io.github.rapidsudfs.host.natives.Io.out;

import io.github.rapidsudfs.host.agent.Natives;
import io.github.rapidsudfs.host.column.Type;
import io.github.rapidsudfs.host.kernels.SparkCasts;
import io.github.rapidsudfs.host.kernels.SparkDates;
import io.github.rapidsudfs.host.kernels.SparkDecimals;

/** Spark's casts between strings, numbers and dates. */
@Natives("com.nvidia.spark.rapids.jni.CastStrings")
public final class SparkCastNatives {
  private SparkCastNatives() {}

  public static long toInteger(long view, boolean ansi, boolean strip, int type) {
    return out(SparkCasts.toInteger(Io.strings(view), ansi, strip, Type.of(type)));
  }

  public static long toDecimal(long view, boolean ansi, boolean strip, int precision, int scale) {
    return out(SparkDecimals.parse(Io.strings(view), ansi, strip, precision, scale));
  }

  public static long fromDecimal(long view) {
    return out(SparkCasts.fromDecimal(Io.vec(view)));
  }

  public static long parseDateStringsToDate(long view) {
    return out(SparkDates.parse(Io.strings(view)));
  }
}
