// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.golden;

import ai.rapids.cudf.BinaryOp;
import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.DType;
import ai.rapids.cudf.Scalar;
import java.util.function.Supplier;

/** Dates and timestamps, including dates before 1970 and in leap years. */
final class TimeCases {
  private static final Supplier<ColumnVector> DAYS =
      () ->
          ColumnVector.timestampDaysFromBoxedInts(
              0, -1, 11016, 11017, null, -719162, 2932896, 19782);
  private static final Supplier<ColumnVector> MICROS =
      () ->
          ColumnVector.timestampMicroSecondsFromBoxedLongs(
              0L,
              -1L,
              951_782_400_000_000L,
              951_868_799_999_999L,
              null,
              -62_135_596_800_000_000L,
              253_402_300_799_999_999L,
              1_709_164_800_123_456L);
  private static final Supplier<ColumnVector> MONTHS =
      () ->
          ColumnVector.fromBoxedShorts(
              (short) 1,
              (short) -1,
              (short) 12,
              (short) 0,
              (short) 3,
              (short) 1,
              null,
              (short) -13);

  private TimeCases() {}

  static void add(Cases cases) {
    parts(cases, "date", DAYS);
    parts(cases, "timestamp", MICROS);
    cases.add(
        "hour minute second",
        in -> new ColumnVector[] {in[0].hour(), in[0].minute(), in[0].second()},
        MICROS);
    cases.add("castTo INT32 from date", in -> in[0].castTo(DType.INT32), DAYS);
    cases.add("castTo INT64 from timestamp", in -> in[0].castTo(DType.INT64), MICROS);
    cases.add("castTo date from timestamp", in -> in[0].castTo(DType.TIMESTAMP_DAYS), MICROS);
    cases.add("castTo timestamp from date", in -> in[0].castTo(DType.TIMESTAMP_MICROSECONDS), DAYS);
    cases.add("castTo seconds from timestamp", in -> in[0].castTo(DType.TIMESTAMP_SECONDS), MICROS);
    cases.add(
        "bitCastTo timestamp from int64",
        in -> {
          try (var view = in[0].bitCastTo(DType.TIMESTAMP_MICROSECONDS)) {
            return view.copyToColumnVector();
          }
        },
        () -> ColumnVector.fromBoxedLongs(0L, -1L, null, 1_000_000L));
    cases.add(
        "LESS date",
        in -> in[0].binaryOp(BinaryOp.LESS, in[1], DType.BOOL8),
        DAYS,
        NumberCases.reversed(DAYS));
    cases.add(
        "SUB dates",
        in -> in[0].binaryOp(BinaryOp.SUB, in[1], DType.DURATION_DAYS),
        DAYS,
        NumberCases.reversed(DAYS));
    cases.add(
        "min and max date",
        in -> new ColumnVector[] {NumberCases.one(in[0].min()), NumberCases.one(in[0].max())},
        DAYS);
    cases.add("addCalendricalMonths", in -> in[0].addCalendricalMonths(in[1]), DAYS, MONTHS);
    cases.add(
        "PMOD int64 by a window",
        in ->
            Cases.with(
                Scalar.fromLong(900_000_000L), w -> in[0].binaryOp(BinaryOp.PMOD, w, DType.INT64)),
        () -> ColumnVector.fromBoxedLongs(0L, -1L, 899_999_999L, null, -900_000_000L));
  }

  private static void parts(Cases cases, String type, Supplier<ColumnVector> column) {
    cases.add(
        "year month day " + type,
        in -> new ColumnVector[] {in[0].year(), in[0].month(), in[0].day()},
        column);
    cases.add(
        "weekDay dayOfYear quarterOfYear " + type,
        in -> new ColumnVector[] {in[0].weekDay(), in[0].dayOfYear(), in[0].quarterOfYear()},
        column);
    cases.add(
        "lastDayOfMonth daysInMonth " + type,
        in -> new ColumnVector[] {in[0].lastDayOfMonth(), in[0].daysInMonth()},
        column);
  }
}
