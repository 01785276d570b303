// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

import java.util.Iterator;

/** min, max and sum. With keywords: {@code min.by} and {@code max.by}. */
public final class Extremes {
  private Extremes() {}

  @Python("min")
  public static long min(long a, long b) {
    return b < a ? b : a;
  }

  @Python("max")
  public static long max(long a, long b) {
    return b > a ? b : a;
  }

  @Python("min")
  public static double min(double a, double b) {
    return b < a ? b : a;
  }

  @Python("max")
  public static double max(double a, double b) {
    return b > a ? b : a;
  }

  @Python(value = "min", raises = {"TypeError", "ValueError"})
  public static Object min(Object items) {
    return best("min", items, null, Py.ABSENT);
  }

  @Python(value = "max", raises = {"TypeError", "ValueError"})
  public static Object max(Object items) {
    return best("max", items, null, Py.ABSENT);
  }

  @Python(value = "min", raises = "TypeError")
  public static Object min(Object a, Object... more) {
    return more.length == 0 ? min(a) : best("min", tuple(a, more), null, Py.ABSENT);
  }

  @Python(value = "max", raises = "TypeError")
  public static Object max(Object a, Object... more) {
    return more.length == 0 ? max(a) : best("max", tuple(a, more), null, Py.ABSENT);
  }

  private static PyTuple tuple(Object a, Object[] more) {
    Object[] all = new Object[more.length + 1];
    all[0] = a;
    System.arraycopy(more, 0, all, 1, more.length);
    return new PyTuple(all);
  }

  /** {@code min(items, key=…, default=…)}; ABSENT where not given. Of several: a tuple of them. */
  @Python(value = "min.by", params = {"iterable", "key", "default"}, raises = "TypeError")
  public static Object minBy(Object items, Object key, Object otherwise) {
    return best("min", items, key == Py.ABSENT ? null : key, otherwise);
  }

  /** {@code max(items, key=…, default=…)}; ABSENT where not given. */
  @Python(value = "max.by", params = {"iterable", "key", "default"}, raises = "TypeError")
  public static Object maxBy(Object items, Object key, Object otherwise) {
    return best("max", items, key == Py.ABSENT ? null : key, otherwise);
  }

  private static Object best(String name, Object items, Object key, Object otherwise) {
    boolean min = name.equals("min");
    boolean set = items instanceof PySet && ((PySet) items).size() > 1;
    Iterator<Object> all = Ops.anyOrder(items);
    if (!all.hasNext()) {
      if (otherwise != Py.ABSENT) return otherwise;
      throw PyError.value(name + "() arg is an empty sequence");
    }
    PyFunction f = key == null ? null : Sequences.function(key);
    Object best = null;
    Object bestKey = Py.ABSENT;
    boolean tie = false;
    while (all.hasNext()) {
      Object item = all.next();
      Object k = f == null ? item : f.call(new Object[] {item});
      if (set && (k instanceof PySet || k instanceof Double && Double.isNaN((Double) k))) {
        throw Ops.order();
      }
      if (bestKey == Py.ABSENT || (min ? Comparison.lt(k, bestKey) : Comparison.gt(k, bestKey))) {
        best = item;
        bestKey = k;
        tie = false;
      } else if (set && f != null) {
        tie |= Comparison.eq(k, bestKey);
      }
    }
    if (tie) throw Ops.order();
    return best;
  }

  @Python(value = "sum", params = {"iterable", "start"}, raises = "TypeError")
  public static Object sum(Object items, int minor) {
    return sum(items, 0L, minor);
  }

  /** CPython's: ints, then floats (compensated from 3.12 on), then any values. */
  @Python(value = "sum", params = {"iterable", "start"}, raises = "TypeError")
  public static Object sum(Object items, Object start, int minor) {
    if (start instanceof String) {
      throw PyError.type("sum() can't sum strings [use ''.join(seq) instead]");
    }
    if (start instanceof PyBytes) {
      throw PyError.type("sum() can't sum bytes [use b''.join(seq) instead]");
    }
    if (items instanceof PySet && ((PySet) items).size() > 1) {
      for (Object item : ((PySet) items).elements()) if (!Ops.isInt(item)) throw Ops.order();
    }
    Iterator<Object> all = Ops.anyOrder(items);
    Object sum = start;
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
