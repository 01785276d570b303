// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

/**
 * {@code math} over floats. Exact where IEEE 754 says what the result is ({@code sqrt fmod floor
 * frexp} …); {@code exp log sin pow hypot} and the like are within one unit of the last place, as
 * the two libraries differ.
 */
public final class MathOps {
  private MathOps() {}

  static PyError domain() {
    return PyError.value("math domain error");
  }

  static PyError range() {
    return PyError.overflow("math range error");
  }

  private static double number(Object x) {
    return MathInts.number(x);
  }

  /** NaN of what is no NaN is a domain error; an infinity of a finite one a range error. */
  private static double checked(double x, double result, boolean overflows) {
    if (Double.isNaN(result) && !Double.isNaN(x)) throw domain();
    if (Double.isInfinite(result) && !Double.isInfinite(x)) throw overflows ? range() : domain();
    return result;
  }

  @Python(value = "math.sqrt", raises = "ValueError")
  public static double sqrt(double x) {
    return checked(x, Math.sqrt(x), false);
  }

  @Python(value = "math.sqrt", raises = {"ValueError", "TypeError"})
  public static double sqrt(Object x) {
    return sqrt(number(x));
  }

  @Python(value = "math.fabs", raises = "ValueError")
  public static double fabs(double x) {
    return checked(x, Math.abs(x), false);
  }

  @Python(value = "math.fabs", raises = {"ValueError", "TypeError"})
  public static double fabs(Object x) {
    return fabs(number(x));
  }

  @Python(value = "math.exp", raises = "OverflowError")
  public static double exp(double x) {
    return checked(x, Math.exp(x), true);
  }

  @Python(value = "math.exp", raises = {"ValueError", "TypeError"})
  public static double exp(Object x) {
    return exp(number(x));
  }

  @Python(value = "math.expm1", raises = "OverflowError")
  public static double expm1(double x) {
    return checked(x, Math.expm1(x), true);
  }

  @Python(value = "math.expm1", raises = {"ValueError", "TypeError"})
  public static double expm1(Object x) {
    return expm1(number(x));
  }

  @Python(value = "math.log1p", raises = "ValueError")
  public static double log1p(double x) {
    return checked(x, Math.log1p(x), false);
  }

  @Python(value = "math.log1p", raises = {"ValueError", "TypeError"})
  public static double log1p(Object x) {
    return log1p(number(x));
  }

  @Python(value = "math.sin", raises = "ValueError")
  public static double sin(double x) {
    return checked(x, Math.sin(x), false);
  }

  @Python(value = "math.sin", raises = {"ValueError", "TypeError"})
  public static double sin(Object x) {
    return sin(number(x));
  }

  @Python(value = "math.cos", raises = "ValueError")
  public static double cos(double x) {
    return checked(x, Math.cos(x), false);
  }

  @Python(value = "math.cos", raises = {"ValueError", "TypeError"})
  public static double cos(Object x) {
    return cos(number(x));
  }

  @Python(value = "math.tan", raises = "ValueError")
  public static double tan(double x) {
    return checked(x, Math.tan(x), false);
  }

  @Python(value = "math.tan", raises = {"ValueError", "TypeError"})
  public static double tan(Object x) {
    return tan(number(x));
  }

  @Python(value = "math.asin", raises = "ValueError")
  public static double asin(double x) {
    return checked(x, Math.asin(x), false);
  }

  @Python(value = "math.asin", raises = {"ValueError", "TypeError"})
  public static double asin(Object x) {
    return asin(number(x));
  }

  @Python(value = "math.acos", raises = "ValueError")
  public static double acos(double x) {
    return checked(x, Math.acos(x), false);
  }

  @Python(value = "math.acos", raises = {"ValueError", "TypeError"})
  public static double acos(Object x) {
    return acos(number(x));
  }

  @Python(value = "math.atan", raises = "ValueError")
  public static double atan(double x) {
    return checked(x, Math.atan(x), false);
  }

  @Python(value = "math.atan", raises = {"ValueError", "TypeError"})
  public static double atan(Object x) {
    return atan(number(x));
  }

  @Python(value = "math.sinh", raises = "OverflowError")
  public static double sinh(double x) {
    return checked(x, Math.sinh(x), true);
  }

  @Python(value = "math.sinh", raises = {"ValueError", "TypeError"})
  public static double sinh(Object x) {
    return sinh(number(x));
  }

  @Python(value = "math.cosh", raises = "OverflowError")
  public static double cosh(double x) {
    return checked(x, Math.cosh(x), true);
  }

  @Python(value = "math.cosh", raises = {"ValueError", "TypeError"})
  public static double cosh(Object x) {
    return cosh(number(x));
  }

  @Python(value = "math.tanh", raises = "ValueError")
  public static double tanh(double x) {
    return checked(x, Math.tanh(x), false);
  }

  @Python(value = "math.tanh", raises = {"ValueError", "TypeError"})
  public static double tanh(Object x) {
    return tanh(number(x));
  }

  @Python(value = "math.cbrt", raises = "ValueError")
  public static double cbrt(double x) {
    return checked(x, Math.cbrt(x), false);
  }

  @Python(value = "math.cbrt", raises = {"ValueError", "TypeError"})
  public static double cbrt(Object x) {
    return cbrt(number(x));
  }

  @Python(value = "math.degrees", raises = "ValueError")
  public static double degrees(double x) {
    return x * (180.0 / Math.PI);
  }

  @Python(value = "math.degrees", raises = {"ValueError", "TypeError"})
  public static double degrees(Object x) {
    return degrees(number(x));
  }

  @Python(value = "math.radians", raises = "ValueError")
  public static double radians(double x) {
    return x * (Math.PI / 180.0);
  }

  @Python(value = "math.radians", raises = {"ValueError", "TypeError"})
  public static double radians(Object x) {
    return radians(number(x));
  }

  @Python(value = "math.log", raises = "ValueError")
  public static double log(double x) {
    if (x <= 0) throw domain();
    return Math.log(x);
  }

  @Python(value = "math.log", raises = {"ValueError", "TypeError"})
  public static double log(Object x) {
    return MathInts.log(x, Math::log, Math.log(2));
  }

  @Python(value = "math.log", raises = {"ValueError", "TypeError", "ZeroDivisionError"})
  public static double log(Object x, Object base) {
    double a = log(x);
    double b = log(base);
    if (b == 0) throw PyError.of(PyType.ZERO_DIVISION_ERROR, "division by zero");
    return a / b;
  }

  @Python(value = "math.log2", raises = "ValueError")
  public static double log2(double x) {
    if (x <= 0) throw domain();
    int e = Math.getExponent(x);
    if (e > 1023 || e < -1022) return Math.log(x) / Math.log(2);
    double m = x / Math.scalb(1.0, e);
    if (m > 1.4142135623730951) {
      m /= 2;
      e++;
    }
    return e + Math.log(m) * 1.4426950408889634;
  }

  @Python(value = "math.log2", raises = {"ValueError", "TypeError"})
  public static double log2(Object x) {
    return MathInts.log(x, MathOps::log2, 1);
  }

  @Python(value = "math.log10", raises = "ValueError")
  public static double log10(double x) {
    if (x <= 0) throw domain();
    return Math.log10(x);
  }

  @Python(value = "math.log10", raises = {"ValueError", "TypeError"})
  public static double log10(Object x) {
    return MathInts.log(x, Math::log10, Math.log10(2));
  }

  @Python(value = "math.pow", raises = {"ValueError", "OverflowError"})
  public static double pow(double x, double y) {
    if (x == 1 || y == 0) return 1;
    if (Double.isInfinite(y) && x == -1) return 1;
    if (x == 0 && y == Double.NEGATIVE_INFINITY) throw new Unsupported("math.pow(0, -inf)");
    double r = Math.pow(x, y);
    boolean finite = !Double.isNaN(x + y) && !Double.isInfinite(x) && !Double.isInfinite(y);
    if (finite && Double.isNaN(r)) throw domain();
    if (finite && Double.isInfinite(r)) throw x == 0 ? domain() : range();
    return r;
  }

  @Python(value = "math.pow", raises = {"ValueError", "OverflowError", "TypeError"})
  public static double pow(Object x, Object y) {
    double a = number(x);
    return pow(a, number(y));
  }

  @Python(value = "math.fmod", raises = {"ValueError", "TypeError"})
  public static double fmod(Object x, Object y) {
    double a = number(x);
    double b = number(y);
    double r = a % b;
    if (Double.isNaN(r) && !Double.isNaN(a) && !Double.isNaN(b)) throw domain();
    return r;
  }

  @Python(value = "math.remainder", raises = {"ValueError", "TypeError"})
  public static double remainder(Object x, Object y) {
    double a = number(x);
    double b = number(y);
    if (Double.isNaN(a) || Double.isNaN(b)) return Double.NaN;
    if (Double.isInfinite(a) || b == 0) throw domain();
    return Math.IEEEremainder(a, b);
  }

  @Python(value = "math.copysign", raises = "TypeError")
  public static double copysign(Object x, Object y) {
    double a = number(x);
    double b = number(y);
    return Math.copySign(a, Double.isNaN(b) ? 1 : b);
  }

  @Python(value = "math.atan2", raises = "TypeError")
  public static double atan2(Object y, Object x) {
    double a = number(y);
    return Math.atan2(a, number(x));
  }

  @Python(value = "math.hypot", raises = "TypeError")
  public static double hypot(Object x, Object y) {
    double a = number(x);
    return Math.hypot(a, number(y));
  }

  @Python("math.isnan")
  public static boolean isnan(Object x) {
    return Double.isNaN(number(x));
  }

  @Python("math.isinf")
  public static boolean isinf(Object x) {
    return Double.isInfinite(number(x));
  }

  @Python("math.isfinite")
  public static boolean isfinite(Object x) {
    double d = number(x);
    return !Double.isNaN(d) && !Double.isInfinite(d);
  }

  @Python(value = "math.isclose", params = {"a", "b"})
  public static boolean isclose(Object a, Object b) {
    return isclose(a, b, Py.ABSENT, Py.ABSENT);
  }

  @Python(value = "math.isclose", params = {"a", "b", "rel_tol"})
  public static boolean isclose(Object a, Object b, Object rel) {
    return isclose(a, b, rel, Py.ABSENT);
  }

  @Python(value = "math.isclose", params = {"a", "b", "rel_tol", "abs_tol"}, raises = "ValueError")
  public static boolean isclose(Object a, Object b, Object rel, Object abs) {
    double x = number(a);
    double y = number(b);
    double r = rel == Py.ABSENT ? 1e-9 : number(rel);
    double t = abs == Py.ABSENT ? 0 : number(abs);
    if (r < 0 || t < 0) throw PyError.value("tolerances must be non-negative");
    if (x == y) return true;
    if (Double.isInfinite(x) || Double.isInfinite(y)) return false;
    double diff = Math.abs(y - x);
    return diff <= Math.abs(r * y) || diff <= Math.abs(r * x) || diff <= t;
  }

  @Python(value = "math.modf", raises = "TypeError")
  public static PyTuple modf(Object value) {
    double x = number(value);
    if (Double.isInfinite(x)) return new PyTuple(Math.copySign(0.0, x), x);
    double whole = x < 0 ? Math.ceil(x) : Math.floor(x);
    return new PyTuple(Math.copySign(x - whole, x), whole);
  }

  @Python(value = "math.frexp", raises = "TypeError")
  public static PyTuple frexp(Object value) {
    double x = number(value);
    if (x == 0 || Double.isNaN(x) || Double.isInfinite(x)) return new PyTuple(x, 0L);
    boolean small = Math.abs(x) < Double.MIN_NORMAL;
    double scaled = small ? x * 0x1p54 : x;
    int e = Math.getExponent(scaled) + 1;
    // Two steps: 2^-1024 is not a normal number.
    return new PyTuple(scaled * Math.scalb(1.0, 1 - e) / 2, (long) e - (small ? 54 : 0));
  }

  @Python(value = "math.ldexp", raises = {"OverflowError", "TypeError"})
  public static double ldexp(Object value, Object exponent) {
    double x = number(value);
    if (!Ops.isInt(exponent)) throw PyError.type("Expected an int as second argument to ldexp.");
    long e = Math.max(-10000, Math.min(10000, Ops.index(exponent)));
    if (x == 0 || Double.isNaN(x) || Double.isInfinite(x)) return x;
    double r = Math.scalb(x, (int) e);
    if (Double.isInfinite(r)) throw range();
    return r;
  }

  @Python(value = "math.ulp", raises = "TypeError")
  public static double ulp(Object value) {
    return Math.ulp(number(value));
  }
}
