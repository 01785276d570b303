// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.kernels;

import io.github.rapidsudfs.emulator.binding.Native;
import io.github.rapidsudfs.emulator.binding.Natives;
import io.github.rapidsudfs.emulator.column.FixedVec;
import io.github.rapidsudfs.emulator.column.StringVec;
import io.github.rapidsudfs.emulator.column.Type;
import io.github.rapidsudfs.emulator.column.Vec;
import io.github.rapidsudfs.emulator.memory.CudfClasses;
import io.github.rapidsudfs.emulator.memory.Refused;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** libcudf's casts between strings and numbers, booleans and decimals. */
@Natives("ai.rapids.cudf.ColumnView")
public final class StringCasts {
  private static final Pattern DECIMAL =
      Pattern.compile("([+-]?)([0-9]*)(?:\\.([0-9]*))?(?:[eE]([+-]?)([0-9]*))?");

  private static final int MANY_DIGITS = 38;
  private static final int MOST_ZEROS = 10_000;
  private static final byte[] TRUE = {'t', 'r', 'u', 'e'};

  static StringVec toStrings(Vec vec) {
    Type type = vec.type;
    if (!type.isDecimal() && !type.isIntegral() && !type.isBool()) {
      if (type.isFloat()) {
        return FloatStrings.toStrings((FixedVec) vec);
      }
      throw new IllegalArgumentException("Invalid data type");
    }
    return vec.texts(
        8,
        i ->
            type.isDecimal()
                ? decimal(Decimals.value(vec, i), type.scale())
                : plain(type, ((FixedVec) vec).values[i]));
  }

  /** Two upper-case digits per byte, from the highest non-zero byte, or the last byte. */
  public static StringVec toHex(Vec vec) {
    CudfClasses.expects(
        vec.type.isIntegral(), "integers_to_hex only supports integer type columns");
    int bits = vec.type.width() * 8;
    return vec.texts(
        2,
        i -> {
          long value = ((FixedVec) vec).values[i] << 64 - bits >>> 64 - bits;
          String digits = Long.toHexString(value).toUpperCase(Locale.ROOT);
          return digits.length() % 2 == 0 ? digits : "0" + digits;
        });
  }

  private static String plain(Type type, long value) {
    return type.isBool()
        ? (value != 0 ? "true" : "false")
        : type.id() == Type.UINT64 ? Long.toUnsignedString(value) : Long.toString(value);
  }

  private static String decimal(BigInteger value, int scale) {
    return scale >= 0 ? value + "0".repeat(scale) : new BigDecimal(value, -scale).toPlainString();
  }

  static Vec fromStrings(StringVec s, Type to) {
    if (to.isFloat()) {
      return FloatStrings.fromStrings(s, to);
    }
    if (to.isDecimal()) {
      return Decimals.of(to, s, i -> unscaled(s, i, to));
    }
    if (to.isBool()) {
      return s.bools(i -> Arrays.equals(s.bytes, s.start(i), s.end(i), TRUE, 0, TRUE.length));
    }
    Refused.when(!to.isIntegral(), "the cast of STRING to " + to);
    return s.longs(to, i -> Cpp.wrap(to.id(), number(s, i)));
  }

  /** The number at the start of a string, truncated to a decimal's scale. */
  private static BigInteger unscaled(StringVec s, int row, Type to) {
    BigDecimal number = decimal(s.latin1(row), DECIMAL, true);
    BigInteger unscaled = cut(number, to);
    if (unscaled.bitLength() >= to.width() * 8) {
      throw new Refused("the cast of the string " + number + " to " + to);
    }
    return unscaled;
  }

  private static BigInteger cut(BigDecimal number, Type to) {
    if (number.signum() != 0 && number.precision() - (long) number.scale() > MANY_DIGITS) {
      throw new Refused("a decimal as great as " + number);
    }
    return number.precision() - (long) number.scale() < -MANY_DIGITS
        ? BigInteger.ZERO
        : number.setScale(-to.scale(), RoundingMode.DOWN).unscaledValue();
  }

  private static BigDecimal decimal(String text, Pattern pattern, boolean prefix) {
    Matcher found = pattern.matcher(text);
    if (prefix ? !found.lookingAt() : text.isEmpty() || !found.matches()) {
      return null;
    }
    String fraction = found.group(3) == null ? "" : found.group(3);
    Integer exponent = found.group(5) == null ? (Integer) 0 : exponent(found.group(5), !prefix);
    if (exponent == null) {
      return null;
    }
    int zeros = Math.max(-MOST_ZEROS, Math.min(MOST_ZEROS, exponent));
    BigDecimal number =
        new BigDecimal(new BigInteger("0" + found.group(2) + fraction), fraction.length())
            .scaleByPowerOfTen("-".equals(found.group(4)) ? -zeros : zeros);
    return found.group(1).equals("-") ? number.negate() : number;
  }

  /** The exponent in 32 bits, which wraps as in libcudf; the check sees only negative results. */
  private static Integer exponent(String digits, boolean check) {
    int value = 0;
    for (char c : digits.toCharArray()) {
      value = value * 10 + c - '0';
      if (check && value < 0) {
        return null;
      }
    }
    return value;
  }

  /** Returns whether each string is a number that fits a decimal's width at its scale. */
  public static FixedVec isFixedPoint(StringVec s, Type type) {
    CudfClasses.expects(type.isDecimal(), "is_fixed_point is intended only for fixed_point types");
    return s.bools(
        i -> {
          BigDecimal number = s.isNull(i) ? null : decimal(s.latin1(i), DECIMAL, false);
          return number != null && fits(number, type);
        });
  }

  /** libcudf's check: a power of ten beyond the type becomes the type's greatest number. */
  private static boolean fits(BigDecimal number, Type type) {
    BigInteger digits = number.unscaledValue().abs();
    BigInteger most = BigInteger.ONE.shiftLeft(type.width() * 8 - 1).subtract(BigInteger.ONE);
    long zeros = -(long) number.scale() - type.scale();
    if (zeros < 0 || type.width() > 8 || digits.compareTo(most) > 0) {
      return cut(number, type).bitLength() < type.width() * 8;
    }
    BigInteger power = BigInteger.TEN.pow((int) Math.min(zeros, MANY_DIGITS)).min(most);
    return digits.compareTo(most.divide(power)) <= 0;
  }

  /** The number from a sign and digits up to the first other character; overflow wraps. */
  private static long number(StringVec s, int row) {
    int at = s.start(row);
    boolean negative = at < s.end(row) && s.bytes[at] == '-';
    if (at < s.end(row) && (negative || s.bytes[at] == '+')) {
      at++;
    }
    long value = 0;
    for (; at < s.end(row) && s.bytes[at] >= '0' && s.bytes[at] <= '9'; at++) {
      value = value * 10 + s.bytes[at] - '0';
    }
    return negative ? -value : value;
  }

  /** Returns whether each string is a sign and digits and, with a type, fits it. */
  @Native("isIntegerWithType")
  @Native(value = "isInteger", with = "null")
  public static FixedVec isInteger(StringVec s, Type type) {
    CudfClasses.expects(type == null || type.isIntegral(), "is_integer needs an integer type");
    return s.bools(i -> !s.isNull(i) && isInteger(s, i, type));
  }

  private static boolean isInteger(StringVec s, int row, Type type) {
    int at = s.start(row);
    boolean negative = at < s.end(row) && s.bytes[at] == '-';
    at += negative || (at < s.end(row) && s.bytes[at] == '+') ? 1 : 0;
    boolean number = at < s.end(row);
    for (; at < s.end(row); at++) {
      number &= s.bytes[at] >= '0' && s.bytes[at] <= '9';
    }
    if (!number || type == null) {
      return number;
    }
    if (!negative && s.length(row) <= 18) {
      long value = number(s, row);
      return Cpp.wrap(type.id(), value) == value;
    }
    return fits(
        s,
        negative || s.bytes[s.start(row)] == '+' ? s.start(row) + 1 : s.start(row),
        s.end(row),
        negative,
        type);
  }

  /** libcudf's test: a negative number whose digits wrap to the least number still passes. */
  private static boolean fits(StringVec s, int from, int to, boolean negative, Type type) {
    if (type.isUnsigned()) {
      String digits = new String(s.bytes, from, to - from, StandardCharsets.ISO_8859_1);
      return !negative && new BigInteger(digits).bitLength() <= type.width() * 8;
    }
    long most = -1L >>> 65 - type.width() * 8;
    int sign = negative ? -1 : 1;
    long bound = negative ? -most - 1 : most;
    long value = 0;
    for (int at = from; at < to; at++) {
      int digit = s.bytes[at] - '0';
      if (value > (bound - sign * digit) / 10 * sign) {
        return false;
      }
      value = Cpp.wrap(type.id(), value * 10 + digit);
    }
    return true;
  }
}
