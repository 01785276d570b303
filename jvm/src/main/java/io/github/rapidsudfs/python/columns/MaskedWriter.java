// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python.columns;

import io.github.rapidsudfs.python.PyType;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;

/**
 * Writes a {@link ColumnPlan}: each operation is computed for all rows, and masks select the rows
 * for which it matters. Identical steps on the same columns are shared.
 *
 * <p>A mask is a BOOL without nulls. An operation marks rows that it cannot decide as {@link #odd},
 * and rows for which Python raises with {@link #raise}; its value in those rows is arbitrary.
 */
public final class MaskedWriter extends PlanWriter {

  /** The handler of raised exceptions. */
  public interface Catcher {
    /**
     * @param rows not empty; they no longer matter to what follows
     */
    void raised(PyType type, Col rows);
  }

  /** The rows that execute the code being written. */
  private Col live = Col.TRUE;

  private Col odd = Col.FALSE;

  /** The columns that are not None in the live rows; they may be None in others. */
  private Set<Integer> present = Set.of();

  public Deque<Catcher> catchers = new ArrayDeque<>();

  public MaskedWriter(int arguments) {
    super(arguments);
  }

  public Col live() {
    return live;
  }

  public void setLive(Col rows) {
    live = rows;
  }

  public Set<Integer> present() {
    return present;
  }

  public void setPresent(Set<Integer> steps) {
    present = steps;
  }

  public boolean mayBeNone(Col a) {
    return a.none && (a.isConstant() || !present.contains(a.step));
  }

  /** The rows where a value is None, among those that matter. */
  public Col isNone(Col a) {
    return mayBeNone(a) ? isNull(a) : Col.FALSE;
  }

  /** The value in the rows where it is not None; raises the exception in others. */
  public Col need(Col a, String error) {
    if (mayBeNone(a)) {
      raise(error, isNull(a));
      present = with(present, a);
    }
    return a.orNone(false);
  }

  public static Set<Integer> with(Set<Integer> present, Col a) {
    if (a.isConstant()) return present;
    Set<Integer> more = new HashSet<>(present);
    more.add(a.step);
    return more;
  }

  public Col odd() {
    return odd;
  }

  /** Leaves these rows to the row body, if they matter. */
  public void odd(Col where) {
    odd = or(odd, and(live, where));
  }

  /** Raises a Python exception in the rows that matter. */
  public void raise(String type, Col where) {
    Col rows = and(live, where);
    if (rows.isFalse()) return;
    if (catchers.isEmpty()) {
      // The row body raises it, with its message.
      odd = or(odd, rows);
      return;
    }
    catchers.peek().raised(PyType.named(type), rows);
    live = andNot(live, rows);
  }

  /** As {@link #raise}, for rows that no longer execute the code being written. */
  public void pass(PyType type, Col rows) {
    if (rows.isFalse()) return;
    if (catchers.isEmpty()) odd = or(odd, rows);
    else catchers.peek().raised(type, rows);
  }

  /** Switches to other live rows. */
  void enter(
      Col rows, Col oddRows, Set<Integer> notNone, Deque<Catcher> catching, Col shapeOfRows) {
    live = rows;
    odd = oddRows;
    present = notNone;
    catchers = catching;
    shape = shapeOfRows;
  }
}
