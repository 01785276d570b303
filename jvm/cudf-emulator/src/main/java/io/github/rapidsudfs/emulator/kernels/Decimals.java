// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.kernels;

import io.github.rapidsudfs.emulator.column.FixedVec;
import io.github.rapidsudfs.emulator.column.Type;
import io.github.rapidsudfs.emulator.column.Vec;
import io.github.rapidsudfs.emulator.column.WideVec;
import io.github.rapidsudfs.emulator.memory.Refused;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.function.IntFunction;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;

/**
 * {@code numeric::fixed_point}: scales and widths. A scale is a power of ten, so -2 means two
 * decimals.
 */
final class Decimals {
  private static final long[] POWERS = LongStream.iterate(1, p -> p * 10).limit(19).toArray();
  private static final int[] DIGITS = {9, 18, 38};

  /** The natural scale of an operator's result. */
  static int resultScale(BinaryOperator op, int left, int right) {
    return switch (op) {
      case MUL -> left + right;
      case DIV -> left - right;
      default -> Math.min(left, right);
    };
  }

  /** The number of decimal digits that the width of a decimal type always holds. */
  static int digits(Type type) {
    return DIGITS[type.id() - Type.DECIMAL32];
  }

  static BigInteger power(int exponent) {
    return BigInteger.TEN.pow(exponent);
  }

  /** Rescales in the same width: more decimal places multiply and may wrap, fewer truncate. */
  static Vec rescale(Vec vec, int scale) {
    int shift = scale - vec.type.scale();
    if (shift == 0) {
      return vec;
    }
    Type type = new Type(vec.type.id(), scale);
    Refused.when(
        shift > digits(vec.type),
        "a decimal rescaled from %s to scale %s, whose factor does not fit its width,"
            .formatted(vec.type, scale));
    if (vec instanceof FixedVec fixed) {
      long factor = Cpp.wrap(type.id(), power(Math.abs(shift)).longValue());
      return fixed.map(type, shift > 0 ? v -> v / factor : v -> Cpp.wrap(type.id(), v * factor));
    }
    WideVec wide = (WideVec) vec;
    BigInteger factor = power(Math.abs(shift));
    long[] low = new long[vec.size];
    long[] high = new long[vec.size];
    for (int i = 0; i < low.length; i++) {
      if (wide.isLong(i) && canRescale(wide.low[i], shift)) {
        low[i] = truncate(wide.low[i], shift);
        high[i] = low[i] >> 63;
      } else {
        BigInteger value = shift > 0 ? wide.get(i).divide(factor) : wide.get(i).multiply(factor);
        low[i] = value.longValue();
        high[i] = value.shiftRight(64).longValue();
      }
    }
    return new WideVec(type, low, high, vec.valid);
  }

  /** The same unscaled values in another width; a narrower one truncates their bits. */
  static Vec widthTo(Vec vec, Type type) {
    if (vec.type.id() == type.id()) {
      return vec;
    }
    Type to = new Type(type.id(), vec.type.scale());
    if (to.id() == Type.DECIMAL128) {
      long[] low = ((FixedVec) vec).values;
      long[] high = new long[vec.size];
      for (int i = 0; i < high.length; i++) {
        high[i] = low[i] >> 63;
      }
      return new WideVec(to, low, high, vec.valid);
    }
    long[] values = vec instanceof WideVec wide ? wide.low : ((FixedVec) vec).values;
    return vec.longs(to, i -> Cpp.wrap(to.id(), values[i]));
  }

  /** Each value, unscaled. */
  static BigInteger value(Vec vec, int row) {
    return vec instanceof WideVec wide
        ? wide.get(row)
        : BigInteger.valueOf(((FixedVec) vec).values[row]);
  }

  /** Applies a function to each non-null value; results wrap to the width of a decimal type. */
  static Vec map(Vec vec, Type type, UnaryOperator<BigInteger> f) {
    return of(type, vec, i -> f.apply(value(vec, i)));
  }

  /** An unscaled value for each non-null row of a vector; wraps to the type's width. */
  static Vec of(Type type, Vec vec, IntFunction<BigInteger> value) {
    BigInteger[] values = new BigInteger[vec.size];
    Arrays.setAll(values, i -> vec.isNull(i) ? null : value.apply(i));
    return of(type, values, vec.valid);
  }

  /** Unscaled values in a decimal type, which wrap to its width. */
  static Vec of(Type type, BigInteger[] values, boolean[] valid) {
    if (type.id() == Type.DECIMAL128) {
      return WideVec.of(type, values, valid);
    }
    return FixedVec.longs(
        type,
        values.length,
        i -> values[i] == null ? 0 : Cpp.wrap(type.id(), values[i].longValue()),
        valid);
  }

  /** Returns whether a product fits 64 bits. */
  static boolean fits(long x, long y) {
    return Math.multiplyHigh(x, y) == x * y >> 63;
  }

  /** Returns whether a value rescaled by {@code shift} fits 64 bits. */
  static boolean canRescale(long value, int shift) {
    return shift < POWERS.length
        && (shift >= 0 || (-shift < POWERS.length && fits(value, POWERS[-shift])));
  }

  /** A value at a scale that is {@code shift} greater, truncated. */
  static long truncate(long value, int shift) {
    return shift >= 0 ? value / POWERS[shift] : value * POWERS[-shift];
  }

  /** A value at a scale that is {@code shift} greater, rounded half up. */
  static long halfUp(long value, int shift) {
    if (shift <= 0) {
      return value * POWERS[-shift];
    }
    long quotient = value / POWERS[shift];
    long rest = Math.abs(value % POWERS[shift]);
    return rest * 2 >= POWERS[shift] ? quotient + (value < 0 ? -1 : 1) : quotient;
  }
}
