// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;

import ai.rapids.cudf.CaptureGroups;
import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.CudfException;
import ai.rapids.cudf.RegexFlag;
import ai.rapids.cudf.RegexProgram;
import ai.rapids.cudf.Scalar;
import ai.rapids.cudf.Table;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.Test;

/** Patterns in libcudf's dialect. */
public class RegexTest {
  @Test
  public void longPatternsAndLongTextsNeedNoDeepStack() throws Exception {
    String words = IntStream.range(0, 1000).mapToObj(i -> "w" + i).collect(Collectors.joining("|"));
    String text = "x".repeat(100_000) + "w999";
    AtomicReference<List<?>> found = new AtomicReference<>();
    Thread thread =
        new Thread(
            null,
            () -> {
              try (ColumnVector s = ColumnVector.fromStrings(text, "a".repeat(900));
                  ColumnVector word = s.containsRe(new RegexProgram("(" + words + ")$"));
                  ColumnVector optional = s.containsRe(new RegexProgram("^a{0,999}$"))) {
                found.set(Arrays.asList(Cols.values(word), Cols.values(optional)));
              }
            },
            "small stack",
            512 << 10);
    thread.start();
    thread.join();
    assertEquals(
        Arrays.asList(Arrays.asList(true, false), Arrays.asList(false, true)), found.get());
  }

  private static final String[] TEXTS = {
    "", "a", "aa", "ab", "aab", "baab", "abab", "abc\n", "\n", "12-3", "x_1 y", "aaaabbbb", "a\nb"
  };

  @Test
  public void containsAndMatchesAtTheStart() {
    try (ColumnVector s = ColumnVector.fromStrings("abc", "xabc", null, "", "é1")) {
      Cols.check(s.containsRe(new RegexProgram("[0-9]")), false, false, null, false, true);
      Cols.check(s.containsRe(new RegexProgram("^abc$")), true, false, null, false, false);
      Cols.check(s.matchesRe(new RegexProgram("ab")), true, false, null, false, false);
      Cols.check(s.matchesRe(new RegexProgram("[^a]")), false, true, null, false, true);
    }
  }

  @Test
  public void replaceAllMatches() {
    try (ColumnVector s = ColumnVector.fromStrings("a<b>c<d>", "<>", null, "a<b", "é<x>");
        Scalar none = Scalar.fromString("");
        Scalar x = Scalar.fromString("X")) {
      Cols.check(s.replaceRegex(new RegexProgram("<[^>]*>"), none), "ac", "", null, "a<b", "é");
      Cols.check(
          s.replaceRegex(new RegexProgram("<[^>]*>"), x, 1), "aXc<d>", "X", null, "a<b", "éX");
    }
    try (ColumnVector s = ColumnVector.fromStrings("ab", "");
        Scalar x = Scalar.fromString("X")) {
      Cols.check(s.replaceRegex(new RegexProgram("z*"), x), "XaXbX", "X");
    }
  }

  @Test
  public void groups() {
    try (ColumnVector s = ColumnVector.fromStrings("1.2.3", "10.20.30-x", "nope", null);
        Table t = s.extractRe(new RegexProgram("^([0-9]+)\\.([0-9]+)\\.([0-9]+)(-x)?"))) {
      assertEquals(Arrays.asList("1", "10", null, null), Cols.values(t.getColumn(0)));
      assertEquals(Arrays.asList("3", "30", null, null), Cols.values(t.getColumn(2)));
      assertEquals(Arrays.asList(null, "-x", null, null), Cols.values(t.getColumn(3)));
    }
    try (ColumnVector s = ColumnVector.fromStrings("ab-cd", null)) {
      Cols.check(
          s.stringReplaceWithBackrefs(new RegexProgram("([a-z]+)-([a-z]+)"), "\\2-${1}"),
          "cd-ab",
          null);
    }
  }

  @Test
  public void splits() {
    try (ColumnVector s = ColumnVector.fromStrings("a1b22c", "", null, "x")) {
      Cols.check(
          s.stringSplitRecord(new RegexProgram("[0-9]+"), -1),
          Cols.list("a", "b", "c"),
          Cols.list(""),
          null,
          Cols.list("x"));
    }
  }

  @Test
  public void emptyMatchesCutToo() {
    RegexProgram anything = new RegexProgram("x*", CaptureGroups.NON_CAPTURE);
    RegexProgram nothing = new RegexProgram("^$");
    try (ColumnVector s = ColumnVector.fromStrings("ab", "\n", null)) {
      Cols.check(
          s.stringSplitRecord(anything, -1),
          Cols.list("", "a", "b", ""),
          Cols.list("", "\n", ""),
          null);
      Cols.check(s.stringSplitRecord(nothing, 2), Cols.list("ab"), Cols.list("", "\n"), null);
    }
    try (ColumnVector s = ColumnVector.fromStrings("ab", "", "\n", null)) {
      Cols.check(
          s.extractAllRecord(anything, 0),
          Cols.list("", "", ""),
          Cols.list(""),
          Cols.list("", ""),
          null);
      for (RegexProgram empty : List.of(anything, nothing)) {
        assertThrows(
            UnsupportedOperationException.class, () -> s.stringSplitRecord(empty, -1).close());
      }
    }
  }

  /** A backslash there only quotes the next character: {@code \x7F} is the letter x, then 7F. */
  @Test
  public void theEndOfARangeIsNoEscape() {
    try (ColumnVector s = ColumnVector.fromStrings("x", "y", "F", "\u007f")) {
      Cols.check(s.containsRe(new RegexProgram("[^\\x00-\\x7F]")), false, true, false, true);
      Cols.check(s.containsRe(new RegexProgram("[\\x77-\\x7F]")), true, false, true, false);
      RegexProgram reversed = new RegexProgram("[A-\\103F]");
      assertThrows(CudfException.class, () -> s.containsRe(reversed).close());
    }
  }

  /** For what both dialects share, ours must find what Java finds. */
  @Test
  public void agreesWithJavaWhereTheDialectsAgree() {
    Random random = new Random(7);
    String[] atoms = {
      "a", "b", ".", "[ab]", "[^a]", "(a|b)", "(?:ab)", "[0-9]", "\\-", "_", "(ab?)"
    };
    String[] counts = {"", "", "", "*", "+", "?", "*?", "+?", "??", "{2}", "{1,2}", "{1,}"};
    for (int n = 0; n < 400; n++) {
      StringBuilder pattern = new StringBuilder();
      for (int k = 1 + random.nextInt(4); k > 0; k--) {
        pattern
            .append(atoms[random.nextInt(atoms.length)])
            .append(counts[random.nextInt(counts.length)]);
        if (k > 1 && random.nextInt(6) == 0) {
          pattern.append('|');
        }
      }
      String text = pattern.toString();
      Pattern java = Pattern.compile(text, Pattern.UNIX_LINES);
      Object[] found = Arrays.stream(TEXTS).map(t -> java.matcher(t).find()).toArray();
      Object[] replaced = Arrays.stream(TEXTS).map(t -> java.matcher(t).replaceAll("<>")).toArray();
      try (ColumnVector s = ColumnVector.fromStrings(TEXTS);
          Scalar by = Scalar.fromString("<>")) {
        assertEquals(
            text,
            Arrays.asList(found),
            take(s.containsRe(new RegexProgram(text, CaptureGroups.NON_CAPTURE))));
        assertEquals(
            text, Arrays.asList(replaced), take(s.replaceRegex(new RegexProgram(text), by)));
      }
    }
  }

  private static java.util.List<Object> take(ColumnVector column) {
    try (column) {
      return Cols.values(column);
    }
  }

  @Test
  public void dollarMatchesBeforeALastLineEnd() {
    try (ColumnVector s = ColumnVector.fromStrings("ab\n", "ab", "ab\n\n", "ab\nc")) {
      Cols.check(s.containsRe(new RegexProgram("b$")), true, true, false, false);
      Cols.check(
          s.containsRe(new RegexProgram("b$", EnumSet.of(RegexFlag.MULTILINE))),
          true,
          true,
          true,
          true);
      Cols.check(s.containsRe(new RegexProgram("b\\Z")), false, true, false, false);
    }
  }

  @Test
  public void wordsAndSpaces() {
    try (ColumnVector s = ColumnVector.fromStrings("م", "٣", "²", "🦀", "\u2003")) {
      Cols.check(s.containsRe(new RegexProgram("\\w")), true, true, true, false, false);
      Cols.check(s.containsRe(new RegexProgram("\\d")), false, true, true, false, false);
      Cols.check(s.containsRe(new RegexProgram("\\s")), false, false, false, false, true);
    }
    try (ColumnVector s = ColumnVector.fromStrings("a b", "é", "_", "\u001c", "-")) {
      Cols.check(s.containsRe(new RegexProgram("^\\w")), true, true, true, false, false);
      Cols.check(s.containsRe(new RegexProgram("\\s")), true, false, false, true, false);
      Cols.check(s.containsRe(new RegexProgram("\\bb\\b")), true, false, false, false, false);
      Cols.check(
          s.containsRe(new RegexProgram("^\\w", EnumSet.of(RegexFlag.ASCII))),
          true,
          false,
          true,
          false,
          false);
    }
  }

  @Test
  public void errorsAndRefusals() {
    try (ColumnVector s = ColumnVector.fromStrings("a")) {
      for (String bad : new String[] {"*a", "a**", "[a", "(a", "\\q", "a(?=b)", "(a*)*"}) {
        assertThrows(bad, CudfException.class, () -> s.containsRe(new RegexProgram(bad)).close());
      }
      assertThrows(
          UnsupportedOperationException.class,
          () -> s.containsRe(new RegexProgram("\\S", EnumSet.of(RegexFlag.ASCII))).close());
    }
  }
}
