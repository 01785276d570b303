// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

import java.util.ArrayList;
import java.util.List;

/** The replacement of {@code re.sub}, parsed once: literals (String) and groups (Integer). */
final class RegexTemplate {
  private static final String LETTERS = "abfnrtv\\";
  private static final String MEANT = "\u0007\b\f\n\r\t\u000b\\";

  private final List<Object> parts = new ArrayList<>();
  private final StringBuilder literal = new StringBuilder();

  RegexTemplate(String text, PyPattern pattern) {
    int i = 0;
    while (i < text.length()) {
      char c = text.charAt(i++);
      if (c != '\\') {
        literal.append(c);
        continue;
      }
      if (i >= text.length()) throw error(pattern, "bad escape (end of pattern)", i - 1);
      char e = text.charAt(i++);
      if (e == 'g') {
        int end = text.indexOf('>', i);
        if (i >= text.length() || text.charAt(i) != '<') throw error(pattern, "missing <", i);
        if (end < 0) throw error(pattern, "missing >, unterminated name", i + 1);
        if (end == i + 1) throw error(pattern, "missing group name", i + 1);
        group(number(text.substring(i + 1, end), pattern), pattern, i + 1);
        i = end + 1;
      } else if (e >= '0' && e <= '9') {
        int start = i - 1;
        if (e > '0' && digit(text, i)) i++;
        boolean third = e == '0' || digit(text, i);
        if (third) throw new Unsupported("octal digits in the template " + text);
        group(Integer.parseInt(text.substring(start, i)), pattern, start);
      } else if (LETTERS.indexOf(e) >= 0) {
        literal.append(MEANT.charAt(LETTERS.indexOf(e)));
      } else if (e >= 'a' && e <= 'z' || e >= 'A' && e <= 'Z') {
        throw error(pattern, "bad escape \\" + e, i - 2);
      } else {
        literal.append('\\').append(e);
      }
    }
    flush();
  }

  private static boolean digit(String s, int i) {
    return i < s.length() && s.charAt(i) >= '0' && s.charAt(i) <= '9';
  }

  private static PyError error(PyPattern pattern, String what, int at) {
    String name = pattern.parsed.minor < 13 ? "re.error" : "re.PatternError";
    return PyError.of(PyType.named(name), what + " at position " + at);
  }

  private static int number(String name, PyPattern pattern) {
    if (name.matches("[0-9]{1,8}")) return Integer.parseInt(name);
    Integer number = pattern.parsed.names.get(name);
    if (number != null) return number;
    if (!name.matches("[A-Za-z_][A-Za-z0-9_]*")) {
      throw new Unsupported("the name of a group in a template: " + name);
    }
    throw PyError.index("unknown group name '" + name + "'");
  }

  private void group(int n, PyPattern pattern, int at) {
    if (n > pattern.parsed.groups) throw error(pattern, "invalid group reference " + n, at);
    flush();
    parts.add(n);
  }

  private void flush() {
    if (literal.length() > 0) parts.add(literal.toString());
    literal.setLength(0);
  }

  void append(StringBuilder out, String text, java.util.regex.MatchResult m) {
    for (Object part : parts) {
      if (part instanceof String) {
        out.append((String) part);
      } else if (m.start((Integer) part) >= 0) {
        out.append(text, m.start((Integer) part), m.end((Integer) part));
      }
    }
  }
}
