package io.github.rapidsudfs.emulator.kernels;

import io.github.rapidsudfs.emulator.agent.Native;
import io.github.rapidsudfs.emulator.column.FixedVec;
import io.github.rapidsudfs.emulator.column.StringVec;
import io.github.rapidsudfs.emulator.column.StringsOut;
import io.github.rapidsudfs.emulator.column.Vec;
import io.github.rapidsudfs.emulator.memory.Cudf;
import io.github.rapidsudfs.emulator.memory.Refused;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.SignStyle;
import java.time.temporal.ChronoField;
import java.util.Locale;

/** Timestamps as text, in the proleptic Gregorian calendar and UTC. */
public final class DateStrings {
  private static final long NANOS_PER_DAY = 86_400_000_000_000L;
  private static final long SECONDS_PER_DAY = 86_400;

  private DateStrings() {}

  /**
   * Each timestamp by a format of %Y, %m, %d, %H, %M, %S, %f (of 1 to 9 digits: %6f; cut, not
   * rounded), %% and other characters as they are.
   */
  @Native("ai.rapids.cudf.ColumnView.timestampToStringTimestamp")
  public static StringVec format(Vec vec, String format) {
    Cudf.expects(vec.type.isTimestamp(), "Column type must be timestamp");
    Cudf.expects(!format.isEmpty(), "Format must not be empty.");
    long perDay = vec.type.ticksPerDay();
    DateTimeFormatter by = vec.nullCount() == vec.size ? null : formatter(format);
    return StringsOut.each(
        vec.size,
        vec.size * 2 * format.length(),
        vec.valid,
        (i, out) -> {
          LocalDateTime time = time(((FixedVec) vec).values[i], perDay);
          try {
            out.add(by.format(time));
          } catch (DateTimeException e) {
            throw new Refused("the year " + time.getYear() + " as text");
          }
        });
  }

  private static LocalDateTime time(long ticks, long perDay) {
    long nanos = Math.floorMod(ticks, perDay) * (NANOS_PER_DAY / perDay);
    long seconds = Math.floorDiv(ticks, perDay) * SECONDS_PER_DAY + nanos / 1_000_000_000L;
    return LocalDateTime.ofEpochSecond(seconds, (int) (nanos % 1_000_000_000L), ZoneOffset.UTC);
  }

  private static DateTimeFormatter formatter(String format) {
    DateTimeFormatterBuilder by = new DateTimeFormatterBuilder();
    for (int i = 0; i < format.length(); i++) {
      char c = format.charAt(i);
      if (c >= 0x80) {
        throw new Refused("the format " + format);
      }
      if (c != '%') {
        by.appendLiteral(c);
        continue;
      }
      int digits = 9;
      i++;
      if (i < format.length() && format.charAt(i) >= '1' && format.charAt(i) <= '9') {
        digits = format.charAt(i++) - '0';
        Cudf.expects(
            i < format.length() && format.charAt(i) == 'f',
            "precision not supported for specifier in " + format);
      }
      Cudf.expects(i < format.length(), "Unfinished specifier in timestamp format");
      switch (format.charAt(i)) {
        case 'Y' -> by.appendValue(ChronoField.YEAR, 4, 4, SignStyle.NOT_NEGATIVE);
        case 'm' -> by.appendValue(ChronoField.MONTH_OF_YEAR, 2);
        case 'd' -> by.appendValue(ChronoField.DAY_OF_MONTH, 2);
        case 'H' -> by.appendValue(ChronoField.HOUR_OF_DAY, 2);
        case 'M' -> by.appendValue(ChronoField.MINUTE_OF_HOUR, 2);
        case 'S' -> by.appendValue(ChronoField.SECOND_OF_MINUTE, 2);
        case 'f' -> by.appendFraction(ChronoField.NANO_OF_SECOND, digits, digits, false);
        case '%' -> by.appendLiteral('%');
        default -> throw new Refused("the format " + format);
      }
    }
    return by.toFormatter(Locale.ROOT);
  }
}
