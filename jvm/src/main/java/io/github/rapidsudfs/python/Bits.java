// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

import java.math.BigInteger;

/** {@code & | ^ ~ << >>} of ints and bools, and of sets. */
public final class Bits {
  private Bits() {}

  @Python("operator.and_")
  public static long and(long a, long b) {
    return a & b;
  }

  @Python("operator.and_")
  public static boolean and(boolean a, boolean b) {
    return a & b;
  }

  @Python(value = "operator.and_", raises = "TypeError")
  public static Object and(Object a, Object b) {
    if (a instanceof Boolean && b instanceof Boolean) return (Boolean) a & (Boolean) b;
    if (Ops.isInt(a) && Ops.isInt(b)) return Keys.narrow(Ops.big(a).and(Ops.big(b)));
    PySet x = Comparison.setOf(a);
    PySet y = Comparison.setOf(b);
    return x != null && y != null ? Sets.common(x, y) : Arithmetic.others("and", "&", a, b);
  }

  @Python("operator.or_")
  public static long or(long a, long b) {
    return a | b;
  }

  @Python("operator.or_")
  public static boolean or(boolean a, boolean b) {
    return a | b;
  }

  @Python(value = "operator.or_", raises = "TypeError")
  public static Object or(Object a, Object b) {
    if (a instanceof Boolean && b instanceof Boolean) return (Boolean) a | (Boolean) b;
    if (Ops.isInt(a) && Ops.isInt(b)) return Keys.narrow(Ops.big(a).or(Ops.big(b)));
    if (a instanceof PyDict && b instanceof PyDict) {
      PyDict all = Dicts.copy((PyDict) a);
      Dicts.update(all, b);
      return all;
    }
    PySet x = Comparison.setOf(a);
    PySet y = Comparison.setOf(b);
    return x != null && y != null ? Sets.both(x, y) : Arithmetic.others("or", "|", a, b);
  }

  @Python("operator.xor")
  public static long xor(long a, long b) {
    return a ^ b;
  }

  @Python("operator.xor")
  public static boolean xor(boolean a, boolean b) {
    return a ^ b;
  }

  @Python(value = "operator.xor", raises = "TypeError")
  public static Object xor(Object a, Object b) {
    if (a instanceof Boolean && b instanceof Boolean) return (Boolean) a ^ (Boolean) b;
    if (Ops.isInt(a) && Ops.isInt(b)) return Keys.narrow(Ops.big(a).xor(Ops.big(b)));
    PySet x = Comparison.setOf(a);
    PySet y = Comparison.setOf(b);
    return x != null && y != null ? Sets.either(x, y) : Arithmetic.others("xor", "^", a, b);
  }

  @Python("operator.invert")
  public static long invert(long a) {
    return ~a;
  }

  @Python(value = "operator.invert", raises = "TypeError")
  public static Object invert(Object a) {
    return Ops.isInt(a) ? Keys.narrow(Ops.big(a).not()) : Arithmetic.unary("invert", "unary ~", a);
  }

  @Python(value = "operator.lshift", raises = "ValueError")
  public static long lshift(long a, long b) {
    if (b < 0) throw PyError.value("negative shift count");
    if (a == 0) return 0;
    if (b > 62 || a << b >> b != a) throw Overflow.INSTANCE;
    return a << b;
  }

  @Python(value = "operator.lshift", raises = {"ValueError", "TypeError"})
  public static Object lshift(Object a, Object b) {
    if (!Ops.isInt(a) || !Ops.isInt(b)) return Arithmetic.others("lshift", "<<", a, b);
    BigInteger x = Ops.big(a);
    BigInteger n = Ops.big(b);
    if (n.signum() < 0) throw PyError.value("negative shift count");
    if (x.signum() == 0) return 0L;
    if (n.bitLength() > 26) throw new Unsupported("an int of more than 64 million bits");
    return Keys.narrow(x.shiftLeft(n.intValue()));
  }

  @Python(value = "operator.rshift", raises = "ValueError")
  public static long rshift(long a, long b) {
    if (b < 0) throw PyError.value("negative shift count");
    return a >> Math.min(b, 63);
  }

  @Python(value = "operator.rshift", raises = {"ValueError", "TypeError"})
  public static Object rshift(Object a, Object b) {
    if (!Ops.isInt(a) || !Ops.isInt(b)) return Arithmetic.others("rshift", ">>", a, b);
    BigInteger n = Ops.big(b);
    if (n.signum() < 0) throw PyError.value("negative shift count");
    int by = n.bitLength() > 31 ? Integer.MAX_VALUE : n.intValue();
    return Keys.narrow(Ops.big(a).shiftRight(by));
  }
}
