// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

/** {@code strftime} and {@code isoformat} in the C locale, as CPython on glibc writes them. */
final class DateFormat {
  static final String[] DAYS =
      "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split(" ");
  static final String[] MONTHS =
      ("January February March April May June July August September October November December")
          .split(" ");

  private DateFormat() {}

  /** {@code strftime}; {@code time} null for a date. */
  static String format(String format, PyDate date, PyTime time) {
    PyTime t = time == null ? PyTime.MIDNIGHT : time;
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < format.length(); i++) {
      char c = format.charAt(i);
      if (c == 0) throw new Unsupported("strftime with a null character");
      if (c != '%') {
        out.append(c);
        continue;
      }
      if (++i == format.length()) throw new Unsupported("strftime with a % at the end");
      c = format.charAt(i);
      if (c == '-' && i + 1 < format.length() && "dmHIMSjy".indexOf(format.charAt(i + 1)) >= 0) {
        String padded = one(format.charAt(++i), date, t);
        int from = 0;
        while (from < padded.length() - 1 && padded.charAt(from) == '0') from++;
        out.append(padded, from, padded.length());
      } else {
        out.append(one(c, date, t));
      }
    }
    return out.toString();
  }

  private static String one(char c, PyDate d, PyTime t) {
    int twelve = t.hour % 12 == 0 ? 12 : t.hour % 12;
    switch (c) {
      case 'a':
        return DAYS[d.weekday()].substring(0, 3);
      case 'A':
        return DAYS[d.weekday()];
      case 'b':
      case 'h':
        return MONTHS[d.month - 1].substring(0, 3);
      case 'B':
        return MONTHS[d.month - 1];
      case 'd':
        return PyDate.pad(d.day, 2);
      case 'e':
        return (d.day < 10 ? " " : "") + d.day;
      case 'm':
        return PyDate.pad(d.month, 2);
      case 'y':
        return PyDate.pad(d.year % 100, 2);
      case 'Y':
        return year(d.year);
      case 'G':
        return year(d.iso()[0]);
      case 'H':
        return PyDate.pad(t.hour, 2);
      case 'I':
        return PyDate.pad(twelve, 2);
      case 'p':
        return t.hour < 12 ? "AM" : "PM";
      case 'M':
        return PyDate.pad(t.minute, 2);
      case 'S':
        return PyDate.pad(t.second, 2);
      case 'f':
        return PyDate.pad(t.micro, 6);
      case 'j':
        return PyDate.pad(d.dayOfYear(), 3);
      case 'U':
        return PyDate.pad((d.dayOfYear() + 6 - (d.weekday() + 1) % 7) / 7, 2);
      case 'W':
        return PyDate.pad((d.dayOfYear() + 6 - d.weekday()) / 7, 2);
      case 'V':
        return PyDate.pad(d.iso()[1], 2);
      case 'u':
        return String.valueOf(d.weekday() + 1);
      case 'w':
        return String.valueOf((d.weekday() + 1) % 7);
      case 'c':
        return format("%a %b %e %H:%M:%S %Y", d, t);
      case 'x':
      case 'D':
        return format("%m/%d/%y", d, t);
      case 'X':
      case 'T':
        return format("%H:%M:%S", d, t);
      case 'F':
        return format("%Y-%m-%d", d, t);
      case 'R':
        return format("%H:%M", d, t);
      case 'z':
      case 'Z':
        return "";
      case '%':
        return "%";
      default:
        throw new Unsupported("strftime with %" + c);
    }
  }

  private static String year(int year) {
    if (year < 1000) throw new Unsupported("strftime of a year before 1000");
    return String.valueOf(year);
  }

  // ---- fromisoformat

  private static PyError invalid(String s) {
    return PyError.value("Invalid isoformat string: " + Py.repr(s));
  }

  private static int number(String s, int from, int to, String all) {
    if (to > s.length()) throw invalid(all);
    int n = 0;
    for (int i = from; i < to; i++) {
      char c = s.charAt(i);
      if (c < '0' || c > '9') throw invalid(all);
      n = n * 10 + c - '0';
    }
    return n;
  }

  /** The length of the date at the start, or an error: {@code YYYY-MM-DD}, or {@code YYYYMMDD}. */
  private static int dateLength(String s, int minor) {
    if (s.length() < (minor < 11 ? 10 : 7)) throw invalid(s);
    if (minor >= 11 && (s.charAt(4) == 'W' || s.charAt(4) == '-' && s.charAt(5) == 'W')) {
      throw new Unsupported("fromisoformat of a week");
    }
    return minor < 11 || s.charAt(4) == '-' ? 10 : 8;
  }

  private static PyDate date(String s, int length) {
    int gap = length == 10 ? 1 : 0;
    int year = number(s, 0, 4, s);
    int month = number(s, 4 + gap, 6 + gap, s);
    if (gap == 1 && s.charAt(4) != '-') throw invalid(s);
    if (gap == 1 && (s.length() < 8 || s.charAt(7) != '-')) throw invalid(s);
    int day = number(s, 6 + 2 * gap, 8 + 2 * gap, s);
    return PyDate.of(year, month, day);
  }

  static PyDate parseDate(String s, int minor) {
    if (minor >= 11 && s.length() != 7 && s.length() != 8 && s.length() != 10) throw invalid(s);
    int length = dateLength(s, minor);
    if (length == 8 && s.length() == 10) {
      date(s, length);
      throw new Unsupported("fromisoformat with more after the date");
    }
    if (s.length() != length) throw invalid(s);
    return date(s, length);
  }

  static PyDateTime parseDateTime(String s, int minor) {
    int length = dateLength(s, minor);
    if (s.length() < length) throw invalid(s);
    // The text is read as a whole before the numbers are looked at.
    int gap = length == 10 ? 1 : 0;
    number(s, 0, 4, s);
    number(s, 4 + gap, 6 + gap, s);
    if (gap == 1 && (s.charAt(4) != '-' || s.charAt(7) != '-')) throw invalid(s);
    number(s, length - 2, length, s);
    if (s.length() > length && Character.isSurrogate(s.charAt(length))) {
      throw new Unsupported("fromisoformat with a separator beyond 16 bits");
    }
    if (s.length() == length + 1) throw invalid(s);
    int[] t = s.length() == length ? new int[4] : time(s.substring(length + 1), s, minor);
    PyDate d = date(s, length);
    if (t[0] == 24 && minor >= 13) throw new Unsupported("fromisoformat of hour 24");
    return new PyDateTime(d, PyTime.of(t[0], t[1], t[2], t[3]));
  }

  static PyTime parseTime(String s, int minor) {
    if (minor >= 11 && s.startsWith("T")) return parseTime(s.substring(1), minor, s);
    return parseTime(s, minor, s);
  }

  private static PyTime parseTime(String s, int minor, String all) {
    int[] t = time(s, all, minor);
    if (t[0] == 24 && minor >= 13) throw new Unsupported("fromisoformat of hour 24");
    return PyTime.of(t[0], t[1], t[2], t[3]);
  }

  private static int[] time(String s, String all, int minor) {
    for (int i = 0; i < s.length(); i++) {
      if ("+-Zz".indexOf(s.charAt(i)) >= 0) throw new Unsupported("fromisoformat with a zone");
    }
    int[] out = new int[4];
    int at = 0;
    boolean colons = s.length() > 2 && s.charAt(2) == ':';
    for (int field = 0; field < 3; field++) {
      out[field] = number(s, at, at + 2, all);
      at += 2;
      if (at == s.length()) return out;
      char c = s.charAt(at);
      if (c == '.' || minor >= 11 && c == ',') {
        if (field < 2 && minor >= 11) {
          throw new Unsupported("fromisoformat with a fraction of an hour or minute");
        }
        if (field < 2) throw invalid(all);
        break;
      }
      if (minor >= 11 && field == 2 && (!colons || c == ':')) {
        throw new Unsupported("fromisoformat with more after the seconds");
      }
      if (colons && c == ':' && field < 2) at++;
      else if (colons || minor < 11 || field == 2) throw invalid(all);
      if (at == s.length()) throw invalid(all);
    }
    int digits = s.length() - at - 1;
    if (minor < 11 ? digits != 3 && digits != 6 : digits < 1) throw invalid(all);
    number(s, at + 1, s.length() - Math.max(0, digits - 6), all);
    for (int i = at + 1; i < s.length(); i++) number(s, i, i + 1, all);
    out[3] = number((s.substring(at + 1) + "000000").substring(0, 6), 0, 6, all);
    return out;
  }
}
