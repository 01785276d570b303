// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.builtins;

import ai.rapids.cudf.BinaryOp;
import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.DType;
import io.github.rapidsudfs.columns.ColumnMath;

/** {@code bit_get} of an integer column at positions in a column. */
public final class BitGet extends BuiltinBody {
  @Override
  public ColumnVector columnarBody(int rows, ColumnVector[] args) {
    int bits = Byte.SIZE * args[0].getType().getSizeInBytes();
    if (!ColumnMath.allWithin(args[1], 0, bits - 1)) {
      refuse(bits, args);
    }
    try (ColumnVector value = args[0].castTo(DType.INT64);
        ColumnVector shifted = value.binaryOp(BinaryOp.SHIFT_RIGHT, args[1], DType.INT64);
        ColumnVector bit = ColumnMath.with(BinaryOp.BITWISE_AND, shifted, 1L, DType.INT64)) {
      return bit.castTo(DType.INT8);
    }
  }

  /** Spark accepts any position if the value is null. */
  private void refuse(int bits, ColumnVector[] args) {
    try (ColumnVector low = ColumnMath.with(BinaryOp.LESS, args[1], 0, DType.BOOL8);
        ColumnVector high = ColumnMath.with(BinaryOp.GREATER_EQUAL, args[1], bits, DType.BOOL8);
        ColumnVector outside = low.or(high);
        ColumnVector known = args[0].isNotNull();
        ColumnVector refused = outside.and(known)) {
      refuseWhere(refused, args);
    }
  }
}
