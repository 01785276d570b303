// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

import io.github.rapidsudfs.python.columns.ComparisonForms;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;

/** min, max and sum. With keywords: {@code min.by} and {@code max.by}. */
public final class Extremes {
  @Python(value = "min max", named = true)
  public static long extreme(String name, long a, long b) {
    return name.equals("min") ? Math.min(a, b) : Math.max(a, b);
  }

  @Python(value = "min max", named = true)
  public static double extreme(String name, double a, double b) {
    return (name.equals("min") ? b < a : b > a) ? b : a;
  }

  @Python(value = "min max", named = true)
  public static Object extreme(String name, Object items, int minor) {
    return best(name, items, Py.ABSENT, Py.ABSENT, minor);
  }

  @Python(value = "min max", named = true, columns = ComparisonForms.class)
  public static Object extreme(String name, Object a, Object b, Object... more) {
    ArrayList<Object> all = new ArrayList<>(Arrays.asList(a, b));
    all.addAll(Arrays.asList(more));
    return best(name, PyList.around(all), Py.ABSENT, Py.ABSENT, 0);
  }

  /** {@code min(items, key=…, default=…)}; ABSENT if omitted. Several arguments come as a tuple. */
  @Python("min.by")
  public static Object minBy(Object items, Object key, Object otherwise, int minor) {
    return best("min", items, key, otherwise, minor);
  }

  @Python("max.by")
  public static Object maxBy(Object items, Object key, Object otherwise, int minor) {
    return best("max", items, key, otherwise, minor);
  }

  private static Object best(String name, Object items, Object given, Object otherwise, int minor) {
    Object key = Py.or(given, null);
    if (Ops.isUnordered(items)) {
      ArrayList<Object> all = new ArrayList<>();
      Ops.anyOrder(items).forEachRemaining(all::add);
      return Sorting.extreme(all, key, name.equals("max"));
    }
    Iterator<Object> all = Ops.anyOrder(items);
    if (!all.hasNext()) {
      if (otherwise != Py.ABSENT) return otherwise;
      throw PyError.value(
          name + (minor < 12 ? "() arg is an empty sequence" : "() iterable argument is empty"));
    }
    String better = name.equals("min") ? "lt" : "gt";
    PyFunction f = key == null ? null : Sequences.function(key);
    Object best = null;
    Object bestKey = Py.ABSENT;
    while (all.hasNext()) {
      Object item = all.next();
      Object k = f == null ? item : f.call(new Object[] {item});
      if (bestKey == Py.ABSENT || Comparison.order(better, k, bestKey)) {
        best = item;
        bestKey = k;
      }
    }
    return best;
  }

  /** As in CPython: ints, then floats (compensated from 3.12 on), then any values. */
  @Python(value = "sum", params = "start", optional = 1)
  public static Object sum(Object items, Object start, int minor) {
    if (start instanceof String) {
      throw PyError.type("sum() can't sum strings [use ''.join(seq) instead]");
    }
    if (start instanceof PyBytes) {
      throw PyError.type("sum() can't sum bytes [use b''.join(seq) instead]");
    }
    if (Ops.isUnordered(items)) {
      if (!Ops.isInt(Py.or(start, 0L))) throw Ops.order();
      Iterator<Object> each = Ops.anyOrder(items);
      while (each.hasNext()) if (!Ops.isInt(each.next())) throw Ops.order();
    }
    Iterator<Object> all = Ops.anyOrder(items);
    Object sum = Py.or(start, 0L);
    while (all.hasNext() && !(sum instanceof Double)) sum = Arithmetic.add(sum, all.next());
    if (!all.hasNext()) return sum;
    double total = (Double) sum;
    double rest = 0;
    while (all.hasNext()) {
      Object item = all.next();
      if (item instanceof Double) {
        double x = (Double) item;
        double t = total + x;
        if (minor >= 12) {
          rest += Math.abs(total) >= Math.abs(x) ? total - t + x : x - t + total;
        }
        total = t;
      } else if (item instanceof Long || item instanceof Boolean) {
        total += Numbers.toDouble(item);
      } else {
        sum = Arithmetic.add((Object) compensated(total, rest), item);
        while (all.hasNext()) sum = Arithmetic.add(sum, all.next());
        return sum;
      }
    }
    return compensated(total, rest);
  }

  private static double compensated(double total, double rest) {
    return rest != 0 && !Double.isInfinite(rest) && !Double.isNaN(rest) ? total + rest : total;
  }
}
