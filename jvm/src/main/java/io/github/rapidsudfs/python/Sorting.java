// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

/** The stable sort of sorted and list.sort; rejects elements without a total order. */
final class Sorting {
  private static final Comparator<Object> ANY =
      (a, b) -> Comparison.lt(a, b) ? -1 : Comparison.lt(b, a) ? 1 : 0;

  private static final Comparator<Object> TEXT =
      (a, b) -> Comparison.strings((String) a, (String) b);

  /** Sorts in place; {@code unordered} if the items come in an order that must not show. */
  static void sort(ArrayList<Object> items, Object key, boolean reverse, boolean unordered) {
    if (key == null && !unordered) {
      sort(items, comparator(items), reverse);
      return;
    }
    List<Object[]> rows = rows(items, key, reverse, unordered);
    for (int i = 0; i < rows.size(); i++) {
      if (unordered && i > 0) requireSame(rows.get(i - 1), rows.get(i));
      items.set(i, rows.get(i)[1]);
    }
  }

  /** The least item, or the greatest, of items whose order must not show. */
  static Object extreme(ArrayList<Object> items, Object key, boolean greatest) {
    List<Object[]> rows = rows(items, key, greatest, true);
    for (int i = 1; i < rows.size() && requireSame(rows.get(0), rows.get(i)); i++) {}
    return rows.get(0)[1];
  }

  /** Whether the keys are equal; then the items must be the same. */
  private static boolean requireSame(Object[] a, Object[] b) {
    if (!Comparison.eq(a[0], b[0])) return false;
    Ops.requireSame(a[1], b[1]);
    return true;
  }

  /** Keys and items, sorted. */
  private static List<Object[]> rows(
      ArrayList<Object> items, Object key, boolean reverse, boolean unordered) {
    PyFunction f = key == null ? null : Sequences.function(key);
    ArrayList<Object> keys = new ArrayList<>(items.size());
    ArrayList<Object[]> rows = new ArrayList<>(items.size());
    PyError error = null;
    for (Object item : items) {
      try {
        Object k = f == null ? item : f.call(new Object[] {item});
        keys.add(k);
        rows.add(new Object[] {k, item});
      } catch (PyError e) {
        if (!unordered) throw e;
        error = Ops.alike(error, e);
      }
    }
    try {
      Comparator<Object> by = comparator(keys);
      sort(rows, (x, y) -> by.compare(x[0], y[0]), reverse);
    } catch (PyError e) {
      throw unordered ? Ops.order() : e; // which depends on the item that is tried first
    }
    if (error != null) throw error;
    return rows;
  }

  private static <T> void sort(List<T> items, Comparator<? super T> by, boolean reverse) {
    try {
      if (reverse) Collections.reverse(items);
      items.sort(by);
      if (reverse) Collections.reverse(items);
    } catch (IllegalArgumentException e) {
      throw new Unsupported("a sort by no total order");
    }
  }

  private static Comparator<Object> comparator(List<Object> keys) {
    boolean text = true;
    for (Object key : keys) {
      text &= key instanceof String;
      if (keys.size() > 1) total(key, "a sort");
    }
    return text ? TEXT : ANY;
  }

  /** Rejects a value without a place among all others. */
  static void total(Object key, String what) {
    if (key instanceof Double && Double.isNaN((Double) key))
      throw new Unsupported(what + " of nan");
    if (key instanceof PySet) throw new Unsupported(what + " of sets");
    if (key instanceof PyTuple) for (Object part : ((PyTuple) key).items) total(part, what);
    if (key instanceof PyList) for (Object part : ((PyList) key).items) total(part, what);
  }
}
