// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.golden;

import ai.rapids.cudf.BinaryOp;
import ai.rapids.cudf.CaptureGroups;
import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.ColumnView;
import ai.rapids.cudf.DType;
import ai.rapids.cudf.GatherMap;
import ai.rapids.cudf.GetJsonObjectOptions;
import ai.rapids.cudf.GroupByAggregation;
import ai.rapids.cudf.GroupByOptions;
import ai.rapids.cudf.HashType;
import ai.rapids.cudf.OrderByArg;
import ai.rapids.cudf.PartitionedTable;
import ai.rapids.cudf.RegexFlag;
import ai.rapids.cudf.RegexProgram;
import ai.rapids.cudf.RollingAggregation;
import ai.rapids.cudf.Scalar;
import ai.rapids.cudf.Table;
import ai.rapids.cudf.WindowOptions;
import ai.rapids.cudf.ast.AstExpression;
import ai.rapids.cudf.ast.CompiledExpression;
import com.nvidia.spark.rapids.jni.DecimalUtils;
import com.nvidia.spark.rapids.jni.JSONUtils;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.stream.IntStream;

/** Operations of several steps that cases call. The caller closes the results. */
final class CaseOperations {
  private static final GroupByOptions SORTED =
      GroupByOptions.builder()
          .withKeysSorted(true)
          .withKeysDescending(false)
          .withKeysNullSmallest(true)
          .build();

  private CaseOperations() {}

  static ColumnVector sumWithItself(ColumnVector ints) {
    return ints.binaryOp(BinaryOp.ADD, ints, DType.INT32);
  }

  static ColumnVector floatToDecimal(ColumnVector column, DType type, int precision) {
    return DecimalUtils.floatingPointToDecimal(column, type, precision).result;
  }

  static RegexProgram regex(String pattern, RegexFlag[] flags) {
    return new RegexProgram(pattern, EnumSet.copyOf(List.of(flags)));
  }

  static RegexProgram groups(String pattern, RegexFlag[] flags) {
    return new RegexProgram(pattern, EnumSet.copyOf(List.of(flags)), CaptureGroups.EXTRACT);
  }

  static GetJsonObjectOptions jsonOptions(boolean single, boolean strip, boolean missing) {
    return GetJsonObjectOptions.builder()
        .allowSingleQuotes(single)
        .stripQuotesFromSingleStrings(strip)
        .missingFieldsAsNulls(missing)
        .build();
  }

  /** A JSON path of names, indices and stars as the plugin passes it. */
  static JSONUtils.PathInstructionJni[] steps(String path) {
    List<JSONUtils.PathInstructionJni> steps = new ArrayList<>();
    for (String part : path.substring(1).replace("[", ".[").split("\\.")) {
      String name = part.replaceAll("[\\[\\]']", "");
      if (!part.isEmpty()) {
        steps.add(
            name.equals("*")
                ? step(JSONUtils.PathInstructionType.WILDCARD, "", -1)
                : part.matches("\\[\\d+\\]")
                    ? step(JSONUtils.PathInstructionType.INDEX, "", Integer.parseInt(name))
                    : step(JSONUtils.PathInstructionType.NAMED, name, -1));
      }
    }
    return steps.toArray(new JSONUtils.PathInstructionJni[0]);
  }

  private static JSONUtils.PathInstructionJni step(
      JSONUtils.PathInstructionType type, String name, int index) {
    return new JSONUtils.PathInstructionJni(type, name, index);
  }

  static ColumnVector[] manyPaths(ColumnVector documents, String... paths) {
    return JSONUtils.getJsonObjectMultiplePaths(
        documents, Arrays.stream(paths).map(path -> Arrays.asList(steps(path))).toList());
  }

  /** The partition (of five) of each row of some columns. */
  static ColumnVector partitions(int seed, ColumnVector... columns) {
    ColumnVector[] all = Arrays.copyOf(columns, columns.length + 1);
    try (ColumnVector numbers = CaseColumns.rows(columns[0])) {
      all[columns.length] = numbers;
      try (Table table = new Table(all);
          PartitionedTable parts =
              table
                  .onColumns(IntStream.range(0, columns.length).toArray())
                  .hashPartition(HashType.MURMUR3, 5, seed)) {
        int[] of = new int[(int) parts.getRowCount()];
        for (int p = 1; p < 5; p++) {
          Arrays.fill(of, parts.getPartitions()[p], of.length, p);
        }
        try (ColumnVector partitions = ColumnVector.fromInts(of);
            Table rows = new Table(parts.getColumn(columns.length), partitions);
            Table ordered = rows.orderBy(OrderByArg.asc(0))) {
          return ordered.getColumn(1).incRefCount();
        }
      }
    }
  }

  /** The row pairs of a self-join, in order. */
  static Table joined(Table table, boolean nullsEqual) {
    GatherMap[] maps = table.innerJoinGatherMaps(table, nullsEqual);
    try (GatherMap left = maps[0];
        GatherMap right = maps[1];
        ColumnView lefts = left.toColumnView(0, (int) left.getRowCount());
        ColumnView rights = right.toColumnView(0, (int) right.getRowCount());
        ColumnVector first = lefts.copyToColumnVector();
        ColumnVector second = rights.copyToColumnVector();
        Table pairs = new Table(first, second)) {
      return pairs.orderBy(OrderByArg.asc(0), OrderByArg.asc(1));
    }
  }

  static ColumnVector ast(AstExpression expression, Table table) {
    try (CompiledExpression compiled = expression.compile()) {
      return compiled.computeColumn(table);
    }
  }

  /** The groups in key order, with an aggregation of each. */
  static Table grouped(ColumnVector keys, ColumnVector values, GroupByAggregation aggregation) {
    try (Table table = new Table(keys, values);
        Table groups = table.groupBy(0).aggregate(aggregation.onColumn(1))) {
      return groups.orderBy(OrderByArg.asc(0, true));
    }
  }

  static Table.GroupByOperation sortedGroups(Table table) {
    return table.groupBy(SORTED, 0);
  }

  /** The partial states of groups by two keys, merged by the first key, with each list sorted. */
  static ColumnVector merged(
      ColumnVector[] in, GroupByAggregation first, GroupByAggregation merge) {
    try (ColumnVector other = parts(in[0]);
        Table table = new Table(in[1], other, in[0]);
        Table unsorted = table.groupBy(0, 1).aggregate(first.onColumn(2));
        Table states = unsorted.orderBy(OrderByArg.asc(0, true), OrderByArg.asc(1, true));
        Table merged = grouped(states.getColumn(0), states.getColumn(2), merge)) {
      return merged.getColumn(1).listSortRows(false, false);
    }
  }

  /** The partial states of groups by two keys, merged by the first key. */
  static Table mergedM2(ColumnVector[] in, DType type) {
    try (ColumnVector other = parts(in[0]);
        Table table = new Table(in[1], other, in[0]);
        Table states =
            table
                .groupBy(0, 1)
                .aggregate(
                    GroupByAggregation.count().onColumn(2),
                    GroupByAggregation.mean().onColumn(2),
                    GroupByAggregation.M2().onColumn(2));
        Scalar zero = Scalar.fromDouble(0);
        ColumnVector counts = states.getColumn(2).castTo(type);
        ColumnVector means = states.getColumn(3).replaceNulls(zero);
        ColumnVector squares = states.getColumn(4).replaceNulls(zero);
        ColumnVector struct = ColumnVector.makeStruct(counts, means, squares)) {
      return grouped(states.getColumn(0), struct, GroupByAggregation.mergeM2());
    }
  }

  private static ColumnVector parts(ColumnVector column) {
    int rows = (int) column.getRowCount();
    return ColumnVector.fromInts(IntStream.range(0, rows).map(i -> i / 3).toArray());
  }

  /** The fields of a struct; the value of an overflowed sum is unspecified. */
  static ColumnVector[] sumAndOverflow(Scalar struct) {
    ColumnView[] views = struct.getChildrenFromStructScalar();
    try (ColumnView sum = views[0];
        ColumnView over = views[1];
        ColumnVector sums = sum.copyToColumnVector();
        ColumnVector flag = over.copyToColumnVector();
        Scalar none = Scalar.fromNull(sums.getType())) {
      return new ColumnVector[] {flag.ifElse(none, sums), flag.incRefCount()};
    }
  }

  /** A window of rows for each row of {@code in[0]}, unbounded if {@code preceding} is null. */
  static Table rowWindow(
      ColumnVector[] in, RollingAggregation of, Integer preceding, Integer following, int least) {
    WindowOptions.Builder builder = WindowOptions.builder().minPeriods(least);
    try (Table table = new Table(in[1], in[0]);
        WindowOptions window =
            preceding == null
                ? builder.unboundedPreceding().unboundedFollowing().build()
                : bounded(builder, Scalar.fromInt(preceding), Scalar.fromInt(following))) {
      return table.groupBy(0).aggregateWindows(of.onColumn(1).overWindow(window));
    }
  }

  private static WindowOptions bounded(WindowOptions.Builder builder, Scalar before, Scalar after) {
    try (before;
        after) {
      return builder.window(before, after).build();
    }
  }

  /** A window of a range of {@code in[2]} for each row of {@code in[0]}. */
  static Table rangeWindow(
      ColumnVector[] in, RollingAggregation of, String frame, String direction, String type) {
    WindowOptions.Builder builder = WindowOptions.builder().orderByColumnIndex(1);
    builder = direction.equals("up") ? builder.orderByAscending() : builder.orderByDescending();
    try (Table table = new Table(in[1], in[2], in[0]);
        WindowOptions window =
            switch (frame) {
              case "2 to 1" -> bounded(builder, distance(type, 2), distance(type, 1));
              case "to now" -> builder.unboundedPreceding().currentRowFollowing().build();
              case "from now" -> builder.currentRowPreceding().unboundedFollowing().build();
              case "now" -> builder.currentRowPreceding().currentRowFollowing().build();
              default -> builder.unboundedPreceding().unboundedFollowing().build();
            }) {
      return table.groupBy(0).aggregateWindowsOverRanges(of.onColumn(2).overWindow(window));
    }
  }

  private static Scalar distance(String type, long value) {
    try (ColumnVector one =
        CaseColumns.ordered(type.replace("TIMESTAMP", "DURATION"), new Long[] {value})) {
      return one.getScalarElement(0);
    }
  }
}
