// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python.columns;

import ai.rapids.cudf.BinaryOp;
import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.DType;
import ai.rapids.cudf.Scalar;
import io.github.rapidsudfs.columns.ListSums;
import io.github.rapidsudfs.python.columns.ColumnPlan.Run;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The columnar forms of int(), float(), str() and bool(). */
public final class ConversionForms {
  /** The ASCII characters that {@code int()} and {@code float()} strip. */
  private static final String SPACES = "\t\n\u000b\f\r ";

  /** The number of digits that always fits into 64 bits. */
  private static final int SAFE_DIGITS = 18;

  private static final double TOO_LARGE = 0x1p63;

  private ConversionForms() {}

  public static Col int_(MaskedWriter c, Col a) {
    if (a.kind == Kind.FLOAT) return truncated(c, a);
    if (a.kind != Kind.STR) return NumberForms.integer(c, a);
    Col s = StringSteps.strip(c, a, SPACES, 0);
    Col digits = digits(c, s);
    Col odd = c.or(c.not(StringSteps.isAscii(c, s)), StringSteps.contains(c, s, "_"));
    c.odd(c.andNot(odd, digits));
    c.raise("ValueError", c.not(c.or(digits, odd)));
    return parsed(c, s, digits);
  }

  /** Whether a string is an optional sign and digits. */
  private static Col digits(MaskedWriter c, Col s) {
    return c.holds(
        c.step(
            "is integer", Kind.BOOL, s.nulls, 1, 262, (scope, rows, in) -> in[0].isInteger(), s));
  }

  /** The int of digits with a sign; rows with too many digits are odd. */
  private static Col parsed(MaskedWriter c, Col s, Col digits) {
    c.odd(c.and(digits, c.is(BinaryOp.GREATER, StringSteps.length(c, s), SAFE_DIGITS)));
    long most = 1_000_000_000_000_000_000L;
    return c.cast(s, Kind.INT, 166).within(-most, most);
  }

  private static Col truncated(MaskedWriter c, Col a) {
    Col isNaN = c.is(BinaryOp.NOT_EQUAL, a, a);
    c.raise("ValueError", isNaN);
    Col size = NumberForms.abs(c, a);
    Col large = c.is(BinaryOp.GREATER_EQUAL, size, Col.constant(TOO_LARGE));
    c.raise("OverflowError", c.is(BinaryOp.EQUAL, size, Col.constant(Double.POSITIVE_INFINITY)));
    c.odd(large);
    Col safe = c.select(c.or(isNaN, large), Col.constant(0.0), a);
    return c.cast(safe, Kind.INT, 40);
  }

  /**
   * The float of a number, or of a string with so few digits that the quotient of two exact floats
   * is the nearest float. Other strings that may be numbers are odd.
   */
  public static Col float_(MaskedWriter c, Col a) {
    if (a.kind != Kind.STR) return NumberForms.real(c, a);
    Col s = StringSteps.strip(c, a, SPACES, 0);
    Col point = StringSteps.locate(c, s, ".");
    Col figures = StringSteps.replace(c, s, ".", "");
    Col length = StringSteps.length(c, s);
    Col points = c.binary(BinaryOp.SUB, Kind.INT, length, StringSteps.length(c, figures));
    Col signs = c.or(StringSteps.contains(c, s, ".-"), StringSteps.contains(c, s, ".+"));
    Col shape = c.and(digits(c, figures), c.is(BinaryOp.LESS_EQUAL, points, 1));
    Col plain = c.andNot(shape, signs);
    Col few = c.is(BinaryOp.LESS_EQUAL, StringSteps.length(c, figures), 15);
    Col number = c.cast(figures, Kind.INT, 166);
    // The sign of zero would be lost.
    Col minus = c.and(c.is(BinaryOp.EQUAL, number, 0), StringSteps.contains(c, s, "-"));
    Col known = c.andNot(c.and(plain, few), minus);
    // Letters of exponents, inf and nan.
    Col letters =
        c.is(
            BinaryOp.GREATER,
            StringSteps.count(c, s, "eE_iInN", b -> "eE_iInN".indexOf(b) >= 0),
            0);
    Col perhaps = c.or(c.or(plain, letters), c.not(StringSteps.isAscii(c, s)));
    c.odd(c.andNot(perhaps, known));
    c.raise("ValueError", c.not(c.or(known, perhaps)));
    Col after = c.binary(BinaryOp.SUB, Kind.INT, length, point);
    Col decimals = c.binary(BinaryOp.SUB, Kind.INT, after, Col.constant(1L));
    Col places = c.select(c.is(BinaryOp.LESS, point, 0), Col.constant(0L), decimals);
    Col safe = c.select(c.and(known, c.is(BinaryOp.GREATER, places, 0)), places, Col.constant(0L));
    Run power =
        (scope, rows, in) -> {
          double[] tens = new double[20];
          for (int i = 0; i < tens.length; i++) tens[i] = Double.parseDouble("1e" + i);
          return ListSums.at(scope.own(ColumnVector.fromDoubles(tens)), in[0]);
        };
    Col by = c.step("power of ten", Kind.FLOAT, false, 1, 60, power, safe);
    return c.binary(BinaryOp.DIV, Kind.FLOAT, c.cast(number, Kind.FLOAT, 37), by);
  }

  public static Col str(MaskedWriter c, Col a) {
    Col none = c.isNone(a);
    Col some = a.orNone(false);
    return c.select(none, Col.constant("None"), present(c, some)).orNone(false);
  }

  private static Col present(MaskedWriter c, Col a) {
    if (a.kind == Kind.STR) return a;
    if (a.kind == Kind.NONE) return Col.constant("None");
    if (a.kind == Kind.DATE && !a.isConstant()) return DateForms.isoformat(c, a);
    if (a.kind == Kind.BOOL)
      return c.select(c.holds(a), Col.constant("True"), Col.constant("False"));
    if (a.isConstant()) throw c.refuse("str() of a constant");
    if (a.kind != Kind.INT) throw c.refuse("str() of " + a.name());
    return c.asAscii(
        c.step(
            "as STR",
            Kind.STR,
            a.nulls,
            4,
            828,
            (scope, rows, in) -> in[0].castTo(Kind.STR.type()),
            a));
  }

  /** An argument of a type narrower than Python's. */
  public static Col widened(MaskedWriter c, int index, Kind kind, long least, long most) {
    DType type = kind.type();
    Run run = (scope, rows, in) -> in[0].castTo(type);
    Col made = c.step("as " + type, kind, true, 1, 40, run, c.argument(index, kind)).orNone(true);
    return kind == Kind.INT ? made.within(least, most) : made;
  }

  /** Ints in a narrower type; out-of-range ints wrap or are odd. */
  public static Col narrowed(
      MaskedWriter c, Col v, long least, long most, DType type, boolean wraps) {
    if (!wraps) NumberForms.oddOutside(c, v, least, most);
    return narrowed(c, v, type);
  }

  public static Col narrowed(MaskedWriter c, Col v, DType type) {
    return c.converted(c.column(v, v.kind), v.kind, type);
  }

  /**
   * A column of structs.
   *
   * @param present true where the struct is not NULL
   */
  public static Col struct(MaskedWriter c, List<Col> fields, Col present) {
    List<Col> in = new ArrayList<>();
    for (Col field : fields) in.add(c.column(field, field.kind));
    boolean all = present.isTrue();
    if (!all) in.add(c.column(present, Kind.BOOL));
    Run run =
        (scope, rows, columns) -> {
          int n = fields.size();
          ColumnVector structs =
              scope.own(ColumnVector.makeStruct(rows, Arrays.copyOf(columns, n)));
          if (all) return scope.release(structs);
          Scalar none = scope.own(Scalar.fromNull(DType.BOOL8));
          ColumnVector valid = scope.own(columns[n].ifElse(columns[n], none));
          return structs.mergeAndSetValidity(BinaryOp.BITWISE_AND, valid);
        };
    String name = "struct of " + fields.size();
    return c.step(name, Kind.TUPLE, !all, 3, 80, run, in.toArray(new Col[0]));
  }

  /** A column of nulls. */
  public static Col nothing(MaskedWriter c, DType type) {
    Run run = (scope, rows, in) -> ColumnVector.fromScalar(scope.own(Scalar.fromNull(type)), rows);
    return c.step("nothing of " + type, Kind.NONE, true, 1, 20, run);
  }

  /** Ints as floats of equal value; None stays None. */
  public static Col exact(MaskedWriter c, Col v) {
    return NumberForms.exact(c, v).orNone(v.none);
  }

  /** Ints as their digits; None stays None. */
  public static Col text(MaskedWriter c, Col v) {
    return v.isConstant() ? Col.constant("" + v.constant) : present(c, v).orNone(v.none);
  }
}
