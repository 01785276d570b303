// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator;

import static org.junit.Assert.assertThrows;

import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.CudfException;
import com.nvidia.spark.rapids.jni.GpuTimeZoneDB;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Random;
import org.junit.BeforeClass;
import org.junit.Test;

/**
 * Time zones against java.time, over the years that a table of changes covers and those that rules
 * do.
 */
public class TimeZonesTest {
  private static final String[] ZONES = {
    "UTC",
    "Europe/Berlin",
    "America/New_York",
    "Asia/Kolkata",
    "Australia/Lord_Howe",
    "America/Sao_Paulo"
  };

  private static final long YEAR_2150 = 5_680_000_000L;
  private static final int ROWS = 400;

  @BeforeClass
  public static void load() {
    GpuTimeZoneDB.cacheDatabase();
  }

  private static Long[] micros(long seed) {
    Random random = new Random(seed);
    Long[] micros = new Long[ROWS];
    for (int i = 0; i < ROWS; i++) {
      micros[i] =
          i % 50 == 7
              ? null
              : (long) (random.nextDouble() * YEAR_2150) * 1_000_000 + random.nextInt(1_000_000);
    }
    return micros;
  }

  @Test
  public void fromUtc() {
    for (String name : ZONES) {
      ZoneId zone = ZoneId.of(name);
      Long[] utc = micros(name.hashCode());
      Object[] local = new Object[ROWS];
      for (int i = 0; i < ROWS; i++) {
        local[i] =
            utc[i] == null
                ? null
                : utc[i]
                    + zone.getRules()
                            .getOffset(Instant.ofEpochSecond(utc[i] / 1_000_000))
                            .getTotalSeconds()
                        * 1_000_000L;
      }
      try (ColumnVector column = ColumnVector.timestampMicroSecondsFromBoxedLongs(utc)) {
        Cols.check(GpuTimeZoneDB.fromUtcTimestampToTimestamp(column, zone.normalized()), local);
      }
    }
  }

  @Test
  public void toUtc() {
    for (String name : ZONES) {
      ZoneId zone = ZoneId.of(name);
      Long[] local = micros(name.hashCode() + 1);
      Object[] utc = new Object[ROWS];
      for (int i = 0; i < ROWS; i++) {
        utc[i] =
            local[i] == null
                ? null
                : LocalDateTime.ofEpochSecond(local[i] / 1_000_000, 0, ZoneOffset.UTC)
                            .atZone(zone)
                            .toEpochSecond()
                        * 1_000_000
                    + local[i] % 1_000_000;
      }
      try (ColumnVector column = ColumnVector.timestampMicroSecondsFromBoxedLongs(local)) {
        Cols.check(GpuTimeZoneDB.fromTimestampToUtcTimestamp(column, zone.normalized()), utc);
      }
    }
  }

  /**
   * Sao Paulo, 2018-11-04: no time from 00:00 to 01:00; 2018-02-17: from 23:00 on an hour twice.
   */
  @Test
  public void gapAndOverlap() {
    ZoneId zone = ZoneId.of("America/Sao_Paulo");
    long gap = LocalDateTime.of(2018, 11, 4, 0, 30).toEpochSecond(ZoneOffset.UTC);
    long overlap = LocalDateTime.of(2018, 2, 17, 23, 30).toEpochSecond(ZoneOffset.UTC);
    try (ColumnVector local = ColumnVector.timestampSecondsFromLongs(gap, overlap)) {
      Cols.check(
          GpuTimeZoneDB.fromTimestampToUtcTimestamp(local, zone),
          gap + 3 * 3600,
          overlap + 2 * 3600);
    }
    try (ColumnVector days = ColumnVector.daysFromInts(1)) {
      assertThrows(
          CudfException.class, () -> GpuTimeZoneDB.fromTimestampToUtcTimestamp(days, zone).close());
    }
  }
}
