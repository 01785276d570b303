// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;

import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.CudfException;
import com.nvidia.spark.rapids.jni.CastException;
import com.nvidia.spark.rapids.jni.CastStrings;
import io.github.rapidsudfs.emulator.column.FixedVec;
import io.github.rapidsudfs.emulator.column.StringVec;
import io.github.rapidsudfs.emulator.column.StringsOut;
import io.github.rapidsudfs.emulator.column.Valid;
import io.github.rapidsudfs.emulator.kernels.SparkDates;
import io.github.rapidsudfs.emulator.kernels.SparkText;
import io.github.rapidsudfs.emulator.kernels.SparkTimestamps;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.Arrays;
import org.junit.Test;

/**
 * Spark's casts of strings. The decimals of {@code decimals} and {@code exponents} are those of the
 * plugin's own tests.
 */
public class SparkCastsTest {
  private static void checkDecimals(
      int precision, int scale, String[] strings, String... expected) {
    Object[] wanted =
        Arrays.stream(expected)
            .map(v -> v == null ? null : new BigDecimal(v).setScale(-scale))
            .toArray();
    try (ColumnVector s = ColumnVector.fromStrings(strings)) {
      Cols.check(CastStrings.toDecimal(s, false, precision, scale), wanted);
    }
  }

  private static String[] of(String... strings) {
    return strings;
  }

  @Test
  public void decimals() {
    checkDecimals(
        5, 0, of("123456", "-999999", null, "1", " 0042 ", "+7"), null, null, null, "1", "42", "7");
    checkDecimals(
        5, -4, of("1.23456", "9.99999", "-1.23456", "-9.99999"), "1.2346", null, "-1.2346", null);
    checkDecimals(
        6,
        -5,
        of("1.234", "0.12345", "-1.034", "-0.001234567890123456"),
        "1.234",
        "0.12345",
        "-1.034",
        "-0.00123");
    checkDecimals(
        38,
        -2,
        of("123456789012345678901234567890123456.01"),
        "123456789012345678901234567890123456.01");
  }

  @Test
  public void exponents() {
    checkDecimals(
        6,
        -5,
        of("1.234e-1", "0.12345e1", "-1.034e-2", "-0.001234567890123456e2"),
        "0.1234",
        "1.2345",
        "-0.01034",
        "-0.12346");
    checkDecimals(
        6,
        2,
        of("1234e-1", "12345e1", "-1234.5678", "-0.001234567890123456e6"),
        "1e2",
        "1235e2",
        "-12e2",
        "-12e2");
    checkDecimals(15, -1, of("8.483315330475049E-4", "8.483315330475049E-2"), "0", "0.1");
    checkDecimals(4, 3, of("123456789", "+987651342"), null, null);
  }

  /** The strings that the plugin accepts as numbers, and those that it rejects. */
  @Test
  public void formsOfDecimals() {
    checkDecimals(
        4,
        -1,
        of(
            ".", "1.", ".5", "e", "1e", "1e+", "1e ", "1e2 ", "1 e2", "+ 1", "", "1.2.3", "--1",
            "x", " - "),
        "0",
        "1",
        "0.5",
        "0",
        "1",
        "1",
        "1",
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null);
    checkDecimals(2, -2, of("0.99", "0.099", "0.005", "5e-3"), "0.99", null, "0.01", "0.01");
    try (ColumnVector blank = ColumnVector.fromStrings(" ", "-1");
        ColumnVector far = ColumnVector.fromStrings("1e2147483647")) {
      assertThrows(
          UnsupportedOperationException.class,
          () -> CastStrings.toDecimal(blank, false, 4, 0).close());
      assertThrows(
          UnsupportedOperationException.class,
          () -> CastStrings.toDecimal(far, false, 4, 0).close());
    }
  }

  @Test
  public void inAnsiModeTheFirstInvalidStringIsNamed() {
    try (ColumnVector s = ColumnVector.fromStrings("1", null, "x", "y")) {
      CastException e =
          assertThrows(CastException.class, () -> CastStrings.toDecimal(s, true, 4, 0).close());
      assertEquals(2, e.getRowWithError());
    }
  }

  @Test
  public void dates() {
    String[] strings = {
      " 2020 ",
      "2020-1",
      "2020-1-9",
      "+2020-02-29",
      "-0001-01-01",
      "2020-01-09 x",
      "\t2020-01-09Tzz\u007f",
      "5881580-07-11",
      "2020-01-",
      "2020-01-09x",
      "2019-02-29",
      "2020-13-01",
      "2020-00-01",
      "202",
      "12345678",
      "5881580-07-12",
      "",
      " ",
      "-",
      "2020--1",
      "1e3"
    };
    String[] dates = {
      "2020-01-01",
      "2020-01-01",
      "2020-01-09",
      "2020-02-29",
      "-0001-01-01",
      "2020-01-09",
      "2020-01-09",
      "+5881580-07-11"
    };
    for (int i = 0; i < strings.length; i++) {
      FixedVec day =
          SparkDates.parse(StringVec.one(strings[i].getBytes(StandardCharsets.UTF_8), true));
      String found = day.isNull(0) ? null : LocalDate.ofEpochDay(day.values[0]).toString();
      assertEquals(strings[i], i < dates.length ? dates[i] : null, found);
    }
  }

  @Test
  public void findsSeveralTargets() {
    try (ColumnVector s = ColumnVector.fromStrings("ab", null, "", "b");
        ColumnVector targets = ColumnVector.fromStrings("b", "", "ab")) {
      ColumnVector[] found = s.stringContains(targets);
      assertEquals(3, found.length);
      Cols.check(found[0], true, null, false, true);
      Cols.check(found[1], true, null, true, true);
      Cols.check(found[2], true, null, false, false);
    }
  }

  /** The values of libcudf's documentation. */
  @Test
  public void hexadecimal() {
    try (ColumnVector ints = ColumnVector.fromBoxedInts(123456, -1, null, 0, 27, 342718233);
        ColumnVector bytes = ColumnVector.fromUnsignedBytes((byte) 5, (byte) -1);
        ColumnVector doubles = ColumnVector.fromDoubles(1)) {
      Cols.check(ints.toHex(), "01E240", "FFFFFFFF", null, "00", "1B", "146D7719");
      Cols.check(bytes.toHex(), "05", "FF");
      assertThrows(CudfException.class, () -> doubles.toHex().close());
    }
  }

  /** libcudf's answers; micros are of midnight of 2020-01-02. */
  @Test
  public void timestampsByAFormat() {
    String[] strings = {
      "2020-01-02", " 2020-1-2", "2020-01-02x", "2020-13-01", "\n2020-01-02", "2020-01-021", null
    };
    StringVec s = strings(strings);
    long day = 1577923200000000L;
    checkMicros(
        SparkTimestamps.parse(s, "yyyy-MM-dd", false), day, null, null, null, null, null, null);
    checkMicros(
        SparkTimestamps.parse(s, "yyyy-MM-dd", true), day, day, day, null, null, null, null);
    checkMicros(SparkTimestamps.parse(strings("2020/1/2"), "yyyy/MM/dd", false), day);
    checkMicros(SparkTimestamps.parse(strings("02012020"), "ddMMyyyy", false), day);
    checkMicros(
        SparkTimestamps.parse(strings("2020-01-02 00:00:01"), "yyyy-MM-dd HH:mm:ss", false),
        day + 1_000_000);
    for (String format : of("yyyy-M-dd", "yyyy-MM-dd'T'", "-")) {
      assertThrows(CudfException.class, () -> SparkTimestamps.parse(s, format, false));
    }
  }

  private static StringVec strings(String... values) {
    return StringsOut.each(
        values.length,
        0,
        Valid.of(values.length, i -> values[i] != null),
        (i, out) -> out.add(values[i].getBytes(StandardCharsets.UTF_8)));
  }

  private static void checkMicros(FixedVec found, Long... expected) {
    for (int i = 0; i < expected.length; i++) {
      assertEquals(expected[i], found.isNull(i) ? null : (Long) found.values[i]);
    }
  }

  @Test
  public void literalsBeforeARange() {
    StringVec s = strings("abc123", "ab12", "é12", "abc", "xxabc99abc");
    FixedVec found =
        SparkText.literalRangePattern(s, "abc".getBytes(StandardCharsets.UTF_8), 2, '0', '9');
    assertArrayEquals(new long[] {1, 0, 0, 0, 1}, found.values);
  }
}
