// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * {@code datetime.strptime} in the C locale: CPython's {@code _strptime.py} with its own regex,
 * without week directives.
 */
final class DateParse {
  private static final Map<Character, String> DIRECTIVES = new HashMap<>();
  private static final ConcurrentHashMap<String, PyPattern> CACHE = new ConcurrentHashMap<>();

  static {
    put("d", "3[0-1]|[1-2]\\d|0[1-9]|[1-9]| [1-9]");
    put("f", "[0-9]{1,6}");
    put("H", "2[0-3]|[0-1]\\d|\\d");
    put("I", "1[0-2]|0[1-9]|[1-9]");
    put("j", "36[0-6]|3[0-5]\\d|[1-2]\\d\\d|0[1-9]\\d|00[1-9]|[1-9]\\d|0[1-9]|[1-9]");
    put("m", "1[0-2]|0[1-9]|[1-9]");
    put("M", "[0-5]\\d|\\d");
    put("S", "6[0-1]|[0-5]\\d|\\d");
    put("y", "\\d\\d");
    put("Y", "\\d\\d\\d\\d");
    put("A", "wednesday|thursday|saturday|tuesday|monday|friday|sunday");
    put("a", "mon|tue|wed|thu|fri|sat|sun");
    put(
        "B",
        "september|february|november|december|january|october|august|march|april|june|july|may");
    put("b", "jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec");
    put("p", "am|pm");
    DIRECTIVES.put('%', "%");
  }

  private final PyMatch match;

  private DateParse(PyMatch match) {
    this.match = match;
  }

  private static void put(String name, String regex) {
    DIRECTIVES.put(name.charAt(0), "(?P<" + name + ">" + regex + ")");
  }

  private static String regex(String format, int minor) {
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < format.length(); i++) {
      char c = format.charAt(i);
      if (c == '%') {
        if (++i == format.length()) throw PyError.value("stray % in format '" + format + "'");
        c = format.charAt(i);
        String regex = DIRECTIVES.get(c);
        boolean known = "cxXzZGVUWwu".indexOf(c) >= 0;
        if (regex == null && (known || c > 126 || c < 'A' || minor >= 13)) {
          throw new Unsupported("strptime with %" + c);
        } else if (regex == null) {
          throw PyError.value("'" + c + "' is a bad directive in format '" + format + "'");
        }
        out.append(regex);
      } else if (Texts.space(c)) {
        while (i + 1 < format.length() && Texts.space(format.charAt(i + 1))) i++;
        out.append("\\s+");
      } else if (c == '\'' && minor >= 13) {
        throw new Unsupported("strptime with an apostrophe");
      } else {
        if ("\\.^$*+?(){}[]|".indexOf(c) >= 0) out.append('\\');
        out.append(c);
      }
    }
    return out.toString();
  }

  static PyDateTime parse(String text, String format, int minor) {
    PyPattern pattern = CACHE.get(format);
    if (pattern == null || pattern.parsed.minor != minor) {
      pattern = PyPattern.of(regex(format, minor), RegexTranslator.IGNORECASE, minor);
      if (CACHE.size() > 256) CACHE.clear();
      CACHE.put(format, pattern);
    }
    PyMatch m = pattern.one('m', text);
    if (m == null) {
      throw PyError.later(
          PyType.VALUE_ERROR,
          () -> "time data " + Py.repr(text) + " does not match format " + Py.repr(format));
    }
    String all = (String) m.group(0, "");
    if (all.length() < text.length()) {
      throw PyError.value("unconverted data remains: " + text.substring(all.length()));
    }
    return new DateParse(m).result();
  }

  /** The value of a directive; null if it is not in the format. */
  private String text(String name) {
    Integer group = match.pattern.parsed.names.get(name);
    return group == null ? null : (String) match.group(group, null);
  }

  private int number(String name, int otherwise) {
    String s = text(name);
    return s == null ? otherwise : (int) Ops.index(Numbers.integer((Object) s));
  }

  private PyDateTime result() {
    for (String two : "Yy HI bB bm Bm Aa".split(" ")) {
      if (text(two.substring(0, 1)) != null && text(two.substring(1)) != null) {
        throw new Unsupported("strptime with two directives for one field");
      }
    }
    boolean noYear = text("Y") == null && text("y") == null;
    int year = number("Y", 1900);
    if (text("y") != null) year = number("y", 0) + (number("y", 0) <= 68 ? 2000 : 1900);
    String name = text("b") != null ? text("b") : text("B");
    int month = number("m", 1);
    for (int i = 0; i < 12 && name != null; i++) {
      if (DateFormat.MONTHS[i].substring(0, 3).equalsIgnoreCase(name.substring(0, 3)))
        month = i + 1;
    }
    int hour = number("H", 0);
    if (text("I") != null) {
      hour = number("I", 0) % 12 + ("pm".equalsIgnoreCase(text("p")) ? 12 : 0);
    }
    int micro = text("f") == null ? 0 : Integer.parseInt((text("f") + "00000").substring(0, 6));
    int day = number("d", 1);
    if (noYear && month == 2 && day == 29) {
      throw new Unsupported("strptime of February 29 without a year");
    }
    // A day of the year overrides month and day, which are then not even checked.
    PyDate date =
        text("j") == null
            ? PyDate.of(year, month, day)
            : PyDate.fromOrdinal(number("j", 1) - 1 + PyDate.of(year, 1, 1).ordinal());
    return new PyDateTime(date, PyTime.of(hour, number("M", 0), number("S", 0), micro));
  }
}
