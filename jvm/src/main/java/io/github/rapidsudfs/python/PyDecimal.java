// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;

/**
 * A {@code decimal.Decimal} under the default context: 28 digits, half even, errors for invalid
 * operations, division by zero and overflow. Exponents beyond the context's are rejected.
 */
public final class PyDecimal implements PyObject {
  static final int DIGITS = 28;
  static final MathContext CONTEXT = new MathContext(DIGITS, RoundingMode.HALF_EVEN);
  private static final int WIDEST = 20000;

  /** The absolute value's digits as a number if there are at most 18; else less than 0. */
  final long small;

  /** The number of decimal places; 0 for an infinity and for NaN. */
  final int scale;

  final boolean negative;
  public final boolean nan;

  /** The absolute value, if it is known; null for an infinity and for NaN, too. */
  private BigDecimal abs;

  private PyDecimal(BigDecimal abs, long small, int scale, boolean negative, boolean nan) {
    this.abs = abs;
    this.small = small;
    this.scale = scale;
    this.negative = negative;
    this.nan = nan;
  }

  public static PyDecimal of(BigDecimal value) {
    return signed(value.abs(), value.signum() < 0);
  }

  /** {@code unscaled} divided by 10 to the power of {@code scale}, that of a Spark type. */
  public static PyDecimal of(long unscaled, int scale) {
    long abs = Math.abs(unscaled);
    return isSmall(abs) ? small(abs, scale, unscaled < 0) : of(BigDecimal.valueOf(unscaled, scale));
  }

  /** Whether a number's absolute value has at most 18 digits. */
  static boolean isSmall(long abs) {
    return abs >= 0 && abs < 1_000_000_000_000_000_000L;
  }

  static PyDecimal small(long abs, int scale, boolean negative) {
    return new PyDecimal(null, abs, scale, negative, false);
  }

  static PyDecimal signed(BigDecimal abs, boolean negative) {
    if (Math.abs((long) abs.precision() - abs.scale()) > 999_999L - DIGITS) {
      throw new Unsupported("a Decimal with an exponent that large");
    }
    long small = abs.precision() > 18 ? -1 : abs.unscaledValue().longValue();
    return new PyDecimal(abs, small, abs.scale(), negative, false);
  }

  static PyDecimal special(boolean negative, boolean nan) {
    return new PyDecimal(null, -1, 0, negative, nan);
  }

  static PyError invalid(String kind) {
    return PyError.of(PyType.named("decimal.InvalidOperation"), "[<class 'decimal." + kind + "'>]");
  }

  public static PyDecimal parse(String given) {
    StringBuilder b = new StringBuilder();
    for (int c : Strings.strip(given).replace("_", "").codePoints().toArray()) {
      int digit = c < 128 ? -1 : Texts.digit(c);
      b.appendCodePoint(digit < 0 ? c : '0' + digit);
    }
    String s = b.toString();
    boolean minus = s.startsWith("-");
    String body = minus || s.startsWith("+") ? s.substring(1) : s;
    if (body.matches("(?i)inf(inity)?")) return special(minus, false);
    if (body.equalsIgnoreCase("nan")) return special(minus, true);
    if (body.matches("(?i)s?nan.*")) throw new Unsupported("a Decimal of the text " + s);
    if (!body.matches("([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][+-]?[0-9]+)?")) {
      throw invalid("ConversionSyntax");
    }
    if (body.matches(".*[eE].{8,}")) throw new Unsupported("a Decimal with an exponent that large");
    return signed(new BigDecimal(body), minus);
  }

  /** An operand as a Decimal: converts an int, but not a float; else null. */
  static PyDecimal operand(Object value) {
    if (value instanceof PyDecimal) return (PyDecimal) value;
    BigInteger n = Ops.big(value);
    return n == null ? null : of(new BigDecimal(n));
  }

  static PyDecimal exact(double d) {
    if (Double.isNaN(d) || Double.isInfinite(d)) return special(d < 0, Double.isNaN(d));
    return signed(new BigDecimal(Math.abs(d)), Math.copySign(1, d) < 0);
  }

  public boolean finite() {
    return small >= 0 || abs != null;
  }

  boolean zero() {
    return small == 0;
  }

  /** The absolute value; null for an infinity and for NaN. */
  BigDecimal abs() {
    if (abs == null && small >= 0) abs = BigDecimal.valueOf(small, scale);
    return abs;
  }

  /** With its sign; a negative zero is zero. */
  public BigDecimal value() {
    if (!finite()) throw new Unsupported("a Decimal that is " + str());
    return negative ? abs().negate() : abs();
  }

  /** Whether it has this scale, and at most this number of digits, which fit into a long. */
  public boolean hasDigits(int scale, int most) {
    return small >= 0 && scale == this.scale && (most >= 18 || small < DecimalMath.POWERS[most]);
  }

  /** The digits, with the sign, of a value for which {@code hasDigits} is true. */
  public long unscaled() {
    return negative ? -small : small;
  }

  /** With the other sign; not rounded as {@code -a} is, and NaN is unchanged. */
  PyDecimal flipped() {
    return nan ? this : new PyDecimal(abs, small, scale, !negative, false);
  }

  /** Rounded to the context; {@code sign} is that of a zero. */
  static PyDecimal rounded(BigDecimal exact, boolean sign) {
    BigDecimal r = exact.precision() > DIGITS ? exact.round(CONTEXT) : exact;
    return signed(r.abs(), r.signum() == 0 ? sign : r.signum() < 0);
  }

  PyDecimal rounded() {
    return finite() ? rounded(value(), negative) : this;
  }

  @Override
  public Object binary(String op, Object other, boolean reflected) {
    PyDecimal o = operand(other);
    if (o == null) return Py.ABSENT;
    return reflected ? DecimalMath.binary(op, o, this) : DecimalMath.binary(op, this, o);
  }

  @Override
  public Object unary(String op) {
    switch (op) {
      case "neg":
        if (!finite()) return nan ? this : special(!negative, false);
        return rounded(value().negate(), false);
      case "pos":
        return finite() ? rounded(value(), negative && !zero()) : this;
      case "abs":
        return finite() ? rounded(abs(), false) : nan ? this : special(false, false);
      case "int":
      case "trunc":
        return integer(RoundingMode.DOWN);
      case "round":
        return integer(RoundingMode.HALF_EVEN);
      case "floor":
        return integer(RoundingMode.FLOOR);
      case "ceil":
        return integer(RoundingMode.CEILING);
      case "float":
        if (nan) return Double.NaN;
        if (!finite()) return negative ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
        double d = Double.parseDouble(abs().toString());
        return negative ? -d : d;
      default:
        return Py.ABSENT;
    }
  }

  private Object integer(RoundingMode mode) {
    if (nan) throw PyError.value("cannot convert NaN to integer");
    if (!finite()) throw PyError.overflow("cannot convert Infinity to integer");
    if (-scale > WIDEST) throw new Unsupported("a Decimal of that many digits as an int");
    return Keys.narrow(value().setScale(0, mode).toBigInteger());
  }

  /** The order relative to a number; NaN has none. */
  private static int order(PyDecimal a, PyDecimal b) {
    if (a.finite() && b.finite()) return a.value().compareTo(b.value());
    int x = a.finite() ? 0 : a.negative ? -1 : 1;
    int y = b.finite() ? 0 : b.negative ? -1 : 1;
    return Integer.compare(x, y);
  }

  @Override
  public Object compare(String op, Object other) {
    PyDecimal o = other instanceof Double ? exact((Double) other) : operand(other);
    if (o == null) return Py.ABSENT;
    if (nan || o.nan) {
      if (op.equals("eq") || op.equals("ne")) return op.equals("ne");
      throw invalid("InvalidOperation");
    }
    return Comparison.holds(op, order(this, o));
  }

  @Override
  public boolean truth() {
    return !zero();
  }

  @Override
  public Object key() {
    if (nan) throw new Unsupported("NaN as a key: equal by identity only");
    double d = (Double) unary("float");
    if (!finite()) return d;
    if (zero()) return 0L;
    if (-scale > WIDEST) throw new Unsupported("a Decimal that large as a key");
    if (scale <= 0 || abs().stripTrailingZeros().scale() <= 0) {
      return Keys.narrow(value().toBigInteger());
    }
    return !Double.isInfinite(d) && new BigDecimal(d).compareTo(value()) == 0 ? (Object) d : this;
  }

  @Override
  public boolean equals(Object other) {
    if (!(other instanceof PyDecimal)) return false;
    PyDecimal o = (PyDecimal) other;
    return !nan && !o.nan && order(this, o) == 0;
  }

  @Override
  public int hashCode() {
    return !finite() ? 7 : value().stripTrailingZeros().hashCode();
  }

  @Override
  public String typeName() {
    return "decimal.Decimal";
  }

  @Override
  public String str() {
    return (negative ? "-" : "") + (finite() ? abs().toString() : name(nan));
  }

  static String name(boolean nan) {
    return nan ? "NaN" : "Infinity";
  }

  @Override
  public String repr() {
    return "Decimal('" + str() + "')";
  }

  @Override
  public String format(String spec) {
    return DecimalMath.format(this, spec);
  }
}
