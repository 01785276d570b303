// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.kernels;

import io.github.rapidsudfs.emulator.binding.Native;
import io.github.rapidsudfs.emulator.binding.Natives;
import io.github.rapidsudfs.emulator.column.FixedVec;
import io.github.rapidsudfs.emulator.column.StringVec;
import io.github.rapidsudfs.emulator.column.StringsOut;
import io.github.rapidsudfs.emulator.column.Type;
import io.github.rapidsudfs.emulator.column.Vec;
import io.github.rapidsudfs.emulator.memory.CudfClasses;
import io.github.rapidsudfs.emulator.memory.Refused;
import java.nio.charset.StandardCharsets;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.IsoFields;
import java.time.temporal.TemporalAdjusters;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Formats and parses timestamps, in the proleptic Gregorian calendar and UTC. */
@Natives("ai.rapids.cudf.ColumnView")
public final class DateStrings {
  private static final long NANOS_PER_DAY = 86_400_000_000_000L;
  private static final long SECONDS_PER_DAY = 86_400;

  /** The width of each specifier in characters. */
  private static final Map<Character, Integer> READ =
      Stream.of("Y4 y2 m2 d2 H2 I2 M2 S2 f6 z5 Z3 p2 j3 W2 w1 U2 u1".split(" "))
          .collect(Collectors.toMap(s -> s.charAt(0), s -> s.charAt(1) - '0'));

  private static final String WRITTEN_ONLY = "aAbBVG";

  /** A literal character of a format, or a specifier and its width. */
  private record Item(boolean literal, int value, int length) {}

  private static List<Item> items(String format, boolean writes) {
    List<Item> items = new ArrayList<>();
    int fraction = READ.get('f');
    for (int i = 0; i < format.length(); i++) {
      char c = format.charAt(i);
      Refused.when(c >= 0x80 && !writes, "the format " + format);
      if (c != '%') {
        int point = format.codePointAt(i);
        items.add(new Item(true, point, 1));
        i += Character.charCount(point) - 1;
        continue;
      }
      requireMore(++i, format);
      c = format.charAt(i);
      if (c >= '0' && c <= '9') {
        requireMore(++i, format);
        CudfClasses.expects(
            format.charAt(i) == 'f', "precision not supported for specifier in " + format);
        fraction = c - '0';
        c = 'f';
      }
      CudfClasses.expects(
          c == '%' || READ.containsKey(c) || (writes && WRITTEN_ONLY.indexOf(c) >= 0),
          "invalid format specifier: " + c);
      items.add(
          c == '%'
              ? new Item(true, c, 1)
              : new Item(false, c, c == 'f' ? fraction : READ.getOrDefault(c, 0)));
    }
    return items;
  }

  private static void requireMore(int at, String format) {
    CudfClasses.expects(at < format.length(), "Unfinished specifier in timestamp format");
  }

  /** Formats timestamps; truncates fractions, and leaves out names of days and months. */
  @Native("timestampToStringTimestamp")
  public static StringVec format(Vec vec, String format) {
    CudfClasses.expects(vec.type.isTimestamp(), "Column type must be timestamp");
    CudfClasses.expects(!format.isEmpty(), "Format must not be empty.");
    long perDay = vec.type.ticksPerDay();
    List<Item> items = vec.size == 0 ? List.of() : items(format, true);
    return StringsOut.each(
        vec.size,
        vec.size * 2 * format.length(),
        vec.valid,
        (i, out) -> {
          LocalDateTime time = time(((FixedVec) vec).values[i], perDay);
          for (Item item : items) {
            out.add(item.literal() ? Character.toString(item.value()) : written(item, time));
          }
        });
  }

  private static LocalDateTime time(long ticks, long perDay) {
    long nanos = Math.floorMod(ticks, perDay) * (NANOS_PER_DAY / perDay);
    long seconds = Math.floorDiv(ticks, perDay) * SECONDS_PER_DAY + nanos / 1_000_000_000L;
    return LocalDateTime.ofEpochSecond(seconds, (int) (nanos % 1_000_000_000L), ZoneOffset.UTC);
  }

  private static String written(Item item, LocalDateTime time) {
    int year = time.getYear();
    if ("YyG".indexOf(item.value()) >= 0 && (year < 0 || year > 9999)) {
      throw new Refused("the year " + year + " as text");
    }
    int weekday = time.getDayOfWeek().getValue();
    return switch (item.value()) {
      case 'Y' -> digits(year, 4);
      case 'y' -> digits(year % 100, 2);
      case 'm' -> digits(time.getMonthValue(), 2);
      case 'd' -> digits(time.getDayOfMonth(), 2);
      case 'j' -> digits(time.getDayOfYear(), 3);
      case 'H' -> digits(time.getHour(), 2);
      case 'I' -> digits((time.getHour() + 11) % 12 + 1, 2);
      case 'M' -> digits(time.getMinute(), 2);
      case 'S' -> digits(time.getSecond(), 2);
      case 'f' -> digits(time.getNano(), 9).substring(0, item.length());
      case 'p' -> time.getHour() < 12 ? "AM" : "PM";
      case 'z' -> "+0000";
      case 'Z' -> "UTC";
      case 'u' -> digits(weekday, 1);
      case 'w' -> digits(weekday % 7, 1);
      case 'U' -> digits((time.getDayOfYear() + 6 - weekday % 7) / 7, 2);
      case 'W' -> digits((time.getDayOfYear() + 6 - (weekday - 1)) / 7, 2);
      case 'V' -> digits(time.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR), 2);
      case 'G' -> digits(time.get(IsoFields.WEEK_BASED_YEAR), 4);
      default -> ""; // names of days and months, which are not supported
    };
  }

  private static String digits(int number, int width) {
    return String.format(Locale.ROOT, "%0" + width + "d", number);
  }

  /** Reads a string by a format; missing fields are those of 1 January 1970. */
  private static final class Reader {
    private final byte[] bytes;
    private int at;
    private final int end;
    private int read;
    private int year = 1970;
    private int month = 1;
    private int day = 1;
    private int hour;
    private int minute;
    private int second;
    private int week;
    private int weekday;
    private int zoneMinutes;
    private long fraction;
    private int precision = READ.get('f');
    private boolean sunday;

    Reader(StringVec s, int row) {
      bytes = s.bytes;
      at = s.start(row);
      end = s.end(row);
    }

    private int at(int offset) {
      return at + offset < end ? bytes[at + offset] : 0;
    }

    /** A number of at most {@code most} digits, of which {@code read} are present. */
    private int number(int offset, int most) {
      int value = 0;
      for (read = 0; read < most && at(offset + read) >= '0' && at(offset + read) <= '9'; read++) {
        value = value * 10 + at(offset + read) - '0';
      }
      return value;
    }

    private boolean in(int value, int least, int greatest) {
      return read > 0 && value >= least && value <= greatest;
    }

    /** Reads the whole string; returns whether it matches the format. */
    boolean read(List<Item> items) {
      boolean fits = true;
      for (Item item : items) {
        if (item.literal()) {
          fits &= at(0) == item.value();
          at = Math.min(end, at + 1);
        } else {
          fits &= read(item);
        }
      }
      return fits;
    }

    private boolean read(Item item) {
      int width = Math.min(item.length(), end - at);
      int value = number(0, width);
      int used = read;
      boolean fits =
          switch (item.value()) {
            case 'H' -> in(value, 0, 23);
            case 'I' -> in(value, 1, 12);
            case 'M', 'S' -> in(value, 0, 59);
            case 'U', 'W' -> in(value, 0, 53);
            case 'j' -> in(value, 1, 366);
            default -> read > 0;
          };
      switch (item.value()) {
        case 'Y' -> year = (short) value;
        case 'y' -> year = value + (value < 69 ? 2000 : 1900);
        case 'm' -> month = value;
        case 'd' -> day = value;
        case 'j' -> {}
        case 'H', 'I' -> hour = value;
        case 'M' -> minute = value;
        case 'S' -> second = value;
        case 'f' -> {
          precision = item.length();
          fits = read == width;
          fraction = value * (long) Math.pow(10, item.length() - read);
        }
        case 'p' -> {
          String half = new String(bytes, at, width, StandardCharsets.ISO_8859_1);
          fits = half.matches("[AP]M|[ap]m");
          hour = half.matches("AM|am") ? hour % 12 : hour < 12 ? hour + 12 : hour;
          used = width;
        }
        case 'U', 'W' -> {
          week = value + 1;
          sunday |= item.value() == 'U';
        }
        case 'u', 'w' -> {
          int first = item.value() == 'w' ? 0 : 1;
          fits = in(value, first, first + 6);
          weekday = value == 0 && first == 0 ? 7 : value;
        }
        case 'z' -> {
          boolean signed = at(0) == '-' || at(0) == '+';
          fits = width == 1 && at(0) == 'Z';
          used = width;
          if (width == 5) {
            int hours = number(1, 2);
            fits = signed && in(hours, 0, 23);
            used = 1 + read;
            int minutes = number(3, 2);
            fits &= in(minutes, 0, 59);
            used += read;
            zoneMinutes = (at(0) == '-' ? 1 : -1) * (hours * 60 + minutes);
          }
        }
        default -> {
          fits = true; // the name of a zone
          used = width;
        }
      }
      at += used;
      return fits;
    }

    boolean isDate() {
      return month >= 1
          && month <= 12
          && day >= 1
          && day <= LocalDate.of(year, month, 1).lengthOfMonth();
    }

    private long days() {
      if (week > 0 && weekday > 0) {
        DayOfWeek first = sunday ? DayOfWeek.SUNDAY : DayOfWeek.MONDAY;
        LocalDate start = LocalDate.of(year, 1, 1).with(TemporalAdjusters.firstInMonth(first));
        return start.plusWeeks(week - 2L).plusDays(Math.floorMod(weekday - 1, 7)).toEpochDay();
      }
      // libcudf's formula, which also accepts invalid months and days
      long years = month <= 2 ? year - 1 : year;
      long era = Math.floorDiv(years, 400L);
      long ofEra = years - era * 400;
      long ofYear = (153L * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1;
      return era * 146_097 + ofEra * 365 + ofEra / 4 - ofEra / 100 + ofYear - 719_468;
    }

    long ticks(Type type) {
      long perDay = type.ticksPerDay();
      if (perDay == 1) {
        return days();
      }
      long seconds =
          days() * SECONDS_PER_DAY + hour * 3600L + (minute + zoneMinutes) * 60L + second;
      long perSecond = perDay / SECONDS_PER_DAY;
      long nanos = fraction * (long) Math.pow(10, 9 - precision);
      return seconds * perSecond + nanos / (1_000_000_000L / perSecond);
    }
  }

  /** Parses strings by a format without validation; an empty string is the epoch. */
  @Native("stringTimestampToTimestamp")
  public static FixedVec parse(StringVec s, int typeId, String format) {
    Type type = Type.of(typeId);
    CudfClasses.expects(type.isTimestamp(), "Only timestamps type are expected");
    CudfClasses.expects(s.size == 0 || !format.isEmpty(), "Format parameter must not be empty.");
    List<Item> items = s.size == 0 ? List.of() : items(format, false);
    return s.orNull(
        type,
        i -> {
          if (s.length(i) == 0) {
            return 0L;
          }
          Reader reader = new Reader(s, i);
          reader.read(items);
          return reader.ticks(type);
        });
  }

  /** Returns whether each string matches a format and is a valid date. */
  public static FixedVec isTimestamp(StringVec s, String format) {
    CudfClasses.expects(s.size == 0 || !format.isEmpty(), "Format parameter must not be empty.");
    List<Item> items = s.size == 0 ? List.of() : items(format, false);
    return s.bools(
        i -> {
          Reader reader = new Reader(s, i);
          return !s.isNull(i) && s.length(i) > 0 && reader.read(items) && reader.isDate();
        });
  }
}
