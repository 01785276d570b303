// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python.columns;

import ai.rapids.cudf.BinaryOp;
import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.DType;
import ai.rapids.cudf.PadSide;
import io.github.rapidsudfs.columns.ListSums;
import io.github.rapidsudfs.python.DynamicCalls;
import io.github.rapidsudfs.python.PyTuple;
import io.github.rapidsudfs.python.columns.ColumnPlan.Run;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The columnar forms of str's methods. Where cuDF handles only ASCII, others are odd. */
public final class TextForms {
  static final String SPACES = spaces();

  private TextForms() {}

  /** The characters that {@code strip()} strips. */
  private static String spaces() {
    StringBuilder all = new StringBuilder();
    for (int c = 0; c < 0xD800; c++) {
      String one = String.valueOf((char) c);
      if ((Boolean) DynamicCalls.call("str.isspace", one)) all.append(one);
    }
    return all.toString();
  }

  /** A constant string. */
  static String text(MaskedWriter c, Col a, String what) {
    if (a.isConstant() && a.constant instanceof String) return (String) a.constant;
    throw c.refuse(what + (a.kind == Kind.NONE ? " None" : " that is not a constant text"));
  }

  /** A constant, non-empty string. */
  private static String some(MaskedWriter c, Col a, String what) {
    String text = text(c, a, what);
    if (text.isEmpty()) throw c.refuse(what + " that is empty");
    return text;
  }

  /** The first part of a split string. */
  public static Col first(MaskedWriter c, Col s, Col separator) {
    Col at = find(c, s, separator);
    Col end = c.select(c.is(BinaryOp.LESS, at, 0), StringSteps.length(c, s), at);
    return StringSteps.slice(c, c.column(s, Kind.STR), Col.constant(0L), end);
  }

  /** The last part of a split string. */
  public static Col last(MaskedWriter c, Col s, Col separator) {
    return StringSteps.afterLast(c, c.column(s, Kind.STR), text(c, separator, "a separator"));
  }

  /** A part of a string split once; empty for a position other than 0, 1 and -1. */
  public static Optional<Col> halves(
      MaskedWriter c, Col s, Col separator, long index, boolean fromEnd) {
    List<Col> parts = parted(c, s, separator, fromEnd).parts;
    Col at = fromEnd ? rfind(c, s, separator) : find(c, s, separator);
    Col missing = c.is(BinaryOp.LESS, at, 0);
    if (index == 1) {
      c.raise("IndexError", missing);
      return Optional.of(parts.get(2));
    }
    boolean other = index == (fromEnd ? 0 : -1);
    Col part = parts.get(fromEnd ? 0 : 2);
    return other ? Optional.of(c.select(missing, s, part)) : Optional.empty();
  }

  /** The lines of a string; empty and non-ASCII strings are odd. */
  public static Col splitlines(MaskedWriter c, Col s) {
    c.odd(c.not(StringSteps.isAscii(c, s)));
    c.odd(StringSteps.isEmpty(c, s));
    Col breaks = s;
    for (String end : new String[] {"\r\n", "\r", "\u000b", "\f", "\u001c", "\u001d", "\u001e"}) {
      breaks = StringSteps.replace(c, breaks, end, "\n");
    }
    return StringSteps.split(c, removesuffix(c, breaks, Col.constant("\n")), "\n", -1);
  }

  public static Col find(MaskedWriter c, Col s, Col part, Col start) {
    String text = some(c, part, "find() of a part");
    Col from = ItemForms.clamped(c, start, StringSteps.length(c, s));
    Col found =
        StringSteps.locate(c, StringSteps.slice(c, s, from, StringSteps.length(c, s)), text);
    Col at = c.binary(BinaryOp.ADD, Kind.INT, found, from);
    return c.select(c.is(BinaryOp.LESS, found, 0), Col.constant(-1L), at)
        .within(-1, Col.MOST_LENGTH);
  }

  public static Col join(MaskedWriter c, Col separator, Col items) {
    return ListForms.join(c, separator, items);
  }

  /** The parts before, of and after the first or last separator. */
  private static Col parted(MaskedWriter c, Col s, Col separator, boolean last) {
    String by = some(c, separator, "partition() at a separator");
    Col at = last ? rfind(c, s, separator) : find(c, s, separator);
    Col missing = c.is(BinaryOp.LESS, at, 0);
    Col length = StringSteps.length(c, s);
    Col from = c.select(missing, last ? Col.constant(0L) : length, at);
    long n = by.codePointCount(0, by.length());
    Col end = c.binary(BinaryOp.ADD, Kind.INT, at, Col.constant(n));
    Col to = c.select(missing, last ? Col.constant(0L) : length, end);
    return Col.tuple(
        List.of(
            StringSteps.slice(c, s, Col.constant(0L), from),
            c.select(missing, Col.constant(""), Col.constant(by)),
            StringSteps.slice(c, s, to, length)));
  }

  public static Col partition(MaskedWriter c, Col s, Col separator) {
    return parted(c, s, separator, false);
  }

  public static Col rpartition(MaskedWriter c, Col s, Col separator) {
    return parted(c, s, separator, true);
  }

  private static Col justified(MaskedWriter c, Col s, Col width, Col fill, PadSide side) {
    String by = text(c, fill, "a filler");
    boolean known = width.constant instanceof Long && Math.abs((Long) width.constant) <= 1000;
    if (!known || by.length() != 1 || by.charAt(0) > 127) throw c.refuse("this width or filler");
    int n = Math.toIntExact((Long) width.constant);
    if (n <= 0) return s;
    Run run = (scope, rows, in) -> in[0].pad(n, side, by);
    return c.step("pad " + side + n + by, Kind.STR, s.nulls, 4, 1000, run, c.column(s, Kind.STR));
  }

  public static Col rjust(MaskedWriter c, Col s, Col width) {
    return justified(c, s, width, Col.constant(" "), PadSide.LEFT);
  }

  public static Col rjust(MaskedWriter c, Col s, Col width, Col fill) {
    return justified(c, s, width, fill, PadSide.LEFT);
  }

  public static Col ljust(MaskedWriter c, Col s, Col width) {
    return justified(c, s, width, Col.constant(" "), PadSide.RIGHT);
  }

  public static Col ljust(MaskedWriter c, Col s, Col width, Col fill) {
    return justified(c, s, width, fill, PadSide.RIGHT);
  }

  /** The code of the only character; non-ASCII characters are odd. */
  public static Col ord(MaskedWriter c, Col s) {
    Col one = c.is(BinaryOp.EQUAL, StringSteps.length(c, s), 1);
    Col plain = c.and(StringSteps.isAscii(c, s), one);
    c.raise("TypeError", c.not(c.or(one, c.isNull(s))));
    c.odd(c.not(plain));
    Col safe = c.select(plain, s, Col.constant("x"));
    Run run = (scope, rows, in) -> scope.own(in[0].codePoints()).castTo(DType.INT64);
    return c.step("ord", Kind.INT, false, 4, 200, run, safe).within(0, 127);
  }

  /** An ASCII character; others are odd. */
  public static Col chr(MaskedWriter c, Col number) {
    Col n = NumberForms.integer(c, number);
    Col outside = c.or(c.is(BinaryOp.LESS, n, 0), c.is(BinaryOp.GREATER, n, 127));
    c.odd(outside);
    Col safe = c.known(c.select(outside, Col.constant(0L), n), Col.constant(0L));
    Run run =
        (scope, rows, in) -> {
          String[] all = new String[128];
          for (int i = 0; i < all.length; i++) all[i] = String.valueOf((char) i);
          return ListSums.at(scope.own(ColumnVector.fromStrings(all)), in[0]);
        };
    return c.asAscii(c.step("chr", Kind.STR, false, 5, 300, run, safe));
  }

  public static Col zfill(MaskedWriter c, Col s, Col width) {
    if (!(width.constant instanceof Long) || Math.abs((Long) width.constant) > 1000) {
      throw c.refuse("zfill() to this width");
    }
    int n = ((Long) width.constant).intValue();
    if (n <= 0) return s;
    return c.step(
        "zfill " + n,
        Kind.STR,
        s.nulls,
        4,
        1000,
        (scope, rows, in) -> in[0].zfill(n),
        c.column(s, Kind.STR));
  }

  public static Col find(MaskedWriter c, Col s, Col part) {
    return StringSteps.locate(c, s, some(c, part, "find() of a part"));
  }

  public static Col index(MaskedWriter c, Col s, Col part) {
    Col found = find(c, s, part);
    c.raise("ValueError", c.is(BinaryOp.LESS, found, 0));
    return found.within(0, Col.MOST_LENGTH);
  }

  public static Col rfind(MaskedWriter c, Col s, Col part) {
    String text = some(c, part, "rfind() of a part");
    Col after = StringSteps.length(c, StringSteps.afterLast(c, s, text));
    Col before = NumberForms.sub(c, StringSteps.length(c, s), after);
    Col at = NumberForms.sub(c, before, Col.constant((long) text.codePointCount(0, text.length())));
    Col found = c.select(StringSteps.contains(c, s, text), at, Col.constant(-1L));
    return found.within(-1, Col.MOST_LENGTH);
  }

  public static Col rindex(MaskedWriter c, Col s, Col part) {
    Col found = rfind(c, s, part);
    c.raise("ValueError", c.is(BinaryOp.LESS, found, 0));
    return found.within(0, Col.MOST_LENGTH);
  }

  public static Col startswith(MaskedWriter c, Col s, Col part) {
    return ends(c, s, part, true);
  }

  public static Col endswith(MaskedWriter c, Col s, Col part) {
    return ends(c, s, part, false);
  }

  private static Col ends(MaskedWriter c, Col s, Col part, boolean first) {
    if (part.isConstant() && part.constant instanceof PyTuple) {
      PyTuple any = (PyTuple) part.constant;
      Col found = Col.FALSE;
      for (int i = 0; i < any.size(); i++) {
        found = c.or(found, ends(c, s, Col.constant(any.get(i)), first));
      }
      return found;
    }
    String text = text(c, part, (first ? "startswith()" : "endswith()") + " with a part");
    if (text.isEmpty()) return Col.TRUE;
    String name = first ? "starts" : "ends";
    return c.holds(
        StringSteps.with(
            c,
            name,
            Kind.BOOL,
            1,
            150,
            s,
            text,
            (in, t) -> first ? in.startsWith(t) : in.endsWith(t)));
  }

  private static Col stripped(MaskedWriter c, Col s, Col characters, int side) {
    if (characters.kind == Kind.NONE) return StringSteps.strip(c, s, SPACES, side);
    String set = text(c, characters, "strip() of characters");
    return set.isEmpty() ? s : StringSteps.strip(c, s, set, side);
  }

  public static Col strip(MaskedWriter c, Col s) {
    return stripped(c, s, Col.NONE, 0);
  }

  public static Col strip(MaskedWriter c, Col s, Col characters) {
    return stripped(c, s, characters, 0);
  }

  public static Col lstrip(MaskedWriter c, Col s) {
    return stripped(c, s, Col.NONE, -1);
  }

  public static Col lstrip(MaskedWriter c, Col s, Col characters) {
    return stripped(c, s, characters, -1);
  }

  public static Col rstrip(MaskedWriter c, Col s) {
    return stripped(c, s, Col.NONE, 1);
  }

  public static Col rstrip(MaskedWriter c, Col s, Col characters) {
    return stripped(c, s, characters, 1);
  }

  public static Col replace(MaskedWriter c, Col s, Col part, Col by) {
    return StringSteps.replace(
        c, s, some(c, part, "replace() of a part"), text(c, by, "replace() by a text"));
  }

  public static Col removeprefix(MaskedWriter c, Col s, Col part) {
    String text = text(c, part, "removeprefix() of a part");
    int n = text.codePointCount(0, text.length());
    return c.select(startswith(c, s, part), StringSteps.slice(c, s, n, null), s);
  }

  public static Col removesuffix(MaskedWriter c, Col s, Col part) {
    String text = some(c, part, "removesuffix() of a part");
    int n = text.codePointCount(0, text.length());
    return c.select(endswith(c, s, part), StringSteps.slice(c, s, 0, -n), s);
  }

  public static Col count(MaskedWriter c, Col s, Col part) {
    String text = some(c, part, "count() of a part");
    if (text.length() == 1 && text.charAt(0) < 128) {
      return StringSteps.count(c, s, "=" + text, b -> b == text.charAt(0));
    }
    Col without = StringSteps.length(c, StringSteps.replace(c, s, text, ""));
    Col characters = NumberForms.sub(c, StringSteps.length(c, s), without);
    long n = text.codePointCount(0, text.length());
    return NumberForms.floordiv(c, characters.within(0, Col.MOST_LENGTH), Col.constant(n));
  }

  public static Col split(MaskedWriter c, Col s) {
    return ListForms.words(c, s);
  }

  public static Col split(MaskedWriter c, Col s, Col separator) {
    if (separator.kind == Kind.NONE) return ListForms.words(c, s);
    return StringSteps.split(c, s, some(c, separator, "split() at a separator"), -1);
  }

  public static Col split(MaskedWriter c, Col s, Col separator, Col most) {
    if (!(most.constant instanceof Long)) throw c.refuse("split() with a computed number");
    long n = (Long) most.constant;
    if (n == 0 || n >= Integer.MAX_VALUE) throw c.refuse("split() with this number");
    String by = some(c, separator, "split() at a separator");
    return StringSteps.split(c, s, by, n < 0 ? -1 : (int) n + 1);
  }

  /** Concatenates strings. */
  static Col add(MaskedWriter c, Col a, Col b) {
    return joined(c, List.of(a, b));
  }

  /** Concatenates values, merging adjacent constants. */
  public static Col joined(MaskedWriter c, List<Col> parts) {
    List<Col> all = new ArrayList<>();
    for (Col part : parts) {
      int last = all.size() - 1;
      if (part.isConstant() && last >= 0 && all.get(last).isConstant()) {
        all.set(last, Col.constant((String) all.get(last).constant + part.constant));
      } else {
        all.add(part);
      }
    }
    all.removeIf(part -> part.isConstant() && part.constant.equals(""));
    if (all.isEmpty()) return Col.constant("");
    return all.size() == 1 ? all.get(0) : StringSteps.concat(c, all);
  }
}
