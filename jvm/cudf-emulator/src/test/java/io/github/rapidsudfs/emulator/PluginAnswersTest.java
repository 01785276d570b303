// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import ai.rapids.cudf.BinaryOp;
import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.ColumnView;
import ai.rapids.cudf.CudfException;
import ai.rapids.cudf.DType;
import ai.rapids.cudf.OrderByArg;
import ai.rapids.cudf.RollingAggregation;
import ai.rapids.cudf.Scalar;
import ai.rapids.cudf.SegmentedReductionAggregation;
import ai.rapids.cudf.Table;
import ai.rapids.cudf.WindowOptions;
import com.nvidia.spark.rapids.jni.CastStrings;
import com.nvidia.spark.rapids.jni.CharsetDecode;
import com.nvidia.spark.rapids.jni.DateTimeUtils;
import com.nvidia.spark.rapids.jni.DecimalUtils;
import com.nvidia.spark.rapids.jni.ExceptionWithRowIndex;
import com.nvidia.spark.rapids.jni.ParseURI;
import io.github.rapidsudfs.emulator.memory.Refused;
import java.math.BigDecimal;
import java.util.Arrays;
import org.junit.Test;

/** What the plugin asks for ordinary queries, with the answers of libcudf's own kernels. */
public class PluginAnswersTest {
  private static final double NAN = Double.NaN;

  private static void checkCast(ColumnVector column, int precision, int scale, String... expected) {
    DType type =
        DType.create(
            precision > 18
                ? DType.DTypeEnum.DECIMAL128
                : precision > 9 ? DType.DTypeEnum.DECIMAL64 : DType.DTypeEnum.DECIMAL32,
            -scale);
    Object[] wanted =
        Arrays.stream(expected).map(v -> v == null ? null : new BigDecimal(v)).toArray();
    Cols.check(DecimalUtils.floatingPointToDecimal(column, type, precision).result, wanted);
  }

  @Test
  public void floatsBecomeDecimals() {
    try (ColumnVector d =
            ColumnVector.fromBoxedDoubles(
                0.15, -2.5, 999.9995, 2147483647.5, 1e15, 4.9e-324, NAN, null, 1.005);
        ColumnVector f = ColumnVector.fromBoxedFloats(1.2f, 0.15f, 1e15f)) {
      checkCast(
          d,
          18,
          2,
          "0.15",
          "-2.50",
          "1000.00",
          "2147483647.50",
          "1000000000000000.00",
          "0.00",
          null,
          null,
          "1.01");
      checkCast(
          d,
          38,
          18,
          "0.150000000000000000",
          "-2.500000000000000200",
          "999.999500000000060000",
          "2147483647.500000100000000000",
          "1000000000000000.000000000000000000",
          "0E-18",
          null,
          null,
          "1.005000000000000000");
      checkCast(f, 38, 10, "1.2000000477", "0.1500000060", "999999986991104.0000000000");
    }
    try (ColumnVector big = ColumnVector.fromDoubles(1e16);
        ColumnVector bigger = ColumnVector.fromDoubles(0x1p63)) {
      checkCast(big, 18, 2, (String) null);
      Refused refused = assertThrows(Refused.class, () -> checkCast(bigger, 18, 2));
      assertTrue(refused.getMessage().contains("which the plugin truncates to its width"));
    }
  }

  @Test
  public void longStringsBecomeDoubles() {
    try (ColumnVector s =
        ColumnVector.fromStrings(
            "0.12345678901234567890123456789",
            "123456789012345678901234567890123456789",
            "-12345678901234567890.5",
            "9007199254740993",
            "1234567890123456789012345678901.5",
            " 17.000000000000000000000000000000000000000000001 ")) {
      Cols.check(
          CastStrings.toFloat(s, false, DType.FLOAT64),
          0.12345678901234568,
          1.2345678901234568E38,
          -1.2345678901234567E19,
          9.007199254740992E15,
          null,
          17.0);
    }
  }

  @Test
  public void decimalsWithIntegers() {
    try (ColumnVector d = ColumnVector.decimalFromLongs(-6, 12345678, -1, Long.MAX_VALUE, 9500000);
        Scalar million = Scalar.fromLong(1_000_000);
        Scalar most = Scalar.fromLong(Long.MAX_VALUE);
        ColumnVector cents = ColumnVector.decimalFromInts(-2, 1234, -789);
        ColumnVector i = ColumnVector.fromInts(3, 7)) {
      Cols.check(d.binaryOp(BinaryOp.MUL, million, DType.INT64), 12345678L, -1L, -1L, 9500000L);
      Cols.check(d.binaryOp(BinaryOp.GREATER, most, DType.BOOL8), true, true, true, true);
      Cols.check(cents.binaryOp(BinaryOp.MUL, i, DType.INT64), 37L, -55L);
      Cols.check(cents.binaryOp(BinaryOp.MOD, i, DType.BOOL8), true, true);
      Cols.check(i.binaryOp(BinaryOp.LESS, cents, DType.BOOL8), true, false);
      assertThrows(CudfException.class, () -> cents.binaryOp(BinaryOp.ADD, i, DType.FLOAT64));
    }
  }

  @Test
  public void anyCharacterIsStripped() {
    try (ColumnVector s = ColumnVector.fromStrings("éaé", "aéxé日a", "éé", "", null);
        Scalar e = Scalar.fromString("éa")) {
      Cols.check(s.strip(e), "", "xé日", "", "", null);
      Cols.check(s.lstrip(e), "", "xé日a", "", "", null);
      Cols.check(s.rstrip(e), "", "aéxé日", "", "", null);
    }
  }

  @Test
  public void structsWithinStructsAreKeys() {
    try (ColumnVector a = ColumnVector.fromBoxedInts(1, null, 2, 1);
        ColumnVector b = ColumnVector.fromBoxedInts(null, 5, 3, 4);
        ColumnVector inner = ColumnVector.makeStruct(a, b);
        ColumnVector outer = ColumnVector.makeStruct(inner, a);
        Table t = new Table(outer)) {
      Cols.check(t.sortOrder(OrderByArg.asc(0, true)), 1, 0, 3, 2);
      Cols.check(t.sortOrder(OrderByArg.asc(0, false)), 3, 0, 2, 1);
      Cols.check(t.sortOrder(OrderByArg.desc(0, false)), 1, 2, 0, 3);
      Cols.check(outer.binaryOp(BinaryOp.EQUAL, outer, DType.BOOL8), true, true, true, true);
      var maps = t.innerJoinGatherMaps(t, false);
      try (var left = maps[0];
          var right = maps[1]) {
        assertEquals(2, left.getRowCount());
      }
    }
  }

  private static ColumnVector over(ColumnVector column, int before, RollingAggregation kind) {
    try (Scalar preceding = Scalar.fromInt(before);
        Scalar following = Scalar.fromInt(1);
        WindowOptions window =
            WindowOptions.builder().window(preceding, following).minPeriods(1).build()) {
      return column.rollingWindow(kind, window);
    }
  }

  @Test
  public void anNanDoesNotCountInAWindow() {
    double most = Double.POSITIVE_INFINITY;
    try (ColumnVector n = ColumnVector.fromBoxedDoubles(NAN, NAN, 1.0, NAN, null, NAN)) {
      Cols.check(over(n, 1, RollingAggregation.max()), -most, 1.0, 1.0, -most, -most, -most);
      Cols.check(over(n, 1, RollingAggregation.min()), most, 1.0, 1.0, most, most, most);
    }
    try (ColumnVector lists =
        Cols.lists(DType.FLOAT64, Arrays.asList(1.0, NAN), Arrays.asList(2.0, 3.0))) {
      Cols.check(lists.listReduce(SegmentedReductionAggregation.max()), NAN, 3.0);
    }
  }

  @Test
  public void deviationsOfLargeAndCloseNumbers() {
    try (ColumnVector large = ColumnVector.fromDoubles(1.5e308, 1.5e308);
        ColumnVector close = ColumnVector.fromDoubles(1e16, 1e16 + 2, 1e16 + 4)) {
      Cols.check(over(large, 9, RollingAggregation.standardDeviation(0)), 0.0, 0.0);
      Cols.check(
          over(close, 9, RollingAggregation.standardDeviation(0)), 1.4142135623730951, 2.0, 2.0);
    }
  }

  @Test
  public void oneDateIsTruncatedByAColumnOfUnits() {
    try (ColumnVector date = ColumnVector.daysFromInts(18753);
        ColumnVector two = ColumnVector.daysFromInts(1, 2);
        ColumnVector units = ColumnVector.fromStrings("YEAR", "MONTH", null, "nope")) {
      Cols.check(DateTimeUtils.truncate(date, units), 18628, 18748, null, null);
      assertThrows(CudfException.class, () -> DateTimeUtils.truncate(two, units));
    }
  }

  @Test
  public void errorsThatThePluginTranslates() {
    try (ColumnVector uris = ColumnVector.fromStrings("http://a.b/", "http://a b/");
        ColumnVector bytes = Cols.lists(DType.UINT8, Arrays.asList((byte) 0xff, (byte) 0xff))) {
      ExceptionWithRowIndex invalid =
          assertThrows(ExceptionWithRowIndex.class, () -> ParseURI.parseURIHost(uris, true));
      assertEquals(1, invalid.getRowIndex());
      Cols.check(ParseURI.parseURIHost(uris, false), "a.b", null);
      assertThrows(
          CharsetDecode.MalformedInputException.class,
          () -> CharsetDecode.decode(bytes, CharsetDecode.GBK, CharsetDecode.REPORT));
    }
  }

  @Test
  public void aCopyKeepsAMaskWithoutNulls() {
    try (ColumnVector v = ColumnVector.fromBoxedInts(1, null);
        ColumnVector none = ColumnVector.fromInts(1)) {
      ColumnView[] parts = v.splitAsViews(1);
      try (ColumnView first = parts[0];
          ColumnView second = parts[1];
          ColumnVector copy = first.copyToColumnVector();
          ColumnVector plain = none.copyToColumnVector()) {
        assertEquals(1, second.getNullCount());
        assertTrue(copy.hasValidityVector());
        assertFalse(plain.hasValidityVector());
        assertEquals(Arrays.<Object>asList(1), Cols.values(copy));
      }
    }
  }
}
