package io.github.rapidsudfs.emulator.kernels;

import io.github.rapidsudfs.emulator.agent.Native;
import io.github.rapidsudfs.emulator.column.FixedVec;
import io.github.rapidsudfs.emulator.column.StringVec;
import io.github.rapidsudfs.emulator.column.StringsOut;
import io.github.rapidsudfs.emulator.column.Vec;
import io.github.rapidsudfs.emulator.memory.Cudf;
import io.github.rapidsudfs.emulator.memory.Refused;
import java.time.LocalDateTime;
import java.time.ZoneOffset;

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
    return StringsOut.each(
        vec.size,
        vec.size * 2 * format.length(),
        vec.valid,
        (i, out) -> {
          out.add(text(time(((FixedVec) vec).values[i], perDay), format));
        });
  }

  private static LocalDateTime time(long ticks, long perDay) {
    long nanos = Math.floorMod(ticks, perDay) * (NANOS_PER_DAY / perDay);
    long seconds = Math.floorDiv(ticks, perDay) * SECONDS_PER_DAY + nanos / 1_000_000_000L;
    return LocalDateTime.ofEpochSecond(seconds, (int) (nanos % 1_000_000_000L), ZoneOffset.UTC);
  }

  private static String text(LocalDateTime time, String format) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < format.length(); i++) {
      char c = format.charAt(i);
      if (c >= 0x80) {
        throw new Refused("the format " + format);
      }
      if (c != '%') {
        text.append(c);
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
        case 'Y' -> padded(text, year(time), 4);
        case 'm' -> padded(text, time.getMonthValue(), 2);
        case 'd' -> padded(text, time.getDayOfMonth(), 2);
        case 'H' -> padded(text, time.getHour(), 2);
        case 'M' -> padded(text, time.getMinute(), 2);
        case 'S' -> padded(text, time.getSecond(), 2);
        case 'f' -> {
          int from = text.length();
          padded(text, time.getNano(), 9);
          text.setLength(from + digits);
        }
        case '%' -> text.append('%');
        default -> throw new Refused("the format " + format);
      }
    }
    return text.toString();
  }

  private static int year(LocalDateTime time) {
    if (time.getYear() < 0 || time.getYear() > 9999) {
      throw new Refused("the year " + time.getYear() + " as text");
    }
    return time.getYear();
  }

  private static void padded(StringBuilder text, int value, int width) {
    String digits = Integer.toString(value);
    text.append("0".repeat(width - digits.length())).append(digits);
  }
}
