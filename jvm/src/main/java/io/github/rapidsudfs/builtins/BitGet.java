// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.builtins;

import ai.rapids.cudf.BinaryOp;
import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.DType;
import io.github.rapidsudfs.columns.ColumnMath;
import io.github.rapidsudfs.columns.Columns;

/** {@code bit_get} of an integer column at positions in a column. */
public final class BitGet extends BuiltinBody {
  @Override
  public ColumnVector columnarBody(int rows, ColumnVector[] args) {
    int bits = Byte.SIZE * args[0].getType().getSizeInBytes();
    try (Columns c = new Columns()) {
      if (!ColumnMath.allWithin(args[1], 0, bits - 1)) {
        // Spark accepts any position if the value is null.
        ColumnVector low = c.is(args[1], BinaryOp.LESS, 0);
        ColumnVector outside = c.own(low.or(c.is(args[1], BinaryOp.GREATER_EQUAL, bits)));
        refuseWhere(c.own(outside.and(c.own(args[0].isNotNull()))), args);
      }
      ColumnVector value = c.own(args[0].castTo(DType.INT64));
      return c.longs(value)
          .with(BinaryOp.SHIFT_RIGHT, args[1])
          .with(BinaryOp.BITWISE_AND, 1L)
          .get()
          .castTo(DType.INT8);
    }
  }
}
