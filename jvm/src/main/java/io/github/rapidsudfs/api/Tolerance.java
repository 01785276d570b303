// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.api;

import java.io.Serializable;

/**
 * The difference allowed between the two bodies' floating-point results.
 *
 * @param relative greatest |a − b| / max(|a|, |b|); 0 asks for equal bits
 */
public record Tolerance(double relative) implements Serializable {
  public static final Tolerance EXACT = new Tolerance(0.0);

  public Tolerance {
    if (!(relative >= 0.0 && relative < 1.0)) {
      throw new IllegalArgumentException("a relative tolerance is in [0, 1), not " + relative);
    }
  }

  public boolean isExact() {
    return relative == 0.0;
  }
}
