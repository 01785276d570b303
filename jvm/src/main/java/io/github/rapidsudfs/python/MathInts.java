// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

import io.github.rapidsudfs.python.columns.NumberForms;
import java.math.BigInteger;
import java.util.Iterator;

/** {@code math} over ints, exact. */
public final class MathInts {
  private static BigInteger integer(Object x) {
    Ops.index(x);
    return Ops.big(x);
  }

  @Python(value = "math.floor .ceil .trunc", named = true)
  public static long whole(String f, long x) {
    return x;
  }

  @Python(value = "math.floor .ceil .trunc", named = true)
  public static long whole(String f, double x) {
    boolean up = f.equals("ceil") || f.equals("trunc") && x < 0;
    return Numbers.integer(up ? Math.ceil(x) : Math.floor(x));
  }

  @Python(value = "math.floor .ceil .trunc", named = true, columns = NumberForms.class)
  public static Object whole(String f, Object x) {
    if (x instanceof Double) {
      boolean up = f.equals("ceil") || f.equals("trunc") && (Double) x < 0;
      return Numbers.whole(up ? Math.ceil((Double) x) : Math.floor((Double) x));
    }
    if (Ops.isInt(x)) return Arithmetic.pos(x);
    Object n = x instanceof PyObject ? ((PyObject) x).unary(f) : Py.ABSENT;
    if (n != Py.ABSENT) return n;
    throw PyError.type(
        f.equals("trunc")
            ? "type " + Py.typeName(x) + " doesn't define __trunc__ method"
            : "must be real number, not " + Py.typeName(x));
  }

  @Python("math.gcd")
  public static Object gcd(Object... values) {
    BigInteger all = BigInteger.ZERO;
    for (Object v : values) all = all.gcd(integer(v));
    return Keys.narrow(all);
  }

  @Python("math.factorial")
  public static Object factorial(Object x) {
    BigInteger n = integer(x);
    if (n.signum() < 0) throw PyError.value("factorial() not defined for negative values");
    if (n.bitLength() > 16) throw new Unsupported("a factorial of a number that large");
    BigInteger product = BigInteger.ONE;
    for (int i = 2; i <= n.intValue(); i++) product = product.multiply(BigInteger.valueOf(i));
    return Keys.narrow(product);
  }

  @Python(value = "math.prod", params = "*start", optional = 1)
  public static Object prod(Object items, Object start) {
    Object all = Py.or(start, 1L);
    for (Iterator<Object> i = Ops.iter(items); i.hasNext(); ) all = Arithmetic.mul(all, i.next());
    return all;
  }
}
