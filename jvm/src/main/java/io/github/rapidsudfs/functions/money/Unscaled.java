// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.functions.money;

import java.math.BigDecimal;
import java.math.BigInteger;
import org.apache.spark.sql.types.Decimal;

/** Decimals as unscaled numbers with the scale that the signature declares. */
final class Unscaled {
  private static final int DIGITS = 18;
  private static final long LIMIT = 1_000_000_000_000_000_000L;

  private Unscaled() {}

  /** Divides by an even number, halves away from zero. */
  static long halfUp(long unscaled, long divisor) {
    // Divisions are towards zero, so this works for either sign and without overflow.
    long halves = unscaled / (divisor / 2);
    return halves - halves / 2;
  }

  static Decimal decimal(long unscaled, int scale) {
    return unscaled > -LIMIT && unscaled < LIMIT
        ? Decimal.createUnsafe(unscaled, DIGITS, scale)
        : Decimal.apply(new BigDecimal(BigInteger.valueOf(unscaled), scale));
  }
}
