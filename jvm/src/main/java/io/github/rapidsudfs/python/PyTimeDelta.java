// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

import java.math.BigDecimal;
import java.math.BigInteger;

/** A {@code datetime.timedelta}: days, and non-negative seconds and microseconds. */
public final class PyTimeDelta implements PyObject {
  static final long DAY = 86_400_000_000L;
  public final int days;
  public final int seconds;
  public final int micros;

  private PyTimeDelta(int days, int seconds, int micros) {
    this.days = days;
    this.seconds = seconds;
    this.micros = micros;
  }

  /** A timedelta from normalized parts. */
  public static PyTimeDelta of(long days, long seconds, long micros) {
    return make(days, seconds * 1_000_000 + micros);
  }

  static PyTimeDelta of(BigInteger micros) {
    if (micros.bitLength() < 64) return ofMicros(micros.longValue());
    BigInteger[] parts = micros.divideAndRemainder(BigInteger.valueOf(DAY));
    BigInteger d = parts[1].signum() < 0 ? parts[0].subtract(BigInteger.ONE) : parts[0];
    if (d.bitLength() > 31) throw PyError.tooLarge("int");
    return make(d.longValue(), Math.floorMod(parts[1].longValue(), DAY));
  }

  static PyTimeDelta ofMicros(long n) {
    return make(Math.floorDiv(n, DAY), Math.floorMod(n, DAY));
  }

  private static PyTimeDelta make(long days, long rest) {
    if (Math.abs(days) > 999_999_999) {
      throw PyError.overflow("days=" + days + "; must have magnitude <= 999999999");
    }
    return new PyTimeDelta((int) days, (int) (rest / 1_000_000), (int) (rest % 1_000_000));
  }

  /** The total in microseconds, up to about 10,000 years. */
  long shortMicros() {
    return days * DAY + seconds * 1_000_000L + micros;
  }

  BigInteger total() {
    return BigInteger.valueOf(days)
        .multiply(BigInteger.valueOf(DAY))
        .add(BigInteger.valueOf(seconds * 1_000_000L + micros));
  }

  double totalSeconds() {
    return Division.truediv(total(), BigInteger.valueOf(1_000_000));
  }

  /** {@code a / b}, to the nearest int, ties to even. */
  static BigInteger nearest(BigInteger a, BigInteger b) {
    if (b.signum() == 0) throw Division.zero(Division.BY_ZERO);
    return new BigDecimal(a)
        .divide(new BigDecimal(b), 0, java.math.RoundingMode.HALF_EVEN)
        .toBigInteger();
  }

  @Override
  public Object binary(String op, Object other, boolean reflected) {
    if (other instanceof PyTimeDelta && !reflected) {
      BigInteger b = ((PyTimeDelta) other).total();
      switch (op) {
        case "add":
          return of(total().add(b));
        case "sub":
          return of(total().subtract(b));
        case "truediv":
          return Division.truediv(total(), b);
        case "floordiv":
          return Keys.narrow(Division.floor(total(), b, Division.BY_ZERO)[0]);
        case "mod":
          return of(Division.floor(total(), b, Division.MODULO)[1]);
        case "divmod":
          throw new Unsupported("divmod of a timedelta");
        default:
          return Py.ABSENT;
      }
    }
    BigInteger n = Ops.big(other);
    if (op.equals("mul") && n != null) return of(total().multiply(n));
    if (n != null && !reflected) {
      if (op.equals("truediv")) return of(nearest(total(), n));
      if (op.equals("floordiv")) {
        return of(Division.floor(total(), n, Division.BY_ZERO)[0]);
      }
    }
    boolean scales = op.equals("mul") || op.equals("truediv") && !reflected;
    if (other instanceof Double && scales) throw new Unsupported("a timedelta times a float");
    return Py.ABSENT;
  }

  @Override
  public Object unary(String op) {
    switch (op) {
      case "neg":
        return of(total().negate());
      case "pos":
        return this;
      case "abs":
        return days < 0 ? of(total().negate()) : this;
      default:
        return Py.ABSENT;
    }
  }

  @Override
  public Object compare(String op, Object other) {
    if (!(other instanceof PyTimeDelta)) return Py.ABSENT;
    return Comparison.holds(op, total().compareTo(((PyTimeDelta) other).total()));
  }

  @Override
  public boolean truth() {
    return days != 0 || seconds != 0 || micros != 0;
  }

  @Override
  public String typeName() {
    return "datetime.timedelta";
  }

  @Override
  public String repr() {
    StringBuilder b = new StringBuilder();
    if (days != 0) b.append(", days=").append(days);
    if (seconds != 0) b.append(", seconds=").append(seconds);
    if (micros != 0) b.append(", microseconds=").append(micros);
    return "datetime.timedelta(" + (b.length() == 0 ? "0" : b.substring(2)) + ")";
  }

  @Override
  public String str() {
    String s =
        seconds / 3600 + ":" + PyDate.pad(seconds / 60 % 60, 2) + ":" + PyDate.pad(seconds % 60, 2);
    if (micros != 0) s += "." + PyDate.pad(micros, 6);
    return days == 0 ? s : days + " day" + (Math.abs(days) == 1 ? ", " : "s, ") + s;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof PyTimeDelta && total().equals(((PyTimeDelta) other).total());
  }

  @Override
  public int hashCode() {
    return total().hashCode();
  }
}
