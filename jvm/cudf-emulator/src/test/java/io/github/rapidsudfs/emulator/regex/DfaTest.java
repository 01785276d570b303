// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.regex;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import java.util.Arrays;
import java.util.Random;
import org.junit.Test;

/** The quick machine and the slow one agree. */
public class DfaTest {
  private static final String[] PATTERNS = {
    "ab",
    "a|ab",
    "ab|a",
    "a*",
    "a*?b",
    "a+?",
    "(a|ab)(c|bcd)",
    "a*a*b",
    "(ab*)*b",
    "(a|b)*c",
    "[^a]b|a[bc]?",
    "a{2,3}",
    "a{2,3}b",
    "x?ab",
    "(ab|ba)+",
    "aa?b?a",
    "b*",
    "(a|b|c)?c",
    "<[^>]*>",
    "a[^b]*b|[^c]c",
    "(ab){2}",
    "é+a",
    "[é€]b?",
    "a.c",
    "\\s+b|b\\s"
  };
  private static final int[] LETTERS = {
    'a', 'b', 'c', 'a', 'b', '<', '>', 'é', '€', ' ', '\n', 0x1F600
  };

  @Test
  public void findsTheMatchesOfTheSlowMachine() {
    Random random = new Random(7);
    int found = 0;
    for (String pattern : PATTERNS) {
      Regex regex = Regex.of(pattern, 0, false);
      Regex.Matcher quick = regex.matcher();
      Regex.Matcher slow = regex.matcher();
      for (int round = 0; round < 400; round++) {
        int[] text =
            random.ints(random.nextInt(12), 0, LETTERS.length).map(i -> LETTERS[i]).toArray();
        for (int from = 0; from <= text.length; from++) {
          int lastStart =
              random.nextBoolean() ? Integer.MAX_VALUE : random.nextInt(text.length + 2);
          boolean finds = quick.find(text, text.length, from, lastStart);
          String what =
              pattern + " from " + from + " before " + lastStart + " in " + Arrays.toString(text);
          assertEquals(what, slow.findSlowly(text, text.length, from, lastStart), finds);
          if (finds) {
            found++;
            assertArrayEquals(what, slow.result, quick.result);
          }
        }
      }
    }
    assertTrue(found > 10_000);
  }

  @Test
  public void groupsAndPlacesNeedTheSlowMachine() {
    assertNotNull(dfa("(a|b)+", false));
    assertNull(dfa("(a|b)+", true));
    assertNull(dfa("^a", false));
    assertNull(dfa("a\\b", false));
  }

  @Test
  public void aTextThatTakesTooLongIsLeftToTheSlowMachine() {
    int[] text = new int[20_000];
    Arrays.fill(text, '<');
    Dfa dfa = dfa("<[^>]*>", false);
    assertEquals(Dfa.UNDECIDED, dfa.find(text, text.length, 0, Integer.MAX_VALUE, new int[2]));
    Regex.Matcher matcher = Regex.of("<[^>]*>", 0, false).matcher();
    assertEquals(false, matcher.find(text, text.length, 0, Integer.MAX_VALUE));
    text[text.length - 1] = '>';
    assertTrue(matcher.find(text, text.length, 0, Integer.MAX_VALUE));
    assertArrayEquals(new int[] {0, text.length}, matcher.result);
  }

  @Test
  public void aPatternOfTooManyStatesIsLeftToTheSlowMachine() {
    String pattern = "(a|b)*a" + "(a|b)".repeat(12);
    int[] text = new Random(3).ints(4000, 'a', 'c').toArray();
    assertEquals(
        Dfa.UNDECIDED,
        dfa(pattern, false).find(text, text.length, 0, Integer.MAX_VALUE, new int[2]));
    Regex regex = Regex.of(pattern, 0, false);
    Regex.Matcher quick = regex.matcher();
    Regex.Matcher slow = regex.matcher();
    assertTrue(quick.find(text, text.length, 0, Integer.MAX_VALUE));
    assertTrue(slow.findSlowly(text, text.length, 0, Integer.MAX_VALUE));
    assertArrayEquals(slow.result, quick.result);
  }

  private static Dfa dfa(String pattern, boolean capture) {
    return Dfa.of(
        NfaProgram.of(Parser.parse(pattern, 0, capture).node())
            .steps
            .toArray(new NfaProgram.Step[0]));
  }
}
