// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python.columns;

import ai.rapids.cudf.BinaryOp;
import java.util.List;

/**
 * Floats at a number of decimal places, as {@code round} and {@code format} give them. Python
 * rounds the exact binary value; {@code x * 10**places} in floats has the same nearest integer
 * unless it is close to a tie: those rows are odd.
 */
final class Places {
  /** Products below it have an error of less than 2^-13; the integer is exact as a float. */
  private static final double MOST = 0x1p40;

  private static final double MIDDLE = 0.5 - 0x1p-12;
  private static final int MOST_PLACES = 15;
  private static final long THOUSAND = 1000;
  private static final long BILLION = 1_000_000_000;

  private Places() {}

  /** {@code round(x, places)}. */
  static Col rounded(MaskedWriter c, Col x, Col places) {
    if (!(places.constant instanceof Long)) throw c.refuse("round() to computed places");
    long n = (Long) places.constant;
    if (x.kind != Kind.FLOAT) {
      if (n < 0) throw c.refuse("round() of an int to tens");
      return NumberForms.integer(c, x);
    }
    Col scaled = nearest(c, x, n);
    return c.binary(BinaryOp.DIV, Kind.FLOAT, scaled, Col.constant(power(c, n)));
  }

  /** {@code format(x, ".2f")} and {@code format(x, ",.2f")}. */
  static Col fixed(MaskedWriter c, Col x, long places, boolean grouped) {
    Col scaled = nearest(c, x, places);
    // Also for -0.0, and for values rounded to it.
    Col negative =
        c.is(
            BinaryOp.LESS,
            c.binary(BinaryOp.DIV, Kind.FLOAT, Col.constant(1.0), x),
            Col.constant(0.0));
    Col digits = c.cast(NumberForms.abs(c, scaled), Kind.INT, 40).within(0, (long) MOST);
    long unit = (long) power(c, places);
    Col one = Col.constant(unit);
    Col whole = NumberForms.floordiv(c, digits, one);
    Col text = grouped ? grouped(c, whole) : ConversionForms.str(c, whole);
    Col sign = sign(c, negative);
    if (places == 0) return TextForms.joined(c, List.of(sign, text));
    Col rest = ConversionForms.str(c, NumberForms.mod(c, digits, one));
    Col padded = TextForms.zfill(c, rest, Col.constant(places));
    return TextForms.joined(c, List.of(sign, text, Col.constant("."), padded));
  }

  /** {@code format(n, ",")}. */
  static Col separated(MaskedWriter c, Col n) {
    Col sign = sign(c, c.is(BinaryOp.LESS, n, 0));
    return TextForms.joined(c, List.of(sign, grouped(c, NumberForms.abs(c, n))));
  }

  private static Col sign(MaskedWriter c, Col negative) {
    return c.select(negative, Col.constant("-"), Col.constant(""));
  }

  /** The digits of a non-negative int in groups of three; rows from 10^12 on are odd. */
  private static Col grouped(MaskedWriter c, Col n) {
    if (n.most >= BILLION * THOUSAND) c.odd(c.is(BinaryOp.GREATER, n, BILLION * THOUSAND - 1));
    Col text = ConversionForms.str(c, n);
    for (long unit = THOUSAND; unit <= Math.min(n.most, BILLION); unit *= THOUSAND) {
      Col head = ConversionForms.str(c, NumberForms.floordiv(c, n, Col.constant(unit)));
      Col tail = tail(c, n, unit);
      Col all = TextForms.joined(c, List.of(head, tail));
      text = c.select(c.is(BinaryOp.LESS, n, unit), text, all);
    }
    return text;
  }

  /** The groups of an int's last digits, each after a comma. */
  private static Col tail(MaskedWriter c, Col n, long unit) {
    Col part = NumberForms.mod(c, n, Col.constant(unit));
    Col first = NumberForms.floordiv(c, part, Col.constant(unit / THOUSAND));
    Col digits = TextForms.zfill(c, ConversionForms.str(c, first), Col.constant(3L));
    Col text = TextForms.joined(c, List.of(Col.constant(","), digits));
    return unit == THOUSAND
        ? text
        : TextForms.joined(c, List.of(text, tail(c, n, unit / THOUSAND)));
  }

  private static double power(MaskedWriter c, long places) {
    if (places < 0 || places > MOST_PLACES) throw c.refuse("that many decimal places");
    return Math.pow(10, places);
  }

  /** The integer, as a float, that is nearest to {@code x * 10**places}. */
  private static Col nearest(MaskedWriter c, Col x, long places) {
    if (x.isConstant()) throw c.refuse("digits of a constant");
    Col by = Col.constant(power(c, places));
    Col product = places == 0 ? x : c.binary(BinaryOp.MUL, Kind.FLOAT, x, by);
    Col whole = NumberForms.rint(c, product);
    // Also NaN and infinities.
    c.odd(c.not(c.is(BinaryOp.LESS, NumberForms.abs(c, product), Col.constant(MOST))));
    if (places > 0) {
      Col apart = NumberForms.abs(c, c.binary(BinaryOp.SUB, Kind.FLOAT, product, whole));
      c.odd(c.is(BinaryOp.GREATER, apart, Col.constant(MIDDLE)));
    }
    return whole;
  }
}
