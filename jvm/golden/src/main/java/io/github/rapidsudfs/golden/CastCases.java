// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.golden;

import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.DType;
import com.nvidia.spark.rapids.jni.CastStrings;
import com.nvidia.spark.rapids.jni.DecimalUtils;
import com.nvidia.spark.rapids.jni.NumberConverter;
import java.util.function.Supplier;

/** Casts between numbers, times and strings, libcudf's and the plugin's own. */
final class CastCases {
  private static final Supplier<ColumnVector> NUMERALS =
      () ->
          ColumnBuilders.strings(
              "0|∅|-7|+7|1.5|1e3|-1.25E-5|.5|5.| 1 |1 2|NaN|nan|Infinity|-inf|inf|INF|1e-400|"
                  + "|abc|0x1F|ff|9223372036854775808|1_000|１|1f|1d|1.5D|- 1|--1|1e|1e+|e5|"
                  + "12345678901234567.123|0.1|-0|123456.789|-.|.|4.9e-324|\t12\n|1e-7|00012|7fff|"
                  + "-|+|e|E1|0f|infinit|nanx");

  /**
   * Powers of ten with more digits than a number holds, up to exponents that wrap in 32 bits and
   * beyond.
   */
  private static final Supplier<ColumnVector> POWERS =
      () ->
          ColumnBuilders.strings(
              "1e399999999999999999999|1e0001|1e00001|1e-0002|1e12345|1e-12345|∅|0e12345|"
                  + "1e2147483647|1e2147483648|1e8999999999|1e4294967297|5e-4294967297|1e|1e+|1e-|"
                  + "1e1f|0e1f|1e123x");

  private static final Supplier<ColumnVector> HUGE =
      () ->
          ColumnBuilders.strings(
              "1e400|∅|-1e400|3.4028235e38|1e39|1.7976931348623157e308|99999999999999999999|"
                  + "-1e308|0e999");

  private static final Supplier<ColumnVector> DOUBLES =
      () ->
          ColumnBuilders.doubles(
              "0.0 ∅ -0.0 NaN Infinity -Infinity 1.0 1.5 -0.1 1e7 9999999.0 1e-3 9.999e-4 "
                  + "123456789.123 1e10 1e-5 4.9e-324 100.0 12345.678 0.3 1e9 999999999.0 1e16 "
                  + "2.5 3.5 123456.785 -1234567.125");

  private static final Supplier<ColumnVector> FLOATS =
      () ->
          ColumnBuilders.floats(
              "0 ∅ -0 NaN Infinity 1 1.5 -0.1 1e7 9999999 1e-3 1.2345679e8 3.4028235e38 "
                  + "1e-45 100 12345.678 0.3 1e9 2.5");

  private CastCases() {}

  static void add(Cases cases) {
    for (String to : "FLOAT32 FLOAT64 DECIMAL32 DECIMAL64 DECIMAL128".split(" ")) {
      cases.over("castTo " + to + " from numerals", NUMERALS, in -> in[0].castTo(Typed.type(to)));
    }
    for (String to : "FLOAT32 FLOAT64".split(" ")) {
      cases.over("castTo " + to + " from huge numerals", HUGE, in -> in[0].castTo(Typed.type(to)));
    }
    for (String to : Typed.DECIMALS.split(" ")) {
      for (int scale : new int[] {-4, 0, 2}) {
        DType type = DType.create(DType.DTypeEnum.valueOf(to), scale);
        cases.over(
            "isFixedPoint " + to + " of scale " + scale, NUMERALS, in -> in[0].isFixedPoint(type));
        cases.over(
            "isFixedPoint " + to + " of scale " + scale + ", great powers",
            POWERS,
            in -> in[0].isFixedPoint(type));
        cases.over(
            "castTo " + to + " of scale " + scale + " from float64",
            CastCases::halves,
            in -> in[0].castTo(type));
        cases.over(
            "floatingPointToDecimal " + to + " of scale " + scale,
            DOUBLES,
            in -> {
              DecimalUtils.CastFloatToDecimalResult result =
                  DecimalUtils.floatingPointToDecimal(in[0], type, 7);
              return new ColumnVector[] {result.result};
            });
      }
      cases.over(
          "castTo FLOAT64 and FLOAT32 from " + to,
          () -> Typed.column(to),
          in -> new ColumnVector[] {in[0].castTo(DType.FLOAT64), in[0].castTo(DType.FLOAT32)});
    }
    cases.over("isFloat", NUMERALS, in -> in[0].isFloat());
    texts(cases, "float64", DOUBLES);
    texts(cases, "float32", FLOATS);
    for (String type : "FLOAT32 FLOAT64".split(" ")) {
      cases.over(
          "CastStrings.toFloat " + type,
          NUMERALS,
          in -> CastStrings.toFloat(in[0], false, Typed.type(type)));
      cases.over(
          "CastStrings.toFloat " + type + ", great powers",
          POWERS,
          in -> CastStrings.toFloat(in[0], false, Typed.type(type)));
    }
    for (String type : "INT8 INT32 INT64".split(" ")) {
      cases.over(
          "CastStrings.toInteger " + type,
          NUMERALS,
          in -> CastStrings.toInteger(in[0], false, Typed.type(type)));
    }
    for (int precision : new int[] {9, 18, 38}) {
      cases.over(
          "CastStrings.toDecimal " + precision,
          NUMERALS,
          in -> CastStrings.toDecimal(in[0], false, precision, -2));
    }
    for (int base : new int[] {10, 16}) {
      for (String type : "INT64 UINT64".split(" ")) {
        cases.over(
            "CastStrings.toIntegersWithBase " + base + " " + type,
            NUMERALS,
            in -> CastStrings.toIntegersWithBase(in[0], base, false, Typed.type(type)));
      }
      cases.each(
          "CastStrings.fromIntegersWithBase " + base,
          "INT8 INT32 INT64 UINT64",
          in -> CastStrings.fromIntegersWithBase(in[0], base));
    }
    cases.each("CastStrings.fromLongToBinary", "INT64", in -> CastStrings.fromLongToBinary(in[0]));
    for (int from : new int[] {2, 10, 16, 36}) {
      for (int to : new int[] {2, 10, -10, 16, 36, 37}) {
        cases.over(
            "NumberConverter " + from + " to " + to,
            NUMERALS,
            in -> NumberConverter.convertCvSS(in[0], from, to));
      }
    }
  }

  /** Values with so few digits that all rounding modes agree. */
  private static ColumnVector halves() {
    return ColumnVector.fromBoxedDoubles(
        0.0, null, 1.5, -2.25, 1234.5678, -0.0, 99999.0, 0.125, 1e6);
  }

  private static void texts(Cases cases, String type, Supplier<ColumnVector> column) {
    cases.over("castTo STRING from " + type, column, in -> in[0].castTo(DType.STRING));
    cases.over("CastStrings.fromFloat " + type, column, in -> CastStrings.fromFloat(in[0]));
    for (int digits : new int[] {0, 2, 5}) {
      cases.over(
          "CastStrings.fromFloatWithFormat " + digits + " " + type,
          column,
          in -> CastStrings.fromFloatWithFormat(in[0], digits));
    }
  }
}
