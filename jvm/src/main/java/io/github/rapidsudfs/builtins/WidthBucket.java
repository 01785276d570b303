// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.builtins;

import ai.rapids.cudf.BinaryOp;
import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.ColumnView;
import ai.rapids.cudf.DType;
import ai.rapids.cudf.Scalar;
import io.github.rapidsudfs.columns.ColumnMath;
import io.github.rapidsudfs.columns.Columns;

/** {@code width_bucket} of doubles, with the same buckets for all rows. */
public final class WidthBucket {
  private WidthBucket() {}

  /** Returns whether no intermediate result overflows with these buckets. */
  public static boolean covers(double from, double to, long buckets) {
    return from != to
        && buckets > 0
        && buckets < 1L << 52
        && Double.isFinite((to - from) * buckets);
  }

  /** The bucket numbers, from 1; 0 and {@code buckets + 1} for values outside the bounds. */
  public static ColumnVector of(ColumnView values, double from, double to, long buckets) {
    boolean rising = from < to;
    BinaryOp before = rising ? BinaryOp.LESS : BinaryOp.GREATER;
    BinaryOp after = rising ? BinaryOp.GREATER_EQUAL : BinaryOp.LESS_EQUAL;
    try (Columns c = new Columns()) {
      ColumnVector known = c.own(ColumnMath.nullUnless(c.own(values.isNotNan()), values));
      ColumnVector isBefore = c.is(known, before, from);
      ColumnVector isAfter = c.is(known, after, to);
      ColumnVector inside = c.own(inside(known, isBefore, isAfter, from, to, buckets));
      Scalar first = c.own(Scalar.fromLong(0));
      Scalar last = c.own(Scalar.fromLong(buckets + 1));
      return isBefore.ifElse(first, c.own(isAfter.ifElse(last, inside)));
    }
  }

  private static ColumnVector inside(
      ColumnView values, ColumnVector before, ColumnVector after, double from, double to, long n) {
    try (Columns c = new Columns()) {
      ColumnVector outside = c.own(before.or(after));
      ColumnVector within = c.own(outside.ifElse(c.own(Scalar.fromDouble(from)), values));
      ColumnVector distance = c.own(distance(within, from, from < to));
      ColumnVector scaled =
          c.own(ColumnMath.with(BinaryOp.MUL, distance, (double) n, DType.FLOAT64));
      ColumnVector share =
          c.own(ColumnMath.with(BinaryOp.DIV, scaled, Math.abs(to - from), DType.FLOAT64));
      return c.longs(c.own(share.castTo(DType.INT64))).with(BinaryOp.ADD, 1L).release();
    }
  }

  private static ColumnVector distance(ColumnView values, double from, boolean rising) {
    try (Scalar bound = Scalar.fromDouble(from)) {
      return rising
          ? values.binaryOp(BinaryOp.SUB, bound, DType.FLOAT64)
          : bound.binaryOp(BinaryOp.SUB, values, DType.FLOAT64);
    }
  }
}
