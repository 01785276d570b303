// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.golden;

import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.ColumnView;
import ai.rapids.cudf.ContiguousTable;
import ai.rapids.cudf.Table;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The operations of a golden file, read from tables: see the README of the module. */
final class Cases {
  /**
   * An operation with a unique name, the relative tolerance of its floating-point results, its
   * inputs, and its expression.
   */
  record Case(String operation, double tolerance, List<Supplier<ColumnVector>> inputs, Body body) {}

  /** Returns a column, a table, a scalar or an array of columns, which the caller closes. */
  interface Body {
    /** Runs the operation on inputs, which are borrowed. */
    Object run(ColumnVector[] in);
  }

  private static final List<String> TABLES =
      List.of(
          "types numbers decimals texts patterns times nested tables aggregations windows casts strings"
              .split(" "));

  private static final double TOLERANCE = 1e-14;
  private static final Pattern DEFINITION = Pattern.compile("(\\w+) (:?=) (.*)");
  private static final Pattern REFERENCE = Pattern.compile("\\$\\{?(\\w+)}?");
  private static final Pattern SPREAD = Pattern.compile("\\$(\\w+)\\.{3}");

  /**
   * Operations with an input of positions in another input, which would have fewer rows as a view;
   * and what has no memory for the rows that it names.
   */
  private static final String NOT_AT_OFFSETS =
      "(gather|segmentedGather|filter|child of asByteList).*";

  /** The forms of a typed column, by what they add to an operation's name. */
  private static final Map<String, UnaryOperator<ColumnVector>> FORMS = new LinkedHashMap<>();

  static {
    FORMS.put("", ColumnVector::incRefCount);
    FORMS.put(", sliced", CaseColumns::inner);
    FORMS.put(", of nulls", column -> CaseColumns.gather(column, 1, 1, 1));
    FORMS.put(", of no rows", column -> CaseColumns.gather(column));
  }

  private final List<Case> all = new ArrayList<>();
  private final Set<String> names = new HashSet<>();
  private final Map<String, String> columns = new HashMap<>();
  private final Map<String, List<String>> lists = new HashMap<>();

  private Cases() {}

  /** All cases, by subject. */
  static List<Case> all() {
    Cases cases = new Cases();
    for (String table : TABLES) {
      String text =
          CaseColumns.resource(table + ".txt")
              .filter(line -> !line.startsWith("#"))
              .collect(Collectors.joining("\n"));
      // An indented line continues the one before it.
      text.replaceAll("(?<=[|¦])\n +", "").replaceAll("\n +", " ").lines().forEach(cases::read);
    }
    for (Case c : List.copyOf(cases.all)) {
      if (!c.operation().matches(".*(sliced|of no rows|of nulls)|" + NOT_AT_OFFSETS)) {
        cases.add(
            c.operation() + ", at an offset",
            c.tolerance(),
            c.body(),
            c.inputs(),
            Cases::atAnOffset);
      }
    }
    return cases.all;
  }

  /** Reads a list {@code name := values}, a column {@code name = expression}, or an operation. */
  private void read(String line) {
    String[] parts = line.split(" :: ", 2);
    Matcher definition = DEFINITION.matcher(line);
    if (parts.length == 2) {
      String name = parts[0].replaceFirst("^[~*]+ ", "");
      expand(parts[0].substring(0, parts[0].length() - name.length()), name, parts[1]);
    } else if (definition.matches()) {
      String value = definition.group(3);
      check(names.add(definition.group(1) + definition.group(2)), "defined twice: " + line);
      if (definition.group(2).equals("=")) {
        columns.put(definition.group(1), value);
      } else {
        lists.put(definition.group(1), values(value));
      }
    } else {
      check(line.isBlank(), "neither a definition nor an operation: " + line);
    }
  }

  private static void check(boolean holds, String wrong) {
    if (!holds) {
      throw new IllegalStateException("a table of cases is wrong: " + wrong);
    }
  }

  /** The values that broken bars or blanks separate, with those of other lists. */
  private List<String> values(String text) {
    return Stream.of(text.split(text.contains("¦") ? "¦" : " ", -1))
        .flatMap(v -> v.matches("\\$\\w+") ? lists.get(v.substring(1)).stream() : Stream.of(v))
        .toList();
  }

  /**
   * Adds an operation for each combination of values of the lists that its name refers to. A value
   * {@code name→expression} has two sides; within quotes its name is meant.
   */
  private void expand(String marks, String name, String rest) {
    Matcher reference = REFERENCE.matcher(name);
    while (reference.find()) {
      String list = reference.group(1);
      if (lists.containsKey(list)) {
        for (String value : lists.get(list)) {
          String[] sides = value.split("→", 2);
          String text = rest.replace("'$" + list + "'", quoted(sides[0]));
          expand(
              marks,
              substituted(name, list, sides[0]),
              substituted(text, list, sides[sides.length - 1]));
        }
        return;
      }
    }
    String[] parts = rest.split(" :: ");
    String expression = SPREAD.matcher(parts[0]).replaceAll(this::spread);
    List<Supplier<ColumnVector>> inputs =
        Stream.of(parts.length == 1 ? new String[0] : parts[1].split(" ; "))
            .<Supplier<ColumnVector>>map(input -> () -> Expression.column(input, columns))
            .toList();
    Map<String, UnaryOperator<ColumnVector>> forms =
        marks.contains("*") ? FORMS : Map.of("", ColumnVector::incRefCount);
    forms.forEach(
        (form, shape) ->
            add(
                name + form,
                marks.contains("~") ? TOLERANCE : 0,
                in -> Expression.evaluate(expression, columns, in),
                inputs,
                shape));
  }

  private static String substituted(String text, String list, String value) {
    return text.replaceAll(
        "\\$" + list + "\\b|\\$\\{" + list + "}", Matcher.quoteReplacement(value));
  }

  private String spread(MatchResult all) {
    Stream<String> values = lists.get(all.group(1)).stream().map(Cases::quoted);
    return Matcher.quoteReplacement(values.collect(Collectors.joining(", ")));
  }

  private static String quoted(String value) {
    return "'" + value.replace("\\", "\\\\").replace("'", "\\'") + "'";
  }

  private void add(
      String operation,
      double tolerance,
      Body body,
      List<Supplier<ColumnVector>> inputs,
      UnaryOperator<ColumnVector> shape) {
    check(names.add(operation), "two operations are named " + operation);
    List<Supplier<ColumnVector>> shaped =
        inputs.stream().<Supplier<ColumnVector>>map(input -> () -> in(shape, input.get())).toList();
    all.add(new Case(operation, tolerance, shaped, body));
  }

  private static ColumnVector in(UnaryOperator<ColumnVector> shape, ColumnVector column) {
    try (column) {
      return shape.apply(column);
    }
  }

  /** The same rows as a view that starts at an offset in packed memory, which the result owns. */
  private static ColumnVector atAnOffset(ColumnVector column) {
    int rows = (int) column.getRowCount();
    if (rows < 3) {
      return column.incRefCount();
    }
    try (Table table = new Table(column);
        ContiguousTable packed = table.contiguousSplit()[0]) {
      ColumnView[] views = packed.getTable().getColumn(0).splitAsViews(1, rows - 1);
      views[0].close();
      views[2].close();
      // The vector takes over the middle view and shares the memory.
      return ColumnVector.fromViewWithContiguousAllocation(
          views[1].getNativeView(), packed.getBuffer());
    }
  }
}
