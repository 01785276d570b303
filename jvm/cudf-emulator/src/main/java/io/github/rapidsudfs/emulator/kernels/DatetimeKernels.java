// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.kernels;

import io.github.rapidsudfs.emulator.binding.Native;
import io.github.rapidsudfs.emulator.binding.Natives;
import io.github.rapidsudfs.emulator.column.FixedVec;
import io.github.rapidsudfs.emulator.column.Type;
import io.github.rapidsudfs.emulator.column.Vec;
import io.github.rapidsudfs.emulator.memory.CudfClasses;
import java.time.LocalDate;
import java.time.temporal.ChronoField;
import java.time.temporal.TemporalAdjusters;
import java.util.function.LongUnaryOperator;
import java.util.function.ToLongFunction;

/** Timestamps in the proleptic Gregorian calendar and UTC. */
@Natives("ai.rapids.cudf.ColumnView")
public final class DatetimeKernels {
  private static final long NANOS_PER_DAY = 86_400_000_000_000L;
  private static final int MINUTE = 2;
  private static final int NANOSECOND = 6;
  private static final long[] FREQUENCY_NANOS = {
    NANOS_PER_DAY, 3_600_000_000_000L, 60_000_000_000L, 1_000_000_000L, 1_000_000L, 1_000L, 1L
  };

  private static final ChronoField[] DATE_FIELDS = {
    ChronoField.YEAR, ChronoField.MONTH_OF_YEAR, ChronoField.DAY_OF_MONTH, ChronoField.DAY_OF_WEEK
  };

  private static FixedVec each(Vec vec, int outType, LongUnaryOperator f) {
    CudfClasses.expects(vec.type.isTimestamp(), "Column type should be timestamp, not " + vec.type);
    return vec.longs(
        Type.of(outType),
        i -> Cpp.wrap(outType, vec.isNull(i) ? 0 : f.applyAsLong(((FixedVec) vec).values[i])));
  }

  private static LocalDate date(long ticks, long perDay) {
    return LocalDate.ofEpochDay(Math.floorDiv(ticks, perDay));
  }

  private static FixedVec dates(Vec vec, int outType, ToLongFunction<LocalDate> f) {
    long perDay = ticks(vec);
    return each(vec, outType, t -> f.applyAsLong(date(t, perDay)));
  }

  /** Year to second, weekday (Monday is 1), and milli-, micro-, nanoseconds up to 999, as INT16. */
  public static FixedVec extractDateTimeComponent(Vec vec, int component) {
    if (component >= 0 && component < DATE_FIELDS.length) {
      return dates(vec, Type.INT16, date -> date.get(DATE_FIELDS[component]));
    }
    CudfClasses.requires(component >= 0 && component <= 9, "Invalid component");
    long perDay = ticks(vec);
    long[] units = {3_600_000_000_000L, 60_000_000_000L, 1_000_000_000L, 1_000_000L, 1_000L, 1L};
    long[] counts = {24, 60, 60, 1000, 1000, 1000};
    return each(
        vec,
        Type.INT16,
        t -> {
          long nanos = Math.floorMod(t, perDay) * (NANOS_PER_DAY / perDay);
          return nanos / units[component - 4] % counts[component - 4];
        });
  }

  public static FixedVec lastDayOfMonth(Vec vec) {
    return dates(
        vec,
        Type.TIMESTAMP_DAYS,
        date -> date.with(TemporalAdjusters.lastDayOfMonth()).toEpochDay());
  }

  public static FixedVec dayOfYear(Vec vec) {
    return dates(vec, Type.INT16, LocalDate::getDayOfYear);
  }

  public static FixedVec quarterOfYear(Vec vec) {
    return dates(vec, Type.INT16, date -> (date.getMonthValue() + 2) / 3);
  }

  public static FixedVec daysInMonth(Vec vec) {
    return dates(vec, Type.INT16, LocalDate::lengthOfMonth);
  }

  public static FixedVec isLeapYear(Vec vec) {
    return dates(vec, Type.BOOL8, date -> date.isLeapYear() ? 1 : 0);
  }

  private static long ticks(Vec vec) {
    CudfClasses.expects(vec.type.isTimestamp(), "Column type should be timestamp, not " + vec.type);
    return vec.type.ticksPerDay();
  }

  /** Adds months, clamped to the end of the month; the time of day is kept. */
  @Native({"addCalendricalMonths", "addScalarCalendricalMonths"})
  public static FixedVec addMonths(Vec vec, Operand months) {
    long perDay = ticks(vec);
    CudfClasses.expects(
        months.vec().type.id() == Type.INT16 || months.vec().type.id() == Type.INT32,
        "Months type should be INT16 or INT32");
    CudfClasses.expects(
        months.hasRows(vec.size), "Timestamp and months column should be of the same size");
    long[] by = ((FixedVec) months.vec()).values;
    return vec.orNull(
        vec.type,
        i -> {
          if (months.isNull(i)) {
            return null;
          }
          long t = ((FixedVec) vec).values[i];
          LocalDate then = date(t, perDay).plusMonths(by[months.row(i)]);
          return then.toEpochDay() * perDay + Math.floorMod(t, perDay);
        });
  }

  /** Rounds down (0), up (1) or to the nearest (2) day, hour, minute, … nanosecond. */
  @Native(value = "dateTimeFloor", with = "0")
  @Native(value = "dateTimeCeil", with = "1")
  @Native(value = "dateTimeRound", with = "2")
  public static FixedVec round(Vec vec, int frequency, int how) {
    CudfClasses.requires(
        frequency >= 0 && frequency < FREQUENCY_NANOS.length, "Invalid rounding_frequency");
    long tick = NANOS_PER_DAY / ticks(vec);
    long unit = Math.max(1, FREQUENCY_NANOS[frequency] / tick);
    return each(
        vec,
        vec.type.id(),
        t -> {
          long down = Math.floorDiv(t, unit) * unit;
          boolean up = how == 1 ? t > down : how == 2 && t - down >= unit - (t - down);
          long rounded = up ? down + unit : down;
          // minutes are counted in 32 bits
          if (how != 2 || frequency != MINUTE) {
            return rounded;
          }
          long minute = FREQUENCY_NANOS[MINUTE];
          return tick > minute
              ? (int) (rounded * (tick / minute)) / (tick / minute)
              : (int) (rounded / unit) * unit;
        });
  }
}
