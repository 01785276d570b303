// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python.columns;

import ai.rapids.cudf.BinaryOp;
import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.ColumnView;
import ai.rapids.cudf.DType;
import ai.rapids.cudf.Scalar;
import io.github.rapidsudfs.python.Py;
import io.github.rapidsudfs.python.PyDate;
import io.github.rapidsudfs.python.PyTimeDelta;
import io.github.rapidsudfs.python.columns.ColumnPlan.Run;
import java.util.List;
import java.util.function.Function;

/** The columnar forms of the attributes and methods of dates. */
public final class DateForms {
  /** The ordinal of the last date, and the position of {@code timedelta}'s weeks. */
  private static final long LAST = 3652059;

  private static final int WEEKS = 6;
  private static final long MOST_DAYS = 999_999_999;

  private DateForms() {}

  private static Col part(
      MaskedWriter c, Col date, String name, long most, Function<ColumnVector, ColumnVector> f) {
    if (date.kind != Kind.DATE) throw c.refuse(name + " of " + date.name());
    Col found =
        c.step(
            name,
            Kind.INT,
            date.nulls,
            2,
            120,
            (scope, rows, in) -> scope.own(f.apply(in[0])).castTo(DType.INT64),
            date);
    return found.within(1, most);
  }

  public static Col year(MaskedWriter c, Col date) {
    return part(c, date, "year", 9999, ColumnVector::year);
  }

  public static Col month(MaskedWriter c, Col date) {
    return part(c, date, "month", 12, ColumnVector::month);
  }

  public static Col day(MaskedWriter c, Col date) {
    return part(c, date, "day", 31, ColumnVector::day);
  }

  /** Year, week and weekday of the ISO calendar: a week belongs to the year of its Thursday. */
  public static Col isocalendar(MaskedWriter c, Col date) {
    Col weekday = isoweekday(c, date);
    Col distance = NumberForms.sub(c, Col.constant(4L), weekday);
    Col thursday = ofNumber(c, NumberForms.add(c, number(c, date), distance));
    Col days = part(c, thursday, "day of year", 366, ColumnVector::dayOfYear);
    Col before = NumberForms.sub(c, days, Col.constant(1L));
    Col week =
        NumberForms.add(c, NumberForms.floordiv(c, before, Col.constant(7L)), Col.constant(1L));
    return Col.tuple(List.of(year(c, thursday), week, weekday));
  }

  public static Col isoweekday(MaskedWriter c, Col date) {
    return part(c, date, "weekday", 7, ColumnVector::weekDay);
  }

  public static Col weekday(MaskedWriter c, Col date) {
    return NumberForms.sub(c, isoweekday(c, date), Col.constant(1L));
  }

  private static Col number(MaskedWriter c, Col date) {
    if (date.isConstant()) return Col.constant(((PyDate) date.constant).ordinal());
    Run run =
        (scope, rows, in) -> {
          // A cast of a slice would lose its offset.
          ColumnView days = scope.own(in[0].bitCastTo(DType.INT32));
          return scope.own(days.castTo(DType.INT64)).add(scope.own(Scalar.fromLong(Kind.EPOCH)));
        };
    return c.step("ordinal", Kind.INT, date.nulls, 3, 160, run, date).within(1, LAST);
  }

  public static Col toordinal(MaskedWriter c, Col date) {
    if (date.kind != Kind.DATE) throw c.refuse("toordinal of " + date.name());
    return number(c, date);
  }

  /** Dates from year, month and day; ValueError for an invalid day. */
  public static Col date(MaskedWriter c, Col year, Col month, Col day) {
    // As in CPython: all are converted first; the first that cannot be is an error.
    Col[] parts = {year, month, day};
    for (Col part : parts) beyondInt(c, part);
    for (int i = 0; i < 3; i++) parts[i] = c.need(parts[i], "TypeError");
    Col y = within(c, parts[0], 9999);
    Col m = c.column(within(c, parts[1], 12), null).within(1, 12);
    Col d = within(c, parts[2], 31);
    // Years start in March, so that the last day of February comes last.
    Col early = c.is(BinaryOp.LESS, m, 3);
    Col years = NumberForms.sub(c, y, c.select(early, Col.constant(1L), Col.constant(0L)));
    Col months =
        NumberForms.add(c, m, c.select(early, Col.constant(9L), Col.constant(-3L))).within(0, 11);
    Col begun = NumberForms.add(c, scaled(c, months, 153), Col.constant(2L));
    Col days = NumberForms.add(c, NumberForms.floordiv(c, begun, Col.constant(5L)), d);
    for (long[] part : new long[][] {{365, 1}, {1, 4}, {-1, 100}, {1, 400}}) {
      Col some = NumberForms.floordiv(c, years, Col.constant(part[1]));
      days = NumberForms.add(c, days, scaled(c, some, part[0]));
    }
    Col made = ofNumber(c, NumberForms.sub(c, days, Col.constant(306L)));
    c.raise("ValueError", c.is(BinaryOp.NOT_EQUAL, month(c, made), m));
    return made;
  }

  private static Col scaled(MaskedWriter c, Col n, long by) {
    return NumberForms.mul(c, n, Col.constant(by));
  }

  /** Leaves rows with a component beyond C's int to the row body: an OverflowError. */
  private static void beyondInt(MaskedWriter c, Col given) {
    if (given.kind != Kind.INT) throw c.refuse("a date of " + given.name());
    if (given.isWithin(Integer.MIN_VALUE, Integer.MAX_VALUE)) return;
    c.odd(c.is(BinaryOp.LESS, given, Integer.MIN_VALUE));
    c.odd(c.is(BinaryOp.GREATER, given, Integer.MAX_VALUE));
  }

  private static Col within(MaskedWriter c, Col given, long most) {
    if (given.isWithin(1, most)) return given;
    if (given.isConstant()) throw c.refuse("a date that does not exist");
    Col outside = c.or(c.is(BinaryOp.LESS, given, 1), c.is(BinaryOp.GREATER, given, most));
    c.raise("ValueError", outside);
    return c.select(outside, Col.constant(1L), given).within(1, most);
  }

  /** Dates from ordinals, which are within the range of dates. */
  private static Col ofNumber(MaskedWriter c, Col number) {
    Run run =
        (scope, rows, in) -> {
          ColumnVector days = scope.own(in[0].sub(scope.own(Scalar.fromLong(Kind.EPOCH))));
          return scope.own(days.castTo(DType.INT32)).castTo(DType.TIMESTAMP_DAYS);
        };
    return c.step("date", Kind.DATE, number.nulls, 3, 160, run, number);
  }

  public static Col replace(MaskedWriter c, Col date, Col year, Col month, Col day) {
    if (date.kind != Kind.DATE) throw c.refuse("replace() of " + date.name());
    return date(
        c,
        isAbsent(year) ? year(c, date) : year,
        isAbsent(month) ? month(c, date) : month,
        isAbsent(day) ? day(c, date) : day);
  }

  private static boolean isAbsent(Col argument) {
    return argument.constant == Py.ABSENT;
  }

  public static Col timedelta(MaskedWriter c, Col days) {
    return timedelta(c, new Col[] {days});
  }

  /** A timedelta of whole days or weeks. */
  public static Col timedelta(MaskedWriter c, Col... parts) {
    Col sum = Col.constant(0L);
    for (int i = 0; i < parts.length; i++) {
      if (isAbsent(parts[i])) continue;
      if (i != 0 && i != WEEKS || parts[i].kind != Kind.INT) {
        throw c.refuse("timedelta() of anything but days and weeks");
      }
      sum = NumberForms.add(c, sum, scaled(c, parts[i], i == WEEKS ? 7 : 1));
    }
    c.odd(c.is(BinaryOp.LESS, sum, -MOST_DAYS));
    c.odd(c.is(BinaryOp.GREATER, sum, MOST_DAYS));
    return sum.within(-MOST_DAYS, MOST_DAYS).as(Kind.DELTA);
  }

  /** Whether it is a timedelta, of which only the days are added to dates. */
  static boolean isDelta(Col a) {
    return a.kind == Kind.DELTA || a.constant instanceof PyTimeDelta;
  }

  /** A date plus or minus days. */
  static Col moved(MaskedWriter c, Col date, Col by, boolean back) {
    Col days =
        by.isConstant() ? Col.constant((long) ((PyTimeDelta) by.constant).days) : by.as(Kind.INT);
    Col from = number(c, date);
    Col to = back ? NumberForms.sub(c, from, days) : NumberForms.add(c, from, days);
    Col outside = c.or(c.is(BinaryOp.LESS, to, 1), c.is(BinaryOp.GREATER, to, LAST));
    c.raise("OverflowError", outside);
    return ofNumber(c, c.select(outside, Col.constant(1L), to));
  }

  /** The difference of two dates. */
  static Col difference(MaskedWriter c, Col a, Col b) {
    return NumberForms.sub(c, number(c, a), number(c, b)).as(Kind.DELTA);
  }

  public static Col days(MaskedWriter c, Col difference) {
    if (difference.kind != Kind.DELTA) throw c.refuse("days of " + difference.name());
    return difference.as(Kind.INT);
  }

  public static Col isoformat(MaskedWriter c, Col date) {
    if (date.kind != Kind.DATE) throw c.refuse("isoformat of " + date.name());
    return c.asAscii(
        c.step(
            "iso",
            Kind.STR,
            date.nulls,
            4,
            900,
            (scope, rows, in) -> in[0].asStrings("%Y-%m-%d"),
            date));
  }

  /** A column of dates, of which those outside Python's range are odd. */
  public static Col known(MaskedWriter c, Col date) {
    c.odd(c.is(BinaryOp.LESS, date, Col.constant(PyDate.of(1, 1, 1))));
    c.odd(c.is(BinaryOp.GREATER, date, Col.constant(PyDate.of(9999, 12, 31))));
    return date;
  }
}
