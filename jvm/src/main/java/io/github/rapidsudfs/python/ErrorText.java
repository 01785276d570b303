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

  private ErrorText() {}

  /** The text thrown here, as worded in a minor version of Python 3. */
  static String in(int minor, PyType type, String text) {
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

  /** The first group of a pattern that matches a text, or the whole text. */
  private static String begin(Pattern pattern, String text) {
    Matcher found = pattern.matcher(text);
    return found.matches() ? found.group(1) : text;
  }
}
