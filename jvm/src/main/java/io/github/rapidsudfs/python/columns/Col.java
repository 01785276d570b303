// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python.columns;

import io.github.rapidsudfs.python.Py;
import io.github.rapidsudfs.python.PyDate;
import java.math.BigInteger;
import java.util.List;
import java.util.Locale;

/**
 * The static facts about a value of the program: a constant, a tuple of values, or the output of a
 * step of the plan.
 */
public final class Col {
  static final long MOST_LENGTH = Integer.MAX_VALUE;

  /** Null for a constant without its own columns, such as a dictionary. */
  public final Kind kind;

  /** -1 for a constant or a tuple. */
  public final int step;

  /** The pattern that produced a match. */
  public final Object constant;

  /** Whether the column may have nulls, including in rows that do not matter. */
  public final boolean nulls;

  /** Whether a null is None in rows that matter. */
  public final boolean none;

  /** The bounds of an int, or of a list's ints. */
  final long least;

  final long most;

  /** The kind of a list's items, which are never None; NONE for lists that are still empty. */
  final Kind item;

  /** The items of a tuple or of a list display; else null. */
  public final List<Col> parts;

  private Col(
      Kind kind,
      int step,
      Object constant,
      boolean nulls,
      boolean none,
      long least,
      long most,
      Kind item,
      List<Col> parts) {
    this.kind = kind;
    this.step = step;
    this.constant = constant;
    this.nulls = nulls;
    this.none = none;
    this.least = least;
    this.most = most;
    this.item = item;
    this.parts = parts;
  }

  public static final Col NONE = constant(null);
  public static final Col TRUE = constant(true);
  public static final Col FALSE = constant(false);

  public static Col constant(Object value) {
    boolean isInt = value instanceof Long;
    long least = isInt ? (Long) value : Long.MIN_VALUE;
    long most = isInt ? (Long) value : Long.MAX_VALUE;
    boolean none = value == null;
    return new Col(Kind.of(value), -1, value, none, none, least, most, null, null);
  }

  public static Col tuple(List<Col> parts) {
    return new Col(Kind.TUPLE, -1, null, false, false, Long.MIN_VALUE, Long.MAX_VALUE, null, parts);
  }

  /** A list display. */
  public static Col list(List<Col> parts) {
    return new Col(Kind.LIST, -1, null, false, false, Long.MIN_VALUE, Long.MAX_VALUE, null, parts);
  }

  static Col of(Kind kind, int step, boolean nulls) {
    Kind item = kind == Kind.LIST ? Kind.STR : null;
    return new Col(kind, step, null, nulls, false, Long.MIN_VALUE, Long.MAX_VALUE, item, null);
  }

  public boolean isConstant() {
    return step < 0 && parts == null;
  }

  public boolean isTrue() {
    return isConstant() && Boolean.TRUE.equals(constant);
  }

  public boolean isFalse() {
    return isConstant() && Boolean.FALSE.equals(constant);
  }

  /** The same column, with nulls as None. */
  public Col orNone(boolean isNone) {
    return isNone == none
        ? this
        : new Col(kind, step, constant, nulls, isNone, least, most, item, parts);
  }

  /** The same column, with the pattern that produced a match. */
  Col with(Object found) {
    return new Col(kind, step, found, nulls, none, least, most, item, parts);
  }

  /** The same column, possibly with nulls. */
  Col orNull() {
    return new Col(kind, step, constant, true, none, least, most, item, parts);
  }

  /** The same value as the output of another step. */
  Col at(int other) {
    return new Col(kind, other, null, nulls, none, least, most, item, null);
  }

  /** The same column of ints, within bounds. */
  Col within(long from, long to) {
    return new Col(kind, step, constant, nulls, none, from, to, item, parts);
  }

  /** The same lists, with the item kind and bounds of another column. */
  Col itemsLike(Col items) {
    return new Col(kind, step, constant, nulls, none, items.least, items.most, items.kind, parts);
  }

  /** The kind and bounds of an item of these lists. */
  Col item() {
    return of(item, 0, false).within(least, most);
  }

  /** The same column as another kind with the same cuDF type. */
  Col as(Kind other) {
    return new Col(other, step, constant, nulls, none, least, most, item, parts);
  }

  boolean isWithin(long from, long to) {
    return least >= from && most <= to;
  }

  public boolean same(Col other) {
    return this == other || key().equals(other.key());
  }

  /** The name of its Python type. */
  public String name() {
    if (kind == Kind.DELTA) return "timedelta";
    if (constant instanceof BigInteger) return "int beyond 64 bits";
    return kind == null
        ? "constant " + Py.typeName(constant)
        : kind.name().toLowerCase(Locale.ROOT);
  }

  /** Its identity among values. */
  String key() {
    if (parts != null) {
      StringBuilder all = new StringBuilder(kind + "[");
      for (Col part : parts) all.append(part.key());
      return all.append("]").toString();
    }
    return isConstant() ? key(kind, constant) : "$" + step;
  }

  /** An unambiguous key for constants in order. */
  static String keys(Kind kind, List<Object> constants) {
    StringBuilder all = new StringBuilder();
    for (Object constant : constants) all.append(key(kind, constant));
    return all.toString();
  }

  private static String key(Kind kind, Object constant) {
    String text =
        constant instanceof PyDate
            ? "" + ((PyDate) constant).ordinal()
            : constant == null || constant instanceof String || Kind.of(constant) != null
                ? "" + constant
                : "" + System.identityHashCode(constant);
    return "(" + kind + (constant == null) + text.length() + " " + text + ")";
  }
}
