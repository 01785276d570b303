// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

import java.util.Arrays;

/** A naive {@code datetime.time}. */
public final class PyTime implements PyObject {
  static final PyTime MIDNIGHT = new PyTime(0, 0, 0, 0);

  public final int hour;
  public final int minute;
  public final int second;
  public final int micro;

  private PyTime(int hour, int minute, int second, int micro) {
    this.hour = hour;
    this.minute = minute;
    this.second = second;
    this.micro = micro;
  }

  public static PyTime of(long hour, long minute, long second, long micro) {
    for (long n : new long[] {hour, minute, second, micro}) PyDate.intSize(n);
    if (hour < 0 || hour > 23) throw PyError.value("hour must be in 0..23, not " + hour);
    if (minute < 0 || minute > 59) throw PyError.value("minute must be in 0..59, not " + minute);
    if (second < 0 || second > 59) throw PyError.value("second must be in 0..59, not " + second);
    if (micro < 0 || micro > 999999)
      throw PyError.value("microsecond must be in 0..999999, not " + micro);
    return new PyTime((int) hour, (int) minute, (int) second, (int) micro);
  }

  public static PyTime ofMicros(long n) {
    long s = n / 1_000_000;
    return of(s / 3600, s / 60 % 60, s % 60, n % 1_000_000);
  }

  long micros() {
    return ((hour * 60L + minute) * 60 + second) * 1_000_000 + micro;
  }

  String iso(String spec) {
    if (spec.equals("auto")) spec = micro == 0 ? "seconds" : "microseconds";
    int end =
        Arrays.asList("hours", "minutes", "seconds", "milliseconds", "microseconds").indexOf(spec);
    if (end < 0) throw PyError.value("Unknown timespec value");
    String s = PyDate.pad(hour, 2) + ":" + PyDate.pad(minute, 2) + ":" + PyDate.pad(second, 2);
    return (s + "." + PyDate.pad(micro, 6)).substring(0, new int[] {2, 5, 8, 12, 15}[end]);
  }

  @Override
  public String typeName() {
    return "datetime.time";
  }

  @Override
  public String repr() {
    return "datetime.time(" + fields() + ")";
  }

  String fields() {
    String s = hour + ", " + minute;
    if (second != 0 || micro != 0) s += ", " + second;
    return s + (micro != 0 ? ", " + micro : "");
  }

  @Override
  public String str() {
    return iso("auto");
  }

  @Override
  public String format(String spec) {
    return DateFormat.format(spec, PyDate.of(1900, 1, 1), this);
  }

  @Override
  public Object compare(String op, Object other) {
    if (!(other instanceof PyTime)) return Py.ABSENT;
    return Comparison.holds(op, Long.compare(micros(), ((PyTime) other).micros()));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof PyTime && micros() == ((PyTime) other).micros();
  }

  @Override
  public int hashCode() {
    return Long.hashCode(micros());
  }
}
