// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.kernels;

import java.math.BigInteger;

/**
 * The digits of a number as kept by the plugin's cast of strings: at most 64 bits, read in pieces
 * of 32 characters, and the power of ten that goes with them.
 */
record Digits(BigInteger value, int exponent) {
  private static final int PIECE = 32;
  private static final int SAFE = 19; // digits that always fit 64 bits

  /** The greatest number to which another digit can be appended in 64 bits. */
  static final BigInteger MOST =
      BigInteger.ONE.shiftLeft(64).subtract(BigInteger.TEN).divide(BigInteger.TEN);

  /**
   * The digits of a valid number other than zero; null if a piece begins after the point and more
   * digits were dropped than follow in it, which makes the plugin treat the number as invalid.
   */
  static Digits of(String text) {
    BigInteger value = BigInteger.ZERO;
    int kept = 0;
    int dropped = 0;
    int point = -1; // after how many of the retained digits
    int at = 0;
    while (" +-".indexOf(text.charAt(at)) >= 0 || text.charAt(at) < ' ') {
      at++;
    }
    for (int end; at < text.length(); at = end) {
      end = Math.min(text.length(), (at / PIECE + 1) * PIECE);
      StringBuilder digits = new StringBuilder();
      int k = at;
      while (k < end && point < 0 && value.signum() == 0 && text.charAt(k) == '0') {
        k++;
      }
      for (; k < end && (text.charAt(k) == '.' || Character.isDigit(text.charAt(k))); k++) {
        if (text.charAt(k) == '.') {
          point = kept + digits.length();
        } else {
          digits.append(text.charAt(k));
        }
      }
      if (point > kept + digits.length()) {
        return null;
      }
      if (value.compareTo(MOST) > 0) {
        dropped += digits.length();
      } else {
        int safe = Math.min(SAFE - kept, digits.length());
        value = appended(value, digits.substring(0, safe));
        kept += safe;
        int rest = digits.length() - safe;
        if (rest > 0) {
          BigInteger more = appended(value, digits.substring(safe, safe + 1));
          boolean fits = value.compareTo(MOST) <= 0 && more.compareTo(MOST) <= 0;
          value = fits ? more : value;
          dropped += fits ? rest + 1 : rest;
        }
      }
      if (k < end) {
        break;
      }
    }
    return new Digits(value, dropped - (point < 0 ? 0 : kept + dropped - point));
  }

  private static BigInteger appended(BigInteger value, String digits) {
    return digits.isEmpty()
        ? value
        : value.multiply(Decimals.power(digits.length())).add(new BigInteger(digits));
  }
}
