// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

/** {@code strftime} in the C locale, as CPython on glibc writes them. */
final class DateFormat {
  static final String[] DAYS =
      "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split(" ");
  static final String[] MONTHS =
      ("January February March April May June July August September October November December")
          .split(" ");

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
}
