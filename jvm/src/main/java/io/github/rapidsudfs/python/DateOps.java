// SPDX-License-Identifier: Apache-2.0
package io.github.rapidsudfs.python;

import java.math.BigDecimal;
import java.math.BigInteger;

/** The classes, methods and attributes of {@code datetime}, without time zones. */
public final class DateOps {
  private static final String[] ISO = {"year", "week", "weekday"};

  private DateOps() {}

  private static long part(Object value, long otherwise) {
    return value == Py.ABSENT ? otherwise : Ops.index(value);
  }

  private static long needed(Object value, String what, int at) {
    if (value != Py.ABSENT) return Ops.index(value);
    throw PyError.type(
        "function missing required argument '" + what + "' (pos " + at + ")");
  }

  /** The day, week and year of the ISO calendar as {@code isocalendar()} gives them. */
  private static final class IsoCalendar extends PyRow {
    IsoCalendar(int[] iso) {
      super(ISO, (long) iso[0], (long) iso[1], (long) iso[2]);
    }

    @Override
    public String repr() {
      return super.repr().replace("Row(", "datetime.IsoCalendarDate(");
    }
  }

  @Python(value = "datetime.date", params = {"year", "month", "day"})
  public static PyDate date(long year, long month, long day) {
    return PyDate.of(year, month, day);
  }

  @Python(value = "datetime.date", params = {"year", "month", "day"})
  public static PyDate date(Object year, Object month, Object day) {
    long y = needed(year, "year", 1);
    long m = needed(month, "month", 2);
    return PyDate.of(y, m, needed(day, "day", 3));
  }

  @Python(
      value = "datetime.datetime",
      params = {"year", "month", "day", "hour", "minute", "second", "microsecond"})
  public static PyDateTime datetime(long year, long month, long day) {
    return PyDateTime.of(year, month, day, 0, 0, 0, 0);
  }

  @Python(
      value = "datetime.datetime",
      params = {"year", "month", "day", "hour", "minute", "second", "microsecond"})
  public static PyDateTime datetime(Object year, Object month, Object day) {
    return full(year, month, day, Py.ABSENT, Py.ABSENT, Py.ABSENT, Py.ABSENT);
  }

  @Python(
      value = "datetime.datetime",
      params = {"year", "month", "day", "hour", "minute", "second", "microsecond"})
  public static PyDateTime datetime(Object year, Object month, Object day, Object hour) {
    return full(year, month, day, hour, Py.ABSENT, Py.ABSENT, Py.ABSENT);
  }

  @Python(
      value = "datetime.datetime",
      params = {"year", "month", "day", "hour", "minute", "second", "microsecond"})
  public static PyDateTime datetime(
      Object year, Object month, Object day, Object hour, Object minute) {
    return full(year, month, day, hour, minute, Py.ABSENT, Py.ABSENT);
  }

  @Python(
      value = "datetime.datetime",
      params = {"year", "month", "day", "hour", "minute", "second", "microsecond"})
  public static PyDateTime datetime(
      Object year, Object month, Object day, Object hour, Object minute, Object second) {
    return full(year, month, day, hour, minute, second, Py.ABSENT);
  }

  @Python(
      value = "datetime.datetime",
      params = {"year", "month", "day", "hour", "minute", "second", "microsecond"})
  public static PyDateTime datetime(
      Object year, Object month, Object day, Object hour, Object minute, Object second, Object microsecond) {
    return full(year, month, day, hour, minute, second, microsecond);
  }

  private static PyDateTime full(
      Object year, Object month, Object day, Object hour, Object minute, Object second,
      Object micro) {
    long y = needed(year, "year", 1);
    long m = needed(month, "month", 2);
    long d = needed(day, "day", 3);
    return PyDateTime.of(
        y, m, d, part(hour, 0), part(minute, 0), part(second, 0), part(micro, 0));
  }

  @Python(value = "datetime.time", params = {"hour", "minute", "second", "microsecond"})
  public static PyTime time() {
    return PyTime.of(0, 0, 0, 0);
  }

  @Python(value = "datetime.time", params = {"hour", "minute", "second", "microsecond"})
  public static PyTime time(Object hour) {
    return PyTime.of(part(hour, 0), 0, 0, 0);
  }

  @Python(value = "datetime.time", params = {"hour", "minute", "second", "microsecond"})
  public static PyTime time(Object hour, Object minute) {
    return PyTime.of(part(hour, 0), part(minute, 0), 0, 0);
  }

  @Python(value = "datetime.time", params = {"hour", "minute", "second", "microsecond"})
  public static PyTime time(Object hour, Object minute, Object second) {
    return PyTime.of(part(hour, 0), part(minute, 0), part(second, 0), 0);
  }

  @Python(value = "datetime.time", params = {"hour", "minute", "second", "microsecond"})
  public static PyTime time(Object hour, Object minute, Object second, Object microsecond) {
    return PyTime.of(part(hour, 0), part(minute, 0), part(second, 0), part(microsecond, 0));
  }

  @Python(
      value = "datetime.timedelta",
      params = {"days", "seconds", "microseconds", "milliseconds", "minutes", "hours", "weeks"})
  public static PyTimeDelta timedelta() {
    return delta();
  }

  @Python(
      value = "datetime.timedelta",
      params = {"days", "seconds", "microseconds", "milliseconds", "minutes", "hours", "weeks"})
  public static PyTimeDelta timedelta(Object days) {
    return delta(days);
  }

  @Python(
      value = "datetime.timedelta",
      params = {"days", "seconds", "microseconds", "milliseconds", "minutes", "hours", "weeks"})
  public static PyTimeDelta timedelta(Object days, Object seconds) {
    return delta(days, seconds);
  }

  @Python(
      value = "datetime.timedelta",
      params = {"days", "seconds", "microseconds", "milliseconds", "minutes", "hours", "weeks"})
  public static PyTimeDelta timedelta(Object days, Object seconds, Object microseconds) {
    return delta(days, seconds, microseconds);
  }

  @Python(
      value = "datetime.timedelta",
      params = {"days", "seconds", "microseconds", "milliseconds", "minutes", "hours", "weeks"})
  public static PyTimeDelta timedelta(
      Object days, Object seconds, Object microseconds, Object milliseconds) {
    return delta(days, seconds, microseconds, milliseconds);
  }

  @Python(
      value = "datetime.timedelta",
      params = {"days", "seconds", "microseconds", "milliseconds", "minutes", "hours", "weeks"})
  public static PyTimeDelta timedelta(
      Object days, Object seconds, Object microseconds, Object milliseconds, Object minutes) {
    return delta(days, seconds, microseconds, milliseconds, minutes);
  }

  @Python(
      value = "datetime.timedelta",
      params = {"days", "seconds", "microseconds", "milliseconds", "minutes", "hours", "weeks"})
  public static PyTimeDelta timedelta(
      Object days, Object seconds, Object microseconds, Object milliseconds, Object minutes, Object hours) {
    return delta(days, seconds, microseconds, milliseconds, minutes, hours);
  }

  @Python(
      value = "datetime.timedelta",
      params = {"days", "seconds", "microseconds", "milliseconds", "minutes", "hours", "weeks"})
  public static PyTimeDelta timedelta(
      Object days, Object seconds, Object microseconds, Object milliseconds, Object minutes, Object hours, Object weeks) {
    return delta(days, seconds, microseconds, milliseconds, minutes, hours, weeks);
  }

  private static final int[] ORDER = {2, 3, 1, 4, 5, 0, 6};
  private static final long[] FACTORS = {
    86_400_000_000L, 1_000_000, 1, 1000, 60_000_000, 3_600_000_000L, 604_800_000_000L
  };

  /** Fractions of floats are added up apart and rounded once, as {@code delta_new} does. */
  private static PyTimeDelta delta(Object... parts) {
    BigInteger sum = BigInteger.ZERO;
    double left = 0;
    for (int i : ORDER) {
      Object part = i < parts.length ? parts[i] : Py.ABSENT;
      if (part == Py.ABSENT) continue;
      BigInteger factor = BigInteger.valueOf(FACTORS[i]);
      if (part instanceof Double) {
        double d = (Double) part;
        if (Double.isNaN(d)) throw PyError.value("cannot convert float NaN to integer");
        if (Double.isInfinite(d)) {
          throw PyError.overflow("cannot convert float infinity to integer");
        }
        double whole = d < 0 ? Math.ceil(d) : Math.floor(d);
        sum = sum.add(new BigDecimal(whole).toBigInteger().multiply(factor));
        double rest = FACTORS[i] * (d - whole);
        double us = rest < 0 ? Math.ceil(rest) : Math.floor(rest);
        sum = sum.add(BigInteger.valueOf((long) us));
        left += rest - us;
      } else {
        BigInteger n = Ops.big(part);
        if (n == null) {
          String[] names = {
            "days", "seconds", "microseconds", "milliseconds", "minutes", "hours", "weeks"
          };
          throw PyError.type(
              "unsupported type for timedelta " + names[i] + " component: " + Py.typeName(part));
        }
        sum = sum.add(n.multiply(factor));
      }
    }
    if (left == 0) return PyTimeDelta.of(sum);
    double whole = away(left);
    if (Math.abs(whole - left) == 0.5) {
      int odd = sum.testBit(0) ? 1 : 0;
      whole = 2 * away((left + odd) * 0.5) - odd;
    }
    return PyTimeDelta.of(sum.add(BigInteger.valueOf((long) whole)));
  }

  private static double away(double d) {
    double up = Math.floor(Math.abs(d));
    return Math.copySign(Math.abs(d) - up >= 0.5 ? up + 1 : up, d);
  }

  private static String text(Object s, String what) {
    if (s instanceof String) return (String) s;
    throw PyError.type(what);
  }

  @Python("date.year")
  public static long year(PyDate d) {
    return d.year;
  }

  @Python("date.month")
  public static long month(PyDate d) {
    return d.month;
  }

  @Python("date.day")
  public static long day(PyDate d) {
    return d.day;
  }

  @Python("datetime.hour")
  public static long hour(PyDateTime d) {
    return d.time.hour;
  }

  @Python("time.hour")
  public static long hour(PyTime t) {
    return t.hour;
  }

  @Python("datetime.minute")
  public static long minute(PyDateTime d) {
    return d.time.minute;
  }

  @Python("time.minute")
  public static long minute(PyTime t) {
    return t.minute;
  }

  @Python("datetime.second")
  public static long second(PyDateTime d) {
    return d.time.second;
  }

  @Python("time.second")
  public static long second(PyTime t) {
    return t.second;
  }

  @Python("datetime.microsecond")
  public static long microsecond(PyDateTime d) {
    return d.time.micro;
  }

  @Python("time.microsecond")
  public static long microsecond(PyTime t) {
    return t.micro;
  }

  @Python("timedelta.days")
  public static long days(PyTimeDelta d) {
    return d.days;
  }

  @Python("timedelta.seconds")
  public static long seconds(PyTimeDelta d) {
    return d.seconds;
  }

  @Python("timedelta.microseconds")
  public static long microseconds(PyTimeDelta d) {
    return d.micros;
  }

  @Python("timedelta.total_seconds")
  public static double totalSeconds(PyTimeDelta d) {
    return d.totalSeconds();
  }

  @Python("date.weekday")
  public static long weekday(PyDate d) {
    return d.weekday();
  }

  @Python("date.isoweekday")
  public static long isoweekday(PyDate d) {
    return d.weekday() + 1;
  }

  @Python("date.toordinal")
  public static long toordinal(PyDate d) {
    return d.ordinal();
  }

  @Python("date.isocalendar")
  public static PyTuple isocalendar(PyDate d) {
    return new IsoCalendar(d.iso());
  }

  @Python("date.isoformat")
  public static String isoformat(PyDate d) {
    return d.isoDate();
  }

  @Python(value = "datetime.isoformat", params = {"sep", "timespec"})
  public static String isoformat(PyDateTime d) {
    return d.isoDate() + "T" + d.time.str();
  }

  @Python(value = "datetime.isoformat", params = {"sep", "timespec"})
  public static String isoformat(PyDateTime d, Object sep) {
    return isoformat(d, sep, "auto");
  }

  @Python(value = "datetime.isoformat", params = {"sep", "timespec"})
  public static String isoformat(PyDateTime d, Object sep, String timespec) {
    String s = sep == Py.ABSENT ? "T" : text(sep, "isoformat() argument 1 must be a unicode character");
    if (s.codePointCount(0, s.length()) != 1) {
      throw new Unsupported("isoformat with a separator of that length");
    }
    return d.isoDate() + s + d.time.iso(timespec);
  }

  @Python(value = "time.isoformat", params = "timespec")
  public static String isoformat(PyTime t) {
    return t.str();
  }

  @Python(value = "time.isoformat", params = "timespec")
  public static String isoformat(PyTime t, String timespec) {
    return t.iso(timespec);
  }

  @Python(value = "date.strftime", params = "format")
  public static String strftime(PyDate d, String format) {
    return DateFormat.format(format, d, d instanceof PyDateTime ? ((PyDateTime) d).time : null);
  }

  @Python(value = "time.strftime", params = "format")
  public static String strftime(PyTime t, String format) {
    return t.format(format);
  }

  @Python("datetime.date")
  public static PyDate dateOf(PyDateTime d) {
    return PyDate.of(d.year, d.month, d.day);
  }

  @Python("datetime.time")
  public static PyTime timeOf(PyDateTime d) {
    return d.time;
  }

  @Python("date.ctime")
  public static String ctime(PyDate d) {
    return strftime(d, "%a %b %e %H:%M:%S %Y");
  }

  @Python(value = "date.replace", params = {"year", "month", "day"})
  public static PyDate replace(PyDate d) {
    return PyDate.of(d.year, d.month, d.day);
  }

  @Python(value = "date.replace", params = {"year", "month", "day"})
  public static PyDate replace(PyDate d, Object year) {
    return PyDate.of(part(year, d.year), d.month, d.day);
  }

  @Python(value = "date.replace", params = {"year", "month", "day"})
  public static PyDate replace(PyDate d, Object year, Object month) {
    return PyDate.of(part(year, d.year), part(month, d.month), d.day);
  }

  @Python(value = "date.replace", params = {"year", "month", "day"})
  public static PyDate replace(PyDate d, Object year, Object month, Object day) {
    return PyDate.of(part(year, d.year), part(month, d.month), part(day, d.day));
  }

  @Python(
      value = "datetime.replace",
      params = {"year", "month", "day", "hour", "minute", "second", "microsecond"})
  public static PyDateTime replace(PyDateTime d) {
    return PyDateTime.of(
        d.year, d.month, d.day, d.time.hour,
        d.time.minute, d.time.second, d.time.micro);
  }

  @Python(
      value = "datetime.replace",
      params = {"year", "month", "day", "hour", "minute", "second", "microsecond"})
  public static PyDateTime replace(PyDateTime d, Object year) {
    return PyDateTime.of(
        part(year, d.year), d.month, d.day, d.time.hour,
        d.time.minute, d.time.second, d.time.micro);
  }

  @Python(
      value = "datetime.replace",
      params = {"year", "month", "day", "hour", "minute", "second", "microsecond"})
  public static PyDateTime replace(PyDateTime d, Object year, Object month) {
    return PyDateTime.of(
        part(year, d.year), part(month, d.month), d.day, d.time.hour,
        d.time.minute, d.time.second, d.time.micro);
  }

  @Python(
      value = "datetime.replace",
      params = {"year", "month", "day", "hour", "minute", "second", "microsecond"})
  public static PyDateTime replace(PyDateTime d, Object year, Object month, Object day) {
    return PyDateTime.of(
        part(year, d.year), part(month, d.month), part(day, d.day), d.time.hour,
        d.time.minute, d.time.second, d.time.micro);
  }

  @Python(
      value = "datetime.replace",
      params = {"year", "month", "day", "hour", "minute", "second", "microsecond"})
  public static PyDateTime replace(
      PyDateTime d, Object year, Object month, Object day, Object hour) {
    return PyDateTime.of(
        part(year, d.year), part(month, d.month), part(day, d.day), part(hour, d.time.hour),
        d.time.minute, d.time.second, d.time.micro);
  }

  @Python(
      value = "datetime.replace",
      params = {"year", "month", "day", "hour", "minute", "second", "microsecond"})
  public static PyDateTime replace(
      PyDateTime d, Object year, Object month, Object day, Object hour, Object minute) {
    return PyDateTime.of(
        part(year, d.year), part(month, d.month), part(day, d.day), part(hour, d.time.hour),
        part(minute, d.time.minute), d.time.second, d.time.micro);
  }

  @Python(
      value = "datetime.replace",
      params = {"year", "month", "day", "hour", "minute", "second", "microsecond"})
  public static PyDateTime replace(
      PyDateTime d, Object year, Object month, Object day, Object hour, Object minute, Object second) {
    return PyDateTime.of(
        part(year, d.year), part(month, d.month), part(day, d.day), part(hour, d.time.hour),
        part(minute, d.time.minute), part(second, d.time.second), d.time.micro);
  }

  @Python(
      value = "datetime.replace",
      params = {"year", "month", "day", "hour", "minute", "second", "microsecond"})
  public static PyDateTime replace(
      PyDateTime d, Object year, Object month, Object day, Object hour, Object minute, Object second, Object microsecond) {
    return PyDateTime.of(
        part(year, d.year), part(month, d.month), part(day, d.day), part(hour, d.time.hour),
        part(minute, d.time.minute), part(second, d.time.second), part(microsecond, d.time.micro));
  }

  @Python("datetime.date.fromordinal")
  public static PyDate fromordinal(long n) {
    return PyDate.fromOrdinal(n);
  }

  @Python("datetime.datetime.fromordinal")
  public static PyDateTime datetimeFromOrdinal(long n) {
    return new PyDateTime(PyDate.fromOrdinal(n), PyTime.MIDNIGHT);
  }

  @Python(value = "datetime.date.fromisocalendar", params = {"year", "week", "day"})
  public static PyDate fromisocalendar(long year, long week, long day) {
    return PyDate.fromIso(year, week, day);
  }

  @Python("datetime.date.fromisoformat")
  public static PyDate dateFromIso(Object s, int minor) {
    return DateFormat.parseDate(text(s, "fromisoformat: argument must be str"), minor);
  }

  @Python("datetime.datetime.fromisoformat")
  public static PyDateTime datetimeFromIso(Object s, int minor) {
    return DateFormat.parseDateTime(text(s, "fromisoformat: argument must be str"), minor);
  }

  @Python("datetime.time.fromisoformat")
  public static PyTime timeFromIso(Object s, int minor) {
    return DateFormat.parseTime(text(s, "fromisoformat: argument must be str"), minor);
  }

  @Python(value = "datetime.datetime.combine", params = {"date", "time"})
  public static PyDateTime combine(PyDate date, PyTime time) {
    return new PyDateTime(date, time);
  }

  @Python("datetime.datetime.strptime")
  public static PyDateTime strptime(Object s, Object format, int minor) {
    String t = text(s, "strptime() argument 1 must be str, not " + noun(s));
    String f = text(format, "strptime() argument 2 must be str, not " + noun(format));
    return DateParse.parse(t, f, minor);
  }

  private static String noun(Object value) {
    return value == null ? "None" : Py.typeName(value);
  }
}
