// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

import java.math.BigDecimal;
import java.math.BigInteger;

/** The classes of {@code datetime} and what makes values of them; without time zones. */
public final class DateOps {
  private DateOps() {}

  static long part(Object value, long otherwise) {
    return value == Py.ABSENT ? otherwise : Ops.index(value);
  }

  private static long needed(Object value, String what, int at) {
    if (value != Py.ABSENT) return Ops.index(value);
    throw PyError.type(
        "function missing required argument '" + what + "' (pos " + at + ")");
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

  @Python(value = "datetime.datetime", params = {"year", "month", "day"})
  public static PyDateTime datetime(long year, long month, long day) {
    return PyDateTime.of(year, month, day, 0, 0, 0, 0);
  }

  @Python(value = "datetime.datetime", params = {"year", "month", "day"})
  public static PyDateTime datetime(Object year, Object month, Object day) {
    return full(year, month, day, Py.ABSENT, Py.ABSENT, Py.ABSENT, Py.ABSENT);
  }

  @Python(value = "datetime.datetime", params = {"year", "month", "day", "hour"})
  public static PyDateTime datetime(Object year, Object month, Object day, Object hour) {
    return full(year, month, day, hour, Py.ABSENT, Py.ABSENT, Py.ABSENT);
  }

  @Python(value = "datetime.datetime", params = {"year", "month", "day", "hour", "minute"})
  public static PyDateTime datetime(
      Object year, Object month, Object day, Object hour, Object minute) {
    return full(year, month, day, hour, minute, Py.ABSENT, Py.ABSENT);
  }

  @Python(
      value = "datetime.datetime",
      params = {"year", "month", "day", "hour", "minute", "second"})
  public static PyDateTime datetime(
      Object year, Object month, Object day, Object hour, Object minute, Object second) {
    return full(year, month, day, hour, minute, second, Py.ABSENT);
  }

  @Python(
      value = "datetime.datetime",
      params = {"year", "month", "day", "hour", "minute", "second", "microsecond"})
  public static PyDateTime datetime(
      Object year, Object month, Object day, Object hour, Object minute, Object second,
      Object microsecond) {
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

  @Python("datetime.time")
  public static PyTime time() {
    return PyTime.of(0, 0, 0, 0);
  }

  @Python(value = "datetime.time", params = "hour")
  public static PyTime time(Object hour) {
    return PyTime.of(part(hour, 0), 0, 0, 0);
  }

  @Python(value = "datetime.time", params = {"hour", "minute"})
  public static PyTime time(Object hour, Object minute) {
    return PyTime.of(part(hour, 0), part(minute, 0), 0, 0);
  }

  @Python(value = "datetime.time", params = {"hour", "minute", "second"})
  public static PyTime time(Object hour, Object minute, Object second) {
    return PyTime.of(part(hour, 0), part(minute, 0), part(second, 0), 0);
  }

  @Python(value = "datetime.time", params = {"hour", "minute", "second", "microsecond"})
  public static PyTime time(Object hour, Object minute, Object second, Object microsecond) {
    return PyTime.of(part(hour, 0), part(minute, 0), part(second, 0), part(microsecond, 0));
  }

  @Python("datetime.timedelta")
  public static PyTimeDelta timedelta() {
    return delta();
  }

  @Python(value = "datetime.timedelta", params = "days")
  public static PyTimeDelta timedelta(Object days) {
    return delta(days);
  }

  @Python(value = "datetime.timedelta", params = {"days", "seconds"})
  public static PyTimeDelta timedelta(Object days, Object seconds) {
    return delta(days, seconds);
  }

  @Python(value = "datetime.timedelta", params = {"days", "seconds", "microseconds"})
  public static PyTimeDelta timedelta(Object days, Object seconds, Object microseconds) {
    return delta(days, seconds, microseconds);
  }

  @Python(
      value = "datetime.timedelta",
      params = {"days", "seconds", "microseconds", "milliseconds"})
  public static PyTimeDelta timedelta(
      Object days, Object seconds, Object microseconds, Object milliseconds) {
    return delta(days, seconds, microseconds, milliseconds);
  }

  @Python(
      value = "datetime.timedelta",
      params = {"days", "seconds", "microseconds", "milliseconds", "minutes"})
  public static PyTimeDelta timedelta(
      Object days, Object seconds, Object microseconds, Object milliseconds, Object minutes) {
    return delta(days, seconds, microseconds, milliseconds, minutes);
  }

  @Python(
      value = "datetime.timedelta",
      params = {"days", "seconds", "microseconds", "milliseconds", "minutes", "hours"})
  public static PyTimeDelta timedelta(
      Object days, Object seconds, Object microseconds, Object milliseconds, Object minutes,
      Object hours) {
    return delta(days, seconds, microseconds, milliseconds, minutes, hours);
  }

  @Python(
      value = "datetime.timedelta",
      params = {"days", "seconds", "microseconds", "milliseconds", "minutes", "hours", "weeks"})
  public static PyTimeDelta timedelta(
      Object days, Object seconds, Object microseconds, Object milliseconds, Object minutes,
      Object hours, Object weeks) {
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

  static String text(Object s, String what) {
    if (s instanceof String) return (String) s;
    throw PyError.type(what);
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
