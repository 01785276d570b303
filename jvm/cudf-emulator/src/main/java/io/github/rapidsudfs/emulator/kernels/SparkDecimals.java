// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.kernels;

import io.github.rapidsudfs.emulator.binding.Native;
import io.github.rapidsudfs.emulator.column.StringVec;
import io.github.rapidsudfs.emulator.column.Type;
import io.github.rapidsudfs.emulator.column.Valid;
import io.github.rapidsudfs.emulator.column.Vec;
import io.github.rapidsudfs.emulator.memory.CudfClasses;
import io.github.rapidsudfs.emulator.memory.Refused;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

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

  /** Casts strings to decimals; null, or in ANSI mode an error, if invalid or out of range. */
  @Native("com.nvidia.spark.rapids.jni.CastStrings.toDecimal")
  public static Vec parse(StringVec s, boolean ansi, boolean strip, int precision, int scale) {
    CudfClasses.expects(precision <= 38, "Unable to support decimal with precision " + precision);
    Refused.offset();
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

  /** Reads the digits that fit and rounds by the next one. Returns false on overflow. */
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

  /**
   * A number as the plugin's casts parse it: its digits, and the position of the decimal point
   * after applying the exponent, which may be outside the digits.
   */
  record NumberText(boolean positive, String digits, int location) {
    private static final String SPACES = "[\\x00-\\x20]*";
    private static final Pattern STRIPPED = pattern(SPACES);
    private static final Pattern EXACT = pattern("");
    private static final int MAX_EXPONENT_BITS = 30;

    /** A lone point is a number, and an exponent may lack digits; with digits no space follows. */
    private static Pattern pattern(String spaces) {
      return Pattern.compile(
          "%s([+-]?)(?=[0-9.eE])([0-9]*)(?:\\.([0-9]*))?(?:%s|[eE](?:([+-]?[0-9]*)|%s))"
              .formatted(spaces, spaces, spaces));
    }

    /** The number in a row, or null; its exponent must fit in {@code bits} bits. */
    static NumberText of(StringVec s, int row, boolean strip, int bits) {
      Matcher found =
          (strip ? STRIPPED : EXACT).matcher(new String(s.get(row), StandardCharsets.ISO_8859_1));
      if (!found.matches()) {
        requireItsOwnSign(s, row, strip);
        return null;
      }
      String exponent = found.group(4);
      BigInteger power =
          exponent == null || exponent.matches("[+-]?")
              ? BigInteger.ZERO
              : new BigInteger(exponent);
      if (power.bitLength() >= bits) {
        return null;
      }
      if (power.bitLength() > MAX_EXPONENT_BITS) {
        throw new Refused("a number with the exponent " + power);
      }
      String fraction = found.group(3) == null ? "" : found.group(3);
      return new NumberText(
          !found.group(1).equals("-"),
          found.group(2) + fraction,
          found.group(2).length() + power.intValue());
    }

    /**
     * Refuses a blank string if the next row has a sign, which libcudf would read as this row's.
     */
    private static void requireItsOwnSign(StringVec s, int row, boolean strip) {
      int end = s.end(row);
      boolean blank =
          strip
              && new String(s.get(row), StandardCharsets.ISO_8859_1)
                  .matches(SPACES + "[\\x00-\\x20]");
      Refused.when(
          blank && end < s.bytes.length && (s.bytes[end] == '+' || s.bytes[end] == '-'),
          "a number from a blank string right before one with a sign");
    }

    /** The number of significant digits among the first ones. */
    int significantDigits(int first) {
      String counted = digits.substring(0, Math.max(0, Math.min(first, digits.length())));
      return counted.replaceFirst("^0+", "").length();
    }

    @Override
    public String toString() {
      return (positive ? "" : "-") + "0." + digits + "e" + location;
    }
  }
}
