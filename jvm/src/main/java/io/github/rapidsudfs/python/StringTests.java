// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

import java.util.BitSet;
import java.util.function.IntPredicate;

/** The tests of str: isalpha, isdigit, isupper … by the properties of Unicode. */
public final class StringTests {
  private StringTests() {}

  /** Digits that are no decimal ones: superscripts, circled ones. */
  private static final BitSet DIGITS =
      set(
          "b2-b3 b9 1369-1371 19da 2070 2074-2079 2080-2089 2460-2468 2474-247c 2488-2490 24ea"
              + " 24f5-24fd 24ff 2776-277e 2780-2788 278a-2792 10a40-10a43 10e60-10e68 11052-1105a"
              + " 1f100-1f10a");

  /** Ideographs that are numbers. */
  private static final BitSet NUMBERS =
      set(
          "3405 3483 382a 3b4d 4e00 4e03 4e07 4e09 4e5d 4e8c 4e94 4e96 4ebf-4ec0 4edf 4ee8 4f0d"
              + " 4f70 5104 5146 5169 516b 516d 5341 5343-5345 534c 53c1-53c4 56db 58f1 58f9 5e7a"
              + " 5efe-5eff 5f0c-5f0e 5f10 62fe 634c 67d2 6f06 7396 767e 8086 842c 8cae 8cb3 8d30"
              + " 9621 9646 964c 9678 96f6 f96b f973 f978 f9b2 f9d1 f9d3 f9fd 20001 20064 200e2"
              + " 20121 2092a 20983 2098c 2099c 20aea 20afd 20b19 22390 22998 23b1b 2626d 2f890");

  private static BitSet set(String ranges) {
    BitSet set = new BitSet();
    for (String range : ranges.split(" ")) {
      String[] ends = range.split("-");
      int from = Integer.parseInt(ends[0], 16);
      set.set(from, (ends.length > 1 ? Integer.parseInt(ends[1], 16) : from) + 1);
    }
    return set;
  }

  /** Ideographs that Unicode 15.1 made numbers, and letters that 15 made lower case ones. */
  private static final BitSet CHANGED =
      set("10fc 1734 4e24 4eac 4fe9 5006 62d0 6d1e 7695 79ed 920e 94a9 ab69");

  /** Refuses what has the property in some versions of Python only. */
  static void changed(int c) {
    if (c > 0x10fb && CHANGED.get(c)) {
      throw new Unsupported(
          String.format("the code point U+%04X, which versions of Unicode differ on", c));
    }
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

  private static boolean digit(int c) {
    return Texts.digit(c) >= 0 || DIGITS.get(c);
  }

  private static boolean numeric(int c) {
    int type = type(c);
    changed(c);
    return type >= Character.DECIMAL_DIGIT_NUMBER && type <= Character.OTHER_NUMBER
        || NUMBERS.get(c);
  }

  @Python("str.isalpha")
  public static boolean isalpha(String s) {
    return all(s, StringTests::alpha);
  }

  @Python("str.isdecimal")
  public static boolean isdecimal(String s) {
    return all(s, c -> Texts.digit(c) >= 0);
  }

  @Python("str.isdigit")
  public static boolean isdigit(String s) {
    return all(s, StringTests::digit);
  }

  @Python("str.isnumeric")
  public static boolean isnumeric(String s) {
    return all(s, StringTests::numeric);
  }

  @Python("str.isalnum")
  public static boolean isalnum(String s) {
    return all(s, c -> alpha(c) || numeric(c)); // The changed ones are letters anyway.
  }

  @Python("str.isspace")
  public static boolean isspace(String s) {
    return all(s, Texts::space);
  }

  @Python("str.isascii")
  public static boolean isascii(String s) {
    return Texts.asciiPrefix(s) == s.length();
  }

  @Python("str.isprintable")
  public static boolean isprintable(String s) {
    return s.isEmpty() || all(s, StringTests::printable);
  }

  static boolean printable(int c) {
    int type = Character.getType(c);
    if (type == Character.UNASSIGNED) Texts.unknown(c);
    return c == ' '
        || type != Character.UNASSIGNED
            && type != Character.CONTROL
            && type != Character.FORMAT
            && type != Character.SURROGATE
            && type != Character.PRIVATE_USE
            && type != Character.LINE_SEPARATOR
            && type != Character.PARAGRAPH_SEPARATOR
            && type != Character.SPACE_SEPARATOR;
  }

  @Python("str.isupper")
  public static boolean isupper(String s) {
    boolean cased = false;
    for (int i = 0; i < s.length(); ) {
      int c = s.codePointAt(i);
      type(c);
      changed(c);
      if (Character.isLowerCase(c) || Character.isTitleCase(c)) return false;
      cased |= Character.isUpperCase(c);
      i += Character.charCount(c);
    }
    return cased;
  }

  @Python("str.islower")
  public static boolean islower(String s) {
    boolean cased = false;
    for (int i = 0; i < s.length(); ) {
      int c = s.codePointAt(i);
      type(c);
      changed(c);
      if (Character.isUpperCase(c) || Character.isTitleCase(c)) return false;
      cased |= Character.isLowerCase(c);
      i += Character.charCount(c);
    }
    return cased;
  }

  @Python("str.istitle")
  public static boolean istitle(String s) {
    boolean some = false;
    boolean after = false;
    for (int i = 0; i < s.length(); ) {
      int c = s.codePointAt(i);
      type(c);
      changed(c);
      boolean upper = Character.isUpperCase(c) || Character.isTitleCase(c);
      boolean lower = Character.isLowerCase(c);
      if (upper && after || lower && !after) return false;
      after = upper || lower;
      some |= after;
      i += Character.charCount(c);
    }
    return some;
  }

  @Python("str.isidentifier")
  public static boolean isidentifier(String s) {
    if (s.isEmpty()) return false;
    int first = s.codePointAt(0);
    type(first);
    if (first != '_' && (!Character.isUnicodeIdentifierStart(first) || notNormal(first))) {
      return false;
    }
    return all(
        s,
        c -> {
          type(c);
          if (c == 0x200c || c == 0x200d || c == 0x30fb || c == 0xff65) {
            throw new Unsupported("isidentifier of what versions of Unicode differ on");
          }
          return Character.isUnicodeIdentifierPart(c)
              && !Character.isIdentifierIgnorable(c)
              && (!notNormal(c) || c == 0xe33 || c == 0xeb3 || c == 0xff9e || c == 0xff9f);
        });
  }

  /** ID_Start, but not XID_Start. */
  private static boolean notNormal(int c) {
    return c == 0x2e2f || c == 0x37a || c == 0xe33 || c == 0xeb3 || c == 0x309b || c == 0x309c
        || c >= 0xfc5e && c <= 0xfc63 || c == 0xfdfa || c == 0xfdfb || c == 0xfe70 || c == 0xfe72
        || c == 0xfe74 || c == 0xfe76 || c == 0xfe78 || c == 0xfe7a || c == 0xfe7c || c == 0xfe7e
        || c == 0xff9e || c == 0xff9f;
  }
}
