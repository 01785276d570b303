package io.github.rapidsudfs.host.kernels;

import io.github.rapidsudfs.host.column.FixedVec;
import io.github.rapidsudfs.host.column.Type;
import io.github.rapidsudfs.host.column.Valid;
import io.github.rapidsudfs.host.column.Vec;
import io.github.rapidsudfs.host.memory.Cudf;
import java.time.LocalDate;
import java.util.function.LongUnaryOperator;

/** Timestamps in the proleptic Gregorian calendar and UTC. */
public final class Dates {
  private static final long NANOS_PER_DAY = 86_400_000_000_000L;
  private static final long[] FREQUENCY_NANOS = {
    NANOS_PER_DAY, 3_600_000_000_000L, 60_000_000_000L, 1_000_000_000L, 1_000_000L, 1_000L, 1L
  };

  private Dates() {}

  private static FixedVec each(Vec vec, int outType, LongUnaryOperator f) {
    Cudf.expects(vec.type.isTimestamp(), "Column type should be timestamp, not " + vec.type);
    long[] result = new long[vec.size];
    for (int i = 0; i < result.length; i++) {
      result[i] = Numbers.wrap(outType, vec.isNull(i) ? 0 : f.applyAsLong(((FixedVec) vec).values[i]));
    }
    return new FixedVec(Type.of(outType), result, vec.valid);
  }

  private static LocalDate date(long ticks, long perDay) {
    return LocalDate.ofEpochDay(Math.floorDiv(ticks, perDay));
  }

  /** Year, month, day, weekday (Monday is 1), hour, minute, second, then milli-, micro- and nanoseconds up to 999, as INT16. */
  public static FixedVec component(Vec vec, int component) {
    long perDay = vec.type.isTimestamp() ? vec.type.ticksPerDay() : 1;
    if (component < 4) {
      return each(vec, Type.INT16, t -> {
        LocalDate date = date(t, perDay);
        return switch (component) {
          case 0 -> date.getYear();
          case 1 -> date.getMonthValue();
          case 2 -> date.getDayOfMonth();
          default -> date.getDayOfWeek().getValue();
        };
      });
    }
    if (component > 9) {
      throw new IllegalArgumentException("Invalid component");
    }
    long[] units = {3_600_000_000_000L, 60_000_000_000L, 1_000_000_000L, 1_000_000L, 1_000L, 1L};
    long[] counts = {24, 60, 60, 1000, 1000, 1000};
    return each(vec, Type.INT16, t -> {
      long nanos = Math.floorMod(t, perDay) * (NANOS_PER_DAY / perDay);
      return nanos / units[component - 4] % counts[component - 4];
    });
  }

  public static FixedVec lastDayOfMonth(Vec vec) {
    long perDay = ticks(vec);
    return each(vec, Type.TIMESTAMP_DAYS, t -> {
      LocalDate date = date(t, perDay);
      return date.withDayOfMonth(date.lengthOfMonth()).toEpochDay();
    });
  }

  public static FixedVec dayOfYear(Vec vec) {
    long perDay = ticks(vec);
    return each(vec, Type.INT16, t -> date(t, perDay).getDayOfYear());
  }

  public static FixedVec quarter(Vec vec) {
    long perDay = ticks(vec);
    return each(vec, Type.INT16, t -> (date(t, perDay).getMonthValue() + 2) / 3);
  }

  public static FixedVec daysInMonth(Vec vec) {
    long perDay = ticks(vec);
    return each(vec, Type.INT16, t -> date(t, perDay).lengthOfMonth());
  }

  public static FixedVec isLeapYear(Vec vec) {
    long perDay = ticks(vec);
    return each(vec, Type.BOOL8, t -> date(t, perDay).isLeapYear() ? 1 : 0);
  }

  private static long ticks(Vec vec) {
    Cudf.expects(vec.type.isTimestamp(), "Column type should be timestamp, not " + vec.type);
    return vec.type.ticksPerDay();
  }

  /** Months added, cut to the month's end; the time of day stays. A one-row scalar counts for all rows. */
  public static FixedVec addMonths(Vec vec, Vec months, boolean scalar) {
    long perDay = ticks(vec);
    Cudf.expects(months.type.id() == Type.INT16 || months.type.id() == Type.INT32, "Months type should be INT16 or INT32");
    Cudf.expects(scalar || months.size == vec.size, "Timestamp and months column should be of the same size");
    long[] by = ((FixedVec) months).values;
    long[] result = new long[vec.size];
    boolean[] valid = Valid.all(vec.size);
    for (int i = 0; i < result.length; i++) {
      int m = scalar ? 0 : i;
      valid[i] = !vec.isNull(i) && !months.isNull(m);
      if (valid[i]) {
        long t = ((FixedVec) vec).values[i];
        result[i] = date(t, perDay).plusMonths(by[m]).toEpochDay() * perDay + Math.floorMod(t, perDay);
      }
    }
    return new FixedVec(vec.type, result, valid);
  }

  /** Down (-1), up (1) or to the nearest (0) multiple of a unit: day, hour, minute, second, milli-, micro-, nanosecond. */
  public static FixedVec round(Vec vec, int frequency, int direction) {
    if (frequency < 0 || frequency >= FREQUENCY_NANOS.length) {
      throw new IllegalArgumentException("Invalid rounding_frequency");
    }
    long tick = NANOS_PER_DAY / ticks(vec);
    long unit = Math.max(1, FREQUENCY_NANOS[frequency] / tick);
    return each(vec, vec.type.id(), t -> {
      long down = Math.floorDiv(t, unit) * unit;
      long rest = t - down;
      boolean up = direction > 0 ? rest > 0 : direction == 0 && (rest * 2 > unit || (rest * 2 == unit && Math.floorMod(down / unit, 2L) == 1));
      return up ? down + unit : down;
    });
  }
}
