// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python.columns;

import ai.rapids.cudf.BinaryOp;
import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.DType;
import ai.rapids.cudf.Scalar;
import io.github.rapidsudfs.python.PyDate;
import io.github.rapidsudfs.python.columns.ColumnPlan.Run;
import java.util.function.Function;

/** The columnar forms of attributes and methods of dates. */
public final class DateForms {
  private DateForms() {}

  private static Col part(
      Columns c, Col date, String name, long most, Function<ColumnVector, ColumnVector> f) {
    if (date.kind != Kind.DATE) throw c.refuse(name + " of " + date.name());
    Col found =
        c.step(
            name,
            Kind.INT,
            date.nulls,
            2,
            120,
            (rows, in) -> {
              try (ColumnVector narrow = f.apply(in[0])) {
                return narrow.castTo(DType.INT64);
              }
            },
            date);
    return found.within(1, most);
  }

  public static Col year(Columns c, Col date) {
    return part(c, date, "year", 9999, ColumnVector::year);
  }

  public static Col month(Columns c, Col date) {
    return part(c, date, "month", 12, ColumnVector::month);
  }

  public static Col day(Columns c, Col date) {
    return part(c, date, "day", 31, ColumnVector::day);
  }

  public static Col isoweekday(Columns c, Col date) {
    return part(c, date, "weekday", 7, ColumnVector::weekDay);
  }

  public static Col weekday(Columns c, Col date) {
    return NumberForms.sub(c, isoweekday(c, date), Col.constant(1L));
  }

  private static Col number(Columns c, Col date) {
    if (date.isConstant()) return Col.constant(((PyDate) date.constant).ordinal());
    Run run =
        (rows, in) -> {
          try (ColumnVector days = in[0].castTo(DType.INT32);
              ColumnVector wide = days.castTo(DType.INT64);
              Scalar epoch = Scalar.fromLong(Kind.EPOCH)) {
            return wide.add(epoch);
          }
        };
    return c.step("ordinal", Kind.INT, date.nulls, 3, 160, run, date).within(1, 3652059);
  }

  public static Col toordinal(Columns c, Col date) {
    if (date.kind != Kind.DATE) throw c.refuse("toordinal of " + date.name());
    return number(c, date);
  }

  /** One date less another. */
  static Col difference(Columns c, Col a, Col b) {
    return NumberForms.sub(c, number(c, a), number(c, b)).as(Kind.DELTA);
  }

  public static Col days(Columns c, Col difference) {
    if (difference.kind != Kind.DELTA) throw c.refuse("days of " + difference.name());
    return difference.as(Kind.INT);
  }

  public static Col isoformat(Columns c, Col date) {
    if (date.kind != Kind.DATE) throw c.refuse("isoformat of " + date.name());
    return c.asAscii(
        c.step(
            "iso", Kind.STR, date.nulls, 4, 900, (rows, in) -> in[0].asStrings("%Y-%m-%d"), date));
  }

  /** A column of dates, of which those that Python lacks are odd. */
  public static Col known(Columns c, Col date) {
    c.odd(c.is(BinaryOp.LESS, date, Col.constant(PyDate.of(1, 1, 1))));
    c.odd(c.is(BinaryOp.GREATER, date, Col.constant(PyDate.of(9999, 12, 31))));
    return date;
  }
}
