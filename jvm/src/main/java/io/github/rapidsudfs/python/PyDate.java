// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

import java.time.LocalDate;
import java.time.YearMonth;
import java.time.temporal.IsoFields;

/** A {@code datetime.date}: years 1 to 9999 of the proleptic Gregorian calendar. */
public class PyDate implements PyObject {
  static final long LAST = 3652059;

  /** The ordinal of 1970-01-01. */
  private static final long EPOCH = 719163;

  /** Zero until needed, like the year: many functions read only one of the two. */
  private long ordinal;

  private int year;
  private int month;
  private int day;

  PyDate(PyDate date) {
    ordinal = date.ordinal;
    year = date.year;
    month = date.month;
    day = date.day;
  }

  private PyDate(int year, int month, int day) {
    this.year = year;
    this.month = month;
    this.day = day;
  }

  public static PyDate of(long year, long month, long day) {
    check(year, month, day);
    return new PyDate((int) year, (int) month, (int) day);
  }

  static void check(long year, long month, long day) {
    intSize(year);
    intSize(month);
    intSize(day);
    if (year < 1 || year > 9999) throw PyError.value("year must be in 1..9999, not " + year);
    if (month < 1 || month > 12) throw PyError.value("month must be in 1..12, not " + month);
    int last = YearMonth.of((int) year, (int) month).lengthOfMonth();
    if (day < 1 || day > last) {
      String range = " must be in range 1.." + last + " for month " + month + " in year " + year;
      throw PyError.value("day " + day + range);
    }
  }

  static void intSize(long n) {
    if ((int) n == n) return;
    throw PyError.overflow(
        n < 0 ? "signed integer is less than minimum" : "signed integer is greater than maximum");
  }

  private PyDate(long ordinal) {
    this.ordinal = ordinal;
  }

  public static PyDate fromOrdinal(long n) {
    if (n < 1) throw PyError.value("ordinal must be >= 1");
    if (n > LAST) {
      throw PyError.value("year " + LocalDate.ofEpochDay(n - EPOCH).getYear() + " is out of range");
    }
    return new PyDate(n);
  }

  /** {@code toordinal()}: 1 for January 1 of year 1. */
  public long ordinal() {
    if (ordinal == 0) ordinal = LocalDate.of(year, month, day).toEpochDay() + EPOCH;
    return ordinal;
  }

  public int year() {
    if (year == 0) split();
    return year;
  }

  public int month() {
    if (year == 0) split();
    return month;
  }

  public int day() {
    if (year == 0) split();
    return day;
  }

  private void split() {
    LocalDate d = local();
    month = d.getMonthValue();
    day = d.getDayOfMonth();
    year = d.getYear();
  }

  private LocalDate local() {
    return LocalDate.ofEpochDay(ordinal() - EPOCH);
  }

  int dayOfYear() {
    return local().getDayOfYear();
  }

  int weekday() {
    return (int) ((ordinal() + 6) % 7);
  }

  /** Year, week and day of the ISO 8601 calendar. */
  int[] iso() {
    LocalDate d = local();
    int week = d.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR);
    return new int[] {d.get(IsoFields.WEEK_BASED_YEAR), week, weekday() + 1};
  }

  PyDate plus(long days) {
    long n = ordinal() + days;
    if (n < 1 || n > LAST) throw PyError.overflow("date value out of range");
    return fromOrdinal(n);
  }

  String isoDate() {
    return pad(year(), 4) + "-" + pad(month(), 2) + "-" + pad(day(), 2);
  }

  static String pad(long n, int width) {
    String s = Long.toString(n);
    return s.length() >= width ? s : "0000000000".substring(0, width - s.length()) + s;
  }

  @Override
  public String typeName() {
    return "datetime.date";
  }

  @Override
  public String repr() {
    return "datetime.date(" + year() + ", " + month() + ", " + day() + ")";
  }

  @Override
  public String str() {
    return isoDate();
  }

  @Override
  public String format(String spec) {
    return DateFormat.format(spec, this, null);
  }

  @Override
  public Object binary(String op, Object other, boolean reflected) {
    if (other instanceof PyTimeDelta && (op.equals("add") || op.equals("sub") && !reflected)) {
      long days = ((PyTimeDelta) other).days;
      return plus(op.equals("add") ? days : -days);
    }
    boolean date = other instanceof PyDate && !(other instanceof PyDateTime);
    if (op.equals("sub") && date && !reflected) {
      return PyTimeDelta.ofMicros((ordinal() - ((PyDate) other).ordinal()) * PyTimeDelta.DAY);
    }
    return Py.ABSENT;
  }

  @Override
  public Object compare(String op, Object other) {
    if (!(other instanceof PyDate)) return Py.ABSENT;
    if (other.getClass() == getClass()) {
      return Comparison.holds(op, Long.compare(number(), ((PyDate) other).number()));
    }
    return Py.ABSENT;
  }

  /** The value by which dates of one class are compared. */
  long number() {
    return ordinal();
  }

  @Override
  public boolean equals(Object other) {
    return other != null && other.getClass() == getClass() && number() == ((PyDate) other).number();
  }

  @Override
  public int hashCode() {
    return Long.hashCode(number());
  }
}
