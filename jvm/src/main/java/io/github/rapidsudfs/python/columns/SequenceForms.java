// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python.columns;

import ai.rapids.cudf.BinaryOp;
import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.ColumnView;
import ai.rapids.cudf.DType;
import ai.rapids.cudf.Scalar;
import io.github.rapidsudfs.python.columns.ColumnPlan.Run;
import java.util.ArrayList;
import java.util.List;

/** The columnar forms of operations that create, search and compare whole lists. */
public final class SequenceForms {
  /** Ranges with more numbers are odd. */
  private static final long MOST = 10_000;

  private SequenceForms() {}

  /** An iterable as a list column. */
  public static Col items(MaskedWriter c, Col of) {
    if (ListColumns.parts(of) != null) return ListColumns.column(c, of, null);
    if (of.isConstant()) throw c.refuse("a loop over " + of.name());
    if (of.kind == Kind.STR) return c.asAscii(ListSteps.characters(c, of));
    if (of.kind != Kind.LIST) throw c.refuse("a loop over " + of.name());
    return of;
  }

  /** Also for sets: their order is not Python's. */
  public static Col bag(MaskedWriter c, Col of) {
    return of.kind == Kind.SET ? of.as(Kind.LIST) : items(c, of);
  }

  /** The number of items; 0 for None. */
  private static Col size(MaskedWriter c, Col list) {
    return c.known(StringSteps.length(c, list), Col.constant(0L)).within(0, Col.MOST_LENGTH);
  }

  /** {@code list(x)}. */
  public static Col list(MaskedWriter c, Col of) {
    List<Col> parts = ListColumns.parts(of);
    return parts != null ? Col.list(parts) : items(c, of);
  }

  /** The numbers of a range with step one; rows with too many are odd. */
  public static Col range(MaskedWriter c, Col from, Col to) {
    Col first = NumberForms.integer(c, from);
    if (first.isConstant() && to.isConstant()) throw c.refuse("a range of constants as a list");
    Col distance = NumberForms.sub(c, NumberForms.integer(c, to), first);
    c.odd(c.is(BinaryOp.GREATER, distance, MOST));
    Col size = c.select(c.is(BinaryOp.GREATER, distance, MOST), Col.constant(0L), distance);
    Col some = c.select(c.is(BinaryOp.LESS, size, 0), Col.constant(0L), size);
    return ListSteps.sequence(c, first, some.within(0, MOST), 1)
        .itemsLike(Col.of(Kind.INT, 0, false).within(first.least, upTo(first.most)));
  }

  private static long upTo(long most) {
    return most > Long.MAX_VALUE - MOST ? Long.MAX_VALUE : most + MOST;
  }

  /** A list, and in parallel the numbers of its items. */
  public static List<Col> enumerated(MaskedWriter c, Col of, Col start) {
    Col list = items(c, of);
    Col from = NumberForms.integer(c, start);
    Col numbers =
        ListSteps.sequence(c, from, size(c, list), 1)
            .itemsLike(
                Col.of(Kind.INT, 0, false)
                    .within(
                        from.least,
                        from.most > 1L << 62 ? Long.MAX_VALUE : from.most + Col.MOST_LENGTH));
    return List.of(numbers, list);
  }

  /**
   * Lists, truncated to the shortest.
   *
   * @param strict whether lengths must be equal: rows where they differ are odd
   */
  public static List<Col> zipped(MaskedWriter c, List<Col> lists, boolean strict) {
    Col length = null;
    for (Col list : lists) {
      Col own = size(c, items(c, list));
      // The items before the end may raise another exception.
      if (strict && length != null) c.odd(c.is(BinaryOp.NOT_EQUAL, length, own));
      length = length == null ? own : ComparisonForms.min(c, length, own);
    }
    List<Col> all = new ArrayList<>();
    for (Col list : lists) all.add(ListSteps.at(c, items(c, list), Col.constant(0L), length, 1));
    return all;
  }

  /** The list with the item at a position replaced. */
  public static Col with(MaskedWriter c, Col list, Col index, Col value) {
    Col length = ListColumns.parts(list) == null ? size(c, list) : ItemForms.len(c, list);
    Col i = NumberForms.integer(c, index);
    if (length.isConstant()) throw c.refuse("assignment to an item of a list display");
    Col at = ItemForms.fromStart(c, i, length);
    Col tooFar = at.isConstant() ? Col.FALSE : c.is(BinaryOp.LESS, at, 0);
    c.raise("IndexError", c.or(tooFar, c.not(c.is(BinaryOp.GREATER, length, at))));
    Col before = slice(c, list, Col.constant(0L), at, Col.NONE);
    Col after = slice(c, list, NumberForms.add(c, at, Col.constant(1L)), Col.NONE, Col.NONE);
    return concat(c, append(c, before, value), after);
  }

  /** {@code x.copy()}. */
  public static Col copy(MaskedWriter c, Col list) {
    return list(c, list);
  }

  static Col slice(MaskedWriter c, Col a, Col start, Col stop, Col step) {
    List<Col> parts = ListColumns.parts(a);
    long by = step.kind == Kind.NONE ? 1 : step.constant instanceof Long ? (Long) step.constant : 0;
    if (by == 0) throw c.refuse("a slice with this step");
    if (parts != null && start.isConstant() && stop.isConstant() && by == 1) {
      int n = parts.size();
      int from = within(start, 0, n);
      return Col.list(parts.subList(from, Math.max(from, within(stop, n, n))));
    }
    Col list = ListColumns.column(c, a, null);
    boolean fromLast = start.kind == Kind.NONE || Long.valueOf(-1).equals(start.constant);
    if (by == -1 && fromLast && stop.kind == Kind.NONE) return reversed(c, list);
    if (by < 0) throw c.refuse("a slice with this step");
    Col length = size(c, list);
    Col from = ItemForms.orWhole(c, start, Col.constant(0L), length);
    Col to = ItemForms.orWhole(c, stop, length, length);
    Col distance =
        NumberForms.sub(c, to.within(0, Col.MOST_LENGTH), from.within(0, Col.MOST_LENGTH));
    Col some = c.select(c.is(BinaryOp.LESS, distance, 0), Col.constant(0L), distance);
    Col size = some.within(0, Col.MOST_LENGTH);
    if (by > 1) {
      Col up = NumberForms.add(c, size, Col.constant(by - 1));
      size = NumberForms.floordiv(c, up, Col.constant(by));
    }
    return ListSteps.at(c, list, from, size, by);
  }

  private static int within(Col position, int none, int size) {
    if (position.kind == Kind.NONE) return none;
    long at = (Long) position.constant;
    return (int) Math.max(0, Math.min(size, at < 0 ? at + size : at));
  }

  /** From the last item to the first. */
  public static Col reversed(MaskedWriter c, Col of) {
    Col list = items(c, of);
    Run run = (scope, rows, in) -> in[0].reverseStringsOrLists();
    Col made = c.step("reversed lists", Kind.LIST, list.nulls, 9, 7700, run, list);
    return c.asciiLike(made.itemsLike(list.item()), list);
  }

  /** Concatenates lists. */
  public static Col concat(MaskedWriter c, Col a, Col b) {
    List<Col> first = ListColumns.parts(a);
    List<Col> second = ListColumns.parts(b);
    if (first != null && second != null) {
      List<Col> all = new ArrayList<>(first);
      all.addAll(second);
      return Col.list(all);
    }
    if (first != null && first.isEmpty()) return b;
    if (second != null && second.isEmpty()) return a;
    Kind item = ListColumns.itemKind(c, a, b);
    Col x = ListColumns.column(c, a, item);
    Col y = ListColumns.column(c, b, item);
    Run run = (scope, rows, in) -> ColumnVector.listConcatenateByRow(in[0], in[1]);
    boolean text = item == Kind.STR;
    int price = text ? 30_000 : 4200;
    return c.step("concat lists", Kind.LIST, x.nulls || y.nulls, text ? 17 : 10, price, run, x, y)
        .itemsLike(ListColumns.itemOfBoth(item, x, y));
  }

  /** A list with an item appended. */
  public static Col append(MaskedWriter c, Col list, Col value) {
    if (value.kind == Kind.NONE) {
      c.odd(Col.TRUE);
      return list;
    }
    c.odd(c.isNone(value));
    Col some = value.orNone(false);
    if (!Kind.isItem(some)) throw c.refuse("a list of " + value.name());
    return concat(c, list, Col.list(List.of(some)));
  }

  /** Sorted in cuDF's order: Python's except for floats with NaN or zeros of both signs. */
  public static Col sorted(MaskedWriter c, Col of, Col reverse) {
    boolean down = reverse.isTrue();
    if (!down && !reverse.isFalse()) throw c.refuse("sorted() in a computed order");
    Col list = items(c, of);
    comparable(c, list);
    Run run = (scope, rows, in) -> in[0].listSortRows(down, false);
    String name = "sorted" + (down ? " down" : "");
    int price = list.item == Kind.STR ? 49_000 : 5200;
    Col made = c.step(name, Kind.LIST, list.nulls, 11, price, run, list);
    return c.asciiLike(made.itemsLike(list.item()), list);
  }

  /** Lists of floats with NaN or -0.0 are odd. */
  private static void comparable(MaskedWriter c, Col list) {
    if (list.item != Kind.FLOAT) return;
    try (ListForms.Each each = new ListForms.Each(c, List.of(list))) {
      Col x = each.element;
      Run bits = (scope, rows, in) -> scope.own(in[0].bitCastTo(DType.INT64)).copyToColumnVector();
      Col of = c.step("bits", Kind.INT, x.nulls, 1, 40, bits, x);
      c.odd(c.is(BinaryOp.NOT_EQUAL, x, x));
      c.odd(c.is(BinaryOp.EQUAL, of, Long.MIN_VALUE));
    }
  }

  /** The least or greatest item; ValueError if there is none. */
  public static Col extreme(MaskedWriter c, Col of, boolean greatest) {
    Col list = sorted(c, of, Col.constant(greatest));
    Col found = StringSteps.element(c, list, 0);
    c.raise("ValueError", c.isNull(found));
    return c.asciiLike(found, list);
  }

  /**
   * The first item with the least or greatest key.
   *
   * @param keys of all items, in lists of the same lengths
   */
  public static Col extreme(MaskedWriter c, Col list, Col keys, boolean greatest) {
    Col best = extreme(c, keys, greatest);
    Col at = place(c, keys, best).within(0, Col.MOST_LENGTH);
    return StringSteps.element(c, items(c, list), at);
  }

  /** The position of an item's first occurrence; negative if absent. */
  private static Col place(MaskedWriter c, Col list, Col item) {
    Run run =
        (scope, rows, in) -> {
          Scalar missing = scope.own(Scalar.fromLong(-1));
          ColumnVector found =
              scope.own(in[0].listIndexOf(in[1], ColumnView.FindOptions.FIND_FIRST));
          return scope.own(found.castTo(DType.INT64)).replaceNulls(missing);
        };
    Col sought = c.column(item, item.kind);
    return c.step("place in list", Kind.INT, false, 5, 1500, run, list, sought)
        .within(-1, Col.MOST_LENGTH);
  }

  /** A value that can be searched for in a list; null if the list cannot contain it. */
  private static Col sought(MaskedWriter c, Col list, Col item) {
    if (item.kind == Kind.NONE || list.item == Kind.NONE) return null;
    if (list.item == Kind.FLOAT || item.kind == Kind.FLOAT || !Kind.isItem(item)) {
      throw c.refuse("a search for " + item.name() + " in a list");
    }
    if (list.item.isNumber() != item.kind.isNumber()) return null;
    if (list.item == item.kind) return item;
    if (list.item != Kind.INT) throw c.refuse("a search for " + item.name() + " in a list");
    return item.kind == Kind.BOOL ? NumberForms.integer(c, item) : null;
  }

  static Col contains(MaskedWriter c, Col of, Col item) {
    Col list = items(c, of);
    Col sought = sought(c, list, item);
    if (sought == null) return Col.FALSE;
    return c.is(BinaryOp.GREATER_EQUAL, place(c, list, sought), 0);
  }

  public static Col index(MaskedWriter c, Col of, Col item) {
    Col list = items(c, of);
    Col sought = sought(c, list, item);
    if (sought == null) throw c.refuse("index() of " + item.name());
    Col at = place(c, list, sought);
    c.raise("ValueError", c.is(BinaryOp.LESS, at, 0));
    return at.within(0, Col.MOST_LENGTH);
  }

  public static Col count(MaskedWriter c, Col of, Col item) {
    Col list = items(c, of);
    Col sought = sought(c, list, item);
    if (sought == null) return Col.constant(0L);
    ListForms.Each each = new ListForms.Each(c, List.of(list));
    Col equal = ComparisonForms.eq(c, each.element, each.spread(sought));
    each.close();
    return each.count(equal);
  }

  /** Lists that both have a NaN at the same position are odd. */
  static Col equal(MaskedWriter c, Col a, Col b) {
    List<Col> first = ListColumns.parts(a);
    List<Col> second = ListColumns.parts(b);
    if (first != null && second != null) {
      return ComparisonForms.eq(c, Col.tuple(first), Col.tuple(second));
    }
    Kind item = ListColumns.itemKind(c, a, b);
    Col x = ListColumns.column(c, a, item);
    Col y = ListColumns.column(c, b, item);
    Col sizes = c.is(BinaryOp.EQUAL, size(c, x), size(c, y));
    Col nones = ComparisonForms.nones(c, a, b);
    Col known = c.andNot(c.not(c.isNone(a)), c.isNone(b));
    Col aligned = ListSteps.at(c, y, Col.constant(0L), size(c, x), 1);
    ListForms.Each each = new ListForms.Each(c, List.of(x, aligned));
    Col one = each.element.parts.get(0);
    // A null beyond the other list's end is not equal.
    Col other = each.element.parts.get(1).orNull();
    if (item == Kind.FLOAT) {
      c.odd(c.and(NumberForms.isnan(c, one), NumberForms.isnan(c, other)));
    }
    Col differs = c.not(c.is(BinaryOp.EQUAL, one, other));
    each.close();
    Col same = each.any(c.not(differs), true);
    return c.or(nones, c.and(known, c.and(sizes, same)));
  }
}
