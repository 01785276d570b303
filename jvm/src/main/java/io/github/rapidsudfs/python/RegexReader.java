// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

/** Reads the small parts of a {@code re} pattern: escapes, counts, names, sets. */
abstract class RegexReader {
  static final long MANY = Integer.MAX_VALUE;
  final int[] text;
  final int minor;
  int at;

  RegexReader(String pattern, int minor) {
    this.text = pattern.codePoints().toArray();
    this.minor = minor;
  }

  final Unsupported refuse(String why) {
    String pattern = new String(text, 0, text.length);
    return new Unsupported("regular expression " + pattern + ": " + why + " at position " + at);
  }

  final boolean looking(String s) {
    for (int i = 0; i < s.length(); i++) {
      if (at + i >= text.length || text[at + i] != s.charAt(i)) return false;
    }
    return true;
  }

  final boolean eat(String s) {
    boolean yes = looking(s);
    at += yes ? s.length() : 0;
    return yes;
  }

  final int next() {
    if (at >= text.length) throw refuse("unexpected end of pattern");
    return text[at++];
  }

  final void skipVerbose(int f) {
    while ((f & RegexTranslator.VERBOSE) != 0 && at < text.length) {
      int c = text[at];
      if (c == '#') {
        while (at < text.length && text[at] != '\n') at++;
      } else if (c == ' ' || c >= 9 && c <= 13) {
        at++;
      } else {
        return;
      }
    }
  }

  final long[] range() {
    if (eat("*")) {
      return new long[] {0, MANY};
    } else if (eat("+")) {
      return new long[] {1, MANY};
    } else if (eat("?")) {
      return new long[] {0, 1};
    }
    int start = at;
    if (!eat("{")) return null;
    if (looking("}")) {
      at = start;
      return null;
    }
    long low = digits();
    long high = low;
    boolean comma = eat(",");
    if (comma) high = digits();
    if (!eat("}") || low < 0 && !comma) {
      at = start;
      return null;
    }
    low = low < 0 ? 0 : low;
    high = high < 0 ? MANY : high;
    if (high < low) throw refuse("min repeat greater than max repeat");
    return new long[] {low, high};
  }

  final long digits() {
    long n = -1;
    while (at < text.length && text[at] >= '0' && text[at] <= '9') {
      n = (n < 0 ? 0 : n * 10) + text[at++] - '0';
      if (n > 1_000_000) throw refuse("so large a count");
    }
    return n;
  }

  /** After a backslash: the escaped character. */
  final int character(boolean inSet) {
    int c = next();
    int simple = "afnrtv".indexOf(c);
    if (simple >= 0) return "\u0007\f\n\r\t\u000b".charAt(simple);
    if (c == 'x' || c == 'u' || c == 'U') return hex(c == 'x' ? 2 : c == 'u' ? 4 : 8);
    if (c == 'b' && inSet) return 8;
    if (c == '0' || inSet && c >= '1' && c <= '7') {
      int value = c - '0';
      for (int i = 0; i < 2 && at < text.length && text[at] >= '0' && text[at] < '8'; i++) {
        value = value * 8 + text[at++] - '0';
      }
      if (value > 255) throw refuse("octal escape value outside of range 0-0o377");
      return value;
    }
    if (c < 128 && Character.isLetterOrDigit(c)) throw refuse("bad escape \\" + (char) c);
    return c;
  }

  final int hex(int n) {
    long value = 0;
    for (int i = 0; i < n; i++) {
      int c = next();
      int digit = c < 128 ? Character.digit(c, 16) : -1;
      if (digit < 0) throw refuse("incomplete escape");
      value = value * 16 + digit;
    }
    if (value > 0x10ffff || value >= 0xd800 && value < 0xe000) {
      throw refuse("a code point that is not a character");
    }
    return (int) value;
  }

  final String name(char end) {
    StringBuilder b = new StringBuilder();
    for (int c = next(); c != end; c = next()) b.appendCodePoint(c);
    if (!b.toString().matches("[A-Za-z_][A-Za-z0-9_]*")) throw refuse("the group name '" + b + "'");
    return b.toString();
  }

  RegexSet set(int f) {
    RegexSet set = new RegexSet(f);
    boolean negated = eat("^");
    int start = at;
    while (at == start || !looking("]")) {
      int low = item(set);
      if (!looking("-") || at + 1 < text.length && text[at + 1] == ']') {
        if (low >= 0) set.add(low, low);
        continue;
      }
      at++;
      if (at >= text.length) throw refuse("unterminated character set");
      int high = item(set);
      if (low < 0 || high < low) throw refuse("bad character range");
      set.add(low, high);
    }
    at++;
    set.negated = negated;
    return set;
  }

  /** A character, or -1 for a category, which is added. */
  private int item(RegexSet set) {
    int c = next();
    if (c != '\\') return c;
    int e = at < text.length ? text[at] : 0;
    if (e < 128 && "dDsSwW".indexOf(e) >= 0 && e != 0) {
      at++;
      set.category(e);
      return -1;
    }
    return character(true);
  }
}
