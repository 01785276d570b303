// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

import io.github.rapidsudfs.python.columns.LookupForms;
import java.math.BigInteger;
import java.util.ArrayList;

/** {@code operator.itemgetter} and {@code attrgetter}, and {@code bisect}. */
public final class FunctionOps {
  @Python(value = "operator.itemgetter .attrgetter", named = true)
  public static Object getter(String name, Object first, Object... more) {
    ArrayList<Object> keys = new ArrayList<>();
    keys.add(first);
    for (Object key : more) keys.add(key);
    boolean item = name.equals("itemgetter");
    for (Object key : keys) {
      if (!item && !(key instanceof String)) throw PyError.type("attribute name must be a string");
      if (!item && ((String) key).matches("_.*|.*\\..*")) {
        throw new Unsupported("attrgetter of " + key);
      }
    }
    return (PyFunction)
        args -> {
          if (args.length != 1) throw new Unsupported("a call of " + name + " with several values");
          Object[] out = new Object[keys.size()];
          for (int i = 0; i < out.length; i++) {
            Object key = keys.get(i);
            out[i] =
                item ? Items.getitem(args[0], key) : DynamicCalls.attribute(args[0], (String) key);
          }
          return out.length == 1 ? out[0] : new PyTuple(out);
        };
  }

  @Python(
      value = "bisect.bisect_left .bisect_right .bisect",
      params = "a x lo hi *key",
      optional = 3,
      named = true,
      columns = LookupForms.class)
  public static long bisect(String name, Object a, Object x, Object lo, Object hi, Object key) {
    long low = Ops.size(Py.or(lo, 0L));
    if (low < 0) throw PyError.value("lo must be non-negative");
    Object end = Py.or(hi, null);
    if (end instanceof BigInteger) {
      throw PyError.overflow("cannot fit 'int' into an index-sized integer");
    }
    long high = end == null ? Builtins.len(a) : Ops.index(end);
    if (high < 0 && end != null) throw new Unsupported("bisect with a negative end");
    // A TypeError from Python 3.12 on.
    if (a == null && low >= high) throw new Unsupported("bisect of None");
    Object f = Py.or(key, null);
    while (low < high) {
      long middle = (low + high) >>> 1;
      Object item = Items.getitem(a, (Object) middle);
      if (f != null) item = Sequences.function(f).call(new Object[] {item});
      boolean left = name.equals("bisect_left") ? Comparison.lt(item, x) : !Comparison.lt(x, item);
      if (left) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
