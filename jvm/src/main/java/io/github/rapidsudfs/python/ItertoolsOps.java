// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.function.Supplier;

/** {@code itertools}, and {@code functools.reduce}. */
public final class ItertoolsOps {
  private static PyIterator iterator(String name, Supplier<Object> advance) {
    return new PyIterator(
        "itertools." + name,
        new Sequences.Lazy() {
          @Override
          Object advance() {
            return advance.get();
          }
        });
  }

  private static Object call(Object f, Object... args) {
    return Sequences.function(f).call(args);
  }

  @Python(value = "functools.reduce", optional = 1)
  public static Object reduce(Object f, Object items, Object initial) {
    if (!Ops.isIterable(items)) throw PyError.type("reduce() arg 2 must support iteration");
    Iterator<Object> all = Ops.iter(items);
    if (initial == Py.ABSENT && !all.hasNext()) {
      throw PyError.type("reduce() of empty iterable with no initial value");
    }
    Object result = initial == Py.ABSENT ? all.next() : initial;
    while (all.hasNext()) result = call(f, result, all.next());
    return result;
  }

  private static PyIterator chained(Iterator<Object> sources) {
    Object[] at = {Collections.emptyIterator()};
    return iterator(
        "chain",
        () -> {
          while (!((Iterator<?>) at[0]).hasNext()) {
            if (!sources.hasNext()) return Py.ABSENT;
            at[0] = Ops.iter(sources.next());
          }
          return ((Iterator<?>) at[0]).next();
        });
  }

  @Python("itertools.chain")
  public static PyIterator chain(Object... sources) {
    return chained(Arrays.asList(sources).iterator());
  }

  @Python("itertools.chain.from_iterable")
  public static PyIterator fromIterable(Object sources) {
    return chained(Ops.iter(sources));
  }

  @Python("itertools.islice")
  public static PyIterator islice(Object items, Object stop) {
    return islice(items, null, stop, null);
  }

  @Python(value = "itertools.islice", optional = 1)
  public static PyIterator islice(Object items, Object start, Object stop, Object step) {
    long to = bound(stop, Long.MAX_VALUE, "Stop argument");
    long from = bound(start, 0, "Indices");
    long by = bound(Py.or(step, null), 1, "Step");
    if (by < 1) {
      throw PyError.value("Step for islice() must be a positive integer or None.");
    }
    Iterator<Object> all = Ops.iter(items);
    long[] at = {0, from};
    return iterator(
        "islice",
        () -> {
          long next = Math.min(at[1], to);
          for (; at[0] < next && all.hasNext(); at[0]++) all.next();
          if (at[1] >= to || !all.hasNext()) return Py.ABSENT;
          at[0]++;
          at[1] = at[1] > to - by ? to : at[1] + by;
          return all.next();
        });
  }

  private static long bound(Object value, long otherwise, String what) {
    if (value == null) return otherwise;
    // CPython clears the error of a value that is not an index, and continues with -1.
    long bound = Ops.isInt(value) && !(value instanceof BigInteger) ? Ops.index(value) : -1;
    if (bound >= 0) return bound;
    if (what.equals("Step")) {
      throw PyError.value("Step for islice() must be a positive integer or None.");
    }
    String which = what.startsWith("Stop") && bound == -1 ? what : "Indices";
    throw PyError.value(which + " for islice() must be None or an integer: 0 <= x <= sys.maxsize.");
  }

  @Python(value = "itertools.accumulate", params = "iterable func *initial", optional = 2)
  public static PyIterator accumulate(Object items, Object func, Object initial) {
    Iterator<Object> all = Ops.iter(items);
    Object f = Py.or(func, null);
    Object first = Py.or(initial, null);
    Object[] total = {Py.ABSENT};
    return iterator(
        "accumulate",
        () -> {
          if (total[0] == Py.ABSENT && first != null) return total[0] = first;
          if (!all.hasNext()) return Py.ABSENT;
          Object item = all.next();
          if (total[0] == Py.ABSENT) total[0] = item;
          else total[0] = f == null ? Arithmetic.add(total[0], item) : call(f, total[0], item);
          return total[0];
        });
  }

  /** A group also ends when the next one is requested. */
  @Python(value = "itertools.groupby", params = "iterable key", optional = 1)
  public static PyIterator groupby(Object items, Object key) {
    Iterator<Object> all = Ops.iter(items);
    Object f = Py.or(key, null);
    return new PyIterator("itertools.groupby", new Groups(all, f));
  }

  private static final class Groups extends Sequences.Lazy {
    private final Iterator<Object> all;
    private final Object key;
    private Object item = Py.ABSENT;
    private Object current = Py.ABSENT;
    private Object wanted = Py.ABSENT;
    private int group;

    Groups(Iterator<Object> all, Object key) {
      this.all = all;
      this.key = key;
    }

    private boolean step() {
      if (!all.hasNext()) return false;
      item = all.next();
      current = key == null ? item : call(key, item);
      return true;
    }

    @Override
    Object advance() {
      int mine = ++group;
      while (current == Py.ABSENT || wanted != Py.ABSENT && Ops.same(current, wanted)) {
        if (!step()) return Py.ABSENT;
      }
      Object target = current;
      wanted = current;
      PyIterator inside =
          iterator(
              "_grouper",
              () -> {
                if (mine != group || item == Py.ABSENT && !step()) return Py.ABSENT;
                if (!Ops.same(target, current)) return Py.ABSENT;
                Object one = item;
                item = Py.ABSENT;
                return one;
              });
      return new PyTuple(target, inside);
    }
  }

  /** {@code product(…, repeat=…)}. */
  @Python("itertools.product.repeat")
  public static PyIterator repeated(PyTuple sources, Object repeat) {
    long n = Ops.size(repeat);
    if (n < 0 || n > 20) throw new Unsupported("product with repeat=" + n);
    ArrayList<ArrayList<Object>> once = new ArrayList<>();
    for (Object one : sources.items) once.add(Ops.list(one));
    ArrayList<ArrayList<Object>> pools = new ArrayList<>();
    for (int i = 0; i < n; i++) pools.addAll(once);
    return product(pools);
  }

  @Python("itertools.product")
  public static PyIterator product(Object... sources) {
    return repeated(new PyTuple(sources), 1L);
  }

  private static PyIterator product(ArrayList<ArrayList<Object>> pools) {
    int[] at = new int[pools.size()];
    boolean[] done = {false};
    for (ArrayList<Object> pool : pools) done[0] |= pool.isEmpty();
    return iterator(
        "product",
        () -> {
          if (done[0]) return Py.ABSENT;
          Object[] row = new Object[at.length];
          for (int i = 0; i < row.length; i++) row[i] = pools.get(i).get(at[i]);
          int i = at.length - 1;
          for (; i >= 0 && ++at[i] == pools.get(i).size(); i--) at[i] = 0;
          done[0] = i < 0;
          return new PyTuple(row);
        });
  }

  @Python(
      value = "itertools.combinations .permutations",
      named = true,
      params = "iterable r",
      optional = 1)
  public static PyIterator choices(String name, Object items, Object r) {
    ArrayList<Object> pool = Ops.list(items);
    boolean permutations = name.equals("permutations");
    if (r == Py.ABSENT && !permutations) throw new Unsupported("combinations() without r");
    Object size = Py.or(r, null);
    long n = size == null ? pool.size() : Ops.size(size);
    if (n < 0) throw PyError.value("r must be non-negative");
    ArrayList<Object> all = new ArrayList<>();
    if (n <= pool.size()) choose(pool, permutations, new int[(int) n], 0, all);
    return new PyIterator("itertools." + name, all.iterator());
  }

  private static void choose(
      ArrayList<Object> pool, boolean permutations, int[] at, int k, ArrayList<Object> all) {
    if (k == at.length) {
      if (all.size() > 2_000_000) throw new Unsupported("more than two million combinations");
      all.add(new PyTuple(Arrays.stream(at).mapToObj(pool::get).toArray()));
      return;
    }
    for (int i = permutations || k == 0 ? 0 : at[k - 1] + 1; i < pool.size(); i++) {
      int candidate = i;
      if (Arrays.stream(at, 0, k).anyMatch(used -> used == candidate)) continue;
      at[k] = i;
      choose(pool, permutations, at, k + 1, all);
    }
  }

  @Python("itertools.zip_longest")
  public static PyIterator zipLongest(Object... sources) {
    return filled(new PyTuple(sources), null);
  }

  /** {@code zip_longest(…, fillvalue=…)}. */
  @Python("itertools.zip_longest.fillvalue")
  public static PyIterator filled(PyTuple sources, Object fill) {
    ArrayList<Iterator<Object>> all = new ArrayList<>();
    for (Object one : sources.items) all.add(Ops.iter(one));
    return longest(all, fill);
  }

  private static PyIterator longest(ArrayList<Iterator<Object>> all, Object fill) {
    return iterator(
        "zip_longest",
        () -> {
          Object[] row = new Object[all.size()];
          boolean some = false;
          for (int i = 0; i < row.length; i++) {
            boolean has = all.get(i).hasNext();
            row[i] = has ? all.get(i).next() : fill;
            some |= has;
          }
          return some ? new PyTuple(row) : Py.ABSENT;
        });
  }

  @Python(value = "itertools.count", params = "start step", optional = 2)
  public static PyIterator count(Object start, Object step) {
    Object[] next = {Py.or(start, 0L)};
    Object by = Py.or(step, 1L);
    if (!Comparison.areNumbers(next[0], by)) throw PyError.type("a number is required");
    if (next[0] instanceof Double || by instanceof Double) {
      throw new Unsupported("itertools.count of floats");
    }
    return iterator(
        "count",
        () -> {
          Object now = next[0];
          next[0] = Arithmetic.add(now, by);
          return now;
        });
  }

  @Python(value = "itertools.repeat", params = "object times", optional = 1)
  public static PyIterator repeat(Object item, Object times) {
    long[] left = {times == Py.ABSENT ? Long.MAX_VALUE : Ops.size(times)};
    return iterator("repeat", () -> left[0]-- > 0 ? item : Py.ABSENT);
  }

  @Python(value = "itertools.takewhile .dropwhile .filterfalse", named = true)
  public static PyIterator while_(String name, Object f, Object items) {
    Iterator<Object> all = Ops.iter(items);
    boolean[] over = {false};
    return iterator(
        name,
        () -> {
          while (all.hasNext() && !(name.equals("takewhile") && over[0])) {
            Object item = all.next();
            if (name.equals("dropwhile") && over[0]) return item;
            boolean is = Ops.truth(f == null ? item : call(f, item));
            if (name.equals("filterfalse")) {
              if (!is) return item;
            } else if (name.equals("takewhile")) {
              if (is) return item;
              over[0] = true;
            } else if (!is) {
              over[0] = true;
              return item;
            }
          }
          return Py.ABSENT;
        });
  }

  @Python("itertools.starmap")
  public static PyIterator starmap(Object f, Object rows) {
    Iterator<Object> all = Ops.iter(rows);
    return iterator(
        "starmap", () -> all.hasNext() ? call(f, Ops.list(all.next()).toArray()) : Py.ABSENT);
  }

  @Python("itertools.pairwise")
  public static PyIterator pairwise(Object items) {
    Iterator<Object> all = Ops.iter(items);
    Object[] last = {Py.ABSENT};
    return iterator(
        "pairwise",
        () -> {
          if (last[0] == Py.ABSENT && all.hasNext()) last[0] = all.next();
          if (!all.hasNext()) return Py.ABSENT;
          Object before = last[0];
          last[0] = all.next();
          return new PyTuple(before, last[0]);
        });
  }
}
