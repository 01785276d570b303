// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.golden;

import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.DType;
import ai.rapids.cudf.NullPolicy;
import ai.rapids.cudf.RollingAggregation;
import ai.rapids.cudf.Scalar;
import ai.rapids.cudf.Table;
import ai.rapids.cudf.WindowOptions;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/** Windows over rows and over ranges, within groups. */
final class WindowCases {
  private static final double SUMS = 1e-14;
  private static final Supplier<ColumnVector> KEYS =
      () -> ColumnVector.fromBoxedInts(null, null, 1, 1, 1, 2, 3, 3, 3);

  /** Sorted within the keys, nulls first. */
  private static final Map<String, Long[]> ORDERS =
      Map.of(
          "up", new Long[] {null, 4L, null, 1L, 1L, 7L, 0L, 2L, 3L},
          "down", new Long[] {4L, null, 1L, 1L, null, 7L, 3L, 2L, 0L});

  private static final Map<String, Supplier<RollingAggregation>> AGGREGATIONS =
      new LinkedHashMap<>();

  static {
    AGGREGATIONS.put("SUM", RollingAggregation::sum);
    AGGREGATIONS.put("MIN", RollingAggregation::min);
    AGGREGATIONS.put("MAX", RollingAggregation::max);
    AGGREGATIONS.put("MEAN", RollingAggregation::mean);
    AGGREGATIONS.put("COUNT", () -> RollingAggregation.count(NullPolicy.EXCLUDE));
    AGGREGATIONS.put("COUNT with nulls", () -> RollingAggregation.count(NullPolicy.INCLUDE));
    AGGREGATIONS.put("STD", () -> RollingAggregation.standardDeviation(1));
    AGGREGATIONS.put("STD of two less", () -> RollingAggregation.standardDeviation(2));
    AGGREGATIONS.put("ROW_NUMBER", RollingAggregation::rowNumber);
    AGGREGATIONS.put("COLLECT_LIST", () -> RollingAggregation.collectList(NullPolicy.EXCLUDE));
    AGGREGATIONS.put(
        "COLLECT_LIST with nulls", () -> RollingAggregation.collectList(NullPolicy.INCLUDE));
    AGGREGATIONS.put("NTH_ELEMENT", () -> RollingAggregation.nth(1, NullPolicy.INCLUDE));
    AGGREGATIONS.put("NTH_ELEMENT last", () -> RollingAggregation.nth(-1, NullPolicy.EXCLUDE));
  }

  private WindowCases() {}

  /** A frame of rows; null means unbounded. */
  private record Frame(Integer preceding, Integer following, int minPeriods) {}

  private static final Frame ALL = new Frame(null, null, 1);

  static void add(Cases cases) {
    Map<String, Frame> frames = new LinkedHashMap<>();
    frames.put("2 to 1", new Frame(2, 1, 1));
    frames.put("3 to -1, at least 2", new Frame(3, -1, 2));
    frames.put("all", ALL);
    frames.forEach(
        (name, frame) ->
            AGGREGATIONS.forEach(
                (kind, aggregation) ->
                    cases.each(
                        "rows " + name + " " + kind,
                        name.equals("2 to 1") ? Typed.SOME : "INT32 FLOAT64 DECIMAL128 STRING",
                        SUMS,
                        in -> byRows(in, aggregation.get(), frame),
                        KEYS)));
    for (int offset : new int[] {0, 1}) {
      for (Frame frame : new Frame[] {new Frame(2, 0, 1), new Frame(0, 1, 1)}) {
        String within = offset + " from " + frame.preceding() + " to " + frame.following();
        cases.each(
            "LEAD " + within,
            Typed.SOME,
            in -> byRows(in, RollingAggregation.lead(offset), frame),
            KEYS);
        cases.each(
            "LAG " + within,
            Typed.SOME,
            in -> byRows(in, RollingAggregation.lag(offset), frame),
            KEYS);
      }
    }
    for (int offset : new int[] {1, 2, -1}) {
      cases.each("LEAD " + offset, Typed.SOME, in -> shifted(in, true, offset, false), KEYS);
      cases.each("LAG " + offset, Typed.SOME, in -> shifted(in, false, offset, false), KEYS);
    }
    cases.each("LAG with a default", Typed.SOME, in -> shifted(in, false, 1, true), KEYS);
    ranges(cases);
  }

  private static Object byRows(ColumnVector[] in, RollingAggregation aggregation, Frame frame) {
    WindowOptions.Builder builder = WindowOptions.builder().minPeriods(frame.minPeriods());
    try (Table table = new Table(in[1], in[0]);
        WindowOptions window =
            frame == ALL
                ? builder.unboundedPreceding().unboundedFollowing().build()
                : bounded(
                    builder,
                    Scalar.fromInt(frame.preceding()),
                    Scalar.fromInt(frame.following()))) {
      return table.groupBy(0).aggregateWindows(aggregation.onColumn(1).overWindow(window));
    }
  }

  private static WindowOptions bounded(WindowOptions.Builder builder, Scalar before, Scalar after) {
    try (before;
        after) {
      return builder.window(before, after).build();
    }
  }

  private static Object shifted(ColumnVector[] in, boolean lead, int offset, boolean defaults) {
    try (ColumnVector reversed = reversed(in[0])) {
      ColumnVector other = defaults ? reversed : null;
      return byRows(
          in,
          lead ? RollingAggregation.lead(offset, other) : RollingAggregation.lag(offset, other),
          ALL);
    }
  }

  private static ColumnVector reversed(ColumnVector column) {
    int rows = (int) column.getRowCount();
    int[] map = new int[rows];
    for (int i = 0; i < rows; i++) {
      map[i] = rows - 1 - i;
    }
    try (Table table = new Table(column);
        ColumnVector at = ColumnVector.fromInts(map);
        Table gathered = table.gather(at)) {
      return gathered.getColumn(0).incRefCount();
    }
  }

  private static void ranges(Cases cases) {
    for (String type :
        "INT8 INT32 INT64 UINT32 FLOAT64 DECIMAL64 DECIMAL128 TIMESTAMP_DAYS TIMESTAMP_MICROSECONDS"
            .split(" ")) {
      ORDERS.forEach(
          (order, values) -> {
            for (String frame : new String[] {"2 to 1", "to now", "from now", "now", "all"}) {
              AGGREGATIONS.forEach(
                  (name, aggregation) -> {
                    if (type.equals("INT32") || name.equals("SUM")) {
                      cases.over(
                          "range " + frame + " " + order + " " + type + " " + name,
                          () -> ColumnVector.fromBoxedLongs(1L, null, 3L, 4L, 5L, null, 7L, 8L, 9L),
                          SUMS,
                          in -> byRange(in, aggregation.get(), frame, order.equals("up"), type),
                          KEYS,
                          () -> ordered(type, values));
                    }
                  });
            }
          });
    }
  }

  private static ColumnVector ordered(String type, Long... values) {
    if (!type.equals("FLOAT64")) {
      return Typed.whole(type, values);
    }
    try (ColumnVector longs = ColumnVector.fromBoxedLongs(values)) {
      return longs.castTo(DType.FLOAT64);
    }
  }

  private static Object byRange(
      ColumnVector[] in, RollingAggregation aggregation, String frame, boolean up, String type) {
    WindowOptions.Builder builder = WindowOptions.builder().orderByColumnIndex(1);
    builder = up ? builder.orderByAscending() : builder.orderByDescending();
    try (Table table = new Table(in[1], in[2], in[0]);
        WindowOptions window =
            switch (frame) {
              case "2 to 1" -> bounded(builder, scalar(type, 2), scalar(type, 1));
              case "to now" -> builder.unboundedPreceding().currentRowFollowing().build();
              case "from now" -> builder.currentRowPreceding().unboundedFollowing().build();
              case "now" -> builder.currentRowPreceding().currentRowFollowing().build();
              default -> builder.unboundedPreceding().unboundedFollowing().build();
            }) {
      return table
          .groupBy(0)
          .aggregateWindowsOverRanges(aggregation.onColumn(2).overWindow(window));
    }
  }

  private static Scalar scalar(String type, long value) {
    String of = type.replace("TIMESTAMP", "DURATION");
    try (ColumnVector one = ordered(of, value)) {
      return one.getScalarElement(0);
    }
  }
}
