// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python.columns;

import ai.rapids.cudf.BinaryOp;
import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.ColumnView;
import ai.rapids.cudf.DType;
import ai.rapids.cudf.Scalar;
import io.github.rapidsudfs.python.PyList;
import io.github.rapidsudfs.python.PyTuple;
import io.github.rapidsudfs.python.columns.ColumnPlan.Run;
import java.util.ArrayList;
import java.util.List;

/**
 * List displays as list columns, and choices between lists. A list column has items of one type,
 * without nulls: rows with None as an item are odd.
 */
public final class ListColumns {
  private ListColumns() {}

  public static boolean isList(Col a) {
    return a.kind == Kind.LIST || a.constant instanceof PyList;
  }

  /** The items of a list or tuple display; null for a column. */
  public static List<Col> parts(Col a) {
    if (a.parts != null) return a.parts;
    if (!(a.constant instanceof PyList || a.constant instanceof PyTuple)) return null;
    List<Col> parts = new ArrayList<>();
    for (Object item : (Iterable<?>) a.constant) parts.add(Col.constant(item));
    return parts;
  }

  /** A value in the representation of items; rows with None are odd. */
  static Col asItem(MaskedWriter c, Col value) {
    c.odd(value.kind == Kind.NONE ? Col.TRUE : c.isNone(value));
    return filled(c, value.kind == Kind.NONE ? Col.constant("") : value.orNone(false));
  }

  private static Col filled(PlanWriter c, Col value) {
    if (!Kind.isItem(value)) throw c.refuse("a list of " + value.name());
    Col all = c.column(value, value.kind);
    return value.kind == Kind.BOOL ? c.holds(all) : c.known(all, value.kind.filler());
  }

  /** The kind of a list's items; NONE if it has none. */
  public static Kind itemKind(PlanWriter c, Col list) {
    return described(c, list).item;
  }

  /** The properties of a list's column, before it exists. */
  public static Col described(PlanWriter c, Col list) {
    List<Col> parts = parts(list);
    if (parts == null) return list;
    Col items = Col.of(Kind.NONE, 0, false);
    for (Col part : parts) {
      if (part.none || part.kind == null)
        throw c.refuse("a list, tuple or set with " + part.name());
      if (items.kind != Kind.NONE && items.kind != part.kind) {
        throw c.refuse("a list of " + items.name() + " and " + part.name());
      }
      boolean first = items.kind == Kind.NONE;
      items =
          Col.of(part.kind, 0, false)
              .within(
                  first ? part.least : Math.min(items.least, part.least),
                  first ? part.most : Math.max(items.most, part.most));
    }
    return Col.of(Kind.LIST, 0, false).itemsLike(items);
  }

  /**
   * The column of a list display; other columns unchanged.
   *
   * @param item the kind for an empty list; null if it does not matter
   */
  public static Col column(PlanWriter c, Col list, Kind item) {
    List<Col> parts = parts(list);
    if (parts == null) return list;
    Col like = described(c, list);
    if (parts.isEmpty()) return empty(c, item == null ? Kind.NONE : item);
    List<Col> in = new ArrayList<>();
    for (Col part : parts) in.add(filled(c, part));
    Run run = (scope, rows, columns) -> ColumnVector.makeList(columns);
    int n = in.size();
    boolean text = like.item == Kind.STR;
    int price = (text ? 650 : 50) * n;
    return c.step("list", Kind.LIST, false, text ? 8 : 2, price, run, in.toArray(new Col[0]))
        .itemsLike(like.item());
  }

  private static Col empty(PlanWriter c, Kind item) {
    DType type = (item == Kind.NONE ? Kind.STR : item).type();
    Run run =
        (scope, rows, in) ->
            ColumnVector.makeList(in.length == 0 ? rows : in[0].getRowCount(), type);
    return c.step("empty " + item, Kind.LIST, false, 2, 40, run, c.like())
        .itemsLike(Col.of(item, 0, false));
  }

  /** Nulls in place of lists. */
  public static Col none(PlanWriter c, Kind item) {
    Run run =
        (scope, rows, in) -> {
          Scalar none = scope.own(Scalar.fromNull(DType.BOOL8));
          ColumnVector nulls = scope.own(ColumnVector.fromScalar(none, (int) in[0].getRowCount()));
          return in[0].mergeAndSetValidity(BinaryOp.BITWISE_AND, nulls);
        };
    return c.step("no list", Kind.LIST, true, 3, 60, run, empty(c, item))
        .itemsLike(Col.of(item, 0, false))
        .orNone(true);
  }

  /** A choice between two values, one of which is a list. */
  static Col select(PlanWriter c, Col mask, Col a, Col b) {
    List<Col> first = parts(a);
    List<Col> second = parts(b);
    boolean lists = isList(a) && isList(b) && first != null && second != null;
    if (lists && first.size() == second.size()) {
      return Col.list(c.each(mask, first, second));
    }
    Kind item = itemKind(c, a, b);
    Col x = a.kind == Kind.NONE ? none(c, item) : column(c, a, item);
    Col y = b.kind == Kind.NONE ? none(c, item) : column(c, b, item);
    return c.ifElse(mask, Kind.LIST, x, y)
        .itemsLike(itemOfBoth(item, x, y))
        .orNone(x.none || y.none);
  }

  /** An item of either of two lists. */
  static Col itemOfBoth(Kind kind, Col a, Col b) {
    Col item = Col.of(kind, 0, false);
    if (a.item != b.item) return item;
    return item.within(Math.min(a.least, b.least), Math.max(a.most, b.most));
  }

  /** The common item kind of two lists, either of which may be empty or not a list. */
  static Kind itemKind(PlanWriter c, Col a, Col b) {
    for (Col one : List.of(a, b)) {
      if (one.kind != Kind.NONE && !isList(one)) throw c.refuse("a list or " + one.name());
    }
    Kind x = a.kind == Kind.NONE ? Kind.NONE : described(c, a).item;
    Kind y = b.kind == Kind.NONE ? Kind.NONE : described(c, b).item;
    if (x != y && x != Kind.NONE && y != Kind.NONE) {
      throw c.refuse(
          "a list of " + Col.of(x, 0, false).name() + " or " + Col.of(y, 0, false).name());
    }
    return x == Kind.NONE ? y : x;
  }

  /** The parts whose masks hold. */
  public static Col some(MaskedWriter c, List<Col> parts, List<Col> masks) {
    List<Col> columns = new ArrayList<>();
    for (Col mask : masks) columns.add(c.column(mask, Kind.BOOL));
    Col kept = column(c, Col.list(columns), null);
    Col all = column(c, Col.list(parts), null);
    Run run = (scope, rows, in) -> in[0].applyBooleanMask(in[1]);
    return c.step("some", Kind.LIST, false, 9, ListSteps.FILTERING, run, all, kept)
        .itemsLike(ListSteps.elements(c, all));
  }

  /**
   * A column of an argument: items in Python's types, without nulls; rows with None as an item are
   * odd.
   */
  public static Col argument(MaskedWriter c, int index, Kind kind, long least, long most) {
    Col given = c.argument(index, Kind.LIST);
    c.odd(
        c.holds(
            c.step(
                "has None",
                Kind.BOOL,
                true,
                1,
                44,
                (scope, rows, in) -> in[0].listContainsNulls(),
                given)));
    Run run =
        (scope, rows, in) -> {
          ColumnVector own = scope.own(in[0].purgeNonEmptyNulls());
          ColumnView items = scope.own(own.getChildColumnView(0));
          ColumnVector wide = scope.own(items.castTo(kind.type()));
          Scalar filler = scope.own(kind.scalar(kind.filler().constant));
          return ListSteps.withElements(own, scope.own(wide.replaceNulls(filler)));
        };
    Col made =
        c.step("items of " + kind, Kind.LIST, true, 8, 2500, run, given)
            .itemsLike(Col.of(kind, 0, false).within(least, most))
            .orNone(true);
    if (kind == Kind.DATE) {
      try (ListForms.Each each = new ListForms.Each(c, List.of(made))) {
        DateForms.known(c, each.element);
      }
    }
    return made;
  }

  /** Lists whose ints are within bounds; other rows are odd. */
  public static Col within(MaskedWriter c, Col list, long least, long most) {
    if (list.isWithin(least, most)) return list;
    try (ListForms.Each each = new ListForms.Each(c, List.of(list))) {
      NumberForms.oddOutside(c, each.element, least, most);
    }
    return list;
  }

  /** The lists with items in a Spark type. */
  public static Col converted(MaskedWriter c, Col list, DType type) {
    Run run =
        (scope, rows, in) -> {
          ColumnView items = scope.own(in[0].getChildColumnView(0));
          return ListSteps.withElements(in[0], scope.own(items.castTo(type)));
        };
    Col made = c.step("items as " + type, Kind.LIST, list.nulls, 2, 300, run, list);
    return made.orNone(list.none);
  }
}
