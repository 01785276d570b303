// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/** Decimal arithmetic and formatting as in libmpdec. */
final class DecimalMath {
  /** The formats shared with floats. */
  private static final String SPEC =
      "(?s)(([^{}]?[<>=^])?[+ -]?|[+ -]?0)([1-9][0-9]{0,5})?,?(\\.[0-9]{1,4})?[fF%]?";

  /** Operands whose scales are further apart are rejected. */
  private static final int FAR = 5000;

  /** The powers of ten that a long holds. */
  static final long[] POWERS = LongStream.iterate(1, power -> power * 10).limit(19).toArray();

  private static final Set<String> OPERATORS =
      Set.of("add", "sub", "mul", "truediv", "floordiv", "mod");
  private static final Map<String, RoundingMode> MODES =
      Arrays.stream(RoundingMode.values())
          .filter(mode -> mode != RoundingMode.UNNECESSARY)
          .collect(Collectors.toMap(mode -> "ROUND_" + mode, mode -> mode));

  static Object binary(String op, PyDecimal a, PyDecimal b) {
    if (op.equals("pow") || op.equals("divmod")) throw new Unsupported(op + " of a Decimal");
    return OPERATORS.contains(op) ? arithmetic(op, a, b) : Py.ABSENT;
  }

  /** The result if an operand is NaN or infinite, or null. */
  private static PyDecimal special(String op, PyDecimal a, PyDecimal b) {
    if (a.nan || b.nan) return a.nan ? a : b;
    if (a.finite() && b.finite()) return null;
    boolean sign = a.negative != b.negative;
    boolean both = !a.finite() && !b.finite();
    boolean invalid =
        op.equals("add")
            ? both && sign
            : op.equals("mul") ? a.zero() || b.zero() : both || op.equals("mod") && !a.finite();
    if (invalid) throw PyDecimal.invalid("InvalidOperation");
    if (op.equals("add")) return a.finite() ? b : a;
    if (op.equals("mul") || !a.finite()) return PyDecimal.special(sign, false);
    if (op.equals("truediv")) throw new Unsupported("a Decimal with an exponent that large");
    return op.equals("mod") ? a.rounded() : PyDecimal.small(0, 0, sign);
  }

  private static void near(PyDecimal a, PyDecimal b) {
    if (Math.abs((long) a.scale - b.scale) > FAR)
      throw new Unsupported("Decimals with exponents so far apart");
  }

  static PyDecimal add(PyDecimal a, PyDecimal b) {
    PyDecimal special = special("add", a, b);
    if (special != null) return special;
    near(a, b);
    int scale = Math.max(a.scale, b.scale);
    long x = scaled(a, scale), y = scaled(b, scale);
    if (x >= 0 && y >= 0) {
      long sum = (a.negative ? -x : x) + (b.negative ? -y : y);
      if (PyDecimal.isSmall(Math.abs(sum))) {
        boolean sign = sum == 0 ? a.negative && b.negative : sum < 0;
        return PyDecimal.small(Math.abs(sum), scale, sign);
      }
    }
    return PyDecimal.rounded(a.value().add(b.value()), a.negative && b.negative);
  }

  /** The digits at a scale that is not less than its own, if 18 suffice; else less than 0. */
  private static long scaled(PyDecimal a, int scale) {
    long by = scale - a.scale;
    if (a.small < 0 || by > 18) return -1;
    long digits = a.small * POWERS[(int) by];
    boolean fits = Math.multiplyHigh(a.small, POWERS[(int) by]) == 0 && PyDecimal.isSmall(digits);
    return fits ? digits : -1;
  }

  static PyDecimal mul(PyDecimal a, PyDecimal b) {
    PyDecimal special = special("mul", a, b);
    if (special != null) return special;
    boolean sign = a.negative != b.negative;
    long scale = (long) a.scale + b.scale, digits = a.small * b.small;
    boolean small = a.small >= 0 && b.small >= 0 && Math.multiplyHigh(a.small, b.small) == 0;
    if (small && PyDecimal.isSmall(digits) && Math.abs(scale) <= FAR) {
      return PyDecimal.small(digits, (int) scale, sign);
    }
    return PyDecimal.rounded(signed(a.abs().multiply(b.abs()), sign), sign);
  }

  /** The result of an operator. */
  static PyDecimal arithmetic(String op, PyDecimal a, PyDecimal b) {
    if (op.equals("add")) return add(a, b);
    if (op.equals("sub")) return add(a, b.flipped());
    if (op.equals("mul")) return mul(a, b);
    PyDecimal special = special(op, a, b);
    if (special != null) return special;
    near(a, b);
    boolean sign = a.negative != b.negative;
    switch (op) {
      case "truediv":
        if (b.zero()) throw byZero(a);
        if (a.zero()) {
          return PyDecimal.signed(new BigDecimal(BigInteger.ZERO, a.scale - b.scale), sign);
        }
        return PyDecimal.rounded(signed(a.abs().divide(b.abs(), PyDecimal.CONTEXT), sign), sign);
      case "floordiv":
        if (b.zero()) throw byZero(a);
        return PyDecimal.signed(quotient(a, b), sign);
      default:
        if (b.zero()) throw PyDecimal.invalid(a.zero() ? "DivisionUndefined" : "InvalidOperation");
        BigDecimal rest = a.abs().subtract(b.abs().multiply(quotient(a, b)));
        int scale = Math.max(a.scale, b.scale);
        return PyDecimal.rounded(signed(rest.setScale(scale), a.negative), a.negative);
    }
  }

  private static BigDecimal signed(BigDecimal abs, boolean negative) {
    return negative ? abs.negate() : abs;
  }

  private static PyError byZero(PyDecimal a) {
    return a.zero()
        ? PyDecimal.invalid("DivisionUndefined")
        : PyError.of(PyType.named("decimal.DivisionByZero"), "[<class 'decimal.DivisionByZero'>]");
  }

  private static BigDecimal quotient(PyDecimal a, PyDecimal b) {
    BigDecimal q = a.abs().divideToIntegralValue(b.abs()).setScale(0, RoundingMode.DOWN);
    if (q.precision() > PyDecimal.DIGITS) throw PyDecimal.invalid("DivisionImpossible");
    return q;
  }

  static RoundingMode mode(Object rounding) {
    if (rounding == null || rounding == Py.ABSENT) return RoundingMode.HALF_EVEN;
    RoundingMode mode = rounding instanceof String ? MODES.get((String) rounding) : null;
    if (mode != null) return mode;
    if ("ROUND_05UP".equals(rounding)) throw new Unsupported("a Decimal rounded by ROUND_05UP");
    throw PyError.type(
        "valid values for rounding are:\n"
            + "  [ROUND_CEILING, ROUND_FLOOR, ROUND_UP, ROUND_DOWN,\n"
            + "   ROUND_HALF_UP, ROUND_HALF_DOWN, ROUND_HALF_EVEN,\n"
            + "   ROUND_05UP]");
  }

  /** Rescales; InvalidOperation if the result has more digits than the context. */
  static PyDecimal quantize(PyDecimal a, int scale, RoundingMode mode) {
    long less = (long) a.scale - scale;
    if (a.zero()) return PyDecimal.small(0, scale, a.negative);
    if (-less > FAR) throw PyDecimal.invalid("InvalidOperation");
    long more = less <= 0 ? scaled(a, scale) : -1;
    if (more >= 0) return PyDecimal.small(more, scale, a.negative);
    if (a.small >= 0 && less > 0 && less <= 18) {
      long unit = POWERS[(int) less], whole = a.small / unit;
      long up = isUp(mode, a.negative, whole, a.small - whole * unit, unit) ? 1 : 0;
      return PyDecimal.small(whole + up, scale, a.negative);
    }
    BigDecimal r = a.value().setScale(scale, mode);
    if (r.precision() > PyDecimal.DIGITS) throw PyDecimal.invalid("InvalidOperation");
    return PyDecimal.signed(r.abs(), a.negative);
  }

  /** Whether {@code rest} of a {@code unit} is rounded away from zero. */
  private static boolean isUp(RoundingMode mode, boolean negative, long q, long rest, long unit) {
    switch (mode) {
      case DOWN:
        return false;
      case UP:
        return rest > 0;
      case CEILING:
        return rest > 0 && !negative;
      case FLOOR:
        return rest > 0 && negative;
      default:
        long over = rest - (unit - rest);
        boolean half = mode == RoundingMode.HALF_UP || mode == RoundingMode.HALF_EVEN && q % 2 == 1;
        return over > 0 || over == 0 && half;
    }
  }

  /** {@code format(a, spec)} for the types {@code f}, {@code %} and none. */
  static String format(PyDecimal a, String spec) {
    boolean known = spec.matches(SPEC);
    // Zeros do not fill infinities and NaN.
    if (!a.finite()) spec = spec.replaceFirst("^([+ -]?)0(?=[1-9,.fF%]|$)", "$1");
    FormatSpec f = known ? new FormatSpec(spec, '\0', '>', "Decimal") : null;
    known &= known && (f.type != 0 || f.precision < 0);
    known &= known && (f.grouping == 0 || f.fill != '0' || f.align != '=');
    if (!known) throw new Unsupported("the format '" + spec + "' of a Decimal");
    String percent = f.type == '%' ? "%" : "";
    if (!a.finite()) return f.number(a.negative, "", "", PyDecimal.name(a.nan) + percent, 0);
    BigDecimal v = f.type == '%' ? a.abs().scaleByPowerOfTen(2) : a.abs();
    if (f.precision >= 0) v = v.setScale(f.precision, RoundingMode.HALF_EVEN);
    String body = f.type == 0 ? v.toString() : v.toPlainString();
    int whole = 0;
    while (whole < body.length() && Character.isDigit(body.charAt(whole))) whole++;
    return f.number(a.negative, "", body.substring(0, whole), body.substring(whole) + percent, 3);
  }
}
