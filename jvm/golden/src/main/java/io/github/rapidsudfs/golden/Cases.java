// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.golden;

import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.ColumnView;
import ai.rapids.cudf.ContiguousTable;
import ai.rapids.cudf.Scalar;
import ai.rapids.cudf.Table;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** The operations of a golden file, each with its own input columns. */
final class Cases {
  /** One operation. */
  interface Body {
    /**
     * Returns a column, a table, a scalar or an array of columns, which the caller closes. The
     * arguments are borrowed.
     */
    Object run(ColumnVector[] in);
  }

  /**
   * An operation with a unique name, its inputs, and the relative tolerance of its floating-point
   * results.
   */
  record Case(String operation, double tolerance, List<Supplier<ColumnVector>> inputs, Body body) {}

  /**
   * Operations with an input of positions in another input, which would have fewer rows as a view;
   * and what has no memory for the rows that it names.
   */
  private static final String NOT_AT_OFFSETS =
      "(gather|segmentedGather|filter|child of asByteList).*";

  private final List<Case> all = new ArrayList<>();
  private final Set<String> names = new HashSet<>();

  private Cases() {}

  /** All cases, by subject. */
  static List<Case> all() {
    Cases cases = new Cases();
    NumberCases.add(cases);
    DecimalCases.add(cases);
    TextCases.add(cases);
    PatternCases.add(cases);
    TimeCases.add(cases);
    NestedCases.add(cases);
    TableCases.add(cases);
    AggregateCases.add(cases);
    WindowCases.add(cases);
    CastCases.add(cases);
    TimeFormatCases.add(cases);
    StringCases.add(cases);
    cases.addAtOffsets();
    return cases.all;
  }

  /** Adds, for each case without a form of its own, a case over views that start at an offset. */
  private void addAtOffsets() {
    for (Case c : List.copyOf(all)) {
      boolean plain = !c.operation().matches(".*(sliced|of no rows|of nulls)");
      if (plain && !c.operation().matches(NOT_AT_OFFSETS)) {
        List<Supplier<ColumnVector>> inputs = new ArrayList<>();
        c.inputs().forEach(input -> inputs.add(() -> atAnOffset(input.get())));
        add(c.operation() + ", at an offset", c.tolerance(), c.body(), inputs);
      }
    }
  }

  @SafeVarargs
  @SuppressWarnings("varargs")
  final void add(String operation, Body body, Supplier<ColumnVector>... inputs) {
    add(operation, 0, body, inputs);
  }

  @SafeVarargs
  @SuppressWarnings("varargs")
  final void add(String operation, double tolerance, Body body, Supplier<ColumnVector>... inputs) {
    add(operation, tolerance, body, Arrays.asList(inputs));
  }

  final void add(
      String operation, double tolerance, Body body, List<Supplier<ColumnVector>> inputs) {
    if (!names.add(operation)) {
      throw new IllegalStateException("two cases are named " + operation);
    }
    all.add(new Case(operation, tolerance, inputs, body));
  }

  /** An operation on a column and a scalar. */
  @SafeVarargs
  @SuppressWarnings("varargs")
  final void add(
      String operation,
      Supplier<Scalar> scalar,
      BiFunction<ColumnVector, Scalar, Object> body,
      Supplier<ColumnVector>... inputs) {
    add(operation, in -> with(scalar.get(), s -> body.apply(in[0], s)), inputs);
  }

  /** Adds {@link #over} for the column of each type. */
  @SafeVarargs
  @SuppressWarnings("varargs")
  final void each(String operation, String types, Body body, Supplier<ColumnVector>... others) {
    each(operation, types, 0, body, others);
  }

  @SafeVarargs
  @SuppressWarnings("varargs")
  final void each(
      String operation,
      String types,
      double tolerance,
      Body body,
      Supplier<ColumnVector>... others) {
    for (String type : types.split(" ")) {
      over(operation + " " + type, () -> Typed.column(type), tolerance, body, others);
    }
  }

  /**
   * Adds an operation on a column in every form. {@code others} are further inputs with as many
   * rows, passed after it in the same form.
   */
  @SafeVarargs
  @SuppressWarnings("varargs")
  final void over(
      String operation,
      Supplier<ColumnVector> column,
      Body body,
      Supplier<ColumnVector>... others) {
    over(operation, column, 0, body, others);
  }

  @SafeVarargs
  @SuppressWarnings("varargs")
  final void over(
      String operation,
      Supplier<ColumnVector> column,
      double tolerance,
      Body body,
      Supplier<ColumnVector>... others) {
    Typed.FORMS.forEach(
        (form, shaped) ->
            add(
                operation + form,
                tolerance,
                body,
                Stream.concat(Stream.of(column), Stream.of(others)).map(shaped).toList()));
  }

  /** The constants with these names, separated by blanks. */
  static <T> List<T> named(Function<String, T> valueOf, String names) {
    return Stream.of(names.split(" ")).map(valueOf).toList();
  }

  static Supplier<Scalar> text(String text) {
    return () -> Scalar.fromString(text);
  }

  /** Uses a scalar and closes it. */
  static Object with(Scalar scalar, Function<Scalar, Object> use) {
    try (scalar) {
      return use.apply(scalar);
    }
  }

  /** A copy of a column without its first and last row, made from a view of the same memory. */
  static ColumnVector inner(ColumnVector column) {
    try (column) {
      return column.subVector(1, (int) column.getRowCount() - 1);
    }
  }

  /** The same rows as a view that starts at an offset in packed memory, which the result owns. */
  private static ColumnVector atAnOffset(ColumnVector column) {
    if (column.getRowCount() < 3) {
      return column;
    }
    try (column;
        Table table = new Table(column);
        ContiguousTable packed = table.contiguousSplit()[0]) {
      ColumnView[] views =
          packed.getTable().getColumn(0).splitAsViews(1, (int) column.getRowCount() - 1);
      views[0].close();
      views[2].close();
      // The vector takes over the middle view and shares the memory.
      return ColumnVector.fromViewWithContiguousAllocation(
          views[1].getNativeView(), packed.getBuffer());
    }
  }
}
