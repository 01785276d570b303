// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

import io.github.rapidsudfs.python.columns.DateForms;
import io.github.rapidsudfs.python.columns.DateTexts;
import java.math.BigInteger;

/** The methods and attributes of dates, times and timedeltas. */
public final class DateMethods {
  /** The day, week and year of the ISO calendar, as in {@code isocalendar()}. */
  private static final class IsoCalendar extends PyRow {
    IsoCalendar(int[] iso) {
      super(new String[] {"year", "week", "weekday"}, (long) iso[0], (long) iso[1], (long) iso[2]);
    }

    @Override
    public String repr() {
      return super.repr().replace("Row(", "datetime.IsoCalendarDate(");
    }
  }

  @Python(value = "date.year .month .day", named = true, columns = DateForms.class)
  public static long day(String name, PyDate d) {
    return name.equals("year") ? d.year() : name.equals("month") ? d.month() : d.day();
  }

  @Python(value = "datetime.hour .minute .second .microsecond", named = true)
  public static long clock(String name, PyDateTime d) {
    return clock(name, d.time);
  }

  @Python(value = "time.hour .minute .second .microsecond", named = true)
  public static long clock(String name, PyTime t) {
    if (name.equals("hour")) return t.hour;
    return name.equals("minute") ? t.minute : name.equals("second") ? t.second : t.micro;
  }

  @Python(value = "timedelta.days .seconds .microseconds", named = true, columns = DateForms.class)
  public static long part(String name, PyTimeDelta d) {
    return name.equals("days") ? d.days : name.equals("seconds") ? d.seconds : d.micros;
  }

  /** Also for datetimes; mixing the two is an error. */
  @Python("operator.sub")
  public static PyTimeDelta since(PyDate a, PyDate b) {
    if (a.getClass() == PyDate.class && b.getClass() == PyDate.class) {
      return PyTimeDelta.of(a.ordinal() - b.ordinal(), 0, 0);
    }
    return (PyTimeDelta) Arithmetic.sub(a, b);
  }

  @Python("timedelta.total_seconds")
  public static double totalSeconds(PyTimeDelta d) {
    return d.totalSeconds();
  }

  @Python(value = "date.weekday", columns = DateForms.class)
  public static long weekday(PyDate d) {
    return d.weekday();
  }

  @Python(value = "date.isoweekday", columns = DateForms.class)
  public static long isoweekday(PyDate d) {
    return d.weekday() + 1;
  }

  @Python(value = "date.toordinal", columns = DateForms.class)
  public static long toordinal(PyDate d) {
    return d.ordinal();
  }

  @Python(value = "date.isocalendar", columns = DateForms.class)
  public static PyTuple isocalendar(PyDate d) {
    return new IsoCalendar(d.iso());
  }

  @Python(value = "date.isoformat", columns = DateForms.class)
  public static String isoformat(PyDate d) {
    return d.isoDate();
  }

  @Python(value = "datetime.isoformat", params = "sep timespec", optional = 2)
  public static String isoformat(PyDateTime d, Object sep, Object timespec) {
    String s = DateOps.text(Py.or(sep, "T"), "isoformat() argument 1 must be a unicode character");
    if (Texts.length(s) != 1) throw new Unsupported("isoformat with a separator of that length");
    return d.isoDate() + s + isoformat(d.time, timespec) + d.zone();
  }

  @Python(value = "time.isoformat", params = "timespec", optional = 1)
  public static String isoformat(PyTime t, Object timespec) {
    return t.iso(DateOps.text(Py.or(timespec, "auto"), "isoformat() timespec must be str"));
  }

  @Python(value = "date.strftime time.strftime", params = "format", columns = DateTexts.class)
  public static String strftime(Object d, Object format) {
    return ((PyObject) d).format(StringCodec.text(format, "strftime() argument 1"));
  }

  @Python("datetime.date")
  public static PyDate dateOf(PyDateTime d) {
    return new PyDate(d);
  }

  @Python("datetime.time")
  public static PyTime timeOf(PyDateTime d) {
    return d.time;
  }

  @Python(
      value = "date.replace",
      params = "year month day",
      optional = 3,
      columns = DateForms.class)
  public static PyDate replace(PyDate d, Object year, Object month, Object day, int minor) {
    long y = part(year, d.year(), minor);
    long m = part(month, d.month(), minor);
    return PyDate.of(y, m, part(day, d.day(), minor));
  }

  /** A component; from Python 3.13 on, the error for one beyond C's int differs here. */
  private static long part(Object value, long otherwise, int minor) {
    boolean isLong = value instanceof Long && (int) (long) value != (long) value;
    if (minor > 12 && (isLong || value instanceof BigInteger)) throw PyError.tooLarge("int");
    return DateOps.part(value, otherwise);
  }

  @Python(
      value = "datetime.replace",
      params = "year month day hour minute second microsecond tzinfo",
      optional = 8)
  public static PyDateTime replace(
      PyDateTime d,
      Object year,
      Object month,
      Object day,
      Object hour,
      Object minute,
      Object second,
      Object micro,
      Object zone,
      int minor) {
    if (zone != null && zone != Py.ABSENT) throw new Unsupported("replace with a time zone");
    PyTime t = d.time;
    PyDateTime naive =
        PyDateTime.of(
            part(year, d.year(), minor),
            part(month, d.month(), minor),
            part(day, d.day(), minor),
            part(hour, t.hour, minor),
            part(minute, t.minute, minor),
            part(second, t.second, minor),
            part(micro, t.micro, minor));
    return zone == null ? naive : new PyDateTime(naive, naive.time, d.offset);
  }
}
