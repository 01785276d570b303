// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.column;

import java.math.BigInteger;

/** DECIMAL128 values, unscaled, as the low and the high half of a 128-bit number. */
public final class WideVec extends Vec {
  public final long[] low;
  public final long[] high;

  public WideVec(Type type, long[] low, long[] high, boolean[] valid) {
    super(type, low.length, valid);
    this.low = low;
    this.high = high;
  }

  /** Values from big integers, which wrap to 128 bits; entries of null rows may be null. */
  public static WideVec of(Type type, BigInteger[] values, boolean[] valid) {
    long[] low = new long[values.length];
    long[] high = new long[values.length];
    for (int i = 0; i < values.length; i++) {
      if (values[i] != null) {
        low[i] = values[i].longValue();
        high[i] = values[i].bitLength() < 64 ? low[i] >> 63 : values[i].shiftRight(64).longValue();
      }
    }
    return new WideVec(type, low, high, valid);
  }

  public BigInteger get(int row) {
    if (isLong(row)) {
      return BigInteger.valueOf(low[row]);
    }
    BigInteger unsigned =
        BigInteger.valueOf(low[row] >>> 1).shiftLeft(1).add(BigInteger.valueOf(low[row] & 1));
    return BigInteger.valueOf(high[row]).shiftLeft(64).add(unsigned);
  }

  /** Returns whether a value fits a long. */
  public boolean isLong(int row) {
    return high[row] == low[row] >> 63;
  }

  @Override
  public WideVec with(boolean[] validity) {
    return new WideVec(type, low, high, validity);
  }

  @Override
  public WideVec gather(int[] map) {
    long[] l = new long[map.length];
    long[] h = new long[map.length];
    for (int i = 0; i < map.length; i++) {
      if (map[i] >= 0) {
        l[i] = low[map[i]];
        h[i] = high[map[i]];
      }
    }
    return new WideVec(type, l, h, gatherValid(map));
  }

  @Override
  public int hash(int row) {
    return Long.hashCode(low[row]) * 31 + Long.hashCode(high[row]);
  }

  @Override
  public int compare(int row, Vec other, int otherRow) {
    WideVec o = (WideVec) other;
    int order = Long.compare(high[row], o.high[otherRow]);
    return order != 0 ? order : Long.compareUnsigned(low[row], o.low[otherRow]);
  }
}
