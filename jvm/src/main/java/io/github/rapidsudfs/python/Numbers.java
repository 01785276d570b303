// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

public final class Numbers {
  private Numbers() {}

  /** An int or float as a double, as CPython converts it. */
  static double toDouble(Object value) {
    if (value instanceof Double) return (Double) value;
    double d = value instanceof Long ? (Long) value : Ops.big(value).doubleValue();
    if (Double.isInfinite(d)) throw PyError.overflow("int too large to convert to float");
    return d;
  }
}
