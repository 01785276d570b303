// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.testkit;

import io.github.rapidsudfs.testkit.values.Shape;

/**
 * The extent of a check.
 *
 * @param seed of all random choices: the same seed gives the same batches
 * @param rows generated rows, in addition to those with edge values
 * @param faultRows rows of the batch for fault injection
 * @param shape the shape of generated values
 */
public record Options(long seed, int rows, int faultRows, Shape shape) {
  /** 200 rows, and 10 for fault injection. */
  public static final Options DEFAULT = new Options(20240229L, 200, 10, Shape.DEFAULT);

  public Options {
    if (rows < 1 || faultRows < 1) {
      throw new IllegalArgumentException(
          "rows and faultRows must be at least 1, not " + rows + " and " + faultRows);
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
