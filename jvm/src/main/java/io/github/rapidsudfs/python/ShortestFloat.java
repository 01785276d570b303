// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

import java.math.BigInteger;

/**
 * The shortest decimal that reads back as a float, and of those the nearest: Raffaello Giulietti's
 * "The Schubfach way to render doubles". For normal floats only.
 */
final class ShortestFloat {
  private static final int LEAST = -324;

  /**
   * By k, from LEAST on: 10^-k times a power of two as 126 bits, upper and lower 63, rounded up.
   */
  private static final long[] POWERS = new long[2 * 617];

  private static final long MASK = Long.MAX_VALUE;

  static {
    for (int i = 0; i < POWERS.length / 2; i++) {
      int k = i + LEAST;
      BigInteger ten = BigInteger.TEN.pow(Math.abs(k));
      int shift = k <= 0 ? 126 - ten.bitLength() : 126 + ten.bitLength();
      BigInteger g = k <= 0 ? ten.shiftLeft(Math.max(0, shift)) : BigInteger.ONE.shiftLeft(shift);
      g = k <= 0 ? g.shiftRight(Math.max(0, -shift)) : g.divide(ten);
      g = g.shiftRight(g.bitLength() - 126).add(BigInteger.ONE);
      POWERS[2 * i] = g.shiftRight(63).longValue();
      POWERS[2 * i + 1] = g.longValue() & MASK;
    }
  }

  /** The digits, with trailing zeros. */
  final long digits;

  /** The power of ten by which they are multiplied. */
  final int exponent;

  private ShortestFloat(long digits, int exponent) {
    this.digits = digits;
    this.exponent = exponent;
  }

  /** For a normal, positive, finite float. */
  static ShortestFloat of(double value) {
    long bits = Double.doubleToRawLongBits(value);
    int q = (int) (bits >>> 52) - 1075;
    long c = 1L << 52 | bits & (1L << 52) - 1;
    boolean even = (c & 1) == 0;
    int out = even ? 0 : 1;
    long cb = c << 2;
    boolean regular = c != 1L << 52 || q == -1074;
    long cbl = regular ? cb - 2 : cb - 1;
    int k = (int) (q * 661_971_961_083L - (regular ? 0 : 274_743_187_321L) >> 41);
    int h = q + (int) (-k * 913_124_641_741L >> 38) + 2;
    long g1 = POWERS[2 * (k - LEAST)];
    long g0 = POWERS[2 * (k - LEAST) + 1];
    long vb = product(g1, g0, cb << h);
    long vbl = product(g1, g0, cbl << h);
    long vbr = product(g1, g0, cb + 2 << h);
    long s = vb >> 2;
    // With one digit fewer, if such a number is within the bounds.
    long less = s / 10 * 10;
    boolean below = vbl + out <= less << 2;
    boolean above = (less + 10 << 2) + out <= vbr;
    if (below != above) return new ShortestFloat(below ? less : less + 10, k);
    below = vbl + out <= s << 2;
    above = (s + 1 << 2) + out <= vbr;
    if (below != above) return new ShortestFloat(below ? s : s + 1, k);
    long nearer = vb - (s + s + 1 << 1);
    return new ShortestFloat(nearer < 0 || nearer == 0 && (s & 1) == 0 ? s : s + 1, k);
  }

  private static long product(long g1, long g0, long cp) {
    long x1 = Math.multiplyHigh(g0, cp);
    long y0 = g1 * cp;
    long y1 = Math.multiplyHigh(g1, cp);
    long z = (y0 >>> 1) + x1;
    long w = y1 + (z >>> 63);
    return w | (z & MASK) + MASK >>> 63;
  }
}
