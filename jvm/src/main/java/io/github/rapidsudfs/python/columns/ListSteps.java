// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python.columns;

import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.ColumnView;
import ai.rapids.cudf.DType;
import ai.rapids.cudf.OutOfBoundsPolicy;
import ai.rapids.cudf.Scalar;
import ai.rapids.cudf.Table;
import io.github.rapidsudfs.columns.ListSums;
import io.github.rapidsudfs.columns.StringBytes;
import io.github.rapidsudfs.python.columns.ColumnPlan.Run;

/** Steps on list columns, and on the columns of all lists' elements. */
final class ListSteps {
  /** Instructions for a list of eight items, measured on libcudf's kernels. */
  static final int FILTERING = 25_500;

  private ListSteps() {}

  /** The characters of each string; non-ASCII strings are odd. */
  static Col characters(MaskedWriter c, Col s) {
    c.odd(c.not(StringSteps.isAscii(c, s)));
    Col plain = StringSteps.mapped(c, s, "ascii", StringSteps.table(b -> b > 127, -128));
    Run run =
        (scope, rows, in) -> {
          ColumnVector lists = scope.own(StringBytes.lists(in[0]));
          ColumnView bytes = scope.own(lists.getChildColumnView(0));
          return withElements(lists, scope.own(each(bytes)));
        };
    return c.step("characters", Kind.LIST, s.nulls, 8, 1500, run, plain);
  }

  private static ColumnVector each(ColumnView bytes) {
    int n = Math.toIntExact(bytes.getRowCount());
    if (n == 0) return ColumnVector.fromStrings();
    try (Scalar zero = Scalar.fromInt(0);
        ColumnVector offsets = ColumnVector.sequence(zero, n + 1);
        ColumnVector copy = bytes.copyToColumnVector()) {
      return StringBytes.strings(copy, offsets);
    }
  }

  /** A child column of lists or structs as a separate column. */
  static ColumnVector child(ColumnView of, int index) {
    try (ColumnView view = of.getChildColumnView(index)) {
      return view.copyToColumnVector();
    }
  }

  /** The lists with their elements replaced. */
  static ColumnVector withElements(ColumnView lists, ColumnView elements) {
    try (ColumnView made = lists.replaceListChild(elements)) {
      return made.copyToColumnVector();
    }
  }

  /** The elements of all lists, concatenated. */
  static Col elements(MaskedWriter c, Col list) {
    Run run = (scope, rows, in) -> child(in[0], 0);
    return c.step("elements of " + list.item, list.item, false, 1, 600, run, list)
        .within(list.least, list.most);
  }

  /** A row's value repeated for each of its elements; written where rows are elements. */
  static Col spread(MaskedWriter c, Col list, Col value) {
    Run numbers =
        (scope, rows, in) -> {
          Scalar zero = scope.own(Scalar.fromInt(0));
          ColumnVector all = scope.own(ColumnVector.sequence(zero, (int) in[0].getRowCount()));
          Table exploded = scope.own(scope.own(new Table(all, in[0])).explode(1));
          return exploded.getColumn(0).incRefCount();
        };
    Col row = c.step("row of each", Kind.INT, false, 2, 6200, numbers, list);
    Run gather = (scope, rows, in) -> ListSums.at(in[1], in[0]);
    return c.step("spread", value.kind, value.nulls, 4, 375, gather, row, value)
        .within(value.least, value.most)
        .orNone(c.mayBeNone(value));
  }

  /** The lists with their elements replaced. */
  static Col with(MaskedWriter c, Col list, Col elements) {
    Run run = (scope, rows, in) -> withElements(in[0], in[1]);
    return c.step("lists of", Kind.LIST, list.nulls, 2, 600, run, list, elements)
        .itemsLike(elements);
  }

  /**
   * Lists of numbers with a constant step.
   *
   * @param size not negative
   */
  static Col sequence(MaskedWriter c, Col start, Col size, long step) {
    Run run =
        (scope, rows, in) -> {
          Scalar zero = scope.own(Scalar.fromLong(0));
          Scalar none = scope.own(Scalar.fromInt(0));
          Scalar by = scope.own(Scalar.fromLong(step));
          ColumnVector steps = scope.own(ColumnVector.fromScalar(by, (int) in[0].getRowCount()));
          ColumnVector starts = scope.own(in[0].replaceNulls(zero));
          ColumnVector sizes = scope.own(scope.own(in[1].castTo(DType.INT32)).replaceNulls(none));
          return ColumnVector.sequence(starts, sizes, steps);
        };
    Col from = c.column(start, Kind.INT);
    Col n = c.column(size, Kind.INT);
    return c.step("sequence by " + step, Kind.LIST, false, 8, 1200, run, from, n);
  }

  /**
   * The items of each list from a position on; null beyond its end.
   *
   * @param size not negative
   */
  static Col at(MaskedWriter c, Col list, Col start, Col size, long step) {
    Col places = sequence(c, start, size, step);
    Run run =
        (scope, rows, in) -> {
          ColumnView numbers = scope.own(in[1].getChildColumnView(0));
          ColumnVector narrow = scope.own(numbers.castTo(DType.INT32));
          ColumnView gather = scope.own(in[1].replaceListChild(narrow));
          return in[0].segmentedGather(gather, OutOfBoundsPolicy.NULLIFY);
        };
    boolean text = list.item == Kind.STR;
    Col made =
        c.step("items at", Kind.LIST, true, text ? 8 : 6, text ? 8600 : 2600, run, list, places);
    return c.asciiLike(made.itemsLike(list.item()), list);
  }

  /** The elements for which a mask over all elements holds. */
  static Col filtered(MaskedWriter c, Col list, Col mask) {
    Run run = (scope, rows, in) -> in[0].applyBooleanMask(scope.own(in[0].replaceListChild(in[1])));
    return c.step("filter", Kind.LIST, list.nulls, 9, FILTERING, run, list, mask)
        .itemsLike(elements(c, list));
  }

  /**
   * The sum of the ints of each list, from a column of all elements.
   *
   * @param list with items of any type
   */
  static Col sum(MaskedWriter c, Col list, Col numbers) {
    Run run = (scope, rows, in) -> ListSums.of(in[1], scope.own(in[0].getListOffsetsView()));
    return c.step("sum", Kind.INT, false, 5, 3000, run, list, numbers);
  }

  static Col joined(MaskedWriter c, Col list, String separator) {
    Run run =
        (scope, rows, in) -> {
          Scalar by = scope.own(Scalar.fromString(separator));
          Scalar none = scope.own(Scalar.fromString(""));
          return in[0].stringConcatenateListElements(by, none, true, true);
        };
    return c.step("join " + separator, Kind.STR, list.nulls, 6, 3000, run, list);
  }
}
