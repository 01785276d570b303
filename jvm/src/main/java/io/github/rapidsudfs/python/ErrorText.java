// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Version-specific texts of CPython's exceptions, for code that throws without knowing the version.
 */
final class ErrorText {
  private static final Pattern INDICES =
      Pattern.compile("(string indices must be integers), not .*");
  private static final Pattern FORMAT =
      Pattern.compile("(Invalid format specifier) '.*", Pattern.DOTALL);
  private static final Pattern SOUGHT =
      Pattern.compile("(?:r?find|r?index|count)\\(\\) argument 1 must be str, not (.*)");
  private static final Pattern DAYS =
      Pattern.compile(
          "'[<>]=?' not supported between instances of 'datetime.date(time)?' and"
              + " 'datetime.date(time)?'");

  private static final Pattern NO_KEY =
      Pattern.compile("cannot use '.*' as a .* \\((unhashable type: '.*')\\)");
  private static final Pattern UNPACKED =
      Pattern.compile("(too many values to unpack \\(expected [0-9]+), got [0-9]+(\\))");
  private static final Pattern FIELD =
      Pattern.compile("((?:month|hour|minute|second|microsecond) must be in [0-9.]+), not .*");
  private static final Pattern ODD_HEX =
      Pattern.compile("(fromhex\\(\\) arg must contain an even number .*), ([0-9]+)");

  private ErrorText() {}

  /** The text thrown here, as worded in a minor version of Python 3. */
  static String in(int minor, PyType type, String text) {
    return minor < 14 ? before14(minor, type, text) : since14(type, text);
  }

  private static String since14(PyType type, String text) {
    if (type == PyType.ZERO_DIVISION_ERROR) {
      return text.equals(Power.OF_ZERO) ? "zero to a negative power" : "division by zero";
    }
    if (type == PyType.TYPE_ERROR) {
      if (text.startsWith("cannot convert dictionary update")) return "object is not iterable";
      if (text.startsWith("argument of type '") && text.endsWith(" is not iterable")) {
        return text.replaceFirst("iterable\\z", "a container or iterable");
      }
    } else if (type == PyType.VALUE_ERROR) {
      if (text.endsWith(" is not in list")) return "list.index(x): x not in list";
      return begin(ODD_HEX, text);
    }
    return text;
  }

  private static String before14(int minor, PyType type, String text) {
    if (type == PyType.VALUE_ERROR) text = value(text);
    if (type == PyType.TYPE_ERROR) text = begin(NO_KEY, text);
    if (type == PyType.ZERO_DIVISION_ERROR) {
      if (minor < 11 && text.equals(Division.MODULO)) return Division.BY_ZERO;
      if (minor < 13 && text.equals(Division.FLOAT_MODULO)) return "float modulo";
    } else if (type == PyType.VALUE_ERROR && minor < 11) {
      return begin(FORMAT, text.replace(" limit (4300 digits) ", " limit (4300) "));
    } else if (type == PyType.TYPE_ERROR && minor < 13) {
      Matcher sought = SOUGHT.matcher(text);
      if (sought.matches()) {
        String given = sought.group(1);
        return "must be str, not " + (given.equals("None") ? "NoneType" : given);
      }
      if (DAYS.matcher(text).matches()) return "can't compare datetime.datetime to datetime.date";
      if (minor < 11) return begin(INDICES, text);
    }
    return text;
  }

  /** The text of a ValueError of 3.14 as worded in earlier versions. */
  private static String value(String text) {
    if (text.startsWith("expected a")) return "math domain error";
    if (text.startsWith("day ")) return "day is out of range for month";
    String years = "year must be in 1..9999, not ";
    if (text.startsWith(years))
      return "year " + text.substring(years.length()) + " is out of range";
    Matcher odd = ODD_HEX.matcher(text);
    if (odd.matches()) {
      return "non-hexadecimal number found in fromhex() arg at position " + odd.group(2);
    }
    Matcher unpacked = UNPACKED.matcher(text);
    if (unpacked.matches()) return unpacked.group(1) + unpacked.group(2);
    return begin(FIELD, text);
  }

  /** The first group of a pattern that matches a text, or the whole text. */
  private static String begin(Pattern pattern, String text) {
    Matcher found = pattern.matcher(text);
    return found.matches() ? found.group(1) : text;
  }
}
