// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

import io.github.rapidsudfs.python.columns.DateForms;
import java.math.BigDecimal;
import java.math.BigInteger;

/** The classes of {@code datetime} and their constructors; without time zones. */
public final class DateOps {
  private static final String[] UNITS = {
    "days", "seconds", "microseconds", "milliseconds", "minutes", "hours", "weeks"
  };
  private static final long[] FACTORS = {
    86_400_000_000L, 1_000_000, 1, 1000, 60_000_000, 3_600_000_000L, 604_800_000_000L
  };

  /** The order of summation in {@code delta_new}. */
  private static final int[] ORDER = {2, 3, 1, 4, 5, 0, 6};

  static long part(Object value, long otherwise) {
    return value == Py.ABSENT ? otherwise : part(value);
  }

  /** A component: all are converted to C's int before any range is checked. */
  private static long part(Object value) {
    if (value instanceof BigInteger) throw PyError.tooLarge("long");
    long n = Ops.index(value);
    PyDate.intSize(n);
    return n;
  }

  @Python(value = "datetime.date", params = "year month day", columns = DateForms.class)
  public static PyDate date(Object year, Object month, Object day) {
    return PyDate.of(part(year), part(month), part(day));
  }

  @Python(
      value = "datetime.datetime",
      params = "year month day hour minute second microsecond",
      optional = 4)
  public static PyDateTime datetime(
      Object year,
      Object month,
      Object day,
      Object hour,
      Object minute,
      Object second,
      Object micro) {
    long y = part(year);
    long m = part(month);
    long d = part(day);
    return PyDateTime.of(y, m, d, part(hour, 0), part(minute, 0), part(second, 0), part(micro, 0));
  }

  @Python(value = "datetime.time", params = "hour minute second microsecond", optional = 4)
  public static PyTime time(Object hour, Object minute, Object second, Object micro) {
    return PyTime.of(part(hour, 0), part(minute, 0), part(second, 0), part(micro, 0));
  }

  /** Fractional parts of floats are summed separately and rounded once, as in {@code delta_new}. */
  @Python(
      value = "datetime.timedelta",
      params = "days seconds microseconds milliseconds minutes hours weeks",
      optional = 7,
      columns = DateForms.class)
  public static PyTimeDelta timedelta(
      Object days,
      Object seconds,
      Object micros,
      Object millis,
      Object minutes,
      Object hours,
      Object weeks) {
    Object[] parts = {days, seconds, micros, millis, minutes, hours, weeks};
    BigInteger sum = BigInteger.ZERO;
    double left = 0;
    for (int i : ORDER) {
      Object part = Py.or(parts[i], 0L);
      BigInteger factor = BigInteger.valueOf(FACTORS[i]);
      if (part instanceof Double) {
        double d = (Double) part;
        sum = sum.add(Ops.big(Numbers.whole(d)).multiply(factor));
        double rest = FACTORS[i] * (d % 1);
        sum = sum.add(BigInteger.valueOf((long) rest));
        left += rest % 1;
      } else if (Ops.isInt(part)) {
        sum = sum.add(Ops.big(part).multiply(factor));
      } else {
        throw PyError.type(
            "unsupported type for timedelta " + UNITS[i] + " component: " + Py.typeName(part));
      }
    }
    BigDecimal half = new BigDecimal(sum).add(new BigDecimal(left));
    return PyTimeDelta.of(half.setScale(0, java.math.RoundingMode.HALF_EVEN).toBigInteger());
  }

  static String text(Object s, String what) {
    if (s instanceof String) return (String) s;
    throw PyError.type(what);
  }

  @Python("datetime.date.fromordinal")
  public static PyDate fromordinal(long n) {
    PyDate.intSize(n);
    return PyDate.fromOrdinal(n);
  }

  @Python("datetime.date.fromordinal")
  public static PyDate fromordinal(Object n) {
    if (n instanceof java.math.BigInteger) throw PyError.tooLarge("int");
    return fromordinal(Ops.index(n));
  }

  @Python("datetime.date.fromisoformat")
  public static PyDate dateFromIso(Object s, int minor) {
    return DateIso.date(text(s, "fromisoformat: argument must be str"), minor);
  }

  @Python("datetime.datetime.fromisoformat")
  public static PyDateTime datetimeFromIso(Object s, int minor) {
    return DateIso.datetime(text(s, "fromisoformat: argument must be str"), minor);
  }

  @Python("datetime.time.fromisoformat")
  public static PyTime timeFromIso(Object s, int minor) {
    return DateIso.time(text(s, "fromisoformat: argument must be str"), minor);
  }

  @Python(value = "datetime.datetime.combine", params = "date time")
  public static PyDateTime combine(PyDate date, PyTime time) {
    return new PyDateTime(date, time);
  }

  @Python(value = "datetime.datetime.combine", params = "date time")
  public static PyDateTime combine(Object date, Object time) {
    if (!(date instanceof PyDate)) throw notOf(1, "date", date);
    if (!(time instanceof PyTime)) throw notOf(2, "time", time);
    return combine((PyDate) date, (PyTime) time);
  }

  private static PyError notOf(int argument, String type, Object value) {
    String is = value == null ? "None" : Py.typeName(value);
    return PyError.type(
        "combine() argument " + argument + " must be datetime." + type + ", not " + is);
  }

  @Python("datetime.datetime.strptime")
  public static PyDateTime strptime(Object s, Object format, int minor) {
    String t = StringCodec.text(s, "strptime() argument 1");
    return DateParse.parse(t, StringCodec.text(format, "strptime() argument 2"), minor);
  }
}
