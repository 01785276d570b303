// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python.columns;

import ai.rapids.cudf.BinaryOp;

/**
 * The rounding errors of sums of floats, which {@code sum()} of CPython 3.12 and later adds at the
 * end (Neumaier's algorithm).
 */
public final class FloatSums {
  private FloatSums() {}

  /** The rounding error of a sum of two floats. */
  public static Col lost(MaskedWriter c, Col a, Col b, Col rounded) {
    Col x = c.column(a, Kind.FLOAT);
    Col y = c.column(b, Kind.FLOAT);
    Col sum = c.column(rounded, Kind.FLOAT);
    Col first = c.is(BinaryOp.GREATER_EQUAL, NumberForms.abs(c, x), NumberForms.abs(c, y));
    Col ofSecond = NumberForms.add(c, NumberForms.sub(c, x, sum), y);
    Col ofFirst = NumberForms.add(c, NumberForms.sub(c, y, sum), x);
    return c.select(first, ofSecond, ofFirst);
  }

  /** A sum plus its rounding errors, unless these are zero, infinite or NaN. */
  public static Col compensated(MaskedWriter c, Col sum, Col lost) {
    Col total = c.column(sum, Kind.FLOAT);
    Col size = NumberForms.abs(c, lost);
    Col some = c.is(BinaryOp.GREATER, size, Col.constant(0.0));
    Col finite = c.is(BinaryOp.LESS, size, Col.constant(Double.POSITIVE_INFINITY));
    return c.select(c.and(some, finite), NumberForms.add(c, total, lost), total);
  }
}
