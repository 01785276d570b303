// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python.columns;

import ai.rapids.cudf.BinaryOp;
import io.github.rapidsudfs.python.DynamicCalls;

/** The columnar forms of comparisons, min and max, and truth tests. */
public final class ComparisonForms {
  private ComparisonForms() {}

  /** The operands as columns of one kind; null if values of these kinds are never equal. */
  private static Col[] alike(MaskedWriter c, Col a, Col b) {
    boolean matches = a.kind == Kind.MATCH && b.kind == Kind.MATCH;
    boolean values = a.kind != null && a.kind != Kind.NONE && !matches && !isCollection(a);
    if (a.kind == b.kind && values) return new Col[] {a, b};
    if (a.kind == null || b.kind == null || matches || isCollection(a) || isCollection(b)) {
      throw c.refuse("a comparison of " + a.name() + " and " + b.name());
    }
    if (!a.kind.isNumber() || !b.kind.isNumber()) return null;
    if (a.kind == Kind.FLOAT || b.kind == Kind.FLOAT) {
      return new Col[] {NumberForms.exact(c, a), NumberForms.exact(c, b)};
    }
    return new Col[] {NumberForms.integer(c, a), NumberForms.integer(c, b)};
  }

  private static boolean isCollection(Col a) {
    return a.kind == Kind.LIST || a.kind == Kind.TUPLE || a.kind == Kind.SET;
  }

  /** None equals only None. */
  public static Col eq(MaskedWriter c, Col a, Col b) {
    if (a.kind == Kind.NONE) return c.isNone(b);
    if (b.kind == Kind.NONE) return c.isNone(a);
    if (ListColumns.isList(a) && ListColumns.isList(b)) return SequenceForms.equal(c, a, b);
    if (ListColumns.isList(a) || ListColumns.isList(b)) return nones(c, a, b);
    if (SetForms.isSet(a) && SetForms.isSet(b)) return SetForms.equal(c, a, b);
    if (a.kind == Kind.TUPLE && b.kind == Kind.TUPLE) {
      boolean differ = a.parts.size() != b.parts.size();
      Col equal = Col.constant(!differ);
      for (int i = 0; !differ && i < a.parts.size(); i++) {
        equal = c.and(equal, same(c, a.parts.get(i), b.parts.get(i)));
      }
      return equal;
    }
    Col[] both = alike(c, a, b);
    Col nones = nones(c, a, b);
    return both == null ? nones : c.or(c.is(BinaryOp.EQUAL, both[0], both[1]), nones);
  }

  static Col nones(MaskedWriter c, Col a, Col b) {
    return c.and(c.isNone(a), c.isNone(b));
  }

  /** As items of containers: NaN equals only itself, and rows with two are odd. */
  static Col same(MaskedWriter c, Col a, Col b) {
    if (a.kind == Kind.FLOAT && b.kind == Kind.FLOAT && !a.isConstant() && !b.isConstant()) {
      c.odd(c.and(NumberForms.isnan(c, a), NumberForms.isnan(c, b)));
    }
    return eq(c, a, b);
  }

  public static Col ne(MaskedWriter c, Col a, Col b) {
    return c.not(eq(c, a, b));
  }

  /** The first differing pair decides. */
  private static Col tuples(MaskedWriter c, BinaryOp op, Col a, Col b, int from) {
    boolean last = from == Math.min(a.parts.size(), b.parts.size()) - 1;
    if (a.parts.size() != b.parts.size() || a.parts.isEmpty()) throw c.refuse("these tuples");
    Col x = a.parts.get(from);
    Col y = b.parts.get(from);
    if (c.mayBeNone(x) || c.mayBeNone(y)) throw c.refuse("a comparison of tuples with None");
    if (last) return ordered(c, op, x, y);
    boolean less = op == BinaryOp.LESS || op == BinaryOp.LESS_EQUAL;
    Col first = ordered(c, less ? BinaryOp.LESS : BinaryOp.GREATER, x, y);
    return c.or(first, c.and(same(c, x, y), tuples(c, op, a, b, from + 1)));
  }

  private static Col ordered(MaskedWriter c, BinaryOp op, Col a, Col b) {
    if (a.kind == Kind.TUPLE && b.kind == Kind.TUPLE) return tuples(c, op, a, b, 0);
    Col[] both = alike(c, a, b);
    if (both == null) {
      throw c.refuse("a comparison of " + a.name() + " and " + b.name());
    }
    return c.is(op, both[0], both[1]);
  }

  public static Col lt(MaskedWriter c, Col a, Col b) {
    return ordered(c, BinaryOp.LESS, a, b);
  }

  public static Col le(MaskedWriter c, Col a, Col b) {
    return ordered(c, BinaryOp.LESS_EQUAL, a, b);
  }

  public static Col gt(MaskedWriter c, Col a, Col b) {
    return ordered(c, BinaryOp.GREATER, a, b);
  }

  public static Col ge(MaskedWriter c, Col a, Col b) {
    return ordered(c, BinaryOp.GREATER_EQUAL, a, b);
  }

  /** The first value that none exceeds, as in Python: a leading NaN is kept. */
  public static Col max(MaskedWriter c, Col... all) {
    Col best = all[0];
    for (int i = 1; i < all.length; i++) {
      best = c.select(either(c, all[i], best, true), all[i], best);
    }
    return best;
  }

  public static Col min(MaskedWriter c, Col... all) {
    Col best = all[0];
    for (int i = 1; i < all.length; i++) {
      best = c.select(either(c, all[i], best, false), all[i], best);
    }
    return best;
  }

  private static Col either(MaskedWriter c, Col a, Col b, boolean greater) {
    if (a.kind != b.kind) throw c.refuse("min() or max() of different types");
    if (a.isConstant() && b.isConstant()) throw c.refuse("min() or max() of constants");
    return greater ? gt(c, a, b) : lt(c, a, b);
  }

  public static Col bool(MaskedWriter c, Col a) {
    return truth(c, a);
  }

  /** A mask of truthy values; None is false. */
  public static Col truth(MaskedWriter c, Col a) {
    if (a.parts != null) return Col.constant(!a.parts.isEmpty());
    if (a.isConstant()) return Col.constant(DynamicCalls.call("operator.truth", a.constant));
    switch (a.kind) {
      case BOOL:
        return c.holds(a);
      case INT:
      case DELTA:
        return c.is(BinaryOp.NOT_EQUAL, a, 0);
      case FLOAT:
        return c.is(BinaryOp.NOT_EQUAL, a, Col.constant(0.0));
      case STR:
        return c.is(BinaryOp.GREATER, StringSteps.bytes(c, a), 0);
      case LIST:
      case SET:
        return c.is(BinaryOp.GREATER, StringSteps.length(c, a), 0);
      case DATE:
      case MATCH:
      case NONE:
        return c.not(c.isNull(a));
      default:
        throw c.refuse("the truth of a " + a.name());
    }
  }
}
