// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python.columns;

import ai.rapids.cudf.BinaryOp;
import io.github.rapidsudfs.python.DateFormat;
import io.github.rapidsudfs.python.PyDate;
import io.github.rapidsudfs.python.PyTuple;
import java.util.ArrayList;
import java.util.List;

/** The columnar form of {@code strftime}: each directive separately, then concatenated. */
public final class DateTexts {
  /** Directives that cuDF formats as glibc does. */
  private static final String SAME = "mdjyYHMS";

  private DateTexts() {}

  public static Col strftime(MaskedWriter c, Col date, Col format) {
    if (date.kind != Kind.DATE) throw c.refuse("strftime() of " + date.name());
    String text = TextForms.text(c, format, "a format");
    List<Col> parts = new ArrayList<>();
    for (int i = 0; i < text.length(); i++) {
      boolean directive = text.charAt(i) == '%';
      if (directive && ++i == text.length()) throw c.refuse("the format " + text);
      String one = text.substring(i, i + 1);
      parts.add(directive ? directive(c, date, one) : Col.constant(one));
    }
    return TextForms.joined(c, parts);
  }

  private static Col directive(MaskedWriter c, Col date, String name) {
    switch (name) {
      case "%":
        return Col.constant("%");
      case "A":
        return named(c, DateForms.weekday(c, date), DateFormat.DAYS, 0, false);
      case "a":
        return named(c, DateForms.weekday(c, date), DateFormat.DAYS, 0, true);
      case "B":
        return named(c, DateForms.month(c, date), DateFormat.MONTHS, 1, false);
      case "b":
        return named(c, DateForms.month(c, date), DateFormat.MONTHS, 1, true);
      case "F":
        return strftime(c, date, Col.constant("%Y-%m-%d"));
      default:
        return plain(c, date, name);
    }
  }

  private static Col plain(MaskedWriter c, Col date, String name) {
    if (!SAME.contains(name)) throw c.refuse("strftime() with %" + name);
    Col written = date;
    if (name.equals("Y")) {
      // Only four-digit years are formatted as in Python.
      Col year = DateForms.year(c, date);
      Col other = c.or(c.is(BinaryOp.LESS, year, 1000), c.is(BinaryOp.GREATER, year, 9999));
      c.odd(other);
      written = c.select(other, Col.constant(PyDate.of(2000, 1, 1)), date);
    }
    String format = "%" + name;
    return c.asAscii(
        c.step(
            "as " + format,
            Kind.STR,
            date.nulls,
            4,
            600,
            (scope, rows, in) -> in[0].asStrings(format),
            written));
  }

  /** A name looked up by number. */
  private static Col named(MaskedWriter c, Col number, String[] names, int first, boolean cut) {
    List<Object> all = new ArrayList<>();
    for (String name : names) all.add(cut ? name.substring(0, 3) : name);
    Col place = NumberForms.sub(c, number, Col.constant((long) first));
    return ItemForms.getitem(c, Col.constant(new PyTuple(all.toArray())), place);
  }
}
