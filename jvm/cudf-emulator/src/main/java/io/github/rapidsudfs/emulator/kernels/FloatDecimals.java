// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.kernels;

import io.github.rapidsudfs.emulator.binding.Native;
import io.github.rapidsudfs.emulator.column.FixedVec;
import io.github.rapidsudfs.emulator.column.Type;
import io.github.rapidsudfs.emulator.column.Valid;
import io.github.rapidsudfs.emulator.column.Vec;
import io.github.rapidsudfs.emulator.column.VecHandles;
import io.github.rapidsudfs.emulator.memory.Refused;
import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * The plugin's cast of floats to decimals: powers of two and of ten are applied alternately in
 * unsigned integers of limited width, whose lost bits decide some of the last digits.
 */
public final class FloatDecimals {
  private static final int WIDE = 128; // bits
  private static final int MOST_DIGITS = 18; // at once, and the bits that go with them
  private static final int MOST_BITS = 60;
  private static final int FIRST_SHIFT = WIDE - MOST_BITS - 54;
  private static final BigInteger FIVE = BigInteger.valueOf(5);

  /** Spark's cast, rounded half up; null beyond the precision. Also the last such row, or -1. */
  @Native("com.nvidia.spark.rapids.jni.DecimalUtils.floatingPointToDecimal")
  public static long[] toDecimal(Vec vec, int typeId, int precision, int scale) {
    Type to = Type.of(typeId, scale);
    FixedVec in = (FixedVec) vec;
    BigInteger bound = BigInteger.TEN.pow(precision);
    BigInteger[] unscaled = new BigInteger[vec.size];
    long failed = -1;
    for (int i = 0; i < vec.size; i++) {
      boolean finite = !vec.isNull(i) && Double.isFinite(in.asDouble(i));
      BigInteger value = finite ? rounded(in.asDouble(i), vec.type.id() == Type.FLOAT32, to) : null;
      BigInteger stored =
          finite ? Decimals.value(Decimals.of(to, new BigInteger[] {value}, null), 0) : null;
      boolean over = finite && stored.abs().compareTo(bound) >= 0;
      failed = over ? i : failed;
      unscaled[i] = over ? null : stored;
      if (finite && !over && !stored.equals(value)) {
        throw new Refused(
            "the cast of %s to %s, which the plugin truncates to its width,"
                .formatted(in.asDouble(i), to));
      }
    }
    boolean[] valid = Valid.of(vec.size, i -> unscaled[i] != null);
    return new long[] {VecHandles.out(Decimals.of(to, unscaled, valid)), failed};
  }

  private static BigInteger rounded(double value, boolean single, Type to) {
    if (value == 0) {
      return BigInteger.ZERO;
    }
    double size = Math.abs(value);
    int bits = 8 * to.width();
    int places = -to.scale();
    double factor = Decimals.power(Math.max(0, places)).doubleValue();
    double most = bits == 32 ? Integer.MAX_VALUE : bits == 64 ? Long.MAX_VALUE : 0x1p127;
    boolean fits = 10.0 * size * factor < most;
    // one more digit, for rounding the last one
    int digits = bits == WIDE && !fits ? places : places + 1;
    BigInteger exact = new BigDecimal(size).movePointRight(digits).toBigInteger();
    if (places < 0 || exact.bitLength() > (bits == 32 ? 64 : WIDE)) {
      throw new Refused("the cast of " + value + " to " + to + ", far beyond its width,");
    }
    boolean whole = Math.rint(size) == size;
    long significand = Double.doubleToRawLongBits(size) & (1L << 52) - 1;
    int exponent = Math.getExponent(size);
    if (exponent < Double.MIN_EXPONENT) {
      int shift = Long.numberOfLeadingZeros(significand) - 11;
      significand <<= shift;
      exponent = Double.MIN_EXPONENT - shift;
    } else {
      significand |= 1L << 52;
    }
    int power = exponent - 53;
    long half = single || whole ? 0 : 1; // of the last place, as 1.2 lies below 1.2
    int width = bits == 32 ? (fits ? 32 : 64) : WIDE;
    BigInteger magnitude =
        scaled(BigInteger.valueOf(significand << 1 | half), power, digits, width);
    // digits beyond the precision of a double become zeros
    int beyond = (3 * power + 10 * places + (!single && size > 0x1p63 ? 9 : 0)) / 10;
    if (digits > places) {
      if (beyond < 0) {
        magnitude = magnitude.add(FIVE).divide(BigInteger.TEN);
      } else {
        if (single || whole) {
          magnitude = magnitude.add(FIVE.multiply(Decimals.power(beyond)));
        }
        magnitude = magnitude.divide(Decimals.power(beyond + 1)).multiply(Decimals.power(beyond));
      }
    } else if (beyond > 0) {
      magnitude = magnitude.divide(Decimals.power(beyond)).multiply(Decimals.power(beyond));
    }
    return value < 0 ? magnitude.negate() : magnitude;
  }

  /** A number times a power of two, times ten to a number of digits, truncated to a width. */
  private static BigInteger scaled(BigInteger number, int power, int digits, int width) {
    if (digits == 0 || power >= 0) {
      return cut(cut(number.shiftLeft(power), width).multiply(Decimals.power(digits)), width);
    }
    int twos = -power;
    int tens = digits;
    BigInteger wide = number;
    if (tens > MOST_DIGITS) {
      wide = wide.shiftLeft(FIRST_SHIFT);
      twos += FIRST_SHIFT;
    }
    while (tens > MOST_DIGITS) {
      wide = cut(wide.multiply(Decimals.power(MOST_DIGITS)), WIDE);
      tens -= MOST_DIGITS;
      if (twos <= MOST_BITS) {
        return cut(cut(wide.shiftRight(twos), width).multiply(Decimals.power(tens)), width);
      }
      wide = wide.shiftRight(MOST_BITS);
      twos -= MOST_BITS;
    }
    return cut(cut(wide.multiply(Decimals.power(tens)), WIDE).shiftRight(twos), width);
  }

  private static BigInteger cut(BigInteger number, int bits) {
    return number.bitLength() <= bits
        ? number
        : number.and(BigInteger.ONE.shiftLeft(bits).subtract(BigInteger.ONE));
  }
}
