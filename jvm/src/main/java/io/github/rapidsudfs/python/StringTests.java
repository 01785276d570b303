// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

import io.github.rapidsudfs.python.columns.TextTests;
import java.util.BitSet;
import java.util.function.IntPredicate;

/** The tests of str (isalpha, isdigit, isupper …) by Unicode properties. */
public final class StringTests {
  /** Digits that are not decimal: superscripts, circled digits. */
  private static final BitSet DIGITS =
      Texts.set(
          "b2-b3 b9 1369-1371 19da 2070 2074-2079 2080-2089 2460-2468 2474-247c 2488-2490 24ea"
              + " 24f5-24fd 24ff 2776-277e 2780-2788 278a-2792 10a40-10a43 10e60-10e68 11052-1105a"
              + " 1f100-1f10a");

  /** Ideographs that are numbers. */
  private static final BitSet NUMBERS =
      Texts.set(
          "3405 3483 382a 3b4d 4e00 4e03 4e07 4e09 4e5d 4e8c 4e94 4e96 4ebf-4ec0 4edf 4ee8 4f0d"
              + " 4f70 5104 5146 5169 516b 516d 5341 5343-5345 534c 53c1-53c4 56db 58f1 58f9 5e7a"
              + " 5efe-5eff 5f0c-5f0e 5f10 62fe 634c 67d2 6f06 7396 767e 8086 842c 8cae 8cb3 8d30"
              + " 9621 9646 964c 9678 96f6 f96b f973 f978 f9b2 f9d1 f9d3 f9fd 20001 20064 200e2"
              + " 20121 2092a 20983 2098c 2099c 20aea 20afd 20b19 22390 22998 23b1b 2626d 2f890");

  /** Ideographs made numbers by Unicode 15.1, and letters made lower case by 15. */
  private static final BitSet CHANGED =
      Texts.set("10fc 1734 4e24 4eac 4fe9 5006 62d0 6d1e 7695 79ed 920e 94a9 ab69");

  /** Characters that Java allows in identifiers, but not Python, which checks their NFKC form. */
  private static final BitSet NOT_IN_NAMES =
      Texts.set("37a 2e2f 309b-309c fc5e-fc63 fdfa-fdfb fe70 fe72 fe74 fe76 fe78 fe7a fe7c fe7e");

  /** Characters with which no identifier may begin in Python. */
  private static final BitSet NOT_FIRST = Texts.set("e33 eb3 ff9e-ff9f");

  /** Characters that may continue an identifier since Unicode 15.1. */
  private static final BitSet JOINERS = Texts.set("200c-200d 30fb ff65");

  /** Rejects characters that have the property in some Python versions only. */
  static void changed(int c) {
    if (c > 0x10fb && CHANGED.get(c)) Texts.refuse(c);
  }

  private static int type(int c) {
    int type = Character.getType(c);
    if (type == Character.UNASSIGNED) Texts.unassigned(c);
    return type;
  }

  private static boolean all(String s, IntPredicate is) {
    for (int i = 0; i < s.length(); ) {
      int c = s.codePointAt(i);
      if (!is.test(c)) return false;
      i += Character.charCount(c);
    }
    return !s.isEmpty();
  }

  private static boolean alpha(int c) {
    int type = type(c);
    return type >= Character.UPPERCASE_LETTER && type <= Character.OTHER_LETTER;
  }

  private static boolean numeric(int c) {
    int type = type(c);
    changed(c);
    return type >= Character.DECIMAL_DIGIT_NUMBER && type <= Character.OTHER_NUMBER
        || NUMBERS.get(c);
  }

  @Python(
      value = "str.isalpha .isdecimal .isdigit .isnumeric .isalnum .isspace",
      named = true,
      columns = TextTests.class)
  public static boolean is(String name, String s) {
    switch (name) {
      case "isalpha":
        return all(s, StringTests::alpha);
      case "isdecimal":
        return all(s, c -> Texts.digit(c) >= 0);
      case "isdigit":
        return all(s, c -> Texts.digit(c) >= 0 || DIGITS.get(c));
      case "isnumeric":
        return all(s, StringTests::numeric);
      case "isalnum":
        return all(s, c -> alpha(c) || numeric(c)); // The changed ones are letters in any case.
      default:
        return all(s, Texts::space);
    }
  }

  @Python(value = "str.isascii", columns = TextTests.class)
  public static boolean isascii(String s) {
    return Texts.asciiPrefix(s) == s.length();
  }

  /** Unicode's XID_Start or {@code _}, and then XID_Continue. */
  @Python("str.isidentifier")
  public static boolean isidentifier(String s) {
    for (int i = 0; i < s.length(); ) {
      int c = s.codePointAt(i);
      if (c != '_' && !(i == 0 ? identifierStart(c) : identifierPart(c))) return false;
      i += Character.charCount(c);
    }
    return !s.isEmpty();
  }

  private static boolean identifierStart(int c) {
    type(c);
    return Character.isUnicodeIdentifierStart(c) && !NOT_IN_NAMES.get(c) && !NOT_FIRST.get(c);
  }

  private static boolean identifierPart(int c) {
    type(c);
    if (JOINERS.get(c)) Texts.refuse(c);
    return Character.isUnicodeIdentifierPart(c)
        && !Character.isIdentifierIgnorable(c)
        && !NOT_IN_NAMES.get(c);
  }

  @Python("str.isprintable")
  public static boolean isprintable(String s) {
    return s.isEmpty() || all(s, StringTests::printable);
  }

  static boolean printable(int c) {
    if (c == ' ') return true;
    switch (Character.getType(c)) {
      case Character.UNASSIGNED:
        Texts.unknown(c);
        return false;
      case Character.CONTROL:
      case Character.FORMAT:
      case Character.SURROGATE:
      case Character.PRIVATE_USE:
      case Character.LINE_SEPARATOR:
      case Character.PARAGRAPH_SEPARATOR:
      case Character.SPACE_SEPARATOR:
        return false;
      default:
        return true;
    }
  }

  @Python(value = "str.isupper .islower .istitle", named = true, columns = TextTests.class)
  public static boolean cased(String name, String s) {
    boolean some = false;
    boolean after = false;
    for (int i = 0; i < s.length(); ) {
      int c = s.codePointAt(i);
      i += Character.charCount(c);
      type(c);
      changed(c);
      boolean upper = Character.isUpperCase(c);
      boolean title = Character.isTitleCase(c);
      boolean lower = Character.isLowerCase(c);
      if (name.equals("isupper") && (lower || title)) return false;
      if (name.equals("islower") && (upper || title)) return false;
      if (name.equals("istitle") && ((upper || title) && after || lower && !after)) return false;
      after = upper || title || lower;
      some |= after;
    }
    return some;
  }
}
