// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

/** A naive {@code datetime.datetime}. */
public final class PyDateTime extends PyDate {
  public final PyTime time;

  PyDateTime(PyDate date, PyTime time) {
    super(date);
    this.time = time;
  }

  public static PyDateTime of(
      long year, long month, long day, long hour, long minute, long second, long micro) {
    PyDate date = PyDate.of(year, month, day);
    return new PyDateTime(date, PyTime.of(hour, minute, second, micro));
  }

  /** Microseconds since January 1 of year 1, plus a day. */
  long micros() {
    return ordinal() * 86_400_000_000L + time.micros();
  }

  static PyDateTime ofMicros(long n) {
    long day = Math.floorDiv(n, 86_400_000_000L);
    if (day < 1 || day > LAST) throw PyError.overflow("date value out of range");
    return new PyDateTime(fromOrdinal(day), PyTime.ofMicros(n - day * 86_400_000_000L));
  }

  @Override
  public String typeName() {
    return "datetime.datetime";
  }

  @Override
  public String repr() {
    return "datetime.datetime("
        + year()
        + ", "
        + month()
        + ", "
        + day()
        + ", "
        + time.fields()
        + ")";
  }

  @Override
  public String str() {
    return isoDate() + " " + time.str();
  }

  @Override
  public String format(String spec) {
    return DateFormat.format(spec, this, time);
  }

  @Override
  public Object binary(String op, Object other, boolean reflected) {
    if (other instanceof PyTimeDelta && (op.equals("add") || op.equals("sub") && !reflected)) {
      PyTimeDelta d = (PyTimeDelta) other;
      int sign = op.equals("add") ? 1 : -1;
      if (Math.abs((long) d.days) > LAST) throw PyError.overflow("date value out of range");
      return ofMicros(micros() + sign * d.shortMicros());
    }
    if (op.equals("sub") && other instanceof PyDateTime && !reflected) {
      return PyTimeDelta.ofMicros(micros() - ((PyDateTime) other).micros());
    }
    return Py.ABSENT;
  }

  @Override
  long number() {
    return micros();
  }
}
