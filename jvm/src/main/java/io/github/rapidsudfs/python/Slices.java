// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

import io.github.rapidsudfs.python.columns.ItemForms;

/** {@code x[a:b:c]}: read, assigned and deleted. */
public final class Slices {
  static final String MESSAGE =
      "slice indices must be integers or None or have an __index__ method";

  /** CPython's PySlice_AdjustIndices: start, step and the number of items. */
  private static long[] indices(long size, Object start, Object stop, Object step) {
    long by = step == null ? 1 : Ops.index(step, MESSAGE);
    if (by == 0) throw PyError.value("slice step cannot be zero");
    by = Math.max(by, -Long.MAX_VALUE);
    long from =
        start == null ? (by > 0 ? 0 : size - 1) : clamp(Ops.index(start, MESSAGE), size, by);
    long to = stop == null ? (by > 0 ? size : -1) : clamp(Ops.index(stop, MESSAGE), size, by);
    long n = 0;
    if (by > 0 && from < to) n = (to - from - 1) / by + 1;
    if (by < 0 && to < from) n = (from - to - 1) / -by + 1;
    return new long[] {from, by, n};
  }

  private static long clamp(long i, long size, long by) {
    long from = i < 0 ? i + size : i;
    if (from < 0) return by < 0 ? -1 : 0;
    return from >= size ? (by < 0 ? size - 1 : size) : from;
  }

  @Python("operator.getslice")
  public static String getslice(String s, long start, long stop) {
    int points = Texts.length(s);
    long from = clamp(start, points, 1);
    long to = clamp(stop, points, 1);
    return from >= to ? "" : cut(s, points, (int) from, (int) to);
  }

  /** Code points {@code from} to {@code to}, which are within the string. */
  static String cut(String s, int points, int from, int to) {
    if (points == s.length()) return s.substring(from, to);
    int a = s.offsetByCodePoints(0, from);
    return s.substring(a, s.offsetByCodePoints(a, to - from));
  }

  @Python("operator.getslice")
  public static String getslice(String s, Object start, Object stop, Object step) {
    if (step == null || step instanceof Long && (Long) step == 1) {
      long from = start == null ? 0 : Ops.index(start, MESSAGE);
      return getslice(s, from, stop == null ? Long.MAX_VALUE : Ops.index(stop, MESSAGE));
    }
    int points = Texts.length(s);
    long[] at = indices(points, start, stop, step);
    int[] all = s.codePoints().toArray();
    StringBuilder out = new StringBuilder((int) at[2]);
    for (long k = 0; k < at[2]; k++) out.appendCodePoint(all[(int) (at[0] + k * at[1])]);
    return out.toString();
  }

  @Python(value = "operator.getslice", columns = ItemForms.class)
  public static Object getslice(Object x, Object start, Object stop, Object step) {
    if (x instanceof String) return getslice((String) x, start, stop, step);
    if (x instanceof PyBytes) {
      return PyBytes.of(getslice(((PyBytes) x).latin(), start, stop, step));
    }
    if (x instanceof PyDeque) throw new Unsupported("a slice of a deque");
    if (x instanceof PyRange) throw new Unsupported("a slice of a range");
    if (x instanceof PyDict) throw new Unsupported("a slice as a key: versions differ");
    if (x instanceof PyMatch) throw PyError.index("no such group");
    if (!(x instanceof PyList) && !(x instanceof PyTuple)) {
      throw Items.notSubscriptable(x);
    }
    long[] at = indices(Builtins.len(x), start, stop, step);
    Object[] out = new Object[(int) at[2]];
    for (int k = 0; k < out.length; k++) {
      int i = (int) (at[0] + k * at[1]);
      out[k] = x instanceof PyList ? ((PyList) x).items.get(i) : ((PyTuple) x).items[i];
    }
    return x instanceof PyList ? PyList.of(out) : new PyTuple(out);
  }
}
