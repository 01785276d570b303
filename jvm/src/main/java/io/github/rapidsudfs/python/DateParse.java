// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** {@code datetime.strptime} in the C locale: CPython's {@code _strptime.py}, by its own regex. */
final class DateParse {
  private static final Map<Character, String> DIRECTIVES = new HashMap<>();
  private static final ConcurrentHashMap<String, PyPattern> CACHE = new ConcurrentHashMap<>();

  static {
    put("d", "3[0-1]|[1-2]\\d|0[1-9]|[1-9]| [1-9]");
    put("f", "[0-9]{1,6}");
    put("H", "2[0-3]|[0-1]\\d|\\d");
    put("I", "1[0-2]|0[1-9]|[1-9]");
    put("G", "\\d\\d\\d\\d");
    put(
        "j",
        "36[0-6]|3[0-5]\\d|[1-2]\\d\\d|0[1-9]\\d|00[1-9]|[1-9]\\d|0[1-9]|[1-9]");
    put("m", "1[0-2]|0[1-9]|[1-9]");
    put("M", "[0-5]\\d|\\d");
    put("S", "6[0-1]|[0-5]\\d|\\d");
    put("U", "5[0-3]|[0-4]\\d|\\d");
    put("W", "5[0-3]|[0-4]\\d|\\d");
    put("w", "[0-6]");
    put("u", "[1-7]");
    put("V", "5[0-3]|0[1-9]|[1-4]\\d|\\d");
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
    DIRECTIVES.put('c', regex("%a %b %d %H:%M:%S %Y", 11));
    DIRECTIVES.put('x', regex("%m/%d/%y", 11));
    DIRECTIVES.put('X', regex("%H:%M:%S", 11));
  }

  private DateParse() {}

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
        if (c == 'z' || c == 'Z') throw new Unsupported("strptime with %" + c);
        String regex = DIRECTIVES.get(c);
        if (regex == null && (c > 126 || c < 'A' || minor >= 13)) {
          throw new Unsupported("strptime with %" + c);
        } else if (regex == null) {
          throw PyError.value("'" + c + "' is a bad directive in format '" + format + "'");
        }
        out.append(regex);
      } else if (space(c)) {
        while (i + 1 < format.length() && space(format.charAt(i + 1))) i++;
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

  static boolean space(char c) {
    if (c == 0x85 || c == 0xa0 || c > 0x1000) {
      if (Character.isWhitespace(c) || Character.isSpaceChar(c) || c == 0x85) return true;
    }
    return c == ' ' || c >= 9 && c <= 13 || c >= 28 && c <= 31;
  }

  private static int find(String[] names, String text, int length) {
    String lower = text.toLowerCase(Locale.ROOT);
    for (int i = 0; i < names.length; i++) {
      String name = names[i].toLowerCase(Locale.ROOT);
      if (lower.equals(length == 3 ? name.substring(0, 3) : name)) return i;
    }
    throw new Unsupported("strptime of the name " + text);
  }

  static PyDateTime parse(String text, String format, int minor) {
    PyPattern pattern = CACHE.get(format);
    if (pattern == null || pattern.parsed.minor != minor) {
      pattern = PyPattern.of(regex(format, minor), RegexTranslator.IGNORECASE, minor);
      if (CACHE.size() > 256) CACHE.clear();
      CACHE.put(format, pattern);
    }
    PyMatch m = pattern.one('m', text, 0, Long.MAX_VALUE);
    if (m == null) {
      throw PyError.value(
          "time data " + Py.repr(text) + " does not match format " + Py.repr(format));
    }
    String all = (String) m.group(0, "");
    if (all.length() < text.length()) {
      throw PyError.value("unconverted data remains: " + text.substring(all.length()));
    }
    return new Fields(m).result(minor);
  }

  /** What the directives gave; null where a directive is not in the format. */
  private static final class Fields {
    private final PyMatch m;
    private Integer julian;

    Fields(PyMatch m) {
      this.m = m;
    }

    private String text(String name) {
      Integer group = m.pattern.parsed.names.get(name);
      return group == null ? null : (String) m.group(group, null);
    }

    private Integer number(String name) {
      String s = text(name);
      if (s == null) return null;
      int n = 0;
      for (int i = 0; i < s.length(); i += Character.charCount(s.codePointAt(i))) {
        if (s.charAt(i) != ' ') n = n * 10 + Character.digit(s.codePointAt(i), 10);
      }
      return n;
    }

    private int number(String name, int otherwise) {
      Integer n = number(name);
      return n == null ? otherwise : n;
    }

    PyDateTime result(int minor) {
      Integer year = number("Y");
      Integer y = number("y");
      boolean both = year != null && y != null;
      both |= text("U") != null && text("W") != null;
      if (both || text("H") != null && text("I") != null) {
        throw new Unsupported("strptime with two directives for one field");
      }
      if (y != null) year = y + (y <= 68 ? 2000 : 1900);
      if (text("b") != null && text("B") != null
          || number("m") != null && (text("b") != null || text("B") != null)) {
        throw new Unsupported("strptime with two directives for the month");
      }
      int month = number("m", 1);
      if (text("b") != null) month = find(DateFormat.MONTHS, text("b"), 3) + 1;
      if (text("B") != null) month = find(DateFormat.MONTHS, text("B"), 0) + 1;
      int day = number("d", 1);
      int hour = number("H", 0);
      if (text("I") != null) {
        boolean pm = "pm".equalsIgnoreCase(text("p"));
        hour = number("I") % 12 + (pm ? 12 : 0);
      }
      int micro = text("f") == null ? 0 : Integer.parseInt((text("f") + "00000").substring(0, 6));
      julian = number("j");
      Integer weekday = weekday();
      Integer isoYear = number("G");
      Integer isoWeek = number("V");
      if (isoYear != null || isoWeek != null) check(minor, year, isoYear, isoWeek, weekday);
      boolean leapFix = year == null && month == 2 && day == 29;
      if (year == null) year = leapFix ? 1904 : 1900;
      if (julian == null && weekday != null) {
        Integer week = text("U") != null ? number("U") : number("W");
        if (week != null) {
          weekOf(year, week, weekday, text("U") == null);
        } else if (isoYear != null && isoWeek != null) {
          if (minor < 12 && isoWeek == 53) throw new Unsupported("strptime of week 53");
          PyDate d = PyDate.fromIso(isoYear, isoWeek, weekday + 1);
          year = d.year;
          julian = d.dayOfYear();
        }
        if (julian != null && julian <= 0) {
          year--;
          julian += PyDate.leap(year) ? 366 : 365;
        }
      }
      PyDate date;
      if (julian == null) {
        date = PyDate.of(year, month, day);
        if (leapFix) throw new Unsupported("strptime of February 29 without a year");
      } else {
        PyDate first = PyDate.of(year, 1, 1);
        date = PyDate.fromOrdinal(julian - 1 + first.ordinal());
      }
      return new PyDateTime(date, PyTime.of(hour, number("M", 0), number("S", 0), micro));
    }

    private Integer weekday() {
      int given = 0;
      Integer day = null;
      for (String name : new String[] {"A", "a", "w", "u"}) {
        if (text(name) == null) continue;
        given++;
        day =
            name.equals("A")
                ? find(DateFormat.DAYS, text("A"), 0)
                : name.equals("a")
                    ? find(DateFormat.DAYS, text("a"), 3)
                    : (number(name) + 6) % 7;
      }
      if (given > 1) throw new Unsupported("strptime with two directives for the day of the week");
      return day;
    }

    private void check(int minor, Integer year, Integer isoYear, Integer isoWeek, Integer weekday) {
      boolean plain =
          isoYear != null && isoWeek != null && weekday != null && julian == null && year == null
              && text("U") == null && text("W") == null;
      if (!plain) throw new Unsupported("strptime with %G or %V and other directives than a day's");
    }

    private void weekOf(int year, int week, int weekday, boolean mondays) {
      int first = PyDate.of(year, 1, 1).weekday();
      int day = weekday;
      if (!mondays) {
        first = (first + 1) % 7;
        day = (day + 1) % 7;
      }
      int week0 = (7 - first) % 7;
      julian = week == 0 ? 1 + day - first : 1 + week0 + 7 * (week - 1) + day;
    }
  }
}
