// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.columns;

import ai.rapids.cudf.BinaryOp;
import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.ColumnView;
import ai.rapids.cudf.DType;

/**
 * Arithmetic in a scope, which owns all results: {@code c.ints(days).with(SUB, 1).get()}. Each
 * operation is a launch of 50 to 90 instructions per row; up to about ten of them are cheaper than
 * a {@link CudfAst}.
 */
public final class Computation {
  private final Columns scope;
  private final ColumnView column;
  private final DType type;

  Computation(Columns scope, ColumnView column, DType type) {
    this.scope = scope;
    this.column = column;
    this.type = type;
  }

  public Computation with(BinaryOp op, int operand) {
    return next(ColumnMath.with(op, column, operand, type));
  }

  public Computation with(BinaryOp op, long operand) {
    return next(ColumnMath.with(op, column, operand, type));
  }

  public Computation with(BinaryOp op, double operand) {
    return next(ColumnMath.with(op, column, operand, type));
  }

  public Computation with(BinaryOp op, ColumnView operand) {
    return next(column.binaryOp(op, operand, type));
  }

  private Computation next(ColumnVector result) {
    return new Computation(scope, scope.own(result), type);
  }

  /** The result of the last operation, owned by the scope. */
  public ColumnVector get() {
    return (ColumnVector) column;
  }

  /** The result of the last operation, owned by the caller. */
  public ColumnVector release() {
    return scope.release(get());
  }
}
