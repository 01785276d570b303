// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.kernels;

import io.github.rapidsudfs.emulator.binding.Native;
import io.github.rapidsudfs.emulator.column.StringVec;
import io.github.rapidsudfs.emulator.column.Type;
import io.github.rapidsudfs.emulator.column.Valid;
import io.github.rapidsudfs.emulator.column.Vec;
import io.github.rapidsudfs.emulator.memory.CudfErrors;
import io.github.rapidsudfs.emulator.memory.Offsets;
import io.github.rapidsudfs.emulator.memory.Refused;
import java.math.BigInteger;

/**
 * The plugin's cast of strings to decimals. It works digit by digit like the plugin's kernel, to
 * deviate from exact arithmetic in the same cases: 0.099 as decimal(2,2) has no room for the digit
 * that rounding adds and is null.
 */
public final class SparkDecimals {
  private final NumberText text;
  private final int precision;
  private final int scale;
  private final int bits;
  private BigInteger value = BigInteger.ZERO;
  private int location;
  private int digits;
  private int precise;
  private int roundedUp;

  private SparkDecimals(NumberText text, int precision, int scale, int bits) {
    this.text = text;
    this.precision = precision;
    this.scale = scale;
    this.bits = bits;
    location = text.location();
  }

  /**
   * Casts strings to decimals of a precision and a cuDF scale: invalid or out-of-range numbers are
   * null, or an error in ANSI mode.
   */
  @Native("com.nvidia.spark.rapids.jni.CastStrings.toDecimal")
  public static Vec parse(StringVec s, boolean ansi, boolean strip, int precision, int scale) {
    CudfErrors.expects(precision <= 38, "Unable to support decimal with precision " + precision);
    Offsets.refuse();
    Type type =
        new Type(
            precision <= 9 ? Type.DECIMAL32 : precision <= 18 ? Type.DECIMAL64 : Type.DECIMAL128,
            scale);
    int bits = type.width() * 8;
    BigInteger[] values = new BigInteger[s.size];
    boolean[] valid = Valid.all(s.size);
    for (int i = 0; i < s.size; i++) {
      NumberText text = s.isNull(i) ? null : NumberText.of(s, i, strip, bits);
      values[i] = text == null ? null : new SparkDecimals(text, precision, scale, bits).value();
      valid[i] = values[i] != null;
      if (ansi && !valid[i] && !s.isNull(i)) {
        throw SparkCasts.castError(s, i);
      }
    }
    return Decimals.of(type, values, valid);
  }

  /** The unscaled value, or null. */
  private BigInteger value() {
    int before = text.significantDigits(location);
    if (!readDigits()) {
      return null;
    }
    int zeros = Math.max(0, location - digits - Math.max(0, scale));
    before += zeros + roundedUp;
    int room = precision + scale;
    boolean fits = location - (digits - precise) <= room;
    if (fits != before <= room) {
      throw new Refused(
          "the cast of " + text + " to a decimal, on which the plugin's releases differ,");
    }
    int after = precise + zeros - before + Math.max(0, -location);
    int wanted = Math.min(precision - before, -scale);
    return fits && shift(zeros) && shift(Math.max(0, wanted - after))
        ? (text.positive() ? value : value.negate())
        : null;
  }

  /**
   * Reads the digits that fit the decimal and rounds by the next one. Returns false on overflow.
   */
  private boolean readDigits() {
    int last = location - scale;
    boolean significant = false;
    for (int at = 0; last >= 0 && at < text.digits().length(); at++) {
      int digit = text.digits().charAt(at) - '0';
      if (precise + 1 > precision || digits + 1 > last) {
        return digit < 5 || roundUp();
      }
      digits++;
      significant |= digits > location || digit != 0;
      precise += significant ? 1 : 0;
      value = value.multiply(BigInteger.TEN).add(BigInteger.valueOf(digit));
      if (overflows()) {
        return false;
      }
    }
    return true;
  }

  private boolean roundUp() {
    BigInteger up = value.add(BigInteger.ONE);
    if (value.signum() != 0 && up.toString().length() > value.toString().length()) {
      digits++;
      precise++;
      location++;
      roundedUp++;
    }
    value = up;
    return !overflows();
  }

  private boolean shift(int places) {
    for (int i = 0; i < places && value.signum() != 0; i++) {
      value = value.multiply(BigInteger.TEN);
      if (overflows()) {
        return false;
      }
    }
    return true;
  }

  private boolean overflows() {
    return (text.positive() ? value : value.negate()).bitLength() >= bits;
  }
}
