package io.github.rapidsudfs.emulator.natives;

import io.github.rapidsudfs.emulator.agent.Natives;
import io.github.rapidsudfs.emulator.kernels.TimeZones;

/** Timestamps of time zones. */
@Natives("com.nvidia.spark.rapids.jni.GpuTimeZoneDB")
public final class TimeZoneNatives {
  private TimeZoneNatives() {}

  public static long convertTimestampColumnToUTC(long view, long zones, int zone) {
    return Io.out(TimeZones.convert(Io.vec(view), TableHandles.table(zones).vecs(), zone, true));
  }

  public static long convertUTCTimestampColumnToTimeZone(long view, long zones, int zone) {
    return Io.out(TimeZones.convert(Io.vec(view), TableHandles.table(zones).vecs(), zone, false));
  }
}
