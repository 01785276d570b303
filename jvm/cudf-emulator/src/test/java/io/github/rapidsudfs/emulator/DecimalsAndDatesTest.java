// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;

import ai.rapids.cudf.BinaryOp;
import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.CudfException;
import ai.rapids.cudf.DType;
import ai.rapids.cudf.Scalar;
import ai.rapids.cudf.Table;
import com.nvidia.spark.rapids.jni.DecimalUtils;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Arrays;
import java.util.Random;
import org.junit.Test;

/** Decimals by libcudf's scale rules, and dates in the proleptic calendar. */
public class DecimalsAndDatesTest {
  private static BigDecimal d(String text) {
    return new BigDecimal(text);
  }

  private static ColumnVector decimals(DType type, String... values) {
    return ColumnVector.decimalFromBigInt(
        type.getScale(),
        Arrays.stream(values)
            .map(v -> v == null ? null : d(v).unscaledValue())
            .toArray(java.math.BigInteger[]::new));
  }

  @Test
  public void additionTakesTheSmallerScaleAndMultiplicationAddsThem() {
    try (ColumnVector a = ColumnVector.fromDecimals(d("1.50"), null, d("-2.25"));
        ColumnVector b = ColumnVector.fromDecimals(d("0.125"), d("1.000"), d("3.000"))) {
      Cols.check(a.add(b), d("1.625"), null, d("0.750"));
      Cols.check(a.mul(b), d("0.18750"), null, d("-6.75000"));
      Cols.check(a.lessThan(b), false, null, true);
    }
  }

  @Test
  public void divisionSubtractsScalesAndTruncates() {
    try (ColumnVector a = ColumnVector.fromDecimals(d("10.00"), d("-7.00"));
        ColumnVector b = ColumnVector.fromDecimals(d("3.0"), d("2.0"))) {
      Cols.check(a.div(b), d("33.3").movePointLeft(1).setScale(1, RoundingMode.DOWN), d("-3.5"));
    }
  }

  /** As the plugin casts whole numbers to intervals. */
  @Test
  public void wholeNumbersToADecimalAreComputedInItsWidth() {
    try (ColumnVector a = ColumnVector.fromBoxedLongs(21_000_000_000L, 5L, -4L, null);
        ColumnVector b = ColumnVector.fromBoxedLongs(9_000_000_000L, 2L, 3L, 1L);
        ColumnVector small = ColumnVector.fromInts(7, 7, 7, 7);
        ColumnVector real = ColumnVector.fromDoubles(1, 1, 1, 1)) {
      DType wide = DType.create(DType.DTypeEnum.DECIMAL128, 0);
      Cols.check(a.mul(b, wide), d("189000000000000000000"), d("10"), d("-12"), null);
      DType cents = DType.create(DType.DTypeEnum.DECIMAL128, -2);
      Cols.check(small.div(b, cents), d("0.00"), d("3.00"), d("2.00"), d("7.00"));
      DType narrow = DType.create(DType.DTypeEnum.DECIMAL32, 0);
      Cols.check(a.add(b, narrow), d("-64771072"), d("7"), d("-1"), null);
      assertThrows(CudfException.class, () -> a.mul(real, wide).close());
    }
  }

  @Test
  public void differentWidthsAreAnError() {
    try (ColumnVector a = ColumnVector.decimalFromInts(-2, 100);
        ColumnVector b = ColumnVector.decimalFromLongs(-2, 100L)) {
      assertThrows(Throwable.class, () -> a.binaryOp(BinaryOp.EQUAL, b, DType.BOOL8).close());
      assertThrows(
          Throwable.class,
          () ->
              a.binaryOp(BinaryOp.BITWISE_AND, a, DType.create(DType.DTypeEnum.DECIMAL32, -2))
                  .close());
    }
  }

  @Test
  public void castsBetweenScalesTruncateAndToStringsKeepZeros() {
    try (ColumnVector a = ColumnVector.decimalFromLongs(-4, -12999L, 5L, 120000L)) {
      Cols.check(
          a.castTo(DType.create(DType.DTypeEnum.DECIMAL64, -2)), d("-1.29"), d("0.00"), d("12.00"));
      Cols.check(
          a.castTo(DType.create(DType.DTypeEnum.DECIMAL128, -5)),
          d("-1.29990"),
          d("0.00050"),
          d("12.00000"));
      Cols.check(a.castTo(DType.INT64), -1L, 0L, 12L);
      Cols.check(a.castTo(DType.STRING), "-1.2999", "0.0005", "12.0000");
    }
    try (ColumnVector i = ColumnVector.fromInts(3, -4)) {
      Cols.check(i.castTo(DType.create(DType.DTypeEnum.DECIMAL32, -2)), d("3.00"), d("-4.00"));
    }
  }

  /** The plugin's multiplication and division round half up, as BigDecimal does. */
  @Test
  public void wideArithmeticRoundsHalfUp() {
    Random random = new Random(3);
    DType type = DType.create(DType.DTypeEnum.DECIMAL128, -4);
    for (int n = 0; n < 300; n++) {
      BigDecimal x =
          new BigDecimal(new java.math.BigInteger(1 + random.nextInt(60), random), 4)
              .multiply(BigDecimal.valueOf(random.nextBoolean() ? 1 : -1));
      BigDecimal y =
          new BigDecimal(
              new java.math.BigInteger(1 + random.nextInt(40), random)
                  .add(java.math.BigInteger.ONE),
              4);
      try (ColumnVector a = ColumnVector.decimalFromBigInt(-4, x.setScale(4).unscaledValue());
          ColumnVector b = ColumnVector.decimalFromBigInt(-4, y.unscaledValue());
          Table product = DecimalUtils.multiply128(a, b, -5, false);
          Table quotient = DecimalUtils.divide128(a, b, -6)) {
        assertEquals(type, a.getType());
        assertEquals(
            Arrays.asList(x.multiply(y).setScale(5, RoundingMode.HALF_UP)),
            Cols.values(product.getColumn(1)));
        assertEquals(
            Arrays.asList(x.divide(y, 6, RoundingMode.HALF_UP)),
            Cols.values(quotient.getColumn(1)));
        assertEquals(Arrays.asList(false), Cols.values(product.getColumn(0)));
      }
    }
  }

  /** As BigDecimal's at the finer scale of the two, which is Spark's. */
  @Test
  public void wideRemaindersHaveTheDividendsSign() {
    try (ColumnVector a =
            ColumnVector.decimalFromBigInt(
                -3, big("12345678901234567890123"), big("-7500"), big("7500"), null);
        ColumnVector b =
            ColumnVector.decimalFromBigInt(-1, big("70"), big("20"), big("0"), big("1"));
        Table remainder = DecimalUtils.remainder128(a, b, -3)) {
      assertEquals(Arrays.asList(false, false, true, null), Cols.values(remainder.getColumn(0)));
      assertEquals(
          Arrays.asList(
              new BigDecimal("12345678901234567890.123").remainder(new BigDecimal("7.0")),
              d("-1.500")),
          Cols.values(remainder.getColumn(1)).subList(0, 2));
    }
  }

  private static java.math.BigInteger big(String digits) {
    return new java.math.BigInteger(digits);
  }

  @Test
  public void tooManyDigitsAndDivisionByZeroAreFlagged() {
    java.math.BigInteger great = java.math.BigInteger.TEN.pow(37);
    try (ColumnVector a = ColumnVector.decimalFromBigInt(0, great, great, null);
        ColumnVector b =
            ColumnVector.decimalFromBigInt(0, great, java.math.BigInteger.ZERO, great);
        Table product = DecimalUtils.multiply128(a, b, 0, false);
        Table quotient = DecimalUtils.divide128(a, b, 0)) {
      assertEquals(Arrays.asList(true, false, null), Cols.values(product.getColumn(0)));
      assertEquals(Arrays.asList(false, true, null), Cols.values(quotient.getColumn(0)));
    }
  }

  @Test
  public void dateParts() {
    try (ColumnVector days = ColumnVector.timestampDaysFromBoxedInts(-1, 0, null, 19782);
        ColumnVector micros = ColumnVector.timestampMicroSecondsFromLongs(-1L, 1_000_001L)) {
      Cols.check(days.year(), (short) 1969, (short) 1970, null, (short) 2024);
      Cols.check(days.month(), (short) 12, (short) 1, null, (short) 2);
      Cols.check(days.day(), (short) 31, (short) 1, null, (short) 29);
      Cols.check(days.weekDay(), (short) 3, (short) 4, null, (short) 4);
      Cols.check(days.lastDayOfMonth(), -1, 30, null, 19782);
      Cols.check(days.dayOfYear(), (short) 365, (short) 1, null, (short) 60);
      Cols.check(days.isLeapYear(), false, false, null, true);
      Cols.check(micros.hour(), (short) 23, (short) 0);
      Cols.check(micros.second(), (short) 59, (short) 1);
    }
  }

  @Test
  public void monthsAreAddedToTheMonthsEnd() {
    try (ColumnVector days = ColumnVector.timestampDaysFromBoxedInts(30, 19782, null);
        ColumnVector months = ColumnVector.fromBoxedInts(1, -12, 1);
        Scalar one = Scalar.fromInt(1)) {
      Cols.check(days.addCalendricalMonths(months), 58, 19416, null);
      Cols.check(days.addCalendricalMonths(one), 58, 19811, null);
    }
  }

  @Test
  public void timestampsCastByFlooringAndBitCastsShareMemory() {
    try (ColumnVector micros = ColumnVector.timestampMicroSecondsFromLongs(-1L, 1_500_000L);
        ColumnVector longs = ColumnVector.fromLongs(7L)) {
      Cols.check(micros.asTimestampSeconds(), -1L, 1L);
      Cols.check(micros.asTimestampDays(), -1, 0);
      Cols.check(micros.asLongs(), -1L, 1_500_000L);
      try (var view = micros.bitCastTo(DType.INT64)) {
        Cols.check(view.copyToColumnVector(), -1L, 1_500_000L);
      }
      assertThrows(CudfException.class, () -> longs.bitCastTo(DType.INT32).close());
    }
  }

  @Test
  public void wideDecimalsTravelUnchanged() {
    try (ColumnVector a =
        decimals(
            DType.create(DType.DTypeEnum.DECIMAL128, -2),
            "12345678901234567890123456.78",
            null,
            "-0.01")) {
      Cols.check(a.incRefCount(), d("12345678901234567890123456.78"), null, d("-0.01"));
      try (Scalar zero = Scalar.fromDecimal(-2, java.math.BigInteger.ZERO)) {
        Cols.check(a.lessThan(zero), false, null, true);
        assertEquals(d("0.00"), zero.getBigDecimal());
      }
    }
  }
}
