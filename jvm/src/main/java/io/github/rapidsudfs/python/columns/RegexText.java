// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python.columns;

/**
 * Python's regular expressions in cuDF's syntax, for texts of ASCII: literals, classes, groups,
 * alternatives, greedy and reluctant quantifiers, and the anchors of a whole pattern.
 */
final class RegexText {
  private static final String SPACES = " \t\n\r\f\u000b\u001c\u001d\u001e\u001f";
  private static final String PLAIN = " !\"#%&',-/:;<=>@_`~";
  private static final String ESCAPED = ".^$*+?()[]{}|\\/-";

  private final Columns c;
  private final String text;
  private final StringBuilder out = new StringBuilder();
  private int at;

  private RegexText(Columns c, String text) {
    this.c = c;
    this.text = text;
  }

  static String translated(Columns c, String pattern) {
    RegexText whole = new RegexText(c, pattern);
    while (whole.at < pattern.length()) whole.part();
    return whole.out.toString();
  }

  /** One class or character, and perhaps a {@code +}: what no engine can match in two ways. */
  static String runs(Columns c, String pattern) {
    RegexText one = new RegexText(c, pattern);
    if (pattern.isEmpty() || "^$(|".indexOf(pattern.charAt(0)) >= 0) throw one.refuse();
    one.atom();
    boolean more = pattern.substring(one.at).equals("+");
    if (one.at < pattern.length() && !more) throw one.refuse();
    return one.out + (more ? "+" : "");
  }

  private NoColumns refuse() {
    return c.refuse("the pattern " + text);
  }

  private char next() {
    if (at >= text.length()) throw refuse();
    return text.charAt(at++);
  }

  private void part() {
    char first = text.charAt(at);
    if (first == '^' && at == 0 || first == '$' && at == text.length() - 1) {
      out.append(next());
    } else if (first == '(') {
      at++;
      if (text.startsWith("?:", at)) at += 2;
      else if (text.startsWith("?", at)) throw refuse();
      out.append("(?:");
    } else if (first == '|') {
      out.append(next());
    } else if (first == ')') {
      out.append(next());
      quantifier();
    } else {
      atom();
      quantifier();
    }
  }

  private void quantifier() {
    if (at >= text.length()) return;
    char kind = text.charAt(at);
    if (kind == '{') {
      int end = text.indexOf('}', at);
      if (end < 0 || !text.substring(at, end).matches("\\{[0-9]{1,2}(,[0-9]{0,2})?"))
        throw refuse();
      out.append(text, at, end + 1);
      at = end + 1;
    } else if ("*+?".indexOf(kind) >= 0) {
      out.append(next());
    } else {
      return;
    }
    // Whether there is a match does not depend on it.
    if (at < text.length() && text.charAt(at) == '?') at++;
    if (at < text.length() && "*+?{".indexOf(text.charAt(at)) >= 0) throw refuse();
  }

  private static boolean isWord(char ch) {
    return ch >= 'a' && ch <= 'z' || ch >= 'A' && ch <= 'Z' || ch >= '0' && ch <= '9';
  }

  private void atom() {
    char ch = next();
    if (ch == '[') {
      set();
    } else if (ch == '.') {
      out.append("[^\n]");
    } else if (ch == '\\') {
      char escaped = next();
      String all = members(escaped);
      if (all != null) out.append('[').append(all).append(']');
      else if (ESCAPED.indexOf(escaped) >= 0) literal(escaped);
      else throw refuse();
    } else if (isWord(ch) || PLAIN.indexOf(ch) >= 0) {
      literal(ch);
    } else {
      throw refuse();
    }
  }

  private void literal(char ch) {
    if (ESCAPED.indexOf(ch) >= 0 && ch != '/' && ch != '-') out.append('\\');
    out.append(ch);
  }

  /** What an escape stands for in a class; null for a character. */
  private static String members(char escaped) {
    switch (escaped) {
      case 'd':
        return "0-9";
      case 'w':
        return "a-zA-Z0-9_";
      case 's':
        return SPACES;
      case 'n':
        return "\n";
      case 't':
        return "\t";
      case 'r':
        return "\r";
      default:
        return null;
    }
  }

  private void set() {
    out.append('[');
    if (at < text.length() && text.charAt(at) == '^') out.append(next());
    boolean first = true;
    for (char ch = next(); ch != ']' || first; ch = next()) {
      first = false;
      if (ch == '\\') {
        char escaped = next();
        String all = members(escaped);
        if (all != null) out.append(all);
        else if (ESCAPED.indexOf(escaped) >= 0) member(escaped);
        else throw refuse();
      } else if (ch > ' ' - 1 && ch < 127) {
        boolean range =
            at + 1 < text.length() && text.charAt(at) == '-' && text.charAt(at + 1) != ']';
        if (range) {
          char last = text.charAt(at + 1);
          if (!isWord(ch) || !isWord(last)) throw refuse();
          out.append(ch).append('-').append(last);
          at += 2;
        } else {
          member(ch);
        }
      } else {
        throw refuse();
      }
    }
    out.append(']');
  }

  private void member(char ch) {
    if ("\\]^-[".indexOf(ch) >= 0) out.append('\\');
    out.append(ch);
  }
}
