// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** {@code fromisoformat}: a single format up to Python 3.10, many from 3.11 on. */
final class DateIso {
  private static final Pattern DATE = Pattern.compile("(\\d{4})-(\\d\\d)-(\\d\\d)");
  private static final Pattern COMPACT = Pattern.compile("(\\d{4})(\\d\\d)(\\d\\d)");
  private static final Pattern OLD_TIME =
      Pattern.compile("(\\d\\d)(?:(:)(\\d\\d)(?::(\\d\\d)(?:\\.(\\d{3}|\\d{6}))?)?)?");
  private static final Pattern TIME =
      Pattern.compile("(\\d\\d)(?:(:?)(\\d\\d)(?:\\2(\\d\\d)(?:[.,](\\d+))?)?)?");
  private static final Pattern ZONE = Pattern.compile("[+-]([01]\\d|2[0-3])(?:(:?)([0-5]\\d))?");
  private static final Pattern UNKNOWN =
      Pattern.compile("\\d\\d(:?\\d\\d)?[.,].*|\\d{6}.*|(\\d\\d:){3}.*", Pattern.DOTALL);

  private static PyError invalid(String s) {
    return PyError.later(PyType.VALUE_ERROR, () -> "Invalid isoformat string: " + Py.repr(s));
  }

  private static int number(Matcher m, int group) {
    return m.group(group) == null ? 0 : Integer.parseInt(m.group(group));
  }

  private static PyDate date(Matcher m) {
    return PyDate.of(number(m, 1), number(m, 2), number(m, 3));
  }

  private static Matcher start(String s, int minor) {
    Matcher m = DATE.matcher(s);
    if (m.lookingAt()) return m;
    if (minor < 11 || s.length() < 7) throw invalid(s);
    if (s.startsWith("W", 4) || s.startsWith("-W", 4)) {
      throw new Unsupported("fromisoformat of a week");
    }
    m = COMPACT.matcher(s);
    if (m.lookingAt()) return m;
    throw invalid(s);
  }

  static PyDate date(String s, int minor) {
    Matcher m = start(s, minor);
    if (m.end() == s.length()) return date(m);
    // CPython's check of the length, in bytes, allows for two more after 20240131.
    if (m.end() != 8 || Utf8Codec.encode(s).length != 10) throw invalid(s);
    if (minor > 13) throw new Unsupported("fromisoformat with more after the date");
    return date(m);
  }

  static PyDateTime datetime(String s, int minor) {
    Matcher m = start(s, minor);
    int end = m.end();
    if (end == s.length()) return new PyDateTime(date(m), PyTime.MIDNIGHT);
    if (Character.isSurrogate(s.charAt(end))) {
      throw new Unsupported("fromisoformat with a separator beyond 16 bits");
    }
    String rest = s.substring(end + 1);
    int zone = 0;
    while (zone < rest.length() && "+-Z".indexOf(rest.charAt(zone)) < 0) zone++;
    // CPython 3.11 accepts some characters between the two.
    String clock = rest.substring(0, zone);
    if (zone > 0 && zone < rest.length() && minor >= 11 && !TIME.matcher(clock).matches()) {
      throw new Unsupported("fromisoformat of the time " + rest);
    }
    Matcher t = clock(clock, s, minor);
    Long offset = zone == rest.length() ? null : offset(rest.substring(zone), s, minor);
    return new PyDateTime(date(m), time(t, minor), offset);
  }

  /** Microseconds east of UTC. */
  private static long offset(String zone, String all, int minor) {
    if (zone.equals("Z")) {
      if (minor < 11) throw invalid(all);
      return 0;
    }
    Matcher m = ZONE.matcher(zone);
    if (!m.matches() || minor < 11 && !":".equals(m.group(2))) {
      throw new Unsupported("fromisoformat with the zone " + zone);
    }
    long minutes = number(m, 1) * 60L + number(m, 3);
    return (zone.startsWith("-") ? -1 : 1) * minutes * 60_000_000;
  }

  static PyTime time(String s, int minor) {
    return time(clock(minor >= 11 && s.startsWith("T") ? s.substring(1) : s, s, minor), minor);
  }

  private static Matcher clock(String s, String all, int minor) {
    for (int i = 0; i < s.length(); i++) {
      if ("+-Zz".indexOf(s.charAt(i)) >= 0) throw new Unsupported("fromisoformat with a zone");
    }
    Matcher m = (minor < 11 ? OLD_TIME : TIME).matcher(s);
    if (m.matches()) return m;
    if (minor < 11 || !UNKNOWN.matcher(s).matches()) throw invalid(all);
    throw new Unsupported("fromisoformat of the time " + s);
  }

  private static PyTime time(Matcher m, int minor) {
    int hour = number(m, 1);
    if (hour == 24 && minor >= 13) throw new Unsupported("fromisoformat of hour 24");
    String fraction = m.group(5) == null ? "" : m.group(5);
    int micro = Integer.parseInt((fraction + "000000").substring(0, 6));
    return PyTime.of(hour, number(m, 3), number(m, 4), micro);
  }
}
