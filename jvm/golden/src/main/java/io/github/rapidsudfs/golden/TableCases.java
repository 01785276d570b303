// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.golden;

import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.ColumnView;
import ai.rapids.cudf.DType;
import ai.rapids.cudf.GatherMap;
import ai.rapids.cudf.HashType;
import ai.rapids.cudf.OrderByArg;
import ai.rapids.cudf.PartitionedTable;
import ai.rapids.cudf.Scalar;
import ai.rapids.cudf.Table;
import ai.rapids.cudf.ast.AstExpression;
import ai.rapids.cudf.ast.BinaryOperation;
import ai.rapids.cudf.ast.BinaryOperator;
import ai.rapids.cudf.ast.ColumnReference;
import ai.rapids.cudf.ast.CompiledExpression;
import ai.rapids.cudf.ast.Literal;
import ai.rapids.cudf.ast.UnaryOperation;
import ai.rapids.cudf.ast.UnaryOperator;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** Tables: sorting, filtering, gathering, exploding, and compiled expressions. */
final class TableCases {
  private static final Supplier<ColumnVector> KEYS =
      () -> ColumnVector.fromBoxedInts(2, null, 1, 2, 1);
  private static final Supplier<ColumnVector> DOUBLES =
      () -> ColumnVector.fromBoxedDoubles(Double.NaN, 1.5, -0.0, null, 0.0);
  private static final Supplier<ColumnVector> LISTS =
      () ->
          ColumnBuilders.lists(
              DType.INT32, Arrays.asList(1, null), List.of(), null, List.of(3), List.of(4, 5));

  private TableCases() {}

  static void add(Cases cases) {
    cases.add(
        "orderBy ascending, nulls first",
        in -> sorted(in, OrderByArg.asc(0, true), OrderByArg.asc(1, true)),
        KEYS,
        DOUBLES);
    cases.add(
        "orderBy descending, nulls last",
        in -> sorted(in, OrderByArg.desc(0, false), OrderByArg.desc(1, false)),
        KEYS,
        DOUBLES);
    cases.each("orderBy, nulls last", "STRUCT", in -> sorted(in, OrderByArg.asc(0, false)));
    cases.each(
        "orderBy descending, nulls first", "STRUCT", in -> sorted(in, OrderByArg.desc(0, true)));
    Supplier<ColumnVector> mask =
        () -> ColumnVector.fromBoxedBooleans(true, null, false, true, true);
    Supplier<ColumnVector> places = () -> ColumnVector.fromInts(4, 0, 0, 3);
    add(cases, "filter", (table, in) -> table.filter(in[2]), KEYS, DOUBLES, mask);
    add(cases, "gather", (table, in) -> table.gather(in[2]), KEYS, DOUBLES, places);
    add(cases, "concatenate", (table, in) -> Table.concatenate(table, table), KEYS, DOUBLES);
    add(cases, "explode", (table, in) -> table.explode(1), KEYS, LISTS);
    add(cases, "explodePosition", (table, in) -> table.explodePosition(1), KEYS, LISTS);
    add(cases, "explodeOuter", (table, in) -> table.explodeOuter(1), KEYS, LISTS);
    add(cases, "explodeOuterPosition", (table, in) -> table.explodeOuterPosition(1), KEYS, LISTS);
    expressions(cases);
    for (Table.DuplicateKeepOption keep : Table.DuplicateKeepOption.values()) {
      // Which of 0.0 and -0.0 is kept is unspecified.
      boolean any = keep == Table.DuplicateKeepOption.KEEP_ANY;
      String types = any ? "INT32 STRING" : "INT32 FLOAT64 STRING STRUCT";
      for (boolean nullsEqual : new boolean[] {true, false}) {
        cases.each(
            "dropDuplicates " + keep + (nullsEqual ? "" : " with unequal nulls"),
            types,
            in -> distinct(in[0], keep, nullsEqual));
      }
    }
    cases.each("hashPartition", Typed.FLAT, in -> partitions(7, in[0]));
    cases.each("hashPartition by two", "INT32 STRING", in -> partitions(0, in[0], in[0]));
    for (boolean nullsEqual : new boolean[] {false, true}) {
      cases.each(
          "join" + (nullsEqual ? " with equal nulls" : ""),
          Typed.FLAT + " STRUCT",
          in -> joined(in[0], nullsEqual));
    }
  }

  /** The distinct rows of a column in order and, where defined, their row numbers. */
  private static Object distinct(
      ColumnVector column, Table.DuplicateKeepOption keep, boolean nullsEqual) {
    boolean any = keep == Table.DuplicateKeepOption.KEEP_ANY;
    try (ColumnVector numbers = numbers(column);
        Table table = any ? new Table(column) : new Table(column, numbers);
        Table kept = table.dropDuplicates(new int[] {0}, keep, nullsEqual)) {
      return kept.orderBy(OrderByArg.asc(any ? 0 : 1, true));
    }
  }

  private static ColumnVector numbers(ColumnVector column) {
    try (Scalar zero = Scalar.fromInt(0)) {
      return ColumnVector.sequence(zero, (int) column.getRowCount());
    }
  }

  /** The partition (of five) of each row of some columns. */
  private static Object partitions(int seed, ColumnVector... columns) {
    int[] keys = IntStream.range(0, columns.length).toArray();
    ColumnVector[] all = Arrays.copyOf(columns, columns.length + 1);
    try (ColumnVector numbers = numbers(columns[0])) {
      all[columns.length] = numbers;
      try (Table table = new Table(all);
          PartitionedTable parts = table.onColumns(keys).hashPartition(HashType.MURMUR3, 5, seed)) {
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

  /** The row pairs of a self-join of a column, in order. */
  private static Object joined(ColumnVector column, boolean nullsEqual) {
    try (Table table = new Table(column)) {
      GatherMap[] maps = table.innerJoinGatherMaps(table, nullsEqual);
      try (GatherMap left = maps[0];
          GatherMap right = maps[1];
          ColumnVector lefts = copied(left);
          ColumnVector rights = copied(right);
          Table pairs = new Table(lefts, rights)) {
        return pairs.orderBy(OrderByArg.asc(0), OrderByArg.asc(1));
      }
    }
  }

  private static ColumnVector copied(GatherMap map) {
    try (ColumnView view = map.toColumnView(0, (int) map.getRowCount())) {
      return view.copyToColumnVector();
    }
  }

  /** An operation on the table of the first two columns. */
  @SafeVarargs
  private static void add(
      Cases cases,
      String operation,
      BiFunction<Table, ColumnVector[], Object> body,
      Supplier<ColumnVector>... inputs) {
    cases.add(
        operation,
        in -> {
          try (Table table = new Table(in[0], in[1])) {
            return body.apply(table, in);
          }
        },
        inputs);
  }

  private static void expressions(Cases cases) {
    ColumnReference x = new ColumnReference(0);
    ColumnReference y = new ColumnReference(1);
    for (BinaryOperator op :
        Cases.named(BinaryOperator::valueOf, "ADD SUB MUL DIV LESS EQUAL NULL_EQUAL")) {
      cases.add(
          "expression " + op,
          in -> computed(new BinaryOperation(op, x, y), in),
          DOUBLES,
          () -> ColumnVector.fromBoxedDoubles(1.0, 0.0, 0.0, 2.0, null));
    }
    for (UnaryOperator op :
        Cases.named(UnaryOperator::valueOf, "ABS FLOOR CEIL RINT SQRT IS_NULL")) {
      cases.add("expression " + op, in -> computed(new UnaryOperation(op, x), in), DOUBLES);
    }
    for (UnaryOperator op : Cases.named(UnaryOperator::valueOf, "SIN COS ARCSIN EXP LOG")) {
      cases.add(
          "expression " + op,
          1e-14,
          in -> computed(new UnaryOperation(op, x), in),
          () -> ColumnVector.fromBoxedDoubles(0.25, 0.5, 0.75, null));
    }
    cases.add(
        "expression of a literal",
        in -> computed(new BinaryOperation(BinaryOperator.MUL, x, Literal.ofDouble(2.5)), in),
        DOUBLES);
  }

  private static Object computed(AstExpression expression, ColumnVector[] in) {
    try (Table table = new Table(in);
        CompiledExpression compiled = expression.compile()) {
      return compiled.computeColumn(table);
    }
  }

  private static Table sorted(ColumnVector[] in, OrderByArg... by) {
    try (Table table = new Table(in)) {
      return table.orderBy(by);
    }
  }
}
