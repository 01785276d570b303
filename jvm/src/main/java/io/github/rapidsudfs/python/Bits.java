// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

import io.github.rapidsudfs.python.columns.NumberForms;
import java.math.BigInteger;

/** {@code & | ^ ~ << >>} of ints and bools, and of sets. */
public final class Bits {
  @Python(value = "operator.and_ .or_ .xor", named = true)
  public static long bits(String op, long a, long b) {
    return op.equals("and_") ? a & b : op.equals("or_") ? a | b : a ^ b;
  }

  @Python(value = "operator.and_ .or_ .xor", named = true)
  public static boolean bits(String op, boolean a, boolean b) {
    return op.equals("and_") ? a & b : op.equals("or_") ? a | b : a ^ b;
  }

  @Python(value = "operator.and_ .or_ .xor", named = true, columns = NumberForms.class)
  public static Object bits(String op, Object a, Object b) {
    if (a instanceof Boolean && b instanceof Boolean) return bits(op, (boolean) a, (boolean) b);
    boolean and = op.equals("and_");
    boolean or = op.equals("or_");
    if (Ops.isInt(a) && Ops.isInt(b)) {
      BigInteger x = Ops.big(a);
      BigInteger y = Ops.big(b);
      return Keys.narrow(and ? x.and(y) : or ? x.or(y) : x.xor(y));
    }
    if (!op.equals("xor") && a instanceof PyCounter && b instanceof PyCounter) {
      return PyCounter.combined(op.replace("_", ""), (PyCounter) a, (PyCounter) b);
    }
    if (or && a instanceof PyDict && b instanceof PyDict) {
      boolean plain = b.getClass() == PyDict.class && !(a instanceof PyCounter);
      if (a.getClass() != b.getClass() && !plain) throw new Unsupported("dicts of two types: |");
      PyDict all = Dicts.copy((PyDict) a);
      Dicts.update(all, b);
      return all;
    }
    PySet x = Comparison.setOf(a);
    PySet y = Comparison.setOf(b);
    if (x == null || y == null) {
      return Arithmetic.others(op.replace("_", ""), and ? "&" : or ? "|" : "^", a, b);
    }
    if (and && a instanceof PyDictView) return Sets.commonOfView(x, b, y);
    if (and && b instanceof PyDictView) return Sets.commonOfView(y, a, x);
    return and ? Sets.common(x, y) : or ? Sets.both(x, y) : Sets.either(x, y);
  }

  @Python("operator.invert")
  public static Object invert(Object a) {
    return Ops.isInt(a) ? Keys.narrow(Ops.big(a).not()) : Arithmetic.unary("invert", "unary ~", a);
  }

  @Python("operator.lshift")
  public static long lshift(long a, long b) {
    if (b < 0) throw PyError.value("negative shift count");
    if (a == 0) return 0;
    if (b > 62 || a << b >> b != a) throw Overflow.INSTANCE;
    return a << b;
  }

  @Python("operator.rshift")
  public static long rshift(long a, long b) {
    if (b < 0) throw PyError.value("negative shift count");
    return a >> Math.min(b, 63);
  }

  @Python(value = "operator.lshift .rshift", named = true, columns = NumberForms.class)
  public static Object shift(String op, Object a, Object b) {
    boolean left = op.equals("lshift");
    if (!Ops.isInt(a) || !Ops.isInt(b)) return Arithmetic.others(op, left ? "<<" : ">>", a, b);
    BigInteger x = Ops.big(a);
    BigInteger n = Ops.big(b);
    if (n.signum() < 0) throw PyError.value("negative shift count");
    if (x.signum() == 0) return 0L;
    if (!left)
      return Keys.narrow(x.shiftRight(n.bitLength() > 31 ? Integer.MAX_VALUE : n.intValue()));
    if (n.bitLength() > 26) throw new Unsupported("an int of more than 64 million bits");
    return Keys.narrow(x.shiftLeft(n.intValue()));
  }
}
