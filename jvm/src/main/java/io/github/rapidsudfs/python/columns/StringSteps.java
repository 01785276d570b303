// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python.columns;

import ai.rapids.cudf.BinaryOp;
import ai.rapids.cudf.CaptureGroups;
import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.ColumnView;
import ai.rapids.cudf.DType;
import ai.rapids.cudf.RegexProgram;
import ai.rapids.cudf.Scalar;
import com.nvidia.spark.rapids.jni.GpuSubstringIndexUtils;
import io.github.rapidsudfs.columns.Masks;
import io.github.rapidsudfs.columns.StringBytes;
import io.github.rapidsudfs.python.columns.ColumnPlan.Run;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;

/** Steps on string columns. Prices are for strings of 36 characters. */
final class StringSteps {
  /** A marker for characters to remove or split at; rows whose strings contain it are odd. */
  static final String MARK = "\u0001";

  private static final byte UNCOUNTED = (byte) 0x80;

  private StringSteps() {}

  /** A kernel with a string as its operand. */
  interface WithText {
    ColumnVector of(ColumnVector column, Scalar text);
  }

  static Col with(
      MaskedWriter c,
      String name,
      Kind kind,
      int launches,
      int price,
      Col s,
      String text,
      WithText f) {
    Run run = (scope, rows, in) -> f.of(in[0], scope.own(Scalar.fromString(text)));
    return c.step(name + " " + text, kind, s.nulls, launches, price, run, s);
  }

  static Col length(MaskedWriter c, Col s) {
    boolean text = s.kind == Kind.STR;
    Run run =
        (scope, rows, in) ->
            scope.own(text ? in[0].getCharLengths() : in[0].countElements()).castTo(DType.INT64);
    return c.step("length", Kind.INT, s.nulls, 2, 290, run, s).within(0, Col.MOST_LENGTH);
  }

  static Col bytes(MaskedWriter c, Col s) {
    Run run = (scope, rows, in) -> scope.own(in[0].getByteCount()).castTo(DType.INT64);
    return c.step("bytes", Kind.INT, s.nulls, 2, 85, run, s).within(0, Col.MOST_LENGTH);
  }

  static Col isEmpty(MaskedWriter c, Col s) {
    return c.is(BinaryOp.EQUAL, bytes(c, s), 0);
  }

  /** Whether all characters are ASCII; false for null. */
  static Col isAscii(MaskedWriter c, Col s) {
    if (c.isAscii(s)) return c.not(c.isNull(s));
    return c.is(BinaryOp.EQUAL, length(c, s), bytes(c, s));
  }

  static Col isAsciiOrNull(MaskedWriter c, Col s) {
    return c.or(isAscii(c, s), c.isNull(s));
  }

  /**
   * Leaves strings beyond ASCII with some of these characters to the row body. A batch of ASCII
   * strings is not searched for them.
   *
   * @param name of the characters
   * @param characters as a pattern, a class
   */
  static void oddWith(MaskedWriter c, Col s, String name, String characters) {
    if (c.isAscii(s)) return;
    RegexProgram some = new RegexProgram(characters, CaptureGroups.NON_CAPTURE);
    Run odd = (scope, rows, in) -> Masks.all(in[1]) ? in[1].not() : in[0].containsRe(some);
    Col plain = isAsciiOrNull(c, s);
    c.odd(c.holds(c.step("beyond " + name, Kind.BOOL, s.nulls, 3, 100, odd, s, plain)));
  }

  static Col contains(MaskedWriter c, Col s, String part) {
    if (part.isEmpty()) return c.not(c.isNull(s));
    return c.holds(
        with(c, "contains", Kind.BOOL, 1, 448, s, part, (in, text) -> in.stringContains(text)));
  }

  static Col locate(MaskedWriter c, Col s, String part) {
    Run run =
        (scope, rows, in) -> {
          Scalar sought = scope.own(Scalar.fromString(part));
          return scope.own(in[0].stringLocate(sought)).castTo(DType.INT64);
        };
    return c.step("locate " + part, Kind.INT, s.nulls, 2, 640, run, s).within(-1, Col.MOST_LENGTH);
  }

  /** The part after the last one, or the whole string. */
  static Col afterLast(MaskedWriter c, Col s, String part) {
    return side(c, "after last", s, part, -1);
  }

  /** The part before the first one, or the whole string. */
  static Col beforeFirst(MaskedWriter c, Col s, String part) {
    return side(c, "before first", s, part, 1);
  }

  private static Col side(MaskedWriter c, String step, Col s, String part, int count) {
    return with(
        c,
        step,
        Kind.STR,
        7,
        1500,
        s,
        part,
        (in, text) -> GpuSubstringIndexUtils.substringIndex(in, text, count));
  }

  /** The substring between constant positions, as in Python; up to the end without a stop. */
  static Col slice(MaskedWriter c, Col s, int start, Integer stop) {
    Run run =
        (scope, rows, in) -> stop == null ? in[0].substring(start) : in[0].substring(start, stop);
    return c.step("slice " + start + ":" + stop, Kind.STR, s.nulls, 7, 915, run, s);
  }

  /**
   * The substring between non-negative positions.
   *
   * @param start of at most 31 bits, as {@code stop}
   */
  static Col slice(MaskedWriter c, Col s, Col start, Col stop) {
    Run run =
        (scope, rows, in) -> {
          Scalar none = scope.own(Scalar.fromInt(0));
          ColumnVector from = scope.own(in[1].castTo(DType.INT32));
          ColumnVector to = scope.own(in[2].castTo(DType.INT32));
          ColumnVector starts = scope.own(from.replaceNulls(none));
          return in[0].substring(starts, scope.own(to.replaceNulls(none)));
        };
    Col from = c.column(start, Kind.INT);
    Col to = c.column(stop, Kind.INT);
    return c.step("slice", Kind.STR, s.nulls, 11, 1100, run, s, from, to);
  }

  /**
   * Strips the characters from the ends.
   *
   * @param side -1 for the left, 1 for the right, 0 for both
   */
  static Col strip(MaskedWriter c, Col s, String characters, int side) {
    return with(
        c,
        "strip" + side,
        Kind.STR,
        7,
        2108,
        s,
        characters,
        (in, set) -> side < 0 ? in.lstrip(set) : side > 0 ? in.rstrip(set) : in.strip(set));
  }

  static Col replace(MaskedWriter c, Col s, String part, String by) {
    Run run =
        (scope, rows, in) -> {
          Scalar from = scope.own(Scalar.fromString(part));
          return in[0].stringReplace(from, scope.own(Scalar.fromString(by)));
        };
    String name = "replace " + part.length() + " " + part + by;
    return c.step(name, Kind.STR, s.nulls, 4, 2367, run, s);
  }

  /** Prepares strings for marking: those that already contain the mark are odd. */
  static void mark(MaskedWriter c, Col s) {
    c.odd(contains(c, s, MARK));
  }

  /** Removes the marked characters. */
  static Col withoutMarks(MaskedWriter c, Col marked) {
    return replace(c, marked, MARK, "");
  }

  /** Concatenates strings; null if any is null. */
  static Col concat(MaskedWriter c, List<Col> parts) {
    List<Col> in = new ArrayList<>();
    StringBuilder name = new StringBuilder("concat");
    boolean nulls = false;
    for (Col part : parts) {
      name.append(' ').append(part.isConstant() ? part.key() : "$");
      if (!part.isConstant()) in.add(part);
      nulls |= part.nulls;
    }
    Run run =
        (scope, rows, columns) -> {
          int n = (int) columns[0].getRowCount();
          ColumnView[] all = new ColumnView[parts.size()];
          int next = 0;
          for (int i = 0; i < all.length; i++) {
            if (parts.get(i).isConstant()) {
              Scalar text = scope.own(Scalar.fromString((String) parts.get(i).constant));
              all[i] = scope.own(ColumnVector.fromScalar(text, n));
              scope.free(text);
            } else {
              all[i] = columns[next++];
            }
          }
          return ColumnVector.stringConcatenate(all);
        };
    int price = 320 * parts.size();
    return c.step(name.toString(), Kind.STR, nulls, 5, price, run, in.toArray(new Col[0]));
  }

  /**
   * Replaces each byte by a table.
   *
   * @param name of the table
   */
  static Col mapped(MaskedWriter c, Col s, String name, byte[] table) {
    Run run = (scope, rows, in) -> StringBytes.map(in[0], table);
    return c.step("map " + name, Kind.STR, s.nulls, 4, 1000, run, s);
  }

  /**
   * The number of bytes in a set.
   *
   * @param name of the set
   */
  static Col count(MaskedWriter c, Col s, String name, IntPredicate set) {
    byte[] table = new byte[256];
    for (int b = 0; b < table.length; b++) table[b] = set.test(b) ? (byte) 'x' : UNCOUNTED;
    return length(c, mapped(c, s, "of " + name, table));
  }

  static Col split(MaskedWriter c, Col s, String separator, int limit) {
    Run run =
        (scope, rows, in) ->
            scope.own(StringBytes.unsliced(in[0])).stringSplitRecord(separator, limit);
    return c.step("split " + limit + " " + separator, Kind.LIST, s.nulls, 20, 6700, run, s);
  }

  /** The element at a constant position; null if there is none. */
  static Col element(MaskedWriter c, Col list, int index) {
    Run run = (scope, rows, in) -> in[0].extractListElement(index);
    return c.step("element " + index, list.item, true, 5, 700, run, list)
        .within(list.least, list.most);
  }

  static Col element(MaskedWriter c, Col list, Col index) {
    Run run =
        (scope, rows, in) -> {
          Scalar none = scope.own(Scalar.fromInt(0));
          ColumnVector narrow = scope.own(in[1].castTo(DType.INT32));
          return in[0].extractListElement(scope.own(narrow.replaceNulls(none)));
        };
    return c.step("element", list.item, true, 7, 800, run, list, index)
        .within(list.least, list.most);
  }

  /** Whether one string contains another, as columns or constants; not for two constants. */
  static Col isIn(MaskedWriter c, Col part, Col s) {
    if (part.isConstant()) return contains(c, s, (String) part.constant);
    Run run = (scope, rows, in) -> in[1].stringContainsPerRow(in[0]);
    return c.holds(
        c.step("in", Kind.BOOL, part.nulls || s.nulls, 1, 500, run, part, c.column(s, Kind.STR)));
  }

  static byte[] table(IntPredicate replaced, int difference) {
    byte[] table = new byte[256];
    for (int b = 0; b < table.length; b++) {
      table[b] = (byte) (replaced.test(b) ? b + difference : b);
    }
    return table;
  }
}
