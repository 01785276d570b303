// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.golden;

import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.DType;
import ai.rapids.cudf.DateTimeRoundingFrequency;
import com.nvidia.spark.rapids.jni.DateTimeUtils;
import java.util.List;
import java.util.function.Supplier;

/** Formatting, parsing, rounding, truncation and calendar conversion of dates and times. */
final class TimeFormatCases {
  private static final String INSTANTS =
      "TIMESTAMP_DAYS TIMESTAMP_SECONDS TIMESTAMP_MILLISECONDS TIMESTAMP_MICROSECONDS"
          + " TIMESTAMP_NANOSECONDS";

  private static final Supplier<ColumnVector> MOMENTS =
      () ->
          ColumnBuilders.strings(
              "2024-02-29|∅|2024-02-29 13:45:06|2024-02-29T13:45:06.123456Z|"
                  + "1969-12-31 23:59:59.5|0001-01-01 00:00:00|9999-12-31 23:59:59.999999|29/02/24|"
                  + "01:30 PM|12:05 AM|2024-2-9|2024-13-01|2024-02-30|20240229||abc| 2024-02-29|"
                  + "060 2024|2024-02-29 13:45:06+0130|2023-02-29 24:00:00|2024-02-29 1:2:3|"
                  + "1677-09-21 00:12:43|2262-04-11 23:47:16");

  private static final List<String> FORMATS =
      ColumnBuilders.words(
          "%Y-%m-%d|%Y-%m-%d %H:%M:%S|%Y-%m-%dT%H:%M:%S.%6fZ|%Y-%m-%d %H:%M:%S.%f|"
              + "%d/%m/%y|%I:%M %p|%j %Y|%Y%m%d|%Y-%m-%d %H:%M:%S%z|%Y|%m|%H:%M");

  private static final Supplier<ColumnVector> TICKS =
      () ->
          ColumnBuilders.longs(
              "0 ∅ -1 951782399 951868800 1709214306 -62135596800 253402300799 -2208988801");

  private TimeFormatCases() {}

  static void add(Cases cases) {
    for (String format : FORMATS) {
      for (String type : INSTANTS.split(" ")) {
        cases.over(
            "asTimestamp " + type + " " + format,
            MOMENTS,
            in -> in[0].asTimestamp(Typed.type(type), format));
      }
      cases.over("isTimestamp " + format, MOMENTS, in -> in[0].isTimestamp(format));
    }
    for (String format :
        "%Y-%m-%d %H:%M:%S|%d/%m/%y %I:%M:%S %p|%j|%a %A %b %B|%u %w %U %W %V %G|%f:%3f:%f:%6f %9f %f|%y%%"
            .split("\\|")) {
      for (String type : INSTANTS.split(" ")) {
        cases.over(
            "asStrings " + type + " " + format,
            () -> instants(type),
            in -> in[0].asStrings(format));
      }
    }
    for (DateTimeRoundingFrequency unit : DateTimeRoundingFrequency.values()) {
      for (String type : INSTANTS.split(" ")) {
        if (unit == DateTimeRoundingFrequency.NANOSECOND
            && !type.equals("TIMESTAMP_NANOSECONDS")) { // the first and last years overflow
          continue;
        }
        cases.over(
            "dateTimeRound " + unit + " " + type,
            () -> instants(type),
            in -> in[0].dateTimeRound(unit));
      }
    }
    for (String unit :
        "YEAR YYYY YY QUARTER MONTH MM MON WEEK DAY DD HOUR MINUTE SECOND MILLISECOND MICROSECOND x"
            .split(" ")) {
      for (String type : "TIMESTAMP_DAYS TIMESTAMP_MICROSECONDS".split(" ")) {
        cases.over(
            "DateTimeUtils.truncate " + unit + " " + type,
            () -> instants(type),
            in -> DateTimeUtils.truncate(in[0], unit));
      }
    }
    for (String type : "TIMESTAMP_DAYS TIMESTAMP_MICROSECONDS".split(" ")) {
      cases.over(
          "DateTimeUtils.truncate by a column " + type,
          () -> instants(type),
          in -> DateTimeUtils.truncate(in[0], in[1]),
          () ->
              ColumnVector.fromStrings(
                  "year", "Month", null, "week", "DD", "hour", "bad", "quarter", "mon"));
      cases.over(
          "DateTimeUtils.rebase " + type,
          () -> instants(type),
          in ->
              new ColumnVector[] {
                DateTimeUtils.rebaseGregorianToJulian(in[0]),
                DateTimeUtils.rebaseJulianToGregorian(in[0])
              });
    }
  }

  private static ColumnVector instants(String type) {
    try (ColumnVector ticks = TICKS.get();
        ColumnVector seconds = ticks.castTo(DType.TIMESTAMP_SECONDS)) {
      if (type.equals("TIMESTAMP_NANOSECONDS")) { // some would overflow
        try (ColumnVector nanos =
            ColumnBuilders.longs(
                "0 ∅ -1 951782399123456789 951868800000000000 1709214306999999999 "
                    + "-9223372036000000000 9223372036854775807 -2208988801000000001")) {
          return nanos.castTo(Typed.type(type));
        }
      }
      return seconds.castTo(Typed.type(type));
    }
  }
}
