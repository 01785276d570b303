// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.builtins;

import ai.rapids.cudf.BinaryOp;
import ai.rapids.cudf.ColumnVector;
import io.github.rapidsudfs.columns.ColumnMath;
import io.github.rapidsudfs.columns.Columns;

/**
 * {@code split_part} of a string that is already split: the part with a given number, counted from
 * 1, or from the end if negative; empty if there is no such part. Rejects the number 0.
 */
public final class SplitPart extends BuiltinBody {
  @Override
  public ColumnVector columnarBody(int rows, ColumnVector[] args) {
    ColumnVector parts = args[0];
    ColumnVector number = args[1];
    try (Columns c = new Columns()) {
      ColumnVector isZero = c.is(number, BinaryOp.EQUAL, 0);
      refuseWhere(c.own(c.own(parts.isNotNull()).and(isZero)), args);
    }
    try (Columns c = new Columns()) {
      // Positions from 0.
      ColumnVector less = c.ints(number).with(BinaryOp.SUB, 1).get();
      ColumnVector position = c.own(c.is(number, BinaryOp.GREATER, 0).ifElse(less, number));
      ColumnVector part = c.own(parts.extractListElement(position));
      return c.own(ColumnMath.orElse(part, ""))
          .mergeAndSetValidity(BinaryOp.BITWISE_AND, parts, number);
    }
  }
}
