// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

/** A {@code datetime.datetime}: naive, or at a fixed offset from UTC. */
public final class PyDateTime extends PyDate {
  public final PyTime time;

  /** Whole minutes east of UTC, in microseconds; null if naive. */
  public final Long offset;

  PyDateTime(PyDate date, PyTime time) {
    this(date, time, null);
  }

  PyDateTime(PyDate date, PyTime time, Long offset) {
    super(date);
    this.time = time;
    this.offset = offset;
  }

  public static PyDateTime of(
      long year, long month, long day, long hour, long minute, long second, long micro) {
    PyDate date = PyDate.of(year, month, day);
    return new PyDateTime(date, PyTime.of(hour, minute, second, micro));
  }

  /** Local microseconds since January 1 of year 1, plus a day. */
  private long micros() {
    return ordinal() * 86_400_000_000L + time.micros();
  }

  /** The offset as {@code +05:30}; empty if naive. */
  String zone() {
    if (offset == null) return "";
    long minutes = Math.abs(offset) / 60_000_000;
    return (offset < 0 ? "-" : "+") + pad(minutes / 60, 2) + ":" + pad(minutes % 60, 2);
  }

  private boolean isLike(PyDateTime other) {
    return (offset == null) == (other.offset == null);
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
        + (offset == null ? "" : ", tzinfo=datetime.timezone" + timezone())
        + ")";
  }

  private String timezone() {
    return offset == 0 ? ".utc" : "(" + PyTimeDelta.ofMicros(offset).repr() + ")";
  }

  @Override
  public String str() {
    return isoDate() + " " + time.str() + zone();
  }

  @Override
  public String format(String spec) {
    if (offset != null && spec.matches("(?s).*%[^%a-zA-Z]?[zZ].*")) {
      throw new Unsupported("strftime with %z or %Z");
    }
    return DateFormat.format(spec, this, time);
  }

  @Override
  public Object binary(String op, Object other, boolean reflected) {
    if (other instanceof PyTimeDelta && (op.equals("add") || op.equals("sub") && !reflected)) {
      PyTimeDelta d = (PyTimeDelta) other;
      int sign = op.equals("add") ? 1 : -1;
      if (Math.abs((long) d.days) > LAST) throw PyError.overflow("date value out of range");
      PyDateTime sum = ofMicros(micros() + sign * d.shortMicros());
      return offset == null ? sum : new PyDateTime(sum, sum.time, offset);
    }
    if (op.equals("sub") && other instanceof PyDateTime && !reflected) {
      if (!isLike((PyDateTime) other)) {
        throw PyError.type("can't subtract offset-naive and offset-aware datetimes");
      }
      return PyTimeDelta.ofMicros(number() - ((PyDateTime) other).number());
    }
    return Py.ABSENT;
  }

  @Override
  public Object compare(String op, Object other) {
    if (!(other instanceof PyDateTime) || isLike((PyDateTime) other)) {
      return super.compare(op, other);
    }
    if (op.equals("eq") || op.equals("ne")) return op.equals("ne");
    throw PyError.type("can't compare offset-naive and offset-aware datetimes");
  }

  @Override
  public boolean equals(Object other) {
    return super.equals(other) && isLike((PyDateTime) other);
  }

  @Override
  public int hashCode() {
    return super.hashCode();
  }

  /** In UTC unless naive. */
  @Override
  long number() {
    return micros() - (offset == null ? 0 : offset);
  }
}
