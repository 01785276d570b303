package io.github.rapidsudfs.golden;

import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.DType;
import ai.rapids.cudf.OrderByArg;
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
import java.util.function.Supplier;

/** Tables: sorting, filtering, gathering, exploding, and compiled expressions. */
final class TableCases {
  private static final Supplier<ColumnVector> KEYS =
      () -> ColumnVector.fromBoxedInts(2, null, 1, 2, 1);
  private static final Supplier<ColumnVector> DOUBLES =
      () -> ColumnVector.fromBoxedDoubles(Double.NaN, 1.5, -0.0, null, 0.0);
  private static final Supplier<ColumnVector> LISTS =
      () ->
          Columns.lists(
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
    cases.add(
        "filter",
        in -> {
          try (Table table = new Table(in[0], in[1])) {
            return table.filter(in[2]);
          }
        },
        KEYS,
        DOUBLES,
        () -> ColumnVector.fromBoxedBooleans(true, null, false, true, true));
    cases.add(
        "gather",
        in -> {
          try (Table table = new Table(in[0], in[1])) {
            return table.gather(in[2]);
          }
        },
        KEYS,
        DOUBLES,
        () -> ColumnVector.fromInts(4, 0, 0, 3));
    cases.add(
        "concatenate",
        in -> {
          try (Table table = new Table(in[0], in[1])) {
            return Table.concatenate(table, table);
          }
        },
        KEYS,
        DOUBLES);
    cases.add(
        "explode",
        in -> {
          try (Table table = new Table(in[0], in[1])) {
            return table.explode(1);
          }
        },
        KEYS,
        LISTS);
    cases.add(
        "explodeOuterPosition",
        in -> {
          try (Table table = new Table(in[0], in[1])) {
            return table.explodeOuterPosition(1);
          }
        },
        KEYS,
        LISTS);
    expressions(cases);
  }

  private static void expressions(Cases cases) {
    ColumnReference x = new ColumnReference(0);
    ColumnReference y = new ColumnReference(1);
    for (BinaryOperator op :
        List.of(
            BinaryOperator.ADD,
            BinaryOperator.SUB,
            BinaryOperator.MUL,
            BinaryOperator.DIV,
            BinaryOperator.LESS,
            BinaryOperator.EQUAL,
            BinaryOperator.NULL_EQUAL)) {
      cases.add(
          "expression " + op,
          in -> computed(new BinaryOperation(op, x, y), in),
          DOUBLES,
          () -> ColumnVector.fromBoxedDoubles(1.0, 0.0, 0.0, 2.0, null));
    }
    for (UnaryOperator op :
        List.of(
            UnaryOperator.ABS,
            UnaryOperator.FLOOR,
            UnaryOperator.CEIL,
            UnaryOperator.RINT,
            UnaryOperator.SQRT,
            UnaryOperator.IS_NULL)) {
      cases.add("expression " + op, in -> computed(new UnaryOperation(op, x), in), DOUBLES);
    }
    for (UnaryOperator op :
        List.of(
            UnaryOperator.SIN,
            UnaryOperator.COS,
            UnaryOperator.ARCSIN,
            UnaryOperator.EXP,
            UnaryOperator.LOG)) {
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
