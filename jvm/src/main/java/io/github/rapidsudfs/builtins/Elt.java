// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.builtins;

import ai.rapids.cudf.BinaryOp;
import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.DType;
import io.github.rapidsudfs.columns.ColumnMath;

/** {@code elt}: the string at a position among the arguments. */
public final class Elt extends BuiltinBody {
  private final boolean failOnError;

  public Elt(boolean failOnError) {
    this.failOnError = failOnError;
  }

  @Override
  public ColumnVector columnarBody(int rows, ColumnVector[] args) {
    if (failOnError && !ColumnMath.allWithin(args[0], 1, args.length - 1)) {
      try (ColumnVector within = ColumnMath.nullOutside(args[0], 1, args.length - 1);
          ColumnVector outside = invalid(within, args[0])) {
        refuseWhere(outside, args);
      }
    }
    ColumnVector picked = ColumnMath.nulls(DType.STRING, rows);
    for (int i = 1; i < args.length; i++) {
      try (ColumnVector others = picked;
          ColumnVector isPicked = ColumnMath.with(BinaryOp.EQUAL, args[0], i, DType.BOOL8)) {
        picked = isPicked.ifElse(args[i], others);
      }
    }
    return picked;
  }
}
