// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Translates a CPython {@code re} pattern into {@code java.util.regex} syntax (flag DOTALL only)
 * with the same matches. The grammar is that of {@code re/_parser.py}. Flags are not passed on:
 * each construct is expanded to its meaning under them. {@link Unsupported} if Java cannot express
 * it.
 */
final class RegexTranslator extends RegexReader {
  static final int IGNORECASE = 2;
  static final int LOCALE = 4;
  static final int MULTILINE = 8;
  static final int DOTALL = 16;
  static final int UNICODE = 32;
  static final int VERBOSE = 64;
  static final int ASCII = 256;

  private static final String BY_CODE_POINT = "(?!(?!)\ud800\udc00)";
  static final String WORD = "\\p{L}\\p{N}_";
  private static final String LETTERS = "iLmsxua";
  private static final int[] BITS = {
    IGNORECASE, LOCALE, MULTILINE, DOTALL, VERBOSE, UNICODE, ASCII
  };

  /** The pattern's flags, including those of a leading {@code (?…)}. */
  int flags;

  int groups;

  /** The groups in the order in which their parentheses close. */
  final List<Integer> closing = new ArrayList<>();

  boolean repeatsGroup;
  final Map<String, Integer> names = new LinkedHashMap<>();

  /** Whether Unicode classes or case decide, so that the Unicode version may matter. */
  boolean unicode;

  boolean mayBeEmpty;
  private final BitSet closed = new BitSet();
  private int lookBehind;

  RegexTranslator(String pattern, int flags, int minor) {
    super(pattern, minor);
    this.flags = flags;
  }

  String translate() {
    if ((flags & (LOCALE | 128)) != 0) throw refuse("the flags LOCALE and DEBUG");
    leadingFlags();
    if ((flags & ASCII) != 0 && (flags & UNICODE) != 0) {
      throw refuse("ASCII and UNICODE flags are incompatible");
    }
    RegexPart all = alternatives(flags);
    if (at < text.length) throw refuse("unbalanced parenthesis");
    mayBeEmpty = all.min == 0;
    // A character beyond 16 bits in the pattern makes Java search by code point.
    return mayBeEmpty ? "(?:" + all.java + ")" + BY_CODE_POINT : all.java.toString();
  }

  private void leadingFlags() {
    while (true) {
      int start = at;
      skipVerbose(flags);
      int p = at + 2;
      int more = 0;
      while (p < text.length && text[p] < 128 && LETTERS.indexOf(text[p]) >= 0) {
        more |= BITS[LETTERS.indexOf(text[p++])];
      }
      if (!looking("(?") || more == 0 || p >= text.length || text[p] != ')') {
        at = start;
        return;
      }
      if ((more & LOCALE) != 0) throw refuse("the flag LOCALE");
      flags |= more;
      at = p + 1;
    }
  }

  private RegexPart alternatives(int f) {
    RegexPart all = sequence(f);
    boolean first = true;
    while (eat("|")) {
      if (first && all.java.length() == 0) all.java.append("(?:)");
      first = false;
      RegexPart more = sequence(f);
      all.java.append('|').append(more.java.length() == 0 ? "(?:)" : more.java);
      all.min = Math.min(all.min, more.min);
      all.max = Math.max(all.max, more.max);
      all.captures |= more.captures;
    }
    return all;
  }

  private RegexPart sequence(int f) {
    RegexPart all = new RegexPart("", 0, 0);
    all.atom = false;
    while (true) {
      skipVerbose(f);
      if (at >= text.length || text[at] == '|' || text[at] == ')') return all;
      RegexPart one = element(f);
      if (one == null) continue;
      RegexPart repeated = repeat(one, f);
      all.java.append(repeated.java);
      all.min += repeated.min;
      all.max = Math.min(MANY, all.max + repeated.max);
      all.captures |= repeated.captures;
    }
  }

  private RegexPart repeat(RegexPart one, int f) {
    skipVerbose(f);
    int start = at;
    long[] range = range();
    if (range == null) return one;
    if (one.position || one.max == 0) {
      throw refuse(one.position ? "nothing to repeat" : "repeat of what is always empty");
    }
    if (one.repeat) throw refuse("multiple repeat");
    if (one.captures && one.min == 0 && range[1] > 1) {
      throw refuse("a repeated group that may be empty");
    }
    // Java runs a repeated body without alternatives in a way that does not reset its groups.
    boolean choice = one.captures && range[1] > 1;
    repeatsGroup |= choice;
    String single = choice ? "(?:" + one.java + "|(?!))" : one.single();
    String count =
        text[start] != '{'
            ? String.valueOf((char) text[start])
            : "{" + range[0] + (range[1] == MANY ? ",}" : "," + range[1] + "}");
    String mode = eat("?") ? "?" : "";
    if (minor >= 11 && looking("+")) throw refuse("a possessive repeat");
    long most = Math.min(MANY, one.max * range[1]);
    RegexPart done = new RegexPart(single + count + mode, one.min * range[0], most);
    done.atom = false;
    done.repeat = true;
    done.captures = one.captures;
    skipVerbose(f);
    int end = at;
    if (range() != null) throw refuse("multiple repeat");
    at = end;
    return done;
  }

  private RegexPart element(int f) {
    if (range() != null) throw refuse("nothing to repeat");
    int c = next();
    switch (c) {
      case '.':
        return new RegexPart((f & DOTALL) != 0 ? "." : "[^\\n]", 1, 1);
      case '^':
        return position((f & MULTILINE) != 0 ? "(?<![^\\n])" : "\\A");
      case '$':
        return position((f & MULTILINE) != 0 ? "(?![^\\n])" : "(?=\\n?\\z)");
      case '[':
        return part(set(f));
      case '(':
        return group(f);
      case '\\':
        return escape(f);
      default:
        return literal(c, f);
    }
  }

  private RegexPart position(String java) {
    RegexPart p = new RegexPart(java, 0, 0);
    p.position = true;
    return p;
  }

  private RegexPart part(RegexSet set) {
    unicode |= set.unicode;
    return new RegexPart(set.java(), 1, 1);
  }

  private RegexPart literal(int c, int f) {
    RegexSet set = new RegexSet(f);
    set.add(c, c);
    unicode |= set.unicode;
    return new RegexPart(set.count() == 1 ? quote(c) : set.java(), 1, 1);
  }

  static String quote(int c) {
    boolean plain = c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z';
    return plain ? String.valueOf((char) c) : "\\x{" + Integer.toHexString(c) + "}";
  }

  private RegexPart escape(int f) {
    int c = next();
    boolean ascii = (f & ASCII) != 0;
    String word = ascii ? "a-zA-Z0-9_" : WORD;
    String behind = "(?<=[" + word + (ascii ? "" : "\ud800\udc00") + "])";
    String notBehind = behind.replace("<=", "<!");
    String inside = "(?=[" + word + "])";
    String outside = "(?![" + word + "])";
    switch (c) {
      case 'A':
        return position("\\A");
      case 'Z':
        return position("\\z");
      case 'z':
        if (minor >= 14) return position("\\z");
        break;
      case 'b':
        unicode |= !ascii;
        return position("(?:" + behind + outside + "|" + notBehind + inside + ")");
      case 'B':
        unicode |= !ascii;
        String end = minor < 14 ? "(?!(?<!.)\\z))" : ")";
        return position("(?:" + behind + inside + "|" + notBehind + outside + end);
      case 'd':
      case 'D':
      case 's':
      case 'S':
      case 'w':
      case 'W':
        RegexSet set = new RegexSet(f);
        set.category(c);
        return part(set);
      default:
        break;
    }
    if (c >= '1' && c <= '9') return numbered(c, f);
    at--;
    return literal(character(false), f);
  }

  private RegexPart numbered(int c, int f) {
    int n = c - '0';
    if (at < text.length && text[at] >= '0' && text[at] <= '9') n = n * 10 + next() - '0';
    boolean third = at < text.length && text[at] >= '0' && text[at] <= '9';
    if (n > 9 && third) throw refuse("a number of three digits after a backslash");
    return reference(n, f);
  }

  private RegexPart reference(int n, int f) {
    if (n > groups || !closed.get(n)) {
      throw refuse(n > groups ? "invalid group reference " + n : "cannot refer to an open group");
    }
    if ((f & IGNORECASE) != 0 || lookBehind > 0) {
      throw refuse("a reference to a group under IGNORECASE or in a look-behind");
    }
    return new RegexPart("(?:\\" + n + ")", 0, MANY);
  }

  private RegexPart group(int f) {
    if (!eat("?")) return capture(null, f);
    if (eat("P<")) {
      String name = name('>');
      if (names.containsKey(name)) throw refuse("redefinition of group name '" + name + "'");
      return capture(name, f);
    } else if (eat("P=")) {
      String name = name(')');
      if (!names.containsKey(name)) throw refuse("unknown group name '" + name + "'");
      return reference(names.get(name), f);
    } else if (eat("#")) {
      while (next() != ')') continue;
      return null;
    } else if (eat(":")) {
      return enclosed("(?:", f);
    } else if (eat("=") || eat("!")) {
      return look(enclosed("(?" + (char) text[at - 1], f));
    } else if (eat("<=") || eat("<!")) {
      lookBehind++;
      RegexPart p = enclosed("(?<" + (char) text[at - 1], f);
      lookBehind--;
      if (p.min != p.max) throw refuse("look-behind requires fixed-width pattern");
      p.java.insert(p.java.length() - 1, BY_CODE_POINT);
      return look(p);
    }
    return scoped(f);
  }

  private RegexPart look(RegexPart p) {
    if (p.captures) throw refuse("a group in a look-around");
    p.min = 0;
    p.max = 0;
    return p;
  }

  private RegexPart scoped(int f) {
    int set = 0;
    int clear = 0;
    boolean minus = false;
    int c = next();
    while (c != ':') {
      int i = c < 128 ? LETTERS.indexOf(c) : -1;
      if (c == '-' && !minus) {
        minus = true;
      } else if (i < 0 || BITS[i] == LOCALE || minus && (BITS[i] & (ASCII | UNICODE)) != 0) {
        throw refuse(
            c == ')' ? "global flags not at the start of the expression" : "unknown extension");
      } else if (minus) {
        clear |= BITS[i];
      } else {
        set |= BITS[i];
      }
      c = next();
    }
    int type = set & (ASCII | UNICODE);
    if (minor < 11 && type != 0) throw refuse("(?a:…), which Python 3.10 gets wrong");
    if ((set & clear) != 0 || set + clear == 0 || type == (ASCII | UNICODE)) {
      throw refuse("bad inline flags");
    }
    int inner = (type == 0 ? f : f & ~(ASCII | UNICODE)) | set;
    return enclosed("(?:", inner & ~clear);
  }

  private RegexPart capture(String name, int f) {
    int n = ++groups;
    if (name != null) names.put(name, n);
    RegexPart p = enclosed("(", f);
    p.captures = true;
    closed.set(n);
    closing.add(n);
    return p;
  }

  private RegexPart enclosed(String open, int f) {
    RegexPart inner = alternatives(f);
    if (!eat(")")) throw refuse("missing ), unterminated subpattern");
    RegexPart p = new RegexPart(open + inner.java + ")", inner.min, inner.max);
    p.captures = inner.captures;
    return p;
  }
}
