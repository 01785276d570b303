// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

/** The methods and attributes of dates, times and timedeltas. */
public final class DateMethods {
  private static final String[] ISO = {"year", "week", "weekday"};

  private DateMethods() {}

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

  @Python("datetime.isoformat")
  public static String isoformat(PyDateTime d) {
    return d.isoDate() + "T" + d.time.str();
  }

  @Python(value = "datetime.isoformat", params = "sep")
  public static String isoformat(PyDateTime d, Object sep) {
    return isoformat(d, sep, "auto");
  }

  @Python(value = "datetime.isoformat", params = {"sep", "timespec"})
  public static String isoformat(PyDateTime d, Object sep, String timespec) {
    String wrong = "isoformat() argument 1 must be a unicode character";
    String s = sep == Py.ABSENT ? "T" : DateOps.text(sep, wrong);
    if (s.codePointCount(0, s.length()) != 1) {
      throw new Unsupported("isoformat with a separator of that length");
    }
    return d.isoDate() + s + d.time.iso(timespec);
  }

  @Python("time.isoformat")
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

  @Python("date.replace")
  public static PyDate replace(PyDate d) {
    return PyDate.of(d.year, d.month, d.day);
  }

  @Python(value = "date.replace", params = "year")
  public static PyDate replace(PyDate d, Object year) {
    return PyDate.of(DateOps.part(year, d.year), d.month, d.day);
  }

  @Python(value = "date.replace", params = {"year", "month"})
  public static PyDate replace(PyDate d, Object year, Object month) {
    return PyDate.of(DateOps.part(year, d.year), DateOps.part(month, d.month), d.day);
  }

  @Python(value = "date.replace", params = {"year", "month", "day"})
  public static PyDate replace(PyDate d, Object year, Object month, Object day) {
    return PyDate.of(
        DateOps.part(year, d.year), DateOps.part(month, d.month), DateOps.part(day, d.day));
  }

  @Python("datetime.replace")
  public static PyDateTime replace(PyDateTime d) {
    return replaced(d);
  }

  @Python(value = "datetime.replace", params = "year")
  public static PyDateTime replace(PyDateTime d, Object year) {
    return replaced(d, year);
  }

  @Python(value = "datetime.replace", params = {"year", "month"})
  public static PyDateTime replace(PyDateTime d, Object year, Object month) {
    return replaced(d, year, month);
  }

  @Python(value = "datetime.replace", params = {"year", "month", "day"})
  public static PyDateTime replace(PyDateTime d, Object year, Object month, Object day) {
    return replaced(d, year, month, day);
  }

  @Python(value = "datetime.replace", params = {"year", "month", "day", "hour"})
  public static PyDateTime replace(
      PyDateTime d, Object year, Object month, Object day, Object hour) {
    return replaced(d, year, month, day, hour);
  }

  @Python(value = "datetime.replace", params = {"year", "month", "day", "hour", "minute"})
  public static PyDateTime replace(
      PyDateTime d, Object year, Object month, Object day, Object hour,
      Object minute) {
    return replaced(d, year, month, day, hour, minute);
  }

  @Python(value = "datetime.replace", params = {"year", "month", "day", "hour", "minute", "second"})
  public static PyDateTime replace(
      PyDateTime d, Object year, Object month, Object day, Object hour,
      Object minute, Object second) {
    return replaced(d, year, month, day, hour, minute, second);
  }

  @Python(
      value = "datetime.replace",
      params = {"year", "month", "day", "hour", "minute", "second", "microsecond"})
  public static PyDateTime replace(
      PyDateTime d, Object year, Object month, Object day, Object hour,
      Object minute, Object second, Object microsecond) {
    return replaced(d, year, month, day, hour, minute, second, microsecond);
  }

  private static PyDateTime replaced(PyDateTime d, Object... parts) {
    PyTime t = d.time;
    long[] f = {d.year, d.month, d.day, t.hour, t.minute, t.second, t.micro};
    for (int i = 0; i < parts.length; i++) f[i] = DateOps.part(parts[i], f[i]);
    return PyDateTime.of(f[0], f[1], f[2], f[3], f[4], f[5], f[6]);
  }
}
