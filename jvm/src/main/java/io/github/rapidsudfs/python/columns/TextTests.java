// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python.columns;

import ai.rapids.cudf.BinaryOp;
import java.util.function.IntPredicate;

/** The columnar forms of str's character tests. Non-ASCII strings are odd. */
public final class TextTests {
  private TextTests() {}

  public static Col isascii(MaskedWriter c, Col s) {
    return StringSteps.isAscii(c, s);
  }

  private static Col tested(MaskedWriter c, Col s, String name, IntPredicate set) {
    c.odd(c.not(StringSteps.isAscii(c, s)));
    Col within = c.is(BinaryOp.EQUAL, StringSteps.count(c, s, name, set), StringSteps.bytes(c, s));
    return c.andNot(within, StringSteps.isEmpty(c, s));
  }

  public static Col isdigit(MaskedWriter c, Col s) {
    return tested(c, s, "digit", b -> b >= '0' && b <= '9');
  }

  public static Col isdecimal(MaskedWriter c, Col s) {
    return isdigit(c, s);
  }

  public static Col isnumeric(MaskedWriter c, Col s) {
    return isdigit(c, s);
  }

  private static boolean isLetter(int b) {
    return b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z';
  }

  public static Col isalpha(MaskedWriter c, Col s) {
    return tested(c, s, "letter", TextTests::isLetter);
  }

  public static Col isalnum(MaskedWriter c, Col s) {
    return tested(c, s, "alnum", b -> isLetter(b) || b >= '0' && b <= '9');
  }

  public static Col isspace(MaskedWriter c, Col s) {
    return tested(c, s, "space", b -> TextForms.SPACES.indexOf(b) >= 0 && b < 128);
  }

  private static Col onlyCase(
      MaskedWriter c, Col s, String name, char first, String other, char no) {
    c.odd(c.not(StringSteps.isAscii(c, s)));
    Col some = StringSteps.count(c, s, name, b -> b >= first && b < first + 26);
    Col wrong = StringSteps.count(c, s, other, b -> b >= no && b < no + 26);
    return c.and(c.is(BinaryOp.GREATER, some, 0), c.is(BinaryOp.EQUAL, wrong, 0));
  }

  public static Col isupper(MaskedWriter c, Col s) {
    return onlyCase(c, s, "upper", 'A', "lower", 'a');
  }

  public static Col islower(MaskedWriter c, Col s) {
    return onlyCase(c, s, "lower", 'a', "upper", 'A');
  }
}
