// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

import java.time.LocalDate;

/** A {@code datetime.date}: years 1 to 9999 of the proleptic Gregorian calendar. */
public class PyDate implements PyObject, Comparable<PyDate> {
  private static final int[] BEFORE = {0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365};
  static final long LAST = 3652059;

  public final int year;
  public final int month;
  public final int day;

  protected PyDate(int year, int month, int day) {
    this.year = year;
    this.month = month;
    this.day = day;
  }

  /** {@code datetime.date(year, month, day)}. */
  public static PyDate of(long year, long month, long day) {
    check(year, month, day);
    return new PyDate((int) year, (int) month, (int) day);
  }

  static void check(long year, long month, long day) {
    intSize(year);
    intSize(month);
    intSize(day);
    if (year < 1 || year > 9999) throw PyError.value("year " + year + " is out of range");
    if (month < 1 || month > 12) throw PyError.value("month must be in 1..12");
    if (day < 1 || day > daysIn(year, month)) throw PyError.value("day is out of range for month");
  }

  static void intSize(long n) {
    if ((int) n == n) return;
    throw PyError.overflow(
        n < 0 ? "signed integer is less than minimum" : "signed integer is greater than maximum");
  }

  static boolean leap(long year) {
    return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
  }

  static int daysIn(long year, long month) {
    int m = (int) month;
    return BEFORE[m] - BEFORE[m - 1] + (m == 2 && leap(year) ? 1 : 0);
  }

  static long ordinal(long year, int month, int day) {
    long y = year - 1;
    return y * 365 + y / 4 - y / 100 + y / 400 + dayOfYear(year, month, day);
  }

  static int dayOfYear(long year, int month, int day) {
    return BEFORE[month - 1] + (month > 2 && leap(year) ? 1 : 0) + day;
  }

  /** {@code date.fromordinal}. */
  public static PyDate fromOrdinal(long n) {
    if (n < 1) throw PyError.value("ordinal must be >= 1");
    LocalDate d = LocalDate.ofEpochDay(n - 719163);
    if (n > LAST) throw PyError.value("year " + d.getYear() + " is out of range");
    return new PyDate(d.getYear(), d.getMonthValue(), d.getDayOfMonth());
  }

  /** {@code toordinal()}: 1 for the first of January of year 1. */
  public long ordinal() {
    return ordinal(year, month, day);
  }

  int dayOfYear() {
    return dayOfYear(year, month, day);
  }

  /** 0 for Monday. */
  int weekday() {
    return (int) ((ordinal() + 6) % 7);
  }

  private static long isoWeek1(long year) {
    long first = ordinal(year, 1, 1);
    long weekday = (first + 6) % 7;
    return first - weekday + (weekday > 3 ? 7 : 0);
  }

  /** Year, week and day as ISO 8601 counts. */
  int[] iso() {
    int y = year;
    long day = ordinal();
    long start = isoWeek1(y);
    if (day < start) {
      start = isoWeek1(--y);
    } else if (day >= isoWeek1(y + 1)) {
      start = isoWeek1(++y);
    }
    return new int[] {y, (int) ((day - start) / 7) + 1, (int) ((day - start) % 7) + 1};
  }

  /** The day {@code days} later, or OverflowError. */
  PyDate plus(long days) {
    long n = ordinal() + days;
    if (n < 1 || n > LAST) throw PyError.overflow("date value out of range");
    return fromOrdinal(n);
  }

  String isoDate() {
    return pad(year, 4) + "-" + pad(month, 2) + "-" + pad(day, 2);
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
    return "datetime.date(" + year + ", " + month + ", " + day + ")";
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
    return other instanceof PyDate && other.getClass() == getClass()
        ? (Object) Comparison.holds(op, compareTo((PyDate) other))
        : other instanceof PyDate && op.length() == 2 && !"eqne".contains(op)
            ? cannotCompare()
            : Py.ABSENT;
  }

  private static Object cannotCompare() {
    throw PyError.type("can't compare datetime.datetime to datetime.date");
  }

  @Override
  public int compareTo(PyDate other) {
    return Long.compare(number(), other.number());
  }

  long number() {
    return year * 10000L + month * 100 + day;
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
