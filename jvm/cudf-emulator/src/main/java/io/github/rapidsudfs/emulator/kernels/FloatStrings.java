// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.kernels;

import io.github.rapidsudfs.emulator.binding.Native;
import io.github.rapidsudfs.emulator.column.FixedVec;
import io.github.rapidsudfs.emulator.column.StringVec;
import io.github.rapidsudfs.emulator.column.Type;
import io.github.rapidsudfs.emulator.column.Vec;
import io.github.rapidsudfs.emulator.memory.CudfClasses;
import io.github.rapidsudfs.emulator.memory.Refused;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Conversions between floating-point numbers and text: libcudf's and the plugin's. */
public final class FloatStrings {
  private static final Pattern NUMBER =
      Pattern.compile(
          "([+-]?)(?:((?i)inf(?:inity)?)|((?i)nan)|([0-9.]*)(?:[eE]([+-]?)([0-9]*))?.*)",
          Pattern.DOTALL);

  private static final Pattern IS_FLOAT =
      Pattern.compile(
          "[+-]?(?:(?i)inf(?:inity)?|(?i)nan|(?=.)[0-9]*\\.?[0-9]*(?:[eE][+-]?[0-9]*)?)");

  private static final Pattern SPARK =
      Pattern.compile(
          "[\\x00-\\x20]*(?:((?i)nan)|([+-]?)(?:((?i)inf(?:inity)?)"
              + "|(?=\\.?[0-9])([0-9]*)(?:\\.([0-9]*))?(?:[eE]([+-]?[0-9]{1,4}))?([fFdD]?)))[\\x00-\\x20]*");

  /** libcudf's cast: text after the number is ignored, and a string without a number is zero. */
  static FixedVec fromStrings(StringVec s, Type to) {
    return s.longs(to, i -> s.isNull(i) ? 0 : FixedVec.bits(to, number(s.latin1(i))));
  }

  private static double number(String text) {
    Matcher found = NUMBER.matcher(text);
    found.matches();
    double sign = found.group(1).equals("-") ? -1 : 1;
    if (found.group(2) != null || found.group(3) != null) {
      return found.group(2) != null ? sign * Double.POSITIVE_INFINITY : Double.NaN;
    }
    BigInteger digits = BigInteger.ZERO;
    long exponent = 0;
    boolean decimal = false;
    for (char c : found.group(4).toCharArray()) {
      if (c == '.') {
        decimal = true;
        continue;
      }
      BigInteger more = digits.multiply(BigInteger.TEN).add(BigInteger.valueOf(c - '0'));
      boolean fits = digits.compareTo(Digits.MOST) <= 0 && more.compareTo(Digits.MOST) <= 0;
      digits = fits ? more : digits;
      exponent += fits ? (decimal ? -1 : 0) : (decimal ? 0 : 1);
    }
    String power = found.group(6);
    if (power != null && !power.isEmpty()) {
      long given = Long.parseLong(power.length() > 9 ? "999999999" : power);
      exponent += found.group(5).equals("-") ? -given : given;
    }
    return sign * scaled(digits, exponent);
  }

  /** Digits times a power of ten, in double precision. */
  private static double scaled(BigInteger digits, long exponent) {
    if (digits.signum() == 0) {
      return 0;
    }
    int count = digits.toString().length();
    if (exponent + count - 1 > 308) {
      return Double.POSITIVE_INFINITY;
    }
    if (exponent < -307) { // below the normal numbers, in two steps
      double base = digits.doubleValue() / power(count - 1 - 307 - exponent);
      return base * power(exponent + count - 1 + -307 - exponent);
    }
    return exponent < 0
        ? digits.doubleValue() / power(-exponent)
        : digits.doubleValue() * power(exponent);
  }

  private static double power(long exponent) {
    return Double.parseDouble("1e" + exponent);
  }

  @Native("ai.rapids.cudf.ColumnView.isFloat")
  public static FixedVec isFloat(StringVec s) {
    return s.bools(i -> !s.isNull(i) && IS_FLOAT.matcher(s.latin1(i)).matches());
  }

  /** libcudf's cast: up to ten digits. */
  static StringVec toStrings(FixedVec vec) {
    return vec.texts(10, i -> tenDigits(vec.asDouble(i)));
  }

  private static String tenDigits(double number) {
    if (Double.isNaN(number) || Double.isInfinite(number)) {
      return Double.isNaN(number) ? "NaN" : number > 0 ? "Inf" : "-Inf";
    }
    double value = Math.abs(number);
    int exponent = 0;
    for (int bit = 256; bit > 0 && value != 0; bit /= 2) {
      double up = power(bit);
      if (Math.abs(number) > 1e9) {
        if (value >= up) {
          value *= power(-bit);
          exponent += bit;
        }
      } else if (Math.abs(number) < 1e-4 && value < power(1 - bit)) {
        value *= up;
        exponent -= bit;
      }
    }
    long whole = (long) value;
    int places = 10 - Long.toString(whole).length();
    long scale = (long) Math.pow(10, places);
    double rest = (value - whole) * scale;
    long decimal = (long) rest;
    decimal += (long) (2.0 * (rest - decimal));
    if (decimal >= scale) {
      decimal = 0;
      whole++;
      if (exponent != 0 && whole >= 10) {
        exponent++;
        whole = 1;
      }
    }
    String fraction =
        places == 0
            ? "0"
            : String.format("%0" + places + "d", decimal).replaceFirst("(?<=.)0+$", "");
    return (Math.copySign(1, number) < 0 ? "-" : "")
        + whole
        + "."
        + fraction
        + (exponent == 0 ? "" : String.format("e%+03d", exponent));
  }

  /** The shortest decimal that converts back to the number. */
  private static BigDecimal shortest(double value, boolean single) {
    BigDecimal exact = new BigDecimal(value);
    for (int digits = 1; ; digits++) {
      BigDecimal rounded = exact.round(new MathContext(digits, RoundingMode.HALF_EVEN));
      if (single ? rounded.floatValue() == (float) value : rounded.doubleValue() == value) {
        return rounded;
      }
    }
  }

  /** Numbers in Java's format, with the fewest digits. */
  @Native("com.nvidia.spark.rapids.jni.CastStrings.fromFloat")
  public static StringVec fromFloat(Vec vec, boolean json) {
    Refused.when(json, "numbers as JSON");
    CudfClasses.expects(
        vec.type.isFloat(), "Values for float_to_string function must be a float type.");
    FixedVec in = (FixedVec) vec;
    boolean single = vec.type.id() == Type.FLOAT32;
    return vec.texts(10, i -> java(in.asDouble(i), single));
  }

  static String java(double value, boolean single) {
    if (Double.isNaN(value) || Double.isInfinite(value) || value == 0) {
      return Double.toString(value);
    }
    BigDecimal number = shortest(value, single);
    double size = Math.abs(value);
    BigDecimal plain = number.scale() < 1 ? number.setScale(1) : number;
    if (size >= 1e-3 && size < 1e7) {
      return plain.toPlainString();
    }
    String digits = number.unscaledValue().abs().toString();
    int exponent = digits.length() - 1 - number.scale();
    String rest = digits.substring(1).replaceFirst("0+$", "");
    return "%s%s.%sE%d"
        .formatted(value < 0 ? "-" : "", digits.charAt(0), rest.isEmpty() ? "0" : rest, exponent);
  }

  /** Numbers with thousands separators and {@code digits} decimals, rounded half to even. */
  @Native("com.nvidia.spark.rapids.jni.CastStrings.fromFloatWithFormat")
  public static StringVec fromFloatWithFormat(Vec vec, int digits) {
    CudfClasses.expects(
        vec.type.isFloat(), "Values for format_float function must be a float type.");
    FixedVec in = (FixedVec) vec;
    boolean single = vec.type.id() == Type.FLOAT32;
    return vec.texts(
        10,
        i -> {
          double value = in.asDouble(i);
          String sign = Math.copySign(1, value) < 0 ? "-" : "";
          return Double.isNaN(value) ? "\uFFFD" : sign + grouped(Math.abs(value), single, digits);
        });
  }

  private static String grouped(double value, boolean single, int digits) {
    if (Double.isInfinite(value)) {
      return "\u221E";
    }
    BigDecimal number = value == 0 ? BigDecimal.ZERO : shortest(value, single);
    String text = number.setScale(digits, RoundingMode.HALF_EVEN).toPlainString();
    int point = digits == 0 ? text.length() : text.indexOf('.');
    return text.substring(0, point).replaceAll("(?<=[0-9])(?=([0-9]{3})+$)", ",")
        + text.substring(point);
  }

  /** The plugin's cast: an invalid number is null, or an error in ANSI mode. */
  @Native("com.nvidia.spark.rapids.jni.CastStrings.toFloat")
  public static FixedVec toFloat(StringVec s, boolean ansi, int typeId) {
    Type to = Type.of(typeId);
    CudfClasses.expects(to.isFloat(), "invalid float data type");
    Refused.offset();
    return s.orNull(
        to,
        i -> {
          Double value = spark(s.latin1(i), to.id() == Type.FLOAT32);
          if (value == null && ansi) {
            throw SparkCasts.castError(s, i);
          }
          return value == null ? null : (Long) FixedVec.bits(to, value);
        });
  }

  private static Double spark(String text, boolean single) {
    Matcher found = SPARK.matcher(text);
    if (!found.matches()) {
      return null;
    }
    if (found.group(1) != null) {
      return Double.NaN;
    }
    double sign = found.group(2).equals("-") ? -1 : 1;
    if (found.group(3) != null) {
      return sign * Double.POSITIVE_INFINITY;
    }
    String fraction = found.group(5) == null ? "" : found.group(5);
    if ((found.group(4) + fraction).matches("0*")) { // a zero allows no suffix letter
      return found.group(7).isEmpty() ? (Double) (sign * 0.0) : null;
    }
    Digits digits = Digits.of(text);
    if (digits == null) {
      return null;
    }
    Refused.when(
        found.group(6) != null && (found.start(6) - 1) / 32 != (found.end(6) - 1) / 32,
        "an exponent that crosses a multiple of 32 characters");
    int power = found.group(6) == null ? 0 : Integer.parseInt(found.group(6));
    int exponent = power + digits.exponent();
    boolean exact = !single && digits.value().bitLength() > 53 && Math.abs(exponent) <= 19;
    if (exact) {
      return sign * new BigDecimal(digits.value(), -exponent).doubleValue();
    }
    return exponent < -400 ? sign * 0.0 : sign * scaled(digits.value(), exponent);
  }

  /**
   * A decimal's unscaled value, truncated; refuses values whose rounding decides the last digit.
   */
  static BigInteger unscaled(FixedVec vec, int row, Type to) {
    boolean single = vec.type.id() == Type.FLOAT32;
    double value = vec.asDouble(row);
    if (Double.isNaN(value) || Double.isInfinite(value)) {
      throw new Refused("the cast of " + value + " to " + to);
    }
    if (value == 0) {
      return BigInteger.ZERO;
    }
    double ulp = single ? Math.ulp((float) value) : Math.ulp(value);
    BigDecimal above =
        new BigDecimal(Math.abs(value)).add(new BigDecimal(ulp).divide(BigDecimal.valueOf(2)));
    BigInteger cut = cut(shortest(Math.abs(value), single), to);
    if (!cut.equals(cut(above, to)) || cut.bitLength() >= to.width() * 8) {
      throw new Refused("the cast of " + value + " to " + to);
    }
    return value < 0 ? cut.negate() : cut;
  }

  private static BigInteger cut(BigDecimal value, Type to) {
    return value.setScale(-to.scale(), RoundingMode.DOWN).unscaledValue();
  }

  /**
   * The digits of a number as kept by the plugin's cast of strings: at most 64 bits, read in pieces
   * of 32 characters, and the power of ten that goes with them.
   */
  record Digits(BigInteger value, int exponent) {
    private static final int PIECE = 32;
    private static final int SAFE = 19; // digits that always fit 64 bits

    /** The greatest number to which another digit can be appended in 64 bits. */
    static final BigInteger MOST =
        BigInteger.ONE.shiftLeft(64).subtract(BigInteger.TEN).divide(BigInteger.TEN);

    /**
     * The digits of a valid number other than zero; null if a piece begins after the point and more
     * digits were dropped than follow in it, which makes the plugin treat the number as invalid.
     */
    static Digits of(String text) {
      BigInteger value = BigInteger.ZERO;
      int kept = 0;
      int dropped = 0;
      int point = -1; // after how many of the retained digits
      int at = 0;
      while (" +-".indexOf(text.charAt(at)) >= 0 || text.charAt(at) < ' ') {
        at++;
      }
      for (int end; at < text.length(); at = end) {
        end = Math.min(text.length(), (at / PIECE + 1) * PIECE);
        StringBuilder digits = new StringBuilder();
        int k = at;
        while (k < end && point < 0 && value.signum() == 0 && text.charAt(k) == '0') {
          k++;
        }
        for (; k < end && (text.charAt(k) == '.' || Character.isDigit(text.charAt(k))); k++) {
          if (text.charAt(k) == '.') {
            point = kept + digits.length();
          } else {
            digits.append(text.charAt(k));
          }
        }
        if (point > kept + digits.length()) {
          return null;
        }
        if (value.compareTo(MOST) > 0) {
          dropped += digits.length();
        } else {
          int safe = Math.min(SAFE - kept, digits.length());
          value = appended(value, digits.substring(0, safe));
          kept += safe;
          int rest = digits.length() - safe;
          if (rest > 0) {
            BigInteger more = appended(value, digits.substring(safe, safe + 1));
            boolean fits = value.compareTo(MOST) <= 0 && more.compareTo(MOST) <= 0;
            value = fits ? more : value;
            dropped += fits ? rest + 1 : rest;
          }
        }
        if (k < end) {
          break;
        }
      }
      return new Digits(value, dropped - (point < 0 ? 0 : kept + dropped - point));
    }

    private static BigInteger appended(BigInteger value, String digits) {
      return digits.isEmpty()
          ? value
          : value.multiply(Decimals.power(digits.length())).add(new BigInteger(digits));
    }
  }
}
