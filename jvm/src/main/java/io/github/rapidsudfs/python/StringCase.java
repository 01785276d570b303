// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

import io.github.rapidsudfs.python.columns.CaseForms;
import java.util.BitSet;
import java.util.Locale;

/**
 * lower, upper, title, capitalize, swapcase and casefold by Unicode's full mappings. A code point
 * unknown to Java's Unicode 13 is rejected if later versions may give it a case.
 */
public final class StringCase {
  private static final String IGNORABLE =
      "'.:\u00b7\u0387\u055f\u05f4\u2018\u2019\u2024\u2027\ufe13\ufe52\ufe55\uff07\uff0e\uff1a";
  private static final char SIGMA = '\u03a3';

  /** Rejects code points of later Unicode versions. */
  private static void check(String s) {
    for (int i = 0; i < s.length(); ) {
      int c = s.codePointAt(i);
      if (c > 0x377 && Character.getType(c) == Character.UNASSIGNED) {
        if (CASES.get(c) || s.indexOf(SIGMA) >= 0) Texts.unassigned(c);
      }
      i += Character.charCount(c);
    }
  }

  /** The blocks of scripts with case. */
  private static final BitSet CASES =
      Texts.set(
          "0-58f 1c80-1cbf 2c00-2dff a640-a7ff ab30-abbf 10300-10fff 118a0-118ff 16e00-16fff"
              + " 1d400-1efff");

  @Python(value = "str.lower", columns = CaseForms.class)
  public static String lower(String s) {
    if (Texts.asciiPrefix(s) == s.length()) return s.toLowerCase(Locale.ROOT);
    check(s);
    if (s.indexOf(SIGMA) < 0) return s.toLowerCase(Locale.ROOT);
    StringBuilder out = new StringBuilder(s.length());
    for (int i = 0; i < s.length(); ) {
      int c = s.codePointAt(i);
      lower(out, s, i, c);
      i += Character.charCount(c);
    }
    return out.toString();
  }

  private static void lower(StringBuilder out, String s, int i, int c) {
    if (c == SIGMA) out.append(finalSigma(s, i) ? '\u03c2' : '\u03c3');
    else if (c == 0x130) out.append("i\u0307");
    else out.appendCodePoint(Character.toLowerCase(c));
  }

  /** After a cased character and not before one, ignoring Case_Ignorable in between. */
  private static boolean finalSigma(String s, int i) {
    int at = i;
    int c = 0;
    while (at > 0) {
      c = s.codePointBefore(at);
      if (!ignorable(c)) break;
      at -= Character.charCount(c);
    }
    if (at == 0 || !cased(c)) return false;
    for (at = i + 1; at < s.length(); at += Character.charCount(c)) {
      c = s.codePointAt(at);
      if (!ignorable(c)) return !cased(c);
    }
    return true;
  }

  static boolean cased(int c) {
    StringTests.changed(c);
    return Character.isLowerCase(c) || Character.isUpperCase(c) || Character.isTitleCase(c);
  }

  private static boolean ignorable(int c) {
    int type = Character.getType(c);
    StringTests.changed(c);
    int[] types = {
      Character.NON_SPACING_MARK,
      Character.ENCLOSING_MARK,
      Character.FORMAT,
      Character.MODIFIER_LETTER,
      Character.MODIFIER_SYMBOL
    };
    for (int one : types) if (one == type) return true;
    return IGNORABLE.indexOf(c) >= 0;
  }

  @Python(value = "str.upper", columns = CaseForms.class)
  public static String upper(String s) {
    if (Texts.asciiPrefix(s) < s.length()) check(s);
    return s.toUpperCase(Locale.ROOT);
  }

  @Python(value = "str.title", columns = CaseForms.class)
  public static String title(String s) {
    check(s);
    StringBuilder out = new StringBuilder(s.length());
    boolean after = false;
    for (int i = 0; i < s.length(); ) {
      int c = s.codePointAt(i);
      if (after) lower(out, s, i, c);
      else title(out, c);
      after = cased(c);
      i += Character.charCount(c);
    }
    return out.toString();
  }

  /** The title case of a character, by SpecialCasing if its upper case has several. */
  private static void title(StringBuilder out, int c) {
    int simple = Character.toTitleCase(c);
    boolean georgian = c >= 0x10d0 && c <= 0x10ff;
    if (c < 128 || simple != c || Character.isTitleCase(c) || georgian) {
      out.appendCodePoint(simple);
      return;
    }
    String upper = new String(Character.toChars(c)).toUpperCase(Locale.ROOT);
    int first = upper.offsetByCodePoints(0, 1);
    out.append(upper, 0, first);
    String rest = upper.substring(first);
    if (c >= 0x1f00 && c < 0x2000 && rest.endsWith("\u0399")) {
      out.append(rest, 0, rest.length() - 1).append('\u0345');
    } else {
      out.append(cased(upper.codePointAt(0)) ? rest.toLowerCase(Locale.ROOT) : rest);
    }
  }

  @Python(value = "str.capitalize", columns = CaseForms.class)
  public static String capitalize(String s) {
    if (s.isEmpty()) return s;
    check(s);
    StringBuilder out = new StringBuilder(s.length());
    int c = s.codePointAt(0);
    title(out, c);
    for (int i = Character.charCount(c); i < s.length(); i += Character.charCount(c)) {
      c = s.codePointAt(i);
      lower(out, s, i, c);
    }
    return out.toString();
  }

  @Python("str.swapcase")
  public static String swapcase(String s) {
    check(s);
    StringBuilder out = new StringBuilder(s.length());
    for (int i = 0; i < s.length(); ) {
      int c = s.codePointAt(i);
      int next = i + Character.charCount(c);
      if (Character.isUpperCase(c)) lower(out, s, i, c);
      else if (Character.isLowerCase(c)) out.append(s.substring(i, next).toUpperCase(Locale.ROOT));
      else out.appendCodePoint(c);
      i = next;
    }
    return out.toString();
  }

  @Python("str.casefold")
  public static String casefold(String s) {
    if (Texts.asciiPrefix(s) == s.length()) return s.toLowerCase(Locale.ROOT);
    check(s);
    StringBuilder out = new StringBuilder(s.length());
    for (int i = 0; i < s.length(); ) {
      int c = s.codePointAt(i);
      fold(out, c);
      i += Character.charCount(c);
    }
    return out.toString();
  }

  /** The lower case of the upper case, except for characters that fold differently. */
  private static void fold(StringBuilder out, int c) {
    if (c == 0x131) out.append('\u0131');
    else if (c == 0x1e9e) out.append("ss");
    else if (c == 0x130) out.append("i\u0307");
    else if (c >= 0x13a0 && c <= 0x13f5) out.appendCodePoint(c);
    else if (c >= 0x13f8 && c <= 0x13fd) out.appendCodePoint(c - 8);
    else if (c >= 0xab70 && c <= 0xabbf) out.appendCodePoint(c - 0xab70 + 0x13a0);
    else {
      String upper = new String(Character.toChars(c)).toUpperCase(Locale.ROOT);
      upper.codePoints().forEach(u -> out.appendCodePoint(Character.toLowerCase(u)));
    }
  }
}
