// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.golden;

import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.RegexProgram;
import java.util.List;
import java.util.function.Supplier;

/** Regular expressions, including those of the catalogue's functions. */
final class PatternCases {
  private static final List<String> PATTERNS =
      List.of(
          "[^0-9]",
          "[0-9]+",
          "a|b",
          "a*",
          "(a)(b)?",
          "^a",
          "a$",
          "[a-z]{2,3}",
          "x+?",
          "\\.",
          "[^\\x00-\\x7F]",
          "<[^>]*>",
          "[ \\t\\n]+",
          "ä",
          ".");
  private static final Supplier<ColumnVector> TEXTS =
      () ->
          ColumnVector.fromStrings(
              "abab", "", null, "a1b22", "äöü", "<p>x</p>", "aaa\nb", "x.y", "日本ab", "  a  ");
  private static final Supplier<ColumnVector> VERSIONS =
      () -> ColumnVector.fromStrings("1.2.3", "10.20.30-rc.1", "1.2", null, "", "v1.2.3");

  private PatternCases() {}

  static void add(Cases cases) {
    for (String pattern : PATTERNS) {
      cases.add("containsRe " + pattern, in -> in[0].containsRe(new RegexProgram(pattern)), TEXTS);
      cases.add("matchesRe " + pattern, in -> in[0].matchesRe(new RegexProgram(pattern)), TEXTS);
      // The replacement of empty matches differs between versions of libcudf.
      if (!pattern.equals("a*")) {
        replace(cases, "replaceRegex " + pattern, pattern, TEXTS);
      }
    }
    cases.add(
        "extractRe",
        in -> in[0].extractRe(new RegexProgram("^([0-9]+)\\.([0-9]+)\\.([0-9]+)(-[a-z0-9.]+)?")),
        VERSIONS);
    cases.add(
        "extractAllRecord",
        in -> in[0].extractAllRecord(new RegexProgram("([0-9]+)"), 1),
        VERSIONS);
    cases.add(
        "stringReplaceWithBackrefs",
        in -> in[0].stringReplaceWithBackrefs(new RegexProgram("([0-9]+)\\.([0-9]+)"), "\\2:\\1"),
        VERSIONS);
    cases.add(
        "stringSplitRecord by a pattern",
        in -> in[0].stringSplitRecord(new RegexProgram("[.-]")),
        VERSIONS);
    cases.add(
        "containsRe of invalid UTF-8",
        in -> in[0].containsRe(new RegexProgram("a")),
        TextCases.INVALID);
    replace(cases, "replaceRegex of invalid UTF-8", "[a-z]", TextCases.INVALID);
  }

  private static void replace(
      Cases cases, String name, String pattern, Supplier<ColumnVector> texts) {
    cases.add(name, Cases.text("#"), (c, s) -> c.replaceRegex(new RegexProgram(pattern), s), texts);
  }
}
