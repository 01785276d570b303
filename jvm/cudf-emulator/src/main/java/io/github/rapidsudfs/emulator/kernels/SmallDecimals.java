// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.kernels;

/**
 * Decimal operations in 64 bits, for the many values that fit; callers use big integers for the
 * others.
 */
final class SmallDecimals {
  private static final long[] POWERS = new long[19];

  static {
    POWERS[0] = 1;
    for (int i = 1; i < POWERS.length; i++) {
      POWERS[i] = POWERS[i - 1] * 10;
    }
  }

  private SmallDecimals() {}

  /** Returns whether a product fits 64 bits. */
  static boolean fits(long x, long y) {
    return Math.multiplyHigh(x, y) == x * y >> 63;
  }

  /**
   * Returns whether a value can be rescaled to a scale that is {@code shift} greater within 64
   * bits.
   */
  static boolean canRescale(long value, int shift) {
    return shift < POWERS.length
        && (shift >= 0 || (-shift < POWERS.length && fits(value, POWERS[-shift])));
  }

  /** A value at a scale that is {@code shift} greater, truncated. */
  static long truncate(long value, int shift) {
    return shift >= 0 ? value / POWERS[shift] : value * POWERS[-shift];
  }

  /** A value at a scale that is {@code shift} greater, rounded half up. */
  static long halfUp(long value, int shift) {
    if (shift <= 0) {
      return value * POWERS[-shift];
    }
    long quotient = value / POWERS[shift];
    long rest = Math.abs(value % POWERS[shift]);
    return rest * 2 >= POWERS[shift] ? quotient + (value < 0 ? -1 : 1) : quotient;
  }
}
