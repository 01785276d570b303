package io.github.rapidsudfs.emulator.kernels;

import io.github.rapidsudfs.emulator.agent.Native;
import io.github.rapidsudfs.emulator.column.Type;
import io.github.rapidsudfs.emulator.column.Vec;
import io.github.rapidsudfs.emulator.memory.Cudf;
import io.github.rapidsudfs.emulator.memory.Refused;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/** Decimals rounded to a number of decimal places; the result's scale says how many. */
public final class Rounding {
  private static final RoundingMode[] MODES = {RoundingMode.HALF_UP, RoundingMode.HALF_EVEN};

  private Rounding() {}

  /**
   * Halves go away from zero (mode 0) or to the even neighbour (mode 1); more places than there are
   * add zeros.
   */
  @Native("ai.rapids.cudf.ColumnView.round")
  public static Vec round(Vec vec, int places, int mode) {
    if (!vec.type.isDecimal()) {
      throw new Refused("rounding of " + vec.type);
    }
    Cudf.expects(mode >= 0 && mode < MODES.length, "Undefined rounding method");
    int dropped = -places - vec.type.scale();
    if (dropped <= 0) {
      return Decimals.rescale(vec, -places);
    }
    if (dropped > Decimals.digits(vec.type)) {
      throw new Refused(
          "rounding of %s to %s places, whose factor does not fit its width,"
              .formatted(vec.type, places));
    }
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

  /** Mode ANSI is of integers alone. */
  @Native("com.nvidia.spark.rapids.jni.Arithmetic.round")
  public static Vec round(Vec vec, int places, int mode, boolean ansi) {
    return round(vec, places, mode);
  }
}
