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
import java.util.Random;
import org.junit.Test;

/**
 * Decimals rounded. The two plugins reach the kernel by different natives, so it is called by
 * itself.
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

  @Test
  public void whatIsNotKnownIsRefused() {
    FixedVec doubles =
        new FixedVec(Type.of(Type.FLOAT64), new long[] {Double.doubleToRawLongBits(1.5)}, null);
    assertThrows(Refused.class, () -> Rounding.round(doubles, 0, HALF_UP));
    assertThrows(Refused.class, () -> Rounding.round(decimals(-18, null, 1), -1, HALF_UP));
    // The nearest ten of the greatest value does not fit.
    assertThrows(
        Refused.class, () -> Rounding.round(decimals(0, null, Long.MAX_VALUE), -1, HALF_UP));
  }
}
