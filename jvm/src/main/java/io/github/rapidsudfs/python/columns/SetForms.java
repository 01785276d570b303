// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python.columns;

import ai.rapids.cudf.BinaryOp;
import ai.rapids.cudf.ColumnView;
import io.github.rapidsudfs.python.PySet;
import io.github.rapidsudfs.python.columns.ColumnPlan.Run;
import java.util.ArrayList;
import java.util.List;

/**
 * The columnar forms of sets: lists of distinct items in cuDF's order, so nothing whose result
 * depends on the order may iterate over them.
 */
public final class SetForms {
  private SetForms() {}

  public static Col set(MaskedWriter c, Col of) {
    if (of.kind == Kind.SET) return of;
    Col list = SequenceForms.items(c, of);
    if (list.item == Kind.FLOAT) throw c.refuse("a set of floats");
    Run run = (scope, rows, in) -> in[0].dropListDuplicates();
    int price = list.item == Kind.STR ? 12_400 : 4400;
    return c.step("set", Kind.SET, list.nulls, 22, price, run, list).itemsLike(list.item());
  }

  public static Col frozenset(MaskedWriter c, Col of) {
    return set(c, of);
  }

  private static Col column(MaskedWriter c, Col of) {
    if (of.constant instanceof PySet) {
      List<Col> parts = new ArrayList<>();
      for (Object item : ((PySet) of.constant).elements()) parts.add(Col.constant(item));
      return set(c, Col.list(parts));
    }
    return set(c, of);
  }

  static boolean isSet(Col a) {
    return a.kind == Kind.SET || a.constant instanceof PySet;
  }

  private static Col both(MaskedWriter c, BinaryOp op, Col a, Col b) {
    Col x = column(c, a);
    Col y = column(c, b);
    if (x.item != y.item) throw c.refuse("sets of different types");
    Run run =
        (scope, rows, in) ->
            op == BinaryOp.BITWISE_AND
                ? ColumnView.listsIntersectDistinct(in[0], in[1])
                : op == BinaryOp.BITWISE_OR
                    ? ColumnView.listsUnionDistinct(in[0], in[1])
                    : ColumnView.listsDifferenceDistinct(in[0], in[1]);
    boolean text = x.item == Kind.STR;
    int price = text ? 66_000 : 4800;
    return c.step("sets " + op, Kind.SET, x.nulls || y.nulls, text ? 38 : 14, price, run, x, y)
        .itemsLike(Col.of(x.item, 0, false));
  }

  /** {@code &}, {@code |}, {@code ^} or {@code -} of two sets. */
  static Col combined(MaskedWriter c, BinaryOp op, Col a, Col b) {
    if (!isSet(a) || !isSet(b)) throw c.refuse("an operator of " + a.name() + " and " + b.name());
    if (op != BinaryOp.BITWISE_XOR) return both(c, op, a, b);
    Col left = both(c, BinaryOp.SUB, a, b);
    return both(c, BinaryOp.BITWISE_OR, left, both(c, BinaryOp.SUB, b, a));
  }

  public static Col union(MaskedWriter c, Col a, Col b) {
    return both(c, BinaryOp.BITWISE_OR, a, b);
  }

  public static Col intersection(MaskedWriter c, Col a, Col b) {
    return both(c, BinaryOp.BITWISE_AND, a, b);
  }

  public static Col difference(MaskedWriter c, Col a, Col b) {
    return both(c, BinaryOp.SUB, a, b);
  }

  private static Col isEmpty(MaskedWriter c, Col set) {
    return c.is(BinaryOp.EQUAL, StringSteps.length(c, set), 0);
  }

  public static Col issubset(MaskedWriter c, Col a, Col b) {
    return isEmpty(c, difference(c, a, b));
  }

  public static Col issuperset(MaskedWriter c, Col a, Col b) {
    return isEmpty(c, difference(c, b, a));
  }

  public static Col isdisjoint(MaskedWriter c, Col a, Col b) {
    return isEmpty(c, intersection(c, a, b));
  }

  /** For sets, neither of which is None. */
  static Col equal(MaskedWriter c, Col a, Col b) {
    if (c.mayBeNone(a) || c.mayBeNone(b)) throw c.refuse("a comparison of sets with None");
    return c.and(issubset(c, a, b), issubset(c, b, a));
  }
}
