// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.builtins;

import ai.rapids.cudf.BinaryOp;
import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.DType;
import ai.rapids.cudf.Scalar;
import io.github.rapidsudfs.columns.ColumnMath;

/**
 * {@code split_part} of a string that is already split: the part with a given number, counted from
 * 1, or from the end if negative; empty if there is no such part. Rejects the number 0.
 */
public final class SplitPart extends BuiltinBody {
  @Override
  public ColumnVector columnarBody(int rows, ColumnVector[] args) {
    ColumnVector parts = args[0];
    ColumnVector number = args[1];
    try (ColumnVector isZero = ColumnMath.with(BinaryOp.EQUAL, number, 0, DType.BOOL8);
        ColumnVector isText = parts.isNotNull();
        ColumnVector refused = isText.and(isZero)) {
      refuseWhere(refused, args);
    }
    // Positions from 0.
    try (ColumnVector less = ColumnMath.with(BinaryOp.SUB, number, 1, DType.INT32);
        ColumnVector isPositive = ColumnMath.with(BinaryOp.GREATER, number, 0, DType.BOOL8);
        ColumnVector position = isPositive.ifElse(less, number);
        ColumnVector found = parts.extractListElement(position);
        Scalar nothing = Scalar.fromString("");
        ColumnVector known = found.replaceNulls(nothing)) {
      return known.mergeAndSetValidity(BinaryOp.BITWISE_AND, parts, number);
    }
  }
}
