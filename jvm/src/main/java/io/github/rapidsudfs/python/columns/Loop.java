// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python.columns;

import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.Scalar;
import io.github.rapidsudfs.columns.Columns;
import io.github.rapidsudfs.columns.Masks;
import io.github.rapidsudfs.python.columns.ColumnPlan.Run;
import java.util.ArrayList;
import java.util.List;

/**
 * Loops over data: all rows take their next turn at once, with one plan per turn, until no row is
 * left in the loop.
 */
public final class Loop {

  /** Rows still in the loop after this many turns are odd. */
  public static final int MOST_TURNS = 128;

  private Loop() {}

  /** The lists that a loop iterates over; a string's characters. */
  public static Col list(MaskedWriter c, Col of) {
    if (ListColumns.isList(of)) return ListColumns.column(c, of, null);
    if (of.kind != Kind.STR || of.isConstant()) throw c.refuse("a loop over " + of.name());
    return c.asAscii(ListSteps.characters(c, of));
  }

  /** The element of each list at an index, which exists in rows that matter. */
  public static Col item(MaskedWriter c, Col list, Col index) {
    return c.asciiLike(StringSteps.element(c, list, index), list);
  }

  /** A value of another plan as an argument of this one. */
  public static Col argument(MaskedWriter from, Col value, MaskedWriter to, int index) {
    Col made = value.at(index).orNone(from.mayBeNone(value));
    return from.isAscii(value) ? to.asAscii(made) : made;
  }

  /** The number of the turn, in its plan. */
  public static Col turn() {
    return Col.of(Kind.INT, 0, false).within(0, MOST_TURNS);
  }

  /** A mask among the arguments of a turn's plan. */
  public static Col mask(int index) {
    return Col.of(Kind.BOOL, index, false);
  }

  /** A variable as an argument of a turn's plan. */
  public static Col variable(Col of, int index) {
    return of.kind == Kind.NONE ? Col.NONE : of.at(index);
  }

  /** Whether a variable may have one value before a turn and the other after it. */
  public static boolean fits(Col before, Col after) {
    return before.kind == after.kind
        && before.item == after.item
        && (before.nulls || !after.nulls)
        && (before.none || !after.none)
        && after.isWithin(before.least, before.most);
  }

  /** The value that a variable may have before a turn, widened to cover both. */
  public static Col widened(Col before, Col after) {
    Col of = before.kind == Kind.NONE || before.item == Kind.NONE ? after : before;
    Col wide = Col.of(of.kind, 0, before.nulls || after.nulls).orNone(before.none || after.none);
    if (of.kind == Kind.LIST) wide = wide.itemsLike(Col.of(of.item, 0, false));
    return after.isWithin(before.least, before.most)
        ? wide.within(before.least, before.most)
        : wide;
  }

  /**
   * Writes the loop.
   *
   * @param name of the step
   * @param turn with the arguments turn, state, invariants; its outputs are the next state
   * @param turns the typical number of turns
   * @param before the initial state: which rows are in the loop, and any other values
   * @param after the properties of the state's columns
   * @param invariants the values that turns use but do not change
   * @return the final state
   */
  public static List<Col> write(
      MaskedWriter c,
      String name,
      ColumnPlan turn,
      int turns,
      List<Col> before,
      List<Col> after,
      List<Col> invariants) {
    int states = after.size();
    List<Col> in = new ArrayList<>();
    for (int i = 0; i < states; i++) {
      Col value = before.get(i);
      boolean isList = ListColumns.isList(value);
      Col like = after.get(i);
      in.add(isList ? ListColumns.column(c, value, like.item) : c.column(value, like.kind));
    }
    int[] places = new int[invariants.size()];
    for (int i = 0; i < places.length; i++) {
      boolean used = turn.uses(1 + states + i);
      places[i] = used ? in.size() : -1;
      if (used) in.add(invariants.get(i));
    }
    Run run = (scope, rows, columns) -> run(turn, states, places, columns);
    Price price = turn.price();
    Col all =
        c.step(
            name,
            Kind.TUPLE,
            false,
            turns * (price.launches() + 3),
            turns * price.instructions(),
            run,
            in.toArray(new Col[0]));
    List<Col> fields = new ArrayList<>();
    for (int i = 0; i < states; i++) fields.add(field(c, all, i, after.get(i)));
    return fields;
  }

  private static Col field(MaskedWriter c, Col all, int index, Col like) {
    Run run = (scope, rows, in) -> ListSteps.child(in[0], index);
    Col field = c.step("field " + index, like.kind, like.nulls, 1, 40, run, all);
    if (like.kind == Kind.LIST) field = field.itemsLike(Col.of(like.item, 0, false));
    return field.within(like.least, like.most).orNone(like.none);
  }

  private static ColumnVector run(ColumnPlan turn, int states, int[] places, ColumnVector[] in) {
    int rows = Math.toIntExact(in[0].getRowCount());
    ColumnVector[] args = new ColumnVector[1 + states + places.length];
    for (int i = 0; i < places.length; i++) {
      if (places[i] >= 0) args[1 + states + i] = in[places[i]];
    }
    ColumnVector[] state = new ColumnVector[states];
    try (Columns scope = new Columns()) {
      for (int i = 0; i < states; i++) state[i] = scope.own(in[i].incRefCount());
      for (int i = 0; i < MOST_TURNS && Masks.any(state[0]); i++) {
        System.arraycopy(state, 0, args, 1, states);
        Scalar number = scope.own(Scalar.fromLong(i));
        args[0] = scope.own(ColumnVector.fromScalar(number, rows));
        ColumnVector[] next = turn.run(rows, args);
        for (ColumnVector column : next) scope.own(column);
        scope.free(args[0], number);
        scope.free(state);
        state = next;
      }
      return ColumnVector.makeStruct(rows, state);
    }
  }
}
