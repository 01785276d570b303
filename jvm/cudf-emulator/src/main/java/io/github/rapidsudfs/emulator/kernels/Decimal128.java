// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.kernels;

import io.github.rapidsudfs.emulator.binding.Natives;
import io.github.rapidsudfs.emulator.column.FixedVec;
import io.github.rapidsudfs.emulator.column.Type;
import io.github.rapidsudfs.emulator.column.Valid;
import io.github.rapidsudfs.emulator.column.Vec;
import io.github.rapidsudfs.emulator.column.WideVec;
import io.github.rapidsudfs.emulator.memory.CudfClasses;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.function.LongBinaryOperator;

/**
 * The plugin's decimal arithmetic: DECIMAL128 operands, a result at a given scale, rounded half up
 * (away from zero), and a flag for each row whose result has more than 38 digits; that result is
 * unspecified.
 */
@Natives("com.nvidia.spark.rapids.jni.DecimalUtils")
public final class Decimal128 {
  private static final int DIGITS = 38;
  private static final BigInteger LIMIT = Decimals.power(DIGITS);

  /** The result of a 64-bit operation whose operands or result do not fit; never a valid result. */
  private static final long TOO_WIDE = Long.MIN_VALUE;

  /** Computes one row's result, or null if an intermediate result overflows. */
  private interface RowOperation {
    BigInteger apply(BigInteger a, BigInteger b);
  }

  private static Vec[] rows(
      Vec a, Vec b, Type out, LongBinaryOperator small, RowOperation operation) {
    CudfClasses.expects(
        a.type.id() == Type.DECIMAL128 && b.type.id() == Type.DECIMAL128,
        "not a DECIMAL128 column");
    CudfClasses.expects(a.size == b.size, "inputs have mismatched row counts");
    boolean[] valid = Valid.and(a.size, a.valid, b.valid);
    boolean[] overflows = new boolean[a.size];
    WideVec left = (WideVec) a;
    WideVec right = (WideVec) b;
    long[] low = new long[a.size];
    long[] high = new long[a.size];
    for (int i = 0; i < low.length; i++) {
      if (valid != null && !valid[i]) {
        continue;
      }
      boolean narrow = left.isLong(i) && right.isLong(i);
      long quick = narrow ? small.applyAsLong(left.low[i], right.low[i]) : TOO_WIDE;
      if (quick != TOO_WIDE) {
        low[i] = quick;
        high[i] = quick >> 63;
        continue;
      }
      BigInteger value = operation.apply(left.get(i), right.get(i));
      overflows[i] = value == null || value.abs().compareTo(LIMIT) >= 0;
      if (value != null) {
        low[i] = value.longValue();
        high[i] = value.shiftRight(64).longValue();
      }
    }
    Vec result =
        out.isDecimal() ? new WideVec(out, low, high, valid) : new FixedVec(out, low, valid);
    return new Vec[] {FixedVec.bools(overflows, valid), result};
  }

  /** A quotient rounded half up. */
  static BigInteger divideHalfUp(BigInteger n, BigInteger d) {
    return new BigDecimal(n).divide(new BigDecimal(d), 0, RoundingMode.HALF_UP).unscaledValue();
  }

  private static BigInteger rescale(BigInteger value, int from, int to) {
    return to < from
        ? value.multiply(Decimals.power(from - to))
        : to > from ? divideHalfUp(value, Decimals.power(to - from)) : value;
  }

  /** The least i with 10^i at or above the value. */
  private static int precision(BigInteger value) {
    BigInteger abs = value.abs();
    int digits = abs.toString().length();
    return abs.compareTo(Decimals.power(digits - 1)) <= 0 ? digits - 1 : digits;
  }

  public static Vec[] multiply128(Vec a, Vec b, int scale, boolean castInterim) {
    int exact = a.type.scale() + b.type.scale();
    CudfClasses.expects(scale - exact <= DIGITS, "divisor too big");
    LongBinaryOperator small =
        (x, y) ->
            Decimals.fits(x, y) && Decimals.canRescale(x * y, scale - exact)
                ? Decimals.halfUp(x * y, scale - exact)
                : TOO_WIDE;
    return rows(
        a,
        b,
        new Type(Type.DECIMAL128, scale),
        small,
        (x, y) -> {
          BigInteger product = x.multiply(y);
          int now = exact;
          int tooMany = castInterim ? precision(product) - DIGITS : 0;
          if (tooMany > 0) {
            product = divideHalfUp(product, Decimals.power(tooMany));
            now += tooMany;
          }
          if (scale < now && precision(product) + now - scale > DIGITS) {
            return null;
          }
          return rescale(product, now, scale);
        });
  }

  /** Quotients; truncated to INT64 if {@code whole} is set. */
  public static Vec[] divide128(Vec a, Vec b, int scale, boolean whole) {
    int shift = scale - (a.type.scale() - b.type.scale());
    Type out = whole ? Type.of(Type.INT64) : new Type(Type.DECIMAL128, scale);
    LongBinaryOperator small =
        (n, d) -> {
          boolean fits = shift <= 0 && d != 0 && Math.abs(d) < Long.MAX_VALUE / 2;
          if (!fits || !Decimals.canRescale(n, shift)) {
            return TOO_WIDE;
          }
          long raised = Decimals.truncate(n, shift);
          long quotient = raised / d;
          boolean away = !whole && Math.abs(raised % d) * 2 >= Math.abs(d);
          return away ? quotient + ((raised < 0) != (d < 0) ? -1 : 1) : quotient;
        };
    return rows(
        a,
        b,
        out,
        small,
        (n, d) -> {
          if (d.signum() == 0) {
            return null;
          }
          if (shift > 0) {
            BigInteger first = n.divide(d);
            return whole
                ? first.divide(Decimals.power(shift))
                : divideHalfUp(first, Decimals.power(shift));
          }
          BigInteger raised = n.multiply(Decimals.power(-shift));
          return whole ? raised.divide(d) : divideHalfUp(raised, d);
        });
  }

  /** The remainders of an integral division, with the sign of the dividend. */
  public static Vec[] remainder128(Vec a, Vec b, int scale) {
    int ofDivisor = scale - b.type.scale();
    int ofDividend = scale - a.type.scale() - Math.min(0, ofDivisor);
    return rows(
        a,
        b,
        new Type(Type.DECIMAL128, scale),
        (x, y) -> TOO_WIDE,
        (x, y) -> {
          BigInteger divisor = y.abs();
          if (ofDivisor > 0) {
            divisor = divideHalfUp(divisor, Decimals.power(ofDivisor));
          }
          if (divisor.signum() == 0) {
            return null;
          }
          BigInteger n = x.abs().multiply(Decimals.power(Math.max(0, -ofDividend)));
          BigInteger times = n.divide(divisor).divide(Decimals.power(Math.max(0, ofDividend)));
          BigInteger whole =
              times.multiply(divisor).multiply(Decimals.power(Math.max(0, -ofDivisor)));
          BigInteger left = n.subtract(whole);
          return x.signum() < 0 ? left.negate() : left;
        });
  }

  public static Vec[] add128(Vec a, Vec b, int scale) {
    return sum(a, b, scale, false);
  }

  public static Vec[] subtract128(Vec a, Vec b, int scale) {
    return sum(a, b, scale, true);
  }

  private static Vec[] sum(Vec a, Vec b, int scale, boolean subtract) {
    int exact = Math.min(a.type.scale(), b.type.scale());
    return rows(
        a,
        b,
        new Type(Type.DECIMAL128, scale),
        (x, y) -> TOO_WIDE,
        (x, y) -> {
          BigInteger left = rescale(x, a.type.scale(), exact);
          BigInteger right = rescale(y, b.type.scale(), exact);
          return rescale(subtract ? left.subtract(right) : left.add(right), exact, scale);
        });
  }
}
