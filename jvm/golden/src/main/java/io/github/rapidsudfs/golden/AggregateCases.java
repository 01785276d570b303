// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.golden;

import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.ColumnView;
import ai.rapids.cudf.DType;
import ai.rapids.cudf.GroupByAggregation;
import ai.rapids.cudf.GroupByOptions;
import ai.rapids.cudf.GroupByScanAggregation;
import ai.rapids.cudf.NaNEquality;
import ai.rapids.cudf.NullEquality;
import ai.rapids.cudf.NullPolicy;
import ai.rapids.cudf.OrderByArg;
import ai.rapids.cudf.QuantileMethod;
import ai.rapids.cudf.ReductionAggregation;
import ai.rapids.cudf.ReplacePolicy;
import ai.rapids.cudf.Scalar;
import ai.rapids.cudf.ScanAggregation;
import ai.rapids.cudf.ScanType;
import ai.rapids.cudf.Table;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/** Groups, reductions, scans and quantiles. */
final class AggregateCases {
  private static final double SUMS = 1e-14;
  private static final NullPolicy KEEP = NullPolicy.INCLUDE;
  private static final NullPolicy DROP = NullPolicy.EXCLUDE;

  /** Three groups and the group of the null key; one group has only a null. */
  private static final Supplier<ColumnVector> KEYS =
      () -> ColumnVector.fromBoxedInts(1, 2, 1, 1, null, 2, 3, 2, null);

  private static final Supplier<ColumnVector> SORTED =
      () -> ColumnVector.fromBoxedInts(null, null, 1, 1, 1, 2, 3, 3, 3);

  private AggregateCases() {}

  static void add(Cases cases) {
    groups(cases);
    reductions(cases);
    scans(cases);
    for (QuantileMethod method : QuantileMethod.values()) {
      cases.each(
          "quantile " + method,
          "INT8 INT64 FLOAT32 FLOAT64 DECIMAL64 TIMESTAMP_DAYS STRING",
          in -> sorted(in[0]).quantile(method, new double[] {0, 0.25, 0.3, 0.45, 0.9, 1}));
    }
    for (NullPolicy policy : NullPolicy.values()) {
      cases.each(
          "distinctCount " + policy,
          Typed.ALL,
          in -> ColumnVector.fromInts(in[0].distinctCount(policy)));
    }
  }

  private static ColumnVector sorted(ColumnVector column) {
    try (Table table = new Table(column);
        Table sorted = table.orderBy(OrderByArg.asc(0, false))) {
      return sorted.getColumn(0).incRefCount();
    }
  }

  private static void groups(Cases cases) {
    Map<String, Supplier<GroupByAggregation>> aggregations = new LinkedHashMap<>();
    aggregations.put("COUNT", () -> GroupByAggregation.count(DROP));
    aggregations.put("SUM", GroupByAggregation::sum);
    aggregations.put("PRODUCT", GroupByAggregation::product);
    aggregations.put("MIN", GroupByAggregation::min);
    aggregations.put("MAX", GroupByAggregation::max);
    aggregations.put("MEAN", GroupByAggregation::mean);
    aggregations.put("VARIANCE", GroupByAggregation::variance);
    aggregations.put("STD", () -> GroupByAggregation.standardDeviation(0));
    aggregations.put("M2", GroupByAggregation::M2);
    aggregations.put("MEDIAN", GroupByAggregation::median);
    aggregations.put("QUANTILE", () -> GroupByAggregation.quantile(QuantileMethod.HIGHER, 0.3));
    aggregations.put("NUNIQUE", () -> GroupByAggregation.nunique(DROP));
    aggregations.put("NUNIQUE with nulls", () -> GroupByAggregation.nunique(KEEP));
    aggregations.put("NTH_ELEMENT", () -> GroupByAggregation.nth(-1, DROP));
    aggregations.put("ARGMIN", GroupByAggregation::argMin);
    aggregations.put("ARGMAX", GroupByAggregation::argMax);
    aggregations.put("COLLECT_LIST", () -> GroupByAggregation.collectList(DROP));
    aggregations.put("COLLECT_LIST with nulls", () -> GroupByAggregation.collectList(KEEP));
    aggregations.forEach(
        (name, aggregation) ->
            cases.each(
                "group by " + name,
                // Which of several equal values is taken is unspecified. Sums of squares wrap.
                name.startsWith("ARG")
                    ? Typed.SOME.replace("BOOL8 ", "")
                    : name.matches("VARIANCE|STD|M2")
                        ? Typed.SOME.replace("UINT64 ", "")
                        : Typed.SOME,
                SUMS,
                in -> grouped(in, aggregation),
                KEYS));
    // The order of the elements is unspecified.
    cases.each(
        "group by COLLECT_SET",
        Typed.FLAT,
        in -> elementsSorted(grouped(in, () -> GroupByAggregation.collectSet())),
        KEYS);
    cases.each(
        "group by COLLECT_SET with nulls",
        Typed.FLAT,
        in ->
            elementsSorted(
                grouped(
                    in,
                    () ->
                        GroupByAggregation.collectSet(
                            KEEP, NullEquality.EQUAL, NaNEquality.ALL_EQUAL))),
        KEYS);
    cases.each(
        "group by SUM_OVERFLOW",
        Typed.NUMBERS + " " + Typed.DECIMALS,
        in -> grouped(in, GroupByAggregation::sumOverflow),
        KEYS);
    Map<String, Supplier<GroupByAggregation>> bitwise = new LinkedHashMap<>();
    bitwise.put("AND", GroupByAggregation::bitAnd);
    bitwise.put("OR", GroupByAggregation::bitOr);
    bitwise.put("XOR", GroupByAggregation::bitXor);
    bitwise.forEach(
        (name, aggregation) ->
            cases.each(
                "group by BIT_" + name,
                "INT8 INT32 INT64 UINT32 BOOL8",
                in -> grouped(in, aggregation),
                KEYS));
    for (var merge :
        Map.of(
                "MERGE_LISTS", GroupByAggregation.mergeLists(),
                "MERGE_SETS", GroupByAggregation.mergeSets())
            .entrySet()) {
      cases.each(
          "group by COLLECT_LIST then " + merge.getKey(),
          Typed.FLAT,
          in -> merged(in, () -> GroupByAggregation.collectList(KEEP), merge.getValue()),
          KEYS);
    }
    cases.each(
        "group by HISTOGRAM then MERGE_HISTOGRAM",
        "INT32 INT64 FLOAT64 STRING DECIMAL64",
        in -> merged(in, GroupByAggregation::histogram, GroupByAggregation.mergeHistogram()),
        KEYS);
    for (DType counts : new DType[] {DType.INT32, DType.INT64, DType.FLOAT64}) {
      cases.each(
          "group by M2 then MERGE_M2 of counts of " + counts,
          "INT32 FLOAT64",
          SUMS,
          in -> mergedM2(in, counts),
          KEYS);
    }
  }

  /** The partial states of groups by two keys, merged by the first key, with each list sorted. */
  private static Object merged(
      ColumnVector[] in, Supplier<GroupByAggregation> first, GroupByAggregation merge) {
    try (ColumnVector other = ColumnVector.fromInts(part(in[0].getRowCount()));
        Table table = new Table(in[1], other, in[0]);
        Table unsorted = table.groupBy(0, 1).aggregate(first.get().onColumn(2));
        Table states = unsorted.orderBy(OrderByArg.asc(0, true), OrderByArg.asc(1, true));
        Table groups = states.groupBy(0).aggregate(merge.onColumn(2))) {
      return elementsSorted(groups.orderBy(OrderByArg.asc(0, true)));
    }
  }

  /** The partial states of groups by two keys, merged by the first key. */
  private static Object mergedM2(ColumnVector[] in, DType type) {
    try (ColumnVector other = ColumnVector.fromInts(part(in[0].getRowCount()));
        Table table = new Table(in[1], other, in[0]);
        Table states =
            table
                .groupBy(0, 1)
                .aggregate(
                    GroupByAggregation.count(DROP).onColumn(2),
                    GroupByAggregation.mean().onColumn(2),
                    GroupByAggregation.M2().onColumn(2));
        ColumnVector counts = states.getColumn(2).castTo(type);
        ColumnVector means = zeroForNull(states.getColumn(3));
        ColumnVector squares = zeroForNull(states.getColumn(4));
        ColumnVector struct = ColumnVector.makeStruct(counts, means, squares);
        Table merging = new Table(states.getColumn(0), struct);
        Table merged = merging.groupBy(0).aggregate(GroupByAggregation.mergeM2().onColumn(1))) {
      return merged.orderBy(OrderByArg.asc(0, true));
    }
  }

  private static ColumnVector zeroForNull(ColumnVector column) {
    try (Scalar zero = Scalar.fromDouble(0)) {
      return column.replaceNulls(zero);
    }
  }

  private static int[] part(long rows) {
    int[] parts = new int[(int) rows];
    for (int i = 0; i < parts.length; i++) {
      parts[i] = i / 3;
    }
    return parts;
  }

  /** The groups in key order, with an aggregation of each. */
  private static Table grouped(ColumnVector[] in, Supplier<GroupByAggregation> aggregation) {
    try (Table table = new Table(in[1], in[0]);
        Table groups = table.groupBy(0).aggregate(aggregation.get().onColumn(1))) {
      return groups.orderBy(OrderByArg.asc(0, true));
    }
  }

  private static Object elementsSorted(Table groups) {
    try (groups) {
      return groups.getColumn(1).listSortRows(false, false);
    }
  }

  private static void reductions(Cases cases) {
    Map<String, Supplier<ReductionAggregation>> aggregations = new LinkedHashMap<>();
    aggregations.put("SUM", ReductionAggregation::sum);
    aggregations.put("MIN", ReductionAggregation::min);
    aggregations.put("MAX", ReductionAggregation::max);
    aggregations.put("NTH_ELEMENT", () -> ReductionAggregation.nth(2, DROP));
    aggregations.put("COLLECT_LIST", () -> ReductionAggregation.collectList(KEEP));
    aggregations.forEach(
        (name, aggregation) ->
            cases.each(
                "reduce " + name,
                Typed.SOME,
                SUMS,
                in -> in[0].reduce(aggregation.get(), in[0].getType())));
    Map<String, Supplier<ReductionAggregation>> whole = new LinkedHashMap<>();
    whole.put("ARGMIN", ReductionAggregation::argMin);
    whole.put("ARGMAX", ReductionAggregation::argMax);
    whole.put("NUNIQUE", () -> ReductionAggregation.nunique(DROP));
    whole.put("NUNIQUE with nulls", () -> ReductionAggregation.nunique(KEEP));
    whole.forEach(
        (name, aggregation) ->
            cases.each(
                "reduce " + name, Typed.SOME, in -> in[0].reduce(aggregation.get(), DType.INT32)));
    Map<String, Supplier<ReductionAggregation>> bitwise = new LinkedHashMap<>();
    bitwise.put("AND", ReductionAggregation::bitAnd);
    bitwise.put("OR", ReductionAggregation::bitOr);
    bitwise.put("XOR", ReductionAggregation::bitXor);
    bitwise.forEach(
        (name, aggregation) ->
            cases.each(
                "reduce BIT_" + name,
                "BOOL8 INT8 INT32 INT64 UINT8",
                in -> in[0].reduce(aggregation.get())));
    cases.each(
        "reduce SUM_OVERFLOW",
        "INT8 INT32 INT64 DECIMAL32 DECIMAL64 DECIMAL128",
        in -> fields(in[0].reduce(ReductionAggregation.sumOverflow(), DType.STRUCT)));
    Map<String, Supplier<ReductionAggregation>> real = new LinkedHashMap<>();
    real.put("MEAN", ReductionAggregation::mean);
    real.put("SUM_OF_SQUARES", ReductionAggregation::sumOfSquares);
    real.put("VARIANCE", () -> ReductionAggregation.variance(1));
    real.put("STD", () -> ReductionAggregation.standardDeviation(0));
    real.put("MEDIAN", ReductionAggregation::median);
    real.put("QUANTILE", () -> ReductionAggregation.quantile(QuantileMethod.LINEAR, 0.3));
    real.forEach(
        (name, aggregation) ->
            cases.each(
                "reduce " + name,
                "BOOL8 INT8 INT32 UINT32 FLOAT32 FLOAT64 STRING", // extremes of 64 bits cancel
                SUMS,
                in -> in[0].reduce(aggregation.get(), DType.FLOAT64)));
  }

  /** The fields of a struct; the value of an overflowed sum is unspecified. */
  private static Object fields(Scalar struct) {
    try (struct) {
      ColumnView[] views = struct.getChildrenFromStructScalar();
      try (ColumnView sum = views[0];
          ColumnView over = views[1];
          ColumnVector sums = sum.copyToColumnVector();
          ColumnVector flag = over.copyToColumnVector();
          Scalar none = Scalar.fromNull(sums.getType())) {
        return new ColumnVector[] {flag.ifElse(none, sums), flag.incRefCount()};
      }
    }
  }

  private static void scans(Cases cases) {
    Map<String, Supplier<ScanAggregation>> aggregations = new LinkedHashMap<>();
    aggregations.put("SUM", ScanAggregation::sum);
    aggregations.put("PRODUCT", ScanAggregation::product);
    aggregations.put("MIN", ScanAggregation::min);
    aggregations.put("MAX", ScanAggregation::max);
    aggregations.put("RANK", ScanAggregation::rank);
    aggregations.put("DENSE_RANK", ScanAggregation::denseRank);
    aggregations.put("PERCENT_RANK", ScanAggregation::percentRank);
    for (ScanType inclusive : ScanType.values()) {
      aggregations.forEach(
          (name, aggregation) ->
              cases.each(
                  "scan " + name + " " + inclusive,
                  "BOOL8 INT8 INT32 INT64 UINT32 FLOAT64 DECIMAL64 DECIMAL128 TIMESTAMP_DAYS"
                      + " DURATION_MICROSECONDS STRING STRUCT",
                  SUMS,
                  in ->
                      in[0].scan(
                          aggregation.get(), inclusive, name.contains("RANK") ? KEEP : DROP)));
    }
    Map<String, Supplier<GroupByScanAggregation>> groups = new LinkedHashMap<>();
    groups.put("SUM", GroupByScanAggregation::sum);
    groups.put("PRODUCT", GroupByScanAggregation::product);
    groups.put("MIN", GroupByScanAggregation::min);
    groups.put("MAX", GroupByScanAggregation::max);
    groups.put("COUNT", () -> GroupByScanAggregation.count(DROP));
    groups.put("COUNT with nulls", () -> GroupByScanAggregation.count(KEEP));
    groups.put("RANK", GroupByScanAggregation::rank);
    groups.put("DENSE_RANK", GroupByScanAggregation::denseRank);
    groups.put("PERCENT_RANK", GroupByScanAggregation::percentRank);
    groups.forEach(
        (name, aggregation) ->
            cases.each(
                "group scan " + name,
                "BOOL8 INT8 INT32 INT64 UINT32 FLOAT64 DECIMAL64 DECIMAL128 TIMESTAMP_DAYS"
                    + " DURATION_MICROSECONDS STRING STRUCT",
                SUMS,
                in -> {
                  try (Table table = new Table(in[1], in[0])) {
                    return bySortedKeys(table).scan(aggregation.get().onColumn(1));
                  }
                },
                SORTED));
    for (ReplacePolicy policy : ReplacePolicy.values()) {
      cases.each(
          "group replaceNulls " + policy,
          "BOOL8 INT32 FLOAT64 DECIMAL128 STRING",
          in -> {
            try (Table table = new Table(in[1], in[0])) {
              return bySortedKeys(table).replaceNulls(policy.onColumn(1));
            }
          },
          SORTED);
    }
  }

  private static Table.GroupByOperation bySortedKeys(Table table) {
    GroupByOptions sorted =
        GroupByOptions.builder()
            .withKeysSorted(true)
            .withKeysDescending(false)
            .withKeysNullSmallest(true)
            .build();
    return table.groupBy(sorted, 0);
  }
}
