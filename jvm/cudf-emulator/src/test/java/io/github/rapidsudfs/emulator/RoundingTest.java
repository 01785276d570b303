// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import io.github.rapidsudfs.emulator.column.FixedVec;
import io.github.rapidsudfs.emulator.column.Type;
import io.github.rapidsudfs.emulator.column.Vec;
import io.github.rapidsudfs.emulator.column.WideVec;
import io.github.rapidsudfs.emulator.kernels.Rounding;
import io.github.rapidsudfs.emulator.memory.Refused;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Arrays;
import java.util.Random;
import org.junit.Test;

/**
 * Numbers rounded; those of floats and integers are libcudf's answers. The two plugins reach the
 * kernel by different natives, so it is called by itself.
 */
public class RoundingTest {
  private static final int HALF_UP = 0;
  private static final int HALF_EVEN = 1;

  private static FixedVec decimals(int scale, boolean[] valid, long... values) {
    return new FixedVec(new Type(Type.DECIMAL64, scale), values, valid);
  }

  @Test
  public void halvesGoAwayFromZeroOrToTheEvenNeighbour() {
    // As libcudf's own tests of round have them: 1.729, 17.29, 172.9, 1729 and halves.
    FixedVec values = decimals(-2, null, 1729, 15, 25, -15, -25, 5, -5, 4, 14, -14, 0);
    FixedVec up = (FixedVec) Rounding.round(values, 1, HALF_UP);
    assertArrayEquals(new long[] {173, 2, 3, -2, -3, 1, -1, 0, 1, -1, 0}, up.values);
    assertEquals(-1, up.type.scale());
    FixedVec even = (FixedVec) Rounding.round(values, 1, HALF_EVEN);
    assertArrayEquals(new long[] {173, 2, 2, -2, -2, 0, 0, 0, 1, -1, 0}, even.values);
  }

  @Test
  public void negativePlacesLeaveTensAndMorePlacesAddZeros() {
    FixedVec tens = (FixedVec) Rounding.round(decimals(-1, null, 1254, 1250, -1250), -1, HALF_UP);
    assertArrayEquals(new long[] {13, 13, -13}, tens.values);
    assertEquals(1, tens.type.scale());
    FixedVec more = (FixedVec) Rounding.round(decimals(-1, null, 12), 3, HALF_UP);
    assertArrayEquals(new long[] {1200}, more.values);
    assertEquals(-3, more.type.scale());
  }

  @Test
  public void nullsStayNull() {
    Vec rounded = Rounding.round(decimals(-1, new boolean[] {true, false}, 15, 99), 0, HALF_UP);
    assertEquals(1, rounded.nullCount());
    assertTrue(rounded.isNull(1));
  }

  @Test
  public void wideOnesAgreeWithBigDecimal() {
    Random random = new Random(7);
    BigInteger[] values = new BigInteger[500];
    for (int i = 0; i < values.length; i++) {
      values[i] =
          new BigInteger(1 + random.nextInt(120), random)
              .multiply(BigInteger.valueOf(i % 2 == 0 ? 1 : -1));
    }
    Vec wide = WideVec.of(new Type(Type.DECIMAL128, -10), values, null);
    for (int mode : new int[] {HALF_UP, HALF_EVEN}) {
      WideVec rounded = (WideVec) Rounding.round(wide, 4, mode);
      for (int i = 0; i < values.length; i++) {
        BigDecimal exact =
            new BigDecimal(values[i], 10)
                .setScale(4, mode == HALF_UP ? RoundingMode.HALF_UP : RoundingMode.HALF_EVEN);
        assertEquals(exact.unscaledValue(), rounded.get(i));
      }
    }
  }

  private static void checkDoubles(int places, double[] values, double... expected) {
    Type type = Type.of(Type.FLOAT64);
    long[] bits = Arrays.stream(values).mapToLong(Double::doubleToRawLongBits).toArray();
    long[] wanted = Arrays.stream(expected).mapToLong(Double::doubleToRawLongBits).toArray();
    FixedVec rounded = (FixedVec) Rounding.round(new FixedVec(type, bits, null), places, HALF_UP);
    assertArrayEquals(wanted, rounded.values);
  }

  @Test
  public void ofFloatsThePartAfterThePointIsRoundedByItself() {
    double infinite = Double.POSITIVE_INFINITY;
    double[] values = {0.5, -0.5, 1.35, 1e300, Double.NaN, infinite, -0.0, 12345.678, 1.005, 155};
    checkDoubles(1, values, 0.5, -0.5, 1.4, 1e300, Double.NaN, infinite, -0.0, 12345.7, 1.0, 155);
    checkDoubles(-2, values, 0, -0.0, 0, 1e300, Double.NaN, infinite, -0.0, 12300, 0, 200);
    checkDoubles(0, new double[] {0.49999999999999994, -2.5}, 0, -3);
  }

  @Test
  public void integersWrapOrAreAnErrorOfTheirRow() {
    int most = Integer.MAX_VALUE;
    FixedVec ints = FixedVec.ints(new int[] {15, 25, -15, 5, -5, -35, most}, null);
    FixedVec up = (FixedVec) Rounding.round(ints, -1, HALF_UP, false);
    assertArrayEquals(new long[] {20, 30, -20, 10, -10, -40, -2147483646}, up.values);
    FixedVec even = (FixedVec) Rounding.round(ints, -1, HALF_EVEN, false);
    assertArrayEquals(new long[] {20, 20, -20, 0, 0, -40, -2147483646}, even.values);
    assertArrayEquals(ints.values, ((FixedVec) Rounding.round(ints, 2, HALF_UP, true)).values);
    assertThrows(RuntimeException.class, () -> Rounding.round(ints, -1, HALF_UP, true));
  }

  @Test
  public void whatIsNotKnownIsRefused() {
    assertThrows(Refused.class, () -> Rounding.round(decimals(-18, null, 1), -1, HALF_UP));
    // The nearest ten of the greatest value does not fit.
    assertThrows(
        Refused.class, () -> Rounding.round(decimals(0, null, Long.MAX_VALUE), -1, HALF_UP));
  }
}
