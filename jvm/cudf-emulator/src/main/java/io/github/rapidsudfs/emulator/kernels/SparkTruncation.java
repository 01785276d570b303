// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.kernels;

import io.github.rapidsudfs.emulator.binding.Native;
import io.github.rapidsudfs.emulator.binding.Natives;
import io.github.rapidsudfs.emulator.column.FixedVec;
import io.github.rapidsudfs.emulator.column.StringVec;
import io.github.rapidsudfs.emulator.column.Type;
import io.github.rapidsudfs.emulator.column.Vec;
import io.github.rapidsudfs.emulator.memory.CudfClasses;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.temporal.TemporalAdjusters;
import java.util.GregorianCalendar;
import java.util.Locale;
import java.util.TimeZone;
import java.util.function.IntFunction;

/** Spark's truncation of dates and timestamps, and rebasing to the hybrid Julian calendar. */
@Natives("com.nvidia.spark.rapids.jni.DateTimeUtils")
public final class SparkTruncation {
  private static final long MICROS_PER_DAY = 86_400_000_000L;
  private static final long MILLIS_PER_DAY = 86_400_000L;
  private static final LocalDate SWITCH = LocalDate.of(1582, 10, 15);

  @Native("truncateWithScalarFormat")
  public static FixedVec truncate(Vec vec, String unit) {
    return truncate(vec, i -> unit);
  }

  /** Truncates each row, or one row for all units. */
  @Native("truncateWithColumnFormat")
  public static FixedVec truncate(Vec vec, StringVec units) {
    CudfClasses.expects(
        vec.size == 1 || vec.size == units.size, "one date, or as many as there are units");
    return truncate(
        vec.size == units.size ? vec : vec.repeat(units.size),
        i -> units.isNull(i) ? null : units.latin1(i));
  }

  /** Truncates to a unit; null for an unknown unit, or one below a week for dates. */
  private static FixedVec truncate(Vec vec, IntFunction<String> units) {
    boolean date = vec.type.id() == Type.TIMESTAMP_DAYS;
    CudfClasses.expects(
        date || vec.type.ticksPerDay() == MICROS_PER_DAY,
        "The input must be either day or microsecond timestamps to truncate.");
    return vec.orNull(
        vec.type,
        i -> {
          String unit = units.apply(i);
          if (unit == null) {
            return null;
          }
          long ticks = ((FixedVec) vec).values[i];
          long perDay = date ? 1 : MICROS_PER_DAY;
          LocalDate day = LocalDate.ofEpochDay(Math.floorDiv(ticks, perDay));
          String upper = unit.toUpperCase(Locale.ROOT);
          LocalDate cut =
              switch (upper) {
                case "YEAR", "YYYY", "YY" -> day.withDayOfYear(1);
                case "QUARTER" ->
                    LocalDate.of(day.getYear(), (day.getMonthValue() - 1) / 3 * 3 + 1, 1);
                case "MONTH", "MM", "MON" -> day.withDayOfMonth(1);
                case "WEEK" -> day.with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY));
                default -> null;
              };
          if (cut != null) {
            return cut.toEpochDay() * perDay;
          }
          long micros =
              switch (upper) {
                case "DAY", "DD" -> MICROS_PER_DAY;
                case "HOUR" -> 3_600_000_000L;
                case "MINUTE" -> 60_000_000L;
                case "SECOND" -> 1_000_000L;
                case "MILLISECOND" -> 1_000L;
                case "MICROSECOND" -> 1L;
                default -> 0L;
              };
          return date || micros == 0 ? null : (Long) (Math.floorDiv(ticks, micros) * micros);
        });
  }

  /** Days or microseconds of the same local date and time in the hybrid Julian calendar. */
  public static FixedVec rebaseGregorianToJulian(Vec vec) {
    return rebased(
        vec,
        days -> {
          LocalDate date = LocalDate.ofEpochDay(days);
          if (!date.isBefore(SWITCH)) {
            return days;
          }
          // the skipped days do not exist in that calendar
          boolean between = date.isAfter(LocalDate.of(1582, 10, 4));
          LocalDate there = between ? SWITCH : date;
          GregorianCalendar calendar = calendar();
          calendar.set(there.getYear(), there.getMonthValue() - 1, there.getDayOfMonth());
          return Math.floorDiv(calendar.getTimeInMillis(), MILLIS_PER_DAY);
        });
  }

  public static FixedVec rebaseJulianToGregorian(Vec vec) {
    return rebased(
        vec,
        days -> {
          if (days >= SWITCH.toEpochDay()) {
            return days;
          }
          GregorianCalendar calendar = calendar();
          calendar.setTimeInMillis(days * MILLIS_PER_DAY);
          boolean before = calendar.get(GregorianCalendar.ERA) == GregorianCalendar.BC;
          int year = calendar.get(GregorianCalendar.YEAR);
          return LocalDate.of(
                  before ? 1 - year : year, calendar.get(GregorianCalendar.MONTH) + 1, 1)
              .plusDays(calendar.get(GregorianCalendar.DAY_OF_MONTH) - 1L)
              .toEpochDay();
        });
  }

  private static GregorianCalendar calendar() {
    GregorianCalendar calendar = new GregorianCalendar(TimeZone.getTimeZone("UTC"), Locale.ROOT);
    calendar.clear();
    return calendar;
  }

  private static FixedVec rebased(Vec vec, java.util.function.LongUnaryOperator days) {
    boolean date = vec.type.id() == Type.TIMESTAMP_DAYS;
    CudfClasses.expects(
        date || (vec.type.isTimestamp() && vec.type.ticksPerDay() == MICROS_PER_DAY),
        "The input must be either day or microsecond timestamps to rebase.");
    long perDay = date ? 1 : MICROS_PER_DAY;
    return vec.longs(
        vec.type,
        i -> {
          long ticks = vec.isNull(i) ? 0 : ((FixedVec) vec).values[i];
          long day = Math.floorDiv(ticks, perDay);
          return days.applyAsLong(day) * perDay + Math.floorMod(ticks, perDay);
        });
  }
}
