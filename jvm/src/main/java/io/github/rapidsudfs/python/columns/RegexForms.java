// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python.columns;

import ai.rapids.cudf.CaptureGroups;
import ai.rapids.cudf.RegexProgram;
import ai.rapids.cudf.Scalar;
import io.github.rapidsudfs.python.PyPattern;
import io.github.rapidsudfs.python.columns.ColumnPlan.Run;

/**
 * The columnar forms of {@code re}: whether a pattern matches, whatever matches where, and what
 * replaces runs of characters of one class. Texts beyond ASCII are odd, and those with line breaks
 * where the pattern asks for an end.
 */
public final class RegexForms {
  private RegexForms() {}

  private static String source(Columns c, Col pattern) {
    if (pattern.constant instanceof String) return (String) pattern.constant;
    if (pattern.constant instanceof PyPattern && !((PyPattern) pattern.constant).hasFlags()) {
      return ((PyPattern) pattern.constant).source();
    }
    throw c.refuse("a pattern that is computed or has flags");
  }

  /** Null where there is no match. */
  private static Col matched(Columns c, Col pattern, Col s, String before, String after) {
    if (s.kind != Kind.STR || s.isConstant()) throw c.refuse("a match of " + s.name());
    String text = RegexText.translated(c, source(c, pattern));
    c.odd(c.not(Texts.isAscii(c, s)));
    if (!after.isEmpty() || text.contains("$")) c.odd(Texts.contains(c, s, "\n"));
    boolean bare = before.isEmpty() && after.isEmpty();
    String whole = bare ? text : before + "(?:" + text + ")" + after;
    Run run = (rows, in) -> in[0].containsRe(new RegexProgram(whole, CaptureGroups.NON_CAPTURE));
    Col found = c.holds(c.step("regex " + whole, Kind.BOOL, s.nulls, 1, 2000, run, s));
    Run nulls =
        (rows, in) -> {
          try (Scalar none = Scalar.fromNull(Kind.BOOL.type())) {
            return in[0].ifElse(in[0], none);
          }
        };
    return c.step("match", Kind.MATCH, true, 1, 68, nulls, found).orNone(true);
  }

  public static Col search(Columns c, Col pattern, Col s) {
    return matched(c, pattern, s, "", "");
  }

  public static Col match(Columns c, Col pattern, Col s) {
    return matched(c, pattern, s, "^", "");
  }

  public static Col fullmatch(Columns c, Col pattern, Col s) {
    return matched(c, pattern, s, "^", "$");
  }

  public static Col sub(Columns c, Col pattern, Col by, Col s) {
    if (s.kind != Kind.STR || s.isConstant()) throw c.refuse("sub() of " + s.name());
    String text = TextForms.text(c, by, "sub() by a text");
    String runs = RegexText.runs(c, source(c, pattern));
    if (text.indexOf('\\') >= 0) throw c.refuse("sub() by a text with a backslash");
    c.odd(c.not(Texts.isAscii(c, s)));
    Run run =
        (rows, in) -> {
          try (Scalar replacement = Scalar.fromString(text)) {
            return in[0].replaceRegex(
                new RegexProgram(runs, CaptureGroups.NON_CAPTURE), replacement);
          }
        };
    String name = "sub " + runs.length() + " " + runs + text;
    return c.step(name, Kind.STR, s.nulls, 4, 14200, run, s);
  }

  /** A mask of matches. */
  static Col found(Columns c, Col match) {
    return c.not(c.isNull(match));
  }
}
