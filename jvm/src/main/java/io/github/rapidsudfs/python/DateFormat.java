// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

import java.util.HashMap;
import java.util.Map;
import java.util.function.BiFunction;

/** {@code strftime} in the C locale, as CPython formats it with glibc. */
public final class DateFormat {
  public static final String[] DAYS =
      "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split(" ");
  public static final String[] MONTHS =
      ("January February March April May June July August September October November December")
          .split(" ");

  private DateFormat() {}

  private static final Map<Character, BiFunction<PyDate, PyTime, String>> DIRECTIVES =
      new HashMap<>();

  static {
    put('a', (d, t) -> DAYS[d.weekday()].substring(0, 3));
    put('A', (d, t) -> DAYS[d.weekday()]);
    put('b', (d, t) -> MONTHS[d.month() - 1].substring(0, 3));
    put('B', (d, t) -> MONTHS[d.month() - 1]);
    put('d', (d, t) -> PyDate.pad(d.day(), 2));
    put('e', (d, t) -> (d.day() < 10 ? " " : "") + d.day());
    put('m', (d, t) -> PyDate.pad(d.month(), 2));
    put('y', (d, t) -> PyDate.pad(d.year() % 100, 2));
    put('Y', (d, t) -> year(d.year()));
    put('G', (d, t) -> year(d.iso()[0]));
    put('H', (d, t) -> PyDate.pad(t.hour, 2));
    put('I', (d, t) -> PyDate.pad((t.hour + 11) % 12 + 1, 2));
    put('p', (d, t) -> t.hour < 12 ? "AM" : "PM");
    put('M', (d, t) -> PyDate.pad(t.minute, 2));
    put('S', (d, t) -> PyDate.pad(t.second, 2));
    put('f', (d, t) -> PyDate.pad(t.micro, 6));
    put('j', (d, t) -> PyDate.pad(d.dayOfYear(), 3));
    put('U', (d, t) -> PyDate.pad((d.dayOfYear() + 6 - (d.weekday() + 1) % 7) / 7, 2));
    put('W', (d, t) -> PyDate.pad((d.dayOfYear() + 6 - d.weekday()) / 7, 2));
    put('V', (d, t) -> PyDate.pad(d.iso()[1], 2));
    put('u', (d, t) -> String.valueOf(d.weekday() + 1));
    put('w', (d, t) -> String.valueOf((d.weekday() + 1) % 7));
    put('c', (d, t) -> format("%a %b %e %H:%M:%S %Y", d, t));
    put('x', (d, t) -> format("%m/%d/%y", d, t));
    put('D', (d, t) -> format("%m/%d/%y", d, t));
    put('X', (d, t) -> format("%H:%M:%S", d, t));
    put('T', (d, t) -> format("%H:%M:%S", d, t));
    put('F', (d, t) -> format("%Y-%m-%d", d, t));
    put('R', (d, t) -> format("%H:%M", d, t));
    put('z', (d, t) -> "");
    put('Z', (d, t) -> "");
    put('%', (d, t) -> "%");
  }

  private static void put(char c, BiFunction<PyDate, PyTime, String> how) {
    DIRECTIVES.put(c, how);
  }

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
    BiFunction<PyDate, PyTime, String> how = DIRECTIVES.get(c);
    if (how == null) throw new Unsupported("strftime with %" + c);
    return how.apply(d, t);
  }

  private static String year(int year) {
    if (year < 1000) throw new Unsupported("strftime of a year before 1000");
    return String.valueOf(year);
  }
}
