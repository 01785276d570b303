// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.kernels;

import io.github.rapidsudfs.emulator.column.StringVec;
import io.github.rapidsudfs.emulator.memory.Refused;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A number as the plugin's casts parse it: its digits, and the position of the decimal point after
 * applying the exponent, which may be outside the digits.
 */
record NumberText(boolean positive, String digits, int location) {
  private static final String SPACES = "[\\x00-\\x20]*";
  private static final Pattern STRIPPED = pattern(SPACES);
  private static final Pattern EXACT = pattern("");
  private static final int MAX_EXPONENT_BITS = 30;

  /**
   * A point without digits is a number, and an exponent may lack digits. An exponent with digits
   * must not be followed by space.
   */
  private static Pattern pattern(String spaces) {
    return Pattern.compile(
        "%s([+-]?)(?=[0-9.eE])([0-9]*)(?:\\.([0-9]*))?(?:%s|[eE](?:([+-]?[0-9]*)|%s))"
            .formatted(spaces, spaces, spaces));
  }

  /** The number in a row, or null; its exponent must fit in {@code bits} bits. */
  static NumberText of(StringVec s, int row, boolean strip, int bits) {
    Matcher found =
        (strip ? STRIPPED : EXACT).matcher(new String(s.get(row), StandardCharsets.ISO_8859_1));
    if (!found.matches()) {
      requireItsOwnSign(s, row, strip);
      return null;
    }
    String exponent = found.group(4);
    BigInteger power =
        exponent == null || exponent.matches("[+-]?") ? BigInteger.ZERO : new BigInteger(exponent);
    if (power.bitLength() >= bits) {
      return null;
    }
    if (power.bitLength() > MAX_EXPONENT_BITS) {
      throw new Refused("a number with the exponent " + power);
    }
    String fraction = found.group(3) == null ? "" : found.group(3);
    return new NumberText(
        !found.group(1).equals("-"),
        found.group(2) + fraction,
        found.group(2).length() + power.intValue());
  }

  /** Refuses a blank string if the next row has a sign, which libcudf would read as this row's. */
  private static void requireItsOwnSign(StringVec s, int row, boolean strip) {
    int end = s.end(row);
    boolean blank =
        strip
            && new String(s.get(row), StandardCharsets.ISO_8859_1)
                .matches(SPACES + "[\\x00-\\x20]");
    Refused.when(
        blank && end < s.bytes.length && (s.bytes[end] == '+' || s.bytes[end] == '-'),
        "a number from a blank string right before one with a sign");
  }

  /** The number of significant digits among the first ones. */
  int significantDigits(int first) {
    String counted = digits.substring(0, Math.max(0, Math.min(first, digits.length())));
    return counted.replaceFirst("^0+", "").length();
  }

  @Override
  public String toString() {
    return (positive ? "" : "-") + "0." + digits + "e" + location;
  }
}
