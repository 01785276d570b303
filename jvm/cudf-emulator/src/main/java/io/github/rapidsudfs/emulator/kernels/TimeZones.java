// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.kernels;

import io.github.rapidsudfs.emulator.binding.Native;
import io.github.rapidsudfs.emulator.column.FixedVec;
import io.github.rapidsudfs.emulator.column.ListVec;
import io.github.rapidsudfs.emulator.column.StructVec;
import io.github.rapidsudfs.emulator.column.TableView;
import io.github.rapidsudfs.emulator.column.Type;
import io.github.rapidsudfs.emulator.column.Vec;
import io.github.rapidsudfs.emulator.memory.CudfClasses;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.temporal.TemporalAdjusters;
import java.util.Arrays;

/**
 * Converts timestamps between UTC and a time zone with the plugin's table of zones: lists of (UTC
 * second, local second, offset from then on), and lists of two yearly rules for the time after the
 * last transition.
 */
public final class TimeZones {
  private static final int RULE = 6;
  private static final long SECONDS_PER_DAY = 86_400;

  /** A change of the offset by a yearly rule. */
  private record Change(long second, int before, int after) {
    /** The local time of the change: the end of a gap or of an overlap. */
    long localSecond() {
      return second + Math.max(before, after);
    }
  }

  private final long[] instants;
  private final long[] offsets;
  private final long[] rules;
  private final boolean toUtc;

  private TimeZones(Vec[] table, int zone, boolean toUtc) {
    ListVec changes = (ListVec) table[0];
    StructVec change = (StructVec) changes.child;
    int from = changes.start(zone);
    int to = changes.end(zone);
    instants = Arrays.copyOfRange(((FixedVec) change.fields[toUtc ? 1 : 0]).values, from, to);
    offsets = Arrays.copyOfRange(((FixedVec) change.fields[2]).values, from, to);
    ListVec all = (ListVec) table[1];
    rules = Arrays.copyOfRange(((FixedVec) all.child).values, all.start(zone), all.end(zone));
    this.toUtc = toUtc;
  }

  /** Converts from a zone, given by its row in the table, to UTC, or from UTC to the zone. */
  @Native(
      value = "com.nvidia.spark.rapids.jni.GpuTimeZoneDB.convertTimestampColumnToUTC",
      with = "true")
  @Native(
      value = "com.nvidia.spark.rapids.jni.GpuTimeZoneDB.convertUTCTimestampColumnToTimeZone",
      with = "false")
  public static FixedVec convert(Vec timestamps, TableView table, int zone, boolean toUtc) {
    Type type = timestamps.type;
    CudfClasses.expects(
        type.id() >= Type.TIMESTAMP_SECONDS && type.id() < Type.TIMESTAMP_NANOSECONDS,
        "Unsupported timestamp unit for timezone conversion");
    TimeZones zones = new TimeZones(table.vecs(), zone, toUtc);
    long perSecond = type.ticksPerDay() / SECONDS_PER_DAY;
    return timestamps.longs(
        type,
        i -> {
          if (timestamps.isNull(i)) {
            return 0;
          }
          long ticks = ((FixedVec) timestamps).values[i];
          long offset = zones.offset(zones.seconds(ticks, perSecond)) * perSecond;
          return toUtc ? ticks - offset : ticks + offset;
        });
  }

  /** Seconds, truncated towards zero, and rounded down only from UTC. */
  private long seconds(long ticks, long perSecond) {
    return toUtc ? ticks / perSecond : Math.floorDiv(ticks, perSecond);
  }

  private long offset(long second) {
    if (rules.length > 0 && second > instants[instants.length - 1]) {
      return byRules(second);
    }
    // The last transition that is not after the second; the first transition is Long.MIN_VALUE.
    int at = Arrays.binarySearch(instants, second);
    at = at < 0 ? -at - 2 : at;
    while (at + 1 < instants.length && instants[at + 1] == second) {
      at++;
    }
    return offsets[at];
  }

  private long byRules(long second) {
    int year = LocalDate.ofEpochDay(Math.floorDiv(second, SECONDS_PER_DAY)).getYear();
    Change first = change(year, 0);
    Change last = change(year, RULE);
    if (second < (toUtc ? first.localSecond() : first.second())) {
      return first.before();
    }
    return second < (toUtc ? last.localSecond() : last.second()) ? first.after() : last.after();
  }

  /**
   * A rule: month, day (from the end if negative), weekday (Monday is 0) or none, seconds since
   * midnight, offsets.
   */
  private Change change(int year, int at) {
    int day = (int) rules[at + 1];
    int weekday = (int) rules[at + 2];
    LocalDate month = LocalDate.of(year, (int) rules[at], 1);
    LocalDate date = month.plusDays(day > 0 ? day - 1 : month.lengthOfMonth() + day);
    if (weekday >= 0) {
      DayOfWeek wanted = DayOfWeek.of(weekday + 1);
      date =
          date.with(
              day > 0
                  ? TemporalAdjusters.nextOrSame(wanted)
                  : TemporalAdjusters.previousOrSame(wanted));
    }
    int before = (int) rules[at + 4];
    return new Change(
        date.toEpochDay() * SECONDS_PER_DAY + rules[at + 3] - before, before, (int) rules[at + 5]);
  }
}
