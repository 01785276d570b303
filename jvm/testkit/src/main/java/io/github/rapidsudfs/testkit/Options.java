// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.testkit;

import io.github.rapidsudfs.testkit.values.Shape;

/**
 * How much is checked.
 *
 * @param seed of all that is random: the same seed gives the same batches
 * @param rows generated rows, beside those that hold extremes
 * @param faultRows rows of the batch in which failures are injected
 * @param shape how values look
 */
public record Options(long seed, int rows, int faultRows, Shape shape) {
  /** 200 rows, and 10 for failures. */
  public static final Options DEFAULT = new Options(20240229L, 200, 10, Shape.DEFAULT);

  public Options {
    if (rows < 1 || faultRows < 1) {
      throw new IllegalArgumentException("there must be rows, not " + rows + " and " + faultRows);
    }
  }

  public Options withSeed(long other) {
    return new Options(other, rows, faultRows, shape);
  }

  public Options withRows(int count) {
    return new Options(seed, count, faultRows, shape);
  }

  public Options withFaultRows(int count) {
    return new Options(seed, rows, count, shape);
  }

  public Options withShape(Shape other) {
    return new Options(seed, rows, faultRows, other);
  }
}
