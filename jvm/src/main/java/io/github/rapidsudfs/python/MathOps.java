// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

import io.github.rapidsudfs.python.columns.NumberForms;
import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * {@code math} over floats. Exact where IEEE 754 defines the result ({@code sqrt fmod floor} …);
 * {@code exp log sin pow hypot} and the like are within one unit in the last place, because the two
 * libraries differ.
 */
public final class MathOps {
  private static final String EXACT = "math.sqrt .fabs .degrees .radians";
  private static final String NEAR =
      "math.exp .expm1 .log .log2 .log10 .log1p .sin .cos .tan .asin .acos .atan .sinh .cosh .tanh";

  /** For floats. The others have separate methods: a choice by name takes as long as some do. */
  private static final String RARE =
      "math.fabs .degrees .expm1 .log2 .log10 .log1p .tan .acos .sinh .cosh .tanh";

  private static PyError domain() {
    return PyError.value("math domain error");
  }

  /** The error of a function outside its domain, in the words of Python 3.14. */
  private static PyError outside(String f, double x) {
    String domain =
        switch (f) {
          case "sqrt" -> "a nonnegative input";
          case "log", "log2", "log10" -> "a positive input";
          case "log1p" -> "argument value > -1";
          case "asin", "acos" -> "a number in range from -1 up to 1";
          default -> "a finite input";
        };
    return PyError.value("expected " + domain + ", got " + Py.repr(x));
  }

  private static PyError range() {
    return PyError.overflow("math range error");
  }

  /** A float, int, bool or object with {@code __float__}; TypeError or OverflowError. */
  private static double number(Object x) {
    if (Comparison.isNumber(x)) return Numbers.toDouble(x);
    Object d = x instanceof PyObject ? ((PyObject) x).unary("float") : Py.ABSENT;
    if (d instanceof Double) return (Double) d;
    throw PyError.type("must be real number, not " + Py.typeName(x));
  }

  @Python(value = RARE, named = true)
  public static double of(String f, double x) {
    if (x <= 0 && isLog(f)) throw outside(f, x);
    return checked(f, x, raw(f, x));
  }

  /** NaN from non-NaN arguments is a domain error; infinity from finite ones a range error. */
  private static double checked(String f, double x, double y) {
    if (Double.isNaN(y) && !Double.isNaN(x)) throw outside(f, x);
    if (Double.isInfinite(y) && !Double.isInfinite(x) && !f.equals("degrees")) {
      throw f.equals("log1p") ? outside(f, x) : range();
    }
    return y;
  }

  @Python("math.sqrt")
  public static double sqrt(double x) {
    return checked("sqrt", x, Math.sqrt(x));
  }

  @Python("math.radians")
  public static double radians(double x) {
    return x * (Math.PI / 180.0);
  }

  @Python("math.exp")
  public static double exp(double x) {
    return checked("exp", x, Math.exp(x));
  }

  @Python("math.log")
  public static double log(double x) {
    if (x <= 0) throw outside("log", x);
    return checked("log", x, Math.log(x));
  }

  @Python("math.sin")
  public static double sin(double x) {
    return checked("sin", x, Math.sin(x));
  }

  @Python("math.cos")
  public static double cos(double x) {
    return checked("cos", x, Math.cos(x));
  }

  @Python("math.asin")
  public static double asin(double x) {
    return checked("asin", x, Math.asin(x));
  }

  @Python("math.atan")
  public static double atan(double x) {
    return Math.atan(x);
  }

  private static boolean isLog(String f) {
    return f.startsWith("log") && !f.equals("log1p");
  }

  /** For an int, whose error does not name it. */
  @Python(value = "math.log .log2 .log10", named = true)
  public static double of(String f, long x) {
    if (x <= 0) throw PyError.value("expected a positive input");
    return of(f, (double) x);
  }

  /** The functions whose results IEEE 754 defines. */
  @Python(value = EXACT, named = true, columns = NumberForms.class)
  public static double exact(String f, Object x) {
    return of(f, number(x));
  }

  private static double raw(String f, double x) {
    switch (f) {
      case "sqrt":
        return Math.sqrt(x);
      case "fabs":
        return Math.abs(x);
      case "exp":
        return Math.exp(x);
      case "expm1":
        return Math.expm1(x);
      case "log":
        return Math.log(x);
      case "log2":
        return log2(x);
      case "log10":
        return Math.log10(x);
      case "log1p":
        return Math.log1p(x);
      case "sin":
        return Math.sin(x);
      case "cos":
        return Math.cos(x);
      case "tan":
        return Math.tan(x);
      case "asin":
        return Math.asin(x);
      case "acos":
        return Math.acos(x);
      case "atan":
        return Math.atan(x);
      case "sinh":
        return Math.sinh(x);
      case "cosh":
        return Math.cosh(x);
      case "tanh":
        return Math.tanh(x);
      case "degrees":
        return x * (180.0 / Math.PI);
      default:
        return radians(x);
    }
  }

  private static double log2(double x) {
    int e = Math.getExponent(x);
    if (e > 1023 || e < -1022) return Math.log(x) / Math.log(2);
    double m = x / Math.scalb(1.0, e);
    if (m <= 1.4142135623730951) return e + Math.log(m) * 1.4426950408889634;
    return e + 1 + Math.log(m / 2) * 1.4426950408889634;
  }

  @Python(value = NEAR, named = true)
  public static double of(String f, Object x) {
    if (!isLog(f) || !Ops.isInt(x)) return of(f, number(x));
    if (!(x instanceof BigInteger)) return of(f, Ops.index(x));
    if (((BigInteger) x).signum() < 0) return of(f, -1L);
    // The log of an int too large for a float: of its leading bits, plus that of a power of two.
    if (((BigInteger) x).bitLength() <= 1023) return of(f, number(x));
    int e = ((BigInteger) x).bitLength();
    BigDecimal two = new BigDecimal(BigInteger.ONE.shiftLeft(e));
    return raw(f, new BigDecimal((BigInteger) x).divide(two).doubleValue()) + raw(f, 2) * e;
  }

  @Python("math.log")
  public static double log(Object x, Object base) {
    double a = of("log", x);
    double b = of("log", base);
    if (b == 0) throw Division.zero("float division by zero");
    return a / b;
  }

  @Python(value = "math.pow .fmod .copysign .atan2 .hypot", named = true)
  public static double of(String f, Object first, Object second) {
    double x = number(first);
    double y = number(second);
    boolean nan = Double.isNaN(x) || Double.isNaN(y);
    switch (f) {
      case "pow":
        return pow(x, y, nan);
      case "fmod":
        if (!nan && Double.isNaN(x % y)) throw domain();
        return x % y;
      case "copysign":
        return Math.copySign(x, Double.isNaN(y) ? 1 : y);
      case "atan2":
        return Math.atan2(x, y);
      default:
        return Math.hypot(x, y);
    }
  }

  private static double pow(double x, double y, boolean nan) {
    if (x == 1 || y == 0 || Double.isInfinite(y) && x == -1) return 1;
    if (x == 0 && y == Double.NEGATIVE_INFINITY) throw new Unsupported("math.pow(0, -inf)");
    double r = Math.pow(x, y);
    boolean finite = !nan && !Double.isInfinite(x) && !Double.isInfinite(y);
    if (finite && Double.isNaN(r)) throw domain();
    if (finite && Double.isInfinite(r)) throw x == 0 ? domain() : range();
    return r;
  }

  @Python(value = "math.isnan .isinf .isfinite", named = true, columns = NumberForms.class)
  public static boolean is(String f, Object x) {
    double d = number(x);
    if (f.equals("isnan")) return Double.isNaN(d);
    return f.equals("isinf") ? Double.isInfinite(d) : Math.abs(d) <= Double.MAX_VALUE;
  }

  @Python(value = "math.isclose", params = "*rel_tol *abs_tol", optional = 2)
  public static boolean isclose(Object a, Object b, Object rel, Object abs) {
    double x = number(a);
    double y = number(b);
    double r = number(Py.or(rel, 1e-9));
    double t = number(Py.or(abs, 0.0));
    if (r < 0 || t < 0) throw PyError.value("tolerances must be non-negative");
    if (x == y) return true;
    if (Double.isInfinite(x) || Double.isInfinite(y)) return false;
    double diff = Math.abs(y - x);
    return diff <= Math.abs(r * y) || diff <= Math.abs(r * x) || diff <= t;
  }
}
