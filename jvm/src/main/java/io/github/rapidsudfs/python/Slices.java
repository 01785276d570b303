// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

import java.util.ArrayList;
import java.util.Arrays;

/** {@code x[a:b:c]}, read, set and deleted. */
public final class Slices {
  private Slices() {}

  private static final String MESSAGE =
      "slice indices must be integers or None or have an __index__ method";

  /** CPython's PySlice_AdjustIndices: start, step and the number of items. */
  private static long[] indices(long size, Object start, Object stop, Object step) {
    long by = step == null ? 1 : Ops.index(step, MESSAGE);
    if (by == 0) throw PyError.value("slice step cannot be zero");
    by = Math.max(by, -Long.MAX_VALUE);
    long from = start == null ? (by > 0 ? 0 : size - 1) : clamp(Ops.index(start, MESSAGE), size, by);
    long to = stop == null ? (by > 0 ? size : -1) : clamp(Ops.index(stop, MESSAGE), size, by);
    long n = 0;
    if (by > 0 && from < to) n = (to - from - 1) / by + 1;
    if (by < 0 && to < from) n = (from - to - 1) / -by + 1;
    return new long[] {from, by, n};
  }

  private static long clamp(long i, long size, long by) {
    if (i < 0) {
      i += size;
      return i < 0 ? (by < 0 ? -1 : 0) : i;
    }
    return i >= size ? (by < 0 ? size - 1 : size) : i;
  }

  @Python("operator.getslice")
  public static String getslice(String s, long start, long stop) {
    int n = s.length();
    int points = s.codePointCount(0, n);
    int from = (int) clamp(start, points, 1);
    int to = (int) clamp(stop, points, 1);
    return from >= to ? "" : cut(s, points, from, to);
  }

  /** Code points {@code from} to {@code to}, which are within the string. */
  static String cut(String s, int points, int from, int to) {
    if (points == s.length()) return s.substring(from, to);
    int a = s.offsetByCodePoints(0, from);
    return s.substring(a, s.offsetByCodePoints(a, to - from));
  }

  @Python(value = "operator.getslice", raises = {"TypeError", "ValueError"})
  public static String getslice(String s, Object start, Object stop, Object step) {
    int points = s.codePointCount(0, s.length());
    if (step == null || step instanceof Long && (Long) step == 1) {
      long from = start == null ? 0 : clamp(Ops.index(start, MESSAGE), points, 1);
      long to = stop == null ? points : clamp(Ops.index(stop, MESSAGE), points, 1);
      return from >= to ? "" : cut(s, points, (int) from, (int) to);
    }
    long[] at = indices(points, start, stop, step);
    int[] all = points == s.length() ? null : s.codePoints().toArray();
    StringBuilder out = new StringBuilder((int) at[2]);
    for (long k = 0, i = at[0]; k < at[2]; k++, i += at[1]) {
      if (all == null) out.append(s.charAt((int) i));
      else out.appendCodePoint(all[(int) i]);
    }
    return out.toString();
  }

  @Python(value = "operator.getslice", raises = {"TypeError", "ValueError"})
  public static Object getslice(Object x, Object start, Object stop, Object step) {
    if (x instanceof String) return getslice((String) x, start, stop, step);
    if (x instanceof PyRange) {
      PyRange r = (PyRange) x;
      if (step instanceof java.math.BigInteger) throw new Unsupported("a range beyond 64 bits");
      long[] at = indices(r.size, start, stop, step);
      long from = r.get(at[0]);
      long end =
          stop == null && at[1] > 0 ? r.get(r.size) : stop == null ? r.get(-1) : r.get(end(r, stop, at));
      return new PyRange(from, end, r.step * at[1]);
    }
    if (x instanceof PyDict) throw new Unsupported("a slice as a key: versions differ");
    if (!(x instanceof PyList) && !(x instanceof PyTuple) && !(x instanceof PyBytes)) {
      throw PyError.type("'" + Py.typeName(x) + "' object is not subscriptable");
    }
    long[] at = indices(Builtins.len(x), start, stop, step);
    int n = (int) at[2];
    if (x instanceof PyBytes) {
      byte[] out = new byte[n];
      for (int k = 0; k < n; k++) out[k] = ((PyBytes) x).data[(int) (at[0] + k * at[1])];
      return new PyBytes(out);
    }
    Object[] out = new Object[n];
    for (int k = 0; k < n; k++) {
      int i = (int) (at[0] + k * at[1]);
      out[k] = x instanceof PyList ? ((PyList) x).items.get(i) : ((PyTuple) x).items[i];
    }
    return x instanceof PyList ? PyList.of(out) : new PyTuple(out);
  }

  private static long end(PyRange r, Object stop, long[] at) {
    return clamp(Ops.index(stop, MESSAGE), r.size, at[1]);
  }

  @Python(value = "operator.setslice", raises = {"TypeError", "ValueError"})
  public static void setslice(Object x, Object start, Object stop, Object step, Object value) {
    if (!(x instanceof PyList)) throw Assignment.refuse(x, false, false);
    ArrayList<Object> list = ((PyList) x).change();
    long[] at = indices(list.size(), start, stop, step);
    if (!Ops.isIterable(value)) {
      throw PyError.type(
          at[1] == 1
              ? "can only assign an iterable"
              : "must assign iterable to extended slice");
    }
    ArrayList<Object> items = Ops.list(value);
    int n = (int) at[2];
    if (at[1] == 1) {
      list.subList((int) at[0], (int) at[0] + n).clear();
      list.addAll((int) at[0], items);
      return;
    }
    if (items.size() != n) {
      throw PyError.value(
          "attempt to assign sequence of size " + items.size() + " to extended slice of size " + n);
    }
    for (int k = 0; k < n; k++) list.set((int) (at[0] + k * at[1]), items.get(k));
  }

  @Python(value = "operator.delslice", raises = {"TypeError", "ValueError"})
  public static void delslice(Object x, Object start, Object stop, Object step) {
    if (!(x instanceof PyList)) throw Assignment.refuse(x, true, false);
    ArrayList<Object> list = ((PyList) x).change();
    long[] at = indices(list.size(), start, stop, step);
    int[] gone = new int[(int) at[2]];
    for (int k = 0; k < gone.length; k++) gone[k] = (int) (at[0] + k * at[1]);
    Arrays.sort(gone);
    for (int k = gone.length; k-- > 0; ) list.remove(gone[k]);
  }
}
