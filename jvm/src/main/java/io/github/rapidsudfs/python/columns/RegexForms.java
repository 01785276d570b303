// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python.columns;

import ai.rapids.cudf.CaptureGroups;
import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.ColumnView;
import ai.rapids.cudf.RegexProgram;
import ai.rapids.cudf.Scalar;
import ai.rapids.cudf.Table;
import io.github.rapidsudfs.python.PyPattern;
import io.github.rapidsudfs.python.columns.ColumnPlan.Run;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The columnar forms of {@code re}. A string is odd if the pattern has a class and the string has
 * characters beyond ASCII that are digits or spaces, or letters to only one of cuDF and Python;
 * also if the pattern tests for an end and the string has line breaks. Positions of matches are
 * found with captured groups: libcudf's engine for groups prefers the same match as Python, the
 * engine without groups does not always.
 */
public final class RegexForms {
  /** A group in a replacement, by number or name. */
  private static final Pattern REFERENCE = Pattern.compile("\\\\(?:([1-9])(?![0-9])|g<(\\w+)>)");

  /**
   * Characters that {@code \w} of libcudf 26.08.1, tested one by one, matches as that of Python
   * 3.10 to 3.13, and of which none beyond ASCII is a digit, a space or another case of an ASCII
   * letter. Most scripts with their own digits are left out.
   */
  private static final String IN_SAME_CLASSES =
      "\u0001-\u0084\u0086-\u009f\u00a1-\u012f\u0132-\u017e\u0180-\u055f\u0561-\u0587"
          + "\u0589-\u05ee\u05f0-\u065f\u1e00-\u1fff\u200b-\u2027\u202a-\u202e\u2030-\u205e"
          + "\u2060-\u2129\u212b-\u2bff\u2e00-\u2fff\u3001-\u312d\u3130-\u31ba\u31c0-\u4db5"
          + "\u4dc0-\u9fd5\ua000-\ua4cf\uac00-\ud7a3\ue000-\ufaff\ufe10-\uff0f\uff1a-\uffff";

  private RegexForms() {}

  /** A pattern with its flags. */
  private record Source(String text, boolean ignoreCase) {
    RegexText translated(MaskedWriter c, boolean capture) {
      return RegexText.of(c, text, ignoreCase, capture);
    }
  }

  /** The pattern and string that produced a match, for its groups. */
  private record Found(Col text, Source source, String before, String after) {}

  private static NoColumns computed(MaskedWriter c) {
    return c.refuse("a computed pattern, or one with these flags");
  }

  /** A choice of constants is a constant and never comes here. */
  public static Col compile(MaskedWriter c, Col pattern) {
    throw computed(c);
  }

  public static Col compile(MaskedWriter c, Col pattern, Col flags) {
    throw computed(c);
  }

  private static Source source(MaskedWriter c, Col pattern) {
    if (pattern.constant instanceof String) return new Source((String) pattern.constant, false);
    if (pattern.constant instanceof PyPattern) {
      PyPattern compiled = (PyPattern) pattern.constant;
      if (!compiled.hasFlags()) return new Source(compiled.source(), false);
      if (compiled.isIgnoreCaseAlone()) return new Source(compiled.source(), true);
    }
    throw computed(c);
  }

  /**
   * @param hasEnd whether the end of the string is tested
   */
  private static void plain(MaskedWriter c, Col s, String what, RegexText text, boolean hasEnd) {
    if (s.kind != Kind.STR || s.isConstant()) throw c.refuse(what + " of " + s.name());
    if (text.hasClasses()) StringSteps.oddWith(c, s, "classes", "[^" + IN_SAME_CLASSES + "]");
    if (hasEnd) c.odd(StringSteps.contains(c, s, "\n"));
  }

  /** Marks matches and captured strings as ASCII if they are. */
  private static Col asMatched(MaskedWriter c, Col texts, RegexText text, Col s) {
    return text.matchesAscii() ? c.asAscii(texts) : c.asciiLike(texts, s);
  }

  /** Null if there is no match. */
  private static Col matched(MaskedWriter c, Col pattern, Col s, String before, String after) {
    Source source = source(c, pattern);
    RegexText text = source.translated(c, false);
    plain(c, s, "a match", text, !after.isEmpty() || text.hasEnd());
    boolean bare = before.isEmpty() && after.isEmpty();
    String whole = bare ? text.toString() : before + "(?:" + text + ")" + after;
    Run run =
        (scope, rows, in) -> in[0].containsRe(new RegexProgram(whole, CaptureGroups.NON_CAPTURE));
    Col found = c.holds(c.step("regex " + whole, Kind.BOOL, s.nulls, 1, 2000, run, s));
    Run nulls =
        (scope, rows, in) -> in[0].ifElse(in[0], scope.own(Scalar.fromNull(Kind.BOOL.type())));
    return c.step("match", Kind.MATCH, true, 1, 68, nulls, found)
        .orNone(true)
        .with(new Found(s, source, before, after));
  }

  public static Col search(MaskedWriter c, Col pattern, Col s) {
    return matched(c, pattern, s, "", "");
  }

  public static Col match(MaskedWriter c, Col pattern, Col s) {
    return matched(c, pattern, s, "^", "");
  }

  public static Col fullmatch(MaskedWriter c, Col pattern, Col s) {
    return matched(c, pattern, s, "^", "$");
  }

  private static Found found(MaskedWriter c, Col match, String what) {
    if (!(match.constant instanceof Found)) throw c.refuse(what + " of one of two matches");
    return (Found) match.constant;
  }

  public static Col group(MaskedWriter c, Col match) {
    return group(c, match, Col.constant(0L));
  }

  /** A group by its number or name; None if it did not participate in the match. */
  public static Col group(MaskedWriter c, Col match, Col group) {
    Found found = found(c, match, "a group");
    RegexText text = found.source.translated(c, true);
    Object which = group.constant;
    Integer named = which instanceof String ? text.names.get(which) : null;
    long n = named != null ? named : which instanceof Long ? (Long) which : -1;
    if (n < 0 || n > text.groups.size()) throw c.refuse("such a group");
    String whole = found.before + "(" + text + ")" + found.after;
    Run run =
        (scope, rows, in) -> {
          Table groups = scope.own(in[0].extractRe(new RegexProgram(whole, CaptureGroups.EXTRACT)));
          ColumnView[] all = new ColumnView[groups.getNumberOfColumns()];
          for (int i = 0; i < all.length; i++) all[i] = groups.getColumn(i);
          return ColumnVector.makeStruct(in[0].getRowCount(), all);
        };
    int columns = 1 + text.groups.size();
    Col all =
        c.step("groups " + whole, Kind.TUPLE, true, 6 * columns, 7800 * columns, run, found.text);
    int at = (int) n;
    Run field = (scope, rows, in) -> ListSteps.child(in[0], at);
    boolean always = n == 0 || text.groups.get(at - 1);
    Col one = c.step("group " + n, Kind.STR, true, 1, 300, field, all).orNone(!always);
    return asMatched(c, one, text, found.text);
  }

  public static Col groups(MaskedWriter c, Col match) {
    int n = found(c, match, "the groups").source.translated(c, true).groups.size();
    List<Col> all = new ArrayList<>();
    for (long i = 1; i <= n; i++) all.add(group(c, match, Col.constant(i)));
    return Col.tuple(all);
  }

  /** A pattern for replacing or listing matches; rejects one that may match an empty string. */
  private static RegexText some(MaskedWriter c, Col pattern) {
    RegexText text = source(c, pattern).translated(c, true);
    if (text.mayBeEmpty()) throw c.refuse("a pattern that may match an empty string");
    return text;
  }

  public static Col sub(MaskedWriter c, Col pattern, Col by, Col s) {
    String template = TextForms.text(c, by, "sub() by a text");
    return replaced(c, some(c, pattern), template, s);
  }

  private static Col replaced(MaskedWriter c, RegexText text, String template, Col s) {
    plain(c, s, "a replacement", text, text.hasEnd());
    boolean references = template.indexOf('\\') >= 0;
    if (template.contains("${")) throw c.refuse("sub() with this string");
    if (text.isOneWay() && !references) return plainly(c, text.toString(), template, s);
    String whole = references ? text.toString() : "(" + text + ")";
    // It accepts no empty replacement.
    boolean removes = template.isEmpty();
    if (removes) StringSteps.mark(c, s);
    String replacement =
        removes ? StringSteps.MARK : references ? backReferences(c, text, template) : template;
    Run run =
        (scope, rows, in) ->
            in[0].stringReplaceWithBackrefs(
                new RegexProgram(whole, CaptureGroups.EXTRACT), replacement);
    String name = "sub " + whole.length() + " " + whole + replacement;
    Col made = c.step(name, Kind.STR, s.nulls, 4, 34_000, run, s);
    return removes ? StringSteps.withoutMarks(c, made) : made;
  }

  /** Replaces matches that are the same in any engine, with the cheapest engine. */
  private static Col plainly(MaskedWriter c, String pattern, String by, Col s) {
    Run run =
        (scope, rows, in) ->
            in[0].replaceRegex(
                new RegexProgram(pattern, CaptureGroups.NON_CAPTURE),
                scope.own(Scalar.fromString(by)));
    String name = "sub one way " + pattern.length() + " " + pattern + by;
    return c.step(name, Kind.STR, s.nulls, 4, 14200, run, s);
  }

  /** The replacement, with groups as cuDF names them. */
  private static String backReferences(MaskedWriter c, RegexText text, String template) {
    Matcher found = REFERENCE.matcher(template);
    StringBuilder all = new StringBuilder();
    int from = 0;
    while (found.find()) {
      all.append(template, from, found.start());
      from = found.end();
      String which = found.group(1) == null ? found.group(2) : found.group(1);
      Integer n =
          which.matches("[0-9]{1,2}") ? (Integer) Integer.parseInt(which) : text.names.get(which);
      if (n == null || n < 1 || n > text.groups.size() || !text.groups.get(n - 1)) {
        throw c.refuse("sub() with a string with this group");
      }
      all.append("${").append(n).append('}');
    }
    all.append(template, from, template.length());
    if (all.indexOf("\\") >= 0) throw c.refuse("sub() with a string with a backslash");
    return all.toString();
  }

  /** All matches, or their only group. */
  public static Col findall(MaskedWriter c, Col pattern, Col s) {
    RegexText text = some(c, pattern);
    plain(c, s, "findall()", text, text.hasEnd());
    int n = text.groups.size();
    if (n > 1 || n == 1 && !text.groups.get(0)) throw c.refuse("findall() with these groups");
    boolean captured = n == 1 || !text.isOneWay();
    String whole = n == 1 || !captured ? text.toString() : "(" + text + ")";
    CaptureGroups groups = captured ? CaptureGroups.EXTRACT : CaptureGroups.NON_CAPTURE;
    Run run =
        (scope, rows, in) ->
            in[0].extractAllRecord(new RegexProgram(whole, groups), captured ? 1 : 0);
    int price = captured ? 34_500 : 22_000;
    Col all = c.step("findall " + captured + whole, Kind.LIST, true, 11, price, run, s);
    Col made = c.select(c.isNull(all), Col.list(List.of()), all);
    return asMatched(c, made.orNone(false), text, s);
  }

  /** The strings between matches, using a separator that occurs in none of the strings. */
  public static Col split(MaskedWriter c, Col pattern, Col s) {
    RegexText text = some(c, pattern);
    if (!text.groups.isEmpty()) throw c.refuse("split() by a pattern with groups");
    StringSteps.mark(c, s);
    Col parts = StringSteps.split(c, replaced(c, text, StringSteps.MARK, s), StringSteps.MARK, -1);
    return c.asciiLike(parts, s);
  }

  /** A mask of matches. */
  static Col found(MaskedWriter c, Col match) {
    return c.not(c.isNull(match));
  }
}
