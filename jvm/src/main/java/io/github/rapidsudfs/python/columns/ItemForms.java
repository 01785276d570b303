// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python.columns;

import ai.rapids.cudf.BinaryOp;
import io.github.rapidsudfs.python.PyDict;
import io.github.rapidsudfs.python.PyList;
import io.github.rapidsudfs.python.PyTuple;
import java.util.ArrayList;
import java.util.List;

/** The columnar forms of {@code len}, {@code x[i]}, {@code x[i:j]} and {@code in}. */
public final class ItemForms {
  private static final int FAR = 1 << 30;

  private ItemForms() {}

  public static Col len(MaskedWriter c, Col a) {
    if (a.parts != null) return Col.constant((long) a.parts.size());
    boolean sized = a.kind == Kind.STR || a.kind == Kind.LIST || a.kind == Kind.SET;
    if (!sized) throw c.refuse("len() of " + a.name());
    return StringSteps.length(c, a);
  }

  public static Col getitem(MaskedWriter c, Col a, Col index) {
    if (a.constant instanceof PyDict) return LookupForms.item(c, (PyDict) a.constant, index);
    if (a.constant instanceof PyTuple || a.constant instanceof PyList) {
      return LookupForms.item(c, (Iterable<?>) a.constant, index);
    }
    if (a.kind == Kind.MATCH) return RegexForms.group(c, a, index);
    if (a.parts != null && (index.isConstant() || a.kind == Kind.TUPLE)) {
      return part(c, a.parts, index);
    }
    if (a.parts != null) return getitem(c, ListColumns.column(c, a, null), index);
    if (a.kind != Kind.STR && a.kind != Kind.LIST) {
      throw c.refuse("an item of " + a.name());
    }
    Col i = NumberForms.integer(c, index);
    Col s = c.column(a, a.kind);
    if (i.isConstant() && Math.abs(i.least) < FAR) return constantItem(c, s, (int) i.least);
    Col length = StringSteps.length(c, s);
    Col at = fromStart(c, i, length);
    Col missing = c.or(c.is(BinaryOp.LESS, at, 0), c.is(BinaryOp.GREATER_EQUAL, at, length));
    c.raise("IndexError", missing);
    Col start = c.select(missing, Col.constant(0L), at);
    if (a.kind == Kind.LIST) return StringSteps.element(c, s, start);
    return StringSteps.slice(
        c, s, start, c.binary(BinaryOp.ADD, Kind.INT, start, Col.constant(1L)));
  }

  /** A position counted from the start, converted from one that counts from the end if negative. */
  static Col fromStart(MaskedWriter c, Col i, Col length) {
    if (i.least >= 0) return i;
    Col at = NumberForms.add(c, i, length);
    return i.isConstant() ? at : c.select(c.is(BinaryOp.LESS, i, 0), at, i);
  }

  private static Col part(MaskedWriter c, List<Col> parts, Col index) {
    if (!(index.constant instanceof Long)) throw c.refuse("a computed item of a tuple");
    long i = (Long) index.constant;
    long at = i < 0 ? i + parts.size() : i;
    if (at < 0 || at >= parts.size()) throw c.refuse("an item beyond a tuple");
    return parts.get((int) at);
  }

  private static Col constantItem(MaskedWriter c, Col s, int i) {
    if (s.kind == Kind.LIST) {
      Col found = StringSteps.element(c, s, i);
      c.raise("IndexError", c.isNull(found));
      return found;
    }
    Col found = StringSteps.slice(c, s, i, i == -1 ? null : (Integer) (i + 1));
    // An existing item has one character, so an empty one is missing.
    c.raise(
        "IndexError",
        i == 0 || i == -1
            ? StringSteps.isEmpty(c, s)
            : c.is(BinaryOp.LESS, StringSteps.length(c, s), i < 0 ? -(long) i : i + 1L));
    return found;
  }

  /**
   * The elements of a list unpacked to a fixed number of targets; ValueError for another length.
   *
   * @param star the target that takes the remaining elements as a list; negative for none
   */
  public static List<Col> unpacked(MaskedWriter c, Col list, int size, int star) {
    Col length = StringSteps.length(c, list);
    int least = star < 0 ? size : size - 1;
    c.raise("ValueError", c.is(star < 0 ? BinaryOp.NOT_EQUAL : BinaryOp.LESS, length, least));
    List<Col> all = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      int at = star >= 0 && i > star ? i - size : i;
      Col from = Col.constant((long) i);
      all.add(
          i == star
              ? SequenceForms.slice(c, list, from, rest(size - 1 - star), Col.NONE)
              : StringSteps.element(c, list, at));
    }
    return all;
  }

  /** The end position that leaves out the last items. */
  private static Col rest(int last) {
    return last == 0 ? Col.NONE : Col.constant((long) -last);
  }

  public static Col getslice(MaskedWriter c, Col a, Col start, Col stop, Col step) {
    if (ListColumns.isList(a)) return SequenceForms.slice(c, a, start, stop, step);
    if (a.kind != Kind.STR) throw c.refuse("a slice of " + a.name());
    Col s = c.column(a, Kind.STR);
    boolean whole = start.kind == Kind.NONE && stop.kind == Kind.NONE;
    if (whole && step.constant instanceof Long && (Long) step.constant == -1) {
      return c.step(
          "reversed",
          Kind.STR,
          s.nulls,
          4,
          2490,
          (scope, rows, in) -> in[0].reverseStringsOrLists(),
          s);
    }
    if (step.kind != Kind.NONE && !Long.valueOf(1).equals(step.constant)) {
      Col some = SequenceForms.slice(c, SequenceForms.items(c, s), start, stop, step);
      return c.asAscii(ListForms.join(c, Col.constant(""), some));
    }
    if (whole) return a;
    if (start.isConstant() && stop.isConstant()) {
      return StringSteps.slice(
          c, s, bound(c, start, 0), stop.constant == null ? null : (Integer) bound(c, stop, 0));
    }
    Col length = StringSteps.length(c, s);
    Col from = orWhole(c, start, Col.constant(0L), length);
    Col to = orWhole(c, stop, length, length);
    return StringSteps.slice(c, s, from, to);
  }

  /** A position, or a default where it is None. */
  static Col orWhole(MaskedWriter c, Col position, Col none, Col length) {
    if (position.kind == Kind.NONE) return none;
    Col some = clamped(c, position.orNone(false), length);
    return c.select(c.isNone(position), none, some);
  }

  private static int bound(MaskedWriter c, Col position, int none) {
    if (position.kind == Kind.NONE) return none;
    long at = NumberForms.integer(c, position).least;
    return (int) Math.max(-FAR, Math.min(FAR, at));
  }

  /** A position clamped to the length, as in Python. */
  static Col clamped(MaskedWriter c, Col position, Col length) {
    Col i = NumberForms.integer(c, position);
    if (i.isConstant() && i.least >= 0) {
      long at = i.least;
      return c.select(c.is(BinaryOp.LESS, length, at), length, i);
    }
    Col at = i;
    if (i.least < 0) {
      // A far negative position plus a length does not overflow 64 bits.
      Col fromEnd = c.binary(BinaryOp.ADD, Kind.INT, i, length);
      Col negative = i.isConstant() ? Col.TRUE : c.is(BinaryOp.LESS, i, 0);
      Col counted = c.select(negative, fromEnd, i);
      at = c.select(c.is(BinaryOp.LESS, counted, 0), Col.constant(0L), counted);
    }
    return c.select(c.is(BinaryOp.GREATER, at, length), length, at);
  }

  public static Col contains(MaskedWriter c, Col container, Col item) {
    if (container.kind == Kind.STR) {
      if (item.kind != Kind.STR) throw c.refuse("in a text");
      return StringSteps.isIn(c, item, container);
    }
    if (container.parts != null) {
      Col found = Col.FALSE;
      for (Col part : container.parts) found = c.or(found, ComparisonForms.same(c, item, part));
      return found;
    }
    if (container.kind == Kind.LIST || container.kind == Kind.SET) {
      return SequenceForms.contains(c, container.as(Kind.LIST), item);
    }
    if (!container.isConstant()) throw c.refuse("in " + container.name());
    return LookupForms.isIn(c, container.constant, item);
  }
}
