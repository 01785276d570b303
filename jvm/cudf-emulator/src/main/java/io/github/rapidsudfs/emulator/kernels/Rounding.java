// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.kernels;

import io.github.rapidsudfs.emulator.binding.Native;
import io.github.rapidsudfs.emulator.column.FixedVec;
import io.github.rapidsudfs.emulator.column.Type;
import io.github.rapidsudfs.emulator.column.Vec;
import io.github.rapidsudfs.emulator.memory.CudfClasses;
import io.github.rapidsudfs.emulator.memory.Refused;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.function.DoubleUnaryOperator;

/** Rounds numbers to a number of decimal places, which is the scale of a decimal result. */
public final class Rounding {
  private static final RoundingMode[] MODES = {RoundingMode.HALF_UP, RoundingMode.HALF_EVEN};

  /** Halves go away from zero (mode 0) or to even (mode 1); more places add zeros. */
  public static Vec round(Vec vec, int places, int mode) {
    CudfClasses.expects(
        vec.type.isDecimal() || (vec.type.isNumeric() && !vec.type.isBool()),
        "Only integral/floating point/fixed point currently supported.");
    CudfClasses.expects(mode >= 0 && mode < MODES.length, "Undefined rounding method");
    if (vec.type.isFloat()) {
      return floats((FixedVec) vec, places, mode == 0);
    }
    if (vec.type.isIntegral()) {
      return places >= 0 ? vec : integers((FixedVec) vec, -places, MODES[mode], false);
    }
    int dropped = -places - vec.type.scale();
    if (dropped <= 0) {
      return Decimals.rescale(vec, -places);
    }
    Refused.when(
        dropped > Decimals.digits(vec.type),
        "rounding of %s to %s places, whose factor does not fit its width,"
            .formatted(vec.type, places));
    BigInteger factor = Decimals.power(dropped);
    return Decimals.map(
        vec,
        new Type(vec.type.id(), -places),
        value -> {
          BigInteger rounded =
              new BigDecimal(value, dropped).setScale(0, MODES[mode]).unscaledValue();
          // libcudf multiplies by the factor again before it divides.
          if (rounded.multiply(factor).bitLength() >= 8 * vec.type.width()) {
            throw new Refused("rounding of " + vec.type + " beyond its width");
          }
          return rounded;
        });
  }

  /** Rounds the fractional part of each number separately, like libcudf. */
  private static FixedVec floats(FixedVec vec, int places, boolean halfUp) {
    boolean single = vec.type.id() == Type.FLOAT32;
    double n = Math.pow(10, Math.abs(places));
    double power = single ? (float) n : n;
    DoubleUnaryOperator narrow = x -> single ? (float) x : x;
    DoubleUnaryOperator whole = halfUp ? Rounding::halfUp : Math::rint;
    DoubleUnaryOperator round =
        x -> {
          if (places <= 0) {
            double scaled = whole.applyAsDouble(narrow.applyAsDouble(x / power));
            return places == 0 ? scaled : scaled * power;
          }
          double integer = x < 0 ? Math.ceil(x) : Math.floor(x);
          double fraction = Math.copySign(Double.isInfinite(x) ? 0 : x - integer, x);
          double rounded = whole.applyAsDouble(narrow.applyAsDouble(fraction * power));
          return integer + narrow.applyAsDouble(rounded / power);
        };
    return vec.map(
        vec.type,
        bits -> FixedVec.bits(vec.type, round.applyAsDouble(FixedVec.toDouble(vec.type, bits))));
  }

  private static double halfUp(double x) {
    double down = Math.floor(Math.abs(x));
    return Math.copySign(Math.abs(x) - down >= 0.5 ? down + 1 : down, x);
  }

  private static FixedVec integers(FixedVec vec, int dropped, RoundingMode mode, boolean ansi) {
    BigInteger factor = Decimals.power(dropped);
    Refused.when(
        factor.bitLength() >= 8 * vec.type.width(),
        "rounding of " + vec.type + ", in which 10^" + dropped + " does not fit,");
    long[] rounded = new long[vec.size];
    for (int i = 0; i < vec.size; i++) {
      BigDecimal value = new BigDecimal(Decimals.value(vec, i), dropped).setScale(0, mode);
      BigInteger exact = value.unscaledValue().multiply(factor);
      rounded[i] = Cpp.wrap(vec.type.id(), exact.longValue());
      if (ansi && !vec.isNull(i) && !exact.equals(BigInteger.valueOf(rounded[i]))) {
        throw SparkCasts.rowError(i);
      }
    }
    return new FixedVec(vec.type, rounded, vec.valid);
  }

  /** In ANSI mode integer overflow is an error. */
  @Native("com.nvidia.spark.rapids.jni.Arithmetic.round")
  public static Vec round(Vec vec, int places, int mode, boolean ansi) {
    return ansi && vec.type.isIntegral() && places < 0
        ? integers((FixedVec) vec, -places, MODES[mode], true)
        : round(vec, places, mode);
  }
}
