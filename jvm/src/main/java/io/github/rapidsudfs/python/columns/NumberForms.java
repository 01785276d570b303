// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python.columns;

import ai.rapids.cudf.BinaryOp;
import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.DType;
import io.github.rapidsudfs.python.PyTuple;
import io.github.rapidsudfs.python.columns.ColumnPlan.Run;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** The columnar forms of arithmetic. Rows that overflow 64 bits are odd. */
public final class NumberForms {
  /** Ints up to here are exact as floats. */
  private static final long EXACT = 1L << 53;

  private NumberForms() {}

  /** A number or bool as an int. */
  static Col integer(MaskedWriter c, Col a) {
    if (a.kind == Kind.INT) return a;
    if (a.kind != Kind.BOOL) throw c.refuse("a " + a.name() + " where an int is needed");
    if (a.isConstant()) return Col.constant(a.isTrue() ? 1L : 0L);
    return c.cast(a, Kind.INT, 40).within(0, 1);
  }

  /** A number as the nearest float. */
  static Col real(MaskedWriter c, Col a) {
    if (a.kind == Kind.FLOAT) return a;
    Col n = integer(c, a);
    if (n.isConstant()) return Col.constant((double) (Long) n.constant);
    return c.cast(n, Kind.FLOAT, 37);
  }

  /** A number as a float of equal value; rows without one are odd. */
  static Col exact(MaskedWriter c, Col a) {
    if (a.kind == Kind.FLOAT) return a;
    Col n = integer(c, a);
    oddOutside(c, n, -EXACT, EXACT);
    return real(c, n);
  }

  static void oddOutside(MaskedWriter c, Col n, long least, long most) {
    if (n.least < least) c.odd(n.isConstant() ? Col.TRUE : c.is(BinaryOp.LESS, n, least));
    if (n.most > most) c.odd(n.isConstant() ? Col.TRUE : c.is(BinaryOp.GREATER, n, most));
  }

  private static boolean is(Col a, long constant) {
    return a.isConstant() && a.least == constant;
  }

  private static boolean ints(MaskedWriter c, Col a, Col b, String operator) {
    if (a.kind == null || b.kind == null || !a.kind.isNumber() || !b.kind.isNumber()) {
      throw c.refuse(operator + " of " + a.name() + " and " + b.name());
    }
    return a.kind != Kind.FLOAT && b.kind != Kind.FLOAT;
  }

  public static Col add(MaskedWriter c, Col a, Col b) {
    if (a.kind == Kind.STR && b.kind == Kind.STR) return TextForms.add(c, a, b);
    if (ListColumns.isList(a) && ListColumns.isList(b)) return SequenceForms.concat(c, a, b);
    if (a.kind == Kind.DATE && DateForms.isDelta(b)) return DateForms.moved(c, a, b, false);
    if (b.kind == Kind.DATE && DateForms.isDelta(a)) return DateForms.moved(c, b, a, false);
    if (!ints(c, a, b, "+")) return c.binary(BinaryOp.ADD, Kind.FLOAT, real(c, a), real(c, b));
    Col x = integer(c, a);
    Col y = integer(c, b);
    if (is(x, 0)) return y;
    if (is(y, 0)) return x;
    Col sum = c.binary(BinaryOp.ADD, Kind.INT, x, y);
    Bounds bounds = new Bounds();
    bounds.add(x.least, y.least, false);
    bounds.add(x.most, y.most, false);
    if (bounds.fit) return sum.within(bounds.least, bounds.most);
    if (y.isConstant()) return sumOdd(c, x, y.least, sum);
    if (x.isConstant()) return sumOdd(c, y, x.least, sum);
    c.odd(signs(c, c.binary(BinaryOp.BITWISE_XOR, Kind.INT, x, sum), y, sum));
    return sum;
  }

  private static Col sumOdd(MaskedWriter c, Col x, long more, Col sum) {
    oddOutside(
        c,
        x,
        more < 0 ? Long.MIN_VALUE - more : Long.MIN_VALUE,
        more > 0 ? Long.MAX_VALUE - more : Long.MAX_VALUE);
    return sum;
  }

  /** Whether the signs of {@code x} and of {@code y ^ r} are both negative. */
  private static Col signs(MaskedWriter c, Col x, Col y, Col r) {
    Col other = c.binary(BinaryOp.BITWISE_XOR, Kind.INT, y, r);
    return c.is(BinaryOp.LESS, c.binary(BinaryOp.BITWISE_AND, Kind.INT, x, other), 0);
  }

  public static Col sub(MaskedWriter c, Col a, Col b) {
    if (a.kind == Kind.DATE && b.kind == Kind.DATE) return DateForms.difference(c, a, b);
    if (a.kind == Kind.DATE && DateForms.isDelta(b)) return DateForms.moved(c, a, b, true);
    if (SetForms.isSet(a)) return SetForms.combined(c, BinaryOp.SUB, a, b);
    if (!ints(c, a, b, "-")) return c.binary(BinaryOp.SUB, Kind.FLOAT, real(c, a), real(c, b));
    Col x = integer(c, a);
    Col y = integer(c, b);
    if (is(y, 0)) return x;
    Col difference = c.binary(BinaryOp.SUB, Kind.INT, x, y);
    Bounds bounds = new Bounds();
    bounds.add(x.least, y.most, true);
    bounds.add(x.most, y.least, true);
    if (bounds.fit) return difference.within(bounds.least, bounds.most);
    if (y.isConstant() && y.least != Long.MIN_VALUE) return sumOdd(c, x, -y.least, difference);
    Col both = c.binary(BinaryOp.BITWISE_XOR, Kind.INT, x, y);
    c.odd(signs(c, both, x, difference));
    return difference;
  }

  public static Col mul(MaskedWriter c, Col a, Col b) {
    if (a.kind == Kind.STR || b.kind == Kind.STR) return repeated(c, a, b);
    if (!ints(c, a, b, "*")) return c.binary(BinaryOp.MUL, Kind.FLOAT, real(c, a), real(c, b));
    Col x = integer(c, a);
    Col y = integer(c, b);
    if (is(x, 1)) return y;
    if (is(y, 1)) return x;
    Col product = c.binary(BinaryOp.MUL, Kind.INT, x, y);
    Bounds bounds = new Bounds();
    for (long i : new long[] {x.least, x.most}) {
      for (long j : new long[] {y.least, y.most}) bounds.multiply(i, j);
    }
    if (bounds.fit) return product.within(bounds.least, bounds.most);
    if (x.isConstant() || y.isConstant()) {
      long by = x.isConstant() ? x.least : y.least;
      long most = by == Long.MIN_VALUE ? 0 : Long.MAX_VALUE / Math.abs(by);
      oddOutside(c, x.isConstant() ? y : x, -most, most);
    } else {
      Col size = c.binary(BinaryOp.MUL, Kind.FLOAT, real(c, x), real(c, y));
      c.odd(c.is(BinaryOp.GREATER, size, Col.constant(9e18)));
      c.odd(c.is(BinaryOp.LESS, size, Col.constant(-9e18)));
    }
    return product;
  }

  /** A string repeated; rows with more than a thousand repetitions are odd. */
  private static Col repeated(MaskedWriter c, Col a, Col b) {
    Col s = c.column(a.kind == Kind.STR ? a : b, Kind.STR);
    Col times = integer(c, a.kind == Kind.STR ? b : a);
    if (s.kind != Kind.STR) throw c.refuse("* of these types");
    oddOutside(c, times, Long.MIN_VALUE, 1000);
    Col few =
        times.isConstant()
            ? times
            : c.select(c.is(BinaryOp.GREATER, times, 1000), Col.constant(0L), times);
    Col some =
        few.isConstant() ? few : c.select(c.is(BinaryOp.LESS, few, 0), Col.constant(0L), few);
    Run run = (scope, rows, in) -> in[0].repeatStrings(scope.own(in[1].castTo(DType.INT32)));
    Col n = c.column(some, Kind.INT);
    return c.step("repeat", Kind.STR, s.nulls || n.nulls, 6, 700, run, s, n);
  }

  /** A divisor without 0, for which Python raises. */
  private static Col divisor(MaskedWriter c, Col b) {
    if (b.isConstant()) {
      if (((Number) b.constant).doubleValue() == 0) throw c.refuse("a division by 0");
      return b;
    }
    Object zero = b.kind == Kind.FLOAT ? (Object) 0.0 : (Object) 0L;
    Object one = b.kind == Kind.FLOAT ? (Object) 1.0 : (Object) 1L;
    if (b.kind == Kind.INT && (b.least > 0 || b.most < 0)) return b;
    Col isZero = c.is(BinaryOp.EQUAL, b, Col.constant(zero));
    c.raise("ZeroDivisionError", isZero);
    return c.select(isZero, Col.constant(one), b);
  }

  public static Col truediv(MaskedWriter c, Col a, Col b) {
    boolean ints = ints(c, a, b, "/");
    Col x = ints ? exact(c, a) : real(c, a);
    Col y = divisor(c, ints ? exact(c, b) : real(c, b));
    return c.binary(BinaryOp.DIV, Kind.FLOAT, x, y);
  }

  public static Col floordiv(MaskedWriter c, Col a, Col b) {
    if (!ints(c, a, b, "//")) throw c.refuse("// of floats");
    Col x = integer(c, a);
    Col y = divisor(c, integer(c, b));
    if (x.least == Long.MIN_VALUE && y.least <= -1 && y.most >= -1) {
      c.odd(x.isConstant() ? Col.TRUE : c.is(BinaryOp.EQUAL, x, Long.MIN_VALUE));
    }
    Col quotient = c.binary(BinaryOp.FLOOR_DIV, Kind.INT, x, y);
    return y.least > 0 ? quotient.within(Math.min(x.least, 0), Math.max(x.most, 0)) : quotient;
  }

  public static Col mod(MaskedWriter c, Col a, Col b) {
    if (a.kind == Kind.STR) throw c.refuse("% of a text");
    if (!ints(c, a, b, "%")) throw c.refuse("% of floats");
    Col x = integer(c, a);
    Col y = divisor(c, integer(c, b));
    oddOutside(c, y, -(1L << 62), 1L << 62);
    Col rest = c.binary(BinaryOp.PYMOD, Kind.INT, x, y);
    return y.least > 0 ? rest.within(0, y.most - 1) : rest;
  }

  public static Col divmod(MaskedWriter c, Col a, Col b) {
    Col quotient = floordiv(c, a, b);
    return Col.tuple(List.of(quotient, mod(c, a, b)));
  }

  private static Col whole(
      MaskedWriter c, Col a, String name, Function<ColumnVector, ColumnVector> f) {
    if (a.kind != Kind.FLOAT) return integer(c, a);
    return ConversionForms.int_(c, of(c, a, name, f));
  }

  private static Col of(
      MaskedWriter c, Col a, String name, Function<ColumnVector, ColumnVector> f) {
    return c.step(name, Kind.FLOAT, a.nulls, 1, 68, (scope, rows, in) -> f.apply(in[0]), a);
  }

  /** The nearest whole float, ties to even. */
  static Col rint(MaskedWriter c, Col a) {
    return of(c, a, "rint", ColumnVector::rint);
  }

  public static Col floor(MaskedWriter c, Col a) {
    return whole(c, a, "floor", ColumnVector::floor);
  }

  public static Col ceil(MaskedWriter c, Col a) {
    return whole(c, a, "ceil", ColumnVector::ceil);
  }

  public static Col round(MaskedWriter c, Col a) {
    return whole(c, a, "rint", ColumnVector::rint);
  }

  public static Col round(MaskedWriter c, Col a, Col places) {
    return Places.rounded(c, a, places);
  }

  public static Col sqrt(MaskedWriter c, Col a) {
    Col x = real(c, a);
    if (!x.isConstant()) c.raise("ValueError", c.is(BinaryOp.LESS, x, Col.constant(0.0)));
    return of(c, x, "sqrt", ColumnVector::sqrt);
  }

  public static Col fabs(MaskedWriter c, Col a) {
    return abs(c, real(c, a));
  }

  public static Col degrees(MaskedWriter c, Col a) {
    return mul(c, real(c, a), Col.constant(180.0 / Math.PI));
  }

  public static Col radians(MaskedWriter c, Col a) {
    return mul(c, real(c, a), Col.constant(Math.PI / 180.0));
  }

  public static Col isnan(MaskedWriter c, Col a) {
    return isReal(c, a) ? c.is(BinaryOp.NOT_EQUAL, a, a) : Col.FALSE;
  }

  public static Col isinf(MaskedWriter c, Col a) {
    if (!isReal(c, a)) return Col.FALSE;
    return c.is(BinaryOp.EQUAL, abs(c, a), Col.constant(Double.POSITIVE_INFINITY));
  }

  /** Whether a number is a float; for other values, Python raises a TypeError. */
  private static boolean isReal(MaskedWriter c, Col a) {
    if (a.kind == null || !a.kind.isNumber()) throw c.refuse("a test of " + a.name());
    return a.kind == Kind.FLOAT;
  }

  public static Col pow(MaskedWriter c, Col a, Col power) {
    if (a.constant instanceof Long && Math.abs((Long) a.constant) > 1) {
      return powers(c, (Long) a.constant, integer(c, power));
    }
    boolean known = power.constant instanceof Long && a.kind == Kind.INT;
    if (!known || (Long) power.constant < 1 || (Long) power.constant > 4) {
      throw c.refuse("this power");
    }
    Col product = a;
    for (long i = 1; i < (Long) power.constant; i++) product = mul(c, product, a);
    return product;
  }

  /** The powers of a constant within 64 bits; others, and floats in Python, are odd. */
  private static Col powers(MaskedWriter c, long base, Col power) {
    List<Object> all = new ArrayList<>(List.of(1L));
    for (long last = 1; Math.abs(last) <= Long.MAX_VALUE / Math.abs(base); all.add(last)) {
      last *= base;
    }
    Col outside =
        c.or(c.is(BinaryOp.LESS, power, 0), c.is(BinaryOp.GREATER, power, all.size() - 1));
    c.odd(outside);
    Col at = c.select(outside, Col.constant(0L), power).within(0, all.size() - 1);
    return ItemForms.getitem(c, Col.constant(new PyTuple(all.toArray())), at);
  }

  public static Col neg(MaskedWriter c, Col a) {
    if (a.kind == Kind.FLOAT) return c.binary(BinaryOp.MUL, Kind.FLOAT, a, Col.constant(-1.0));
    return sub(c, Col.constant(0L), integer(c, a));
  }

  public static Col pos(MaskedWriter c, Col a) {
    return a.kind == Kind.FLOAT ? a : integer(c, a);
  }

  public static Col abs(MaskedWriter c, Col a) {
    if (a.kind == Kind.FLOAT) return of(c, a, "abs", ColumnVector::abs);
    Col n = integer(c, a);
    Col size = c.select(c.is(BinaryOp.LESS, n, 0), neg(c, n), n);
    return size.within(0, Long.MAX_VALUE);
  }

  private static Col bits(MaskedWriter c, BinaryOp op, Col a, Col b) {
    if (SetForms.isSet(a) || SetForms.isSet(b)) return SetForms.combined(c, op, a, b);
    if (!ints(c, a, b, "a bitwise operator")) throw c.refuse("a bitwise operator of floats");
    if (a.kind == Kind.BOOL && b.kind == Kind.BOOL) throw c.refuse("a bitwise operator of bools");
    Col made = c.binary(op, Kind.INT, integer(c, a), integer(c, b));
    boolean small = op == BinaryOp.BITWISE_AND && b.isConstant() && b.least >= 0;
    return small ? made.within(0, b.most) : made;
  }

  public static Col and_(MaskedWriter c, Col a, Col b) {
    return bits(c, BinaryOp.BITWISE_AND, a, b);
  }

  public static Col or_(MaskedWriter c, Col a, Col b) {
    return bits(c, BinaryOp.BITWISE_OR, a, b);
  }

  public static Col xor(MaskedWriter c, Col a, Col b) {
    return bits(c, BinaryOp.BITWISE_XOR, a, b);
  }

  private static Col shift(MaskedWriter c, Col by) {
    if (!(by.constant instanceof Long) || (Long) by.constant < 0 || (Long) by.constant > 62) {
      throw c.refuse("a shift by this number");
    }
    return by;
  }

  public static Col rshift(MaskedWriter c, Col a, Col by) {
    Col n = integer(c, a);
    Col made = c.binary(BinaryOp.SHIFT_RIGHT, Kind.INT, n, shift(c, by));
    int bits = ((Long) by.constant).intValue();
    return made.within(n.least >> bits, n.most >> bits);
  }

  public static Col lshift(MaskedWriter c, Col a, Col by) {
    return mul(c, integer(c, a), Col.constant(1L << (Long) shift(c, by).constant));
  }

  /** The bounds of a result, and whether they fit into 64 bits. */
  private static final class Bounds {
    boolean fit = true;
    long least = Long.MAX_VALUE;
    long most = Long.MIN_VALUE;

    void add(long a, long b, boolean minus) {
      try {
        take(minus ? Math.subtractExact(a, b) : Math.addExact(a, b));
      } catch (ArithmeticException e) {
        fit = false;
      }
    }

    void multiply(long a, long b) {
      try {
        take(Math.multiplyExact(a, b));
      } catch (ArithmeticException e) {
        fit = false;
      }
    }

    private void take(long bound) {
      least = Math.min(least, bound);
      most = Math.max(most, bound);
    }
  }
}
