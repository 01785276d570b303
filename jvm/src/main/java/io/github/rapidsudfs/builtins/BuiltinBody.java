// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.builtins;

import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.ColumnView;
import ai.rapids.cudf.Scalar;
import java.io.Serializable;

/**
 * The columnar body of a Spark builtin, with the builtin's own answers to the last bit.
 *
 * <p>What a body may rely on is what a {@link io.github.rapidsudfs.core.DualFunction}'s may: the
 * columns are borrowed and have the types of the builtin's arguments, there is at least one row,
 * the result belongs to the caller and its rows and type are checked. Nulls are the body's own
 * affair. Literals that the builtin was called with are the constructor's.
 */
public abstract class BuiltinBody implements Serializable {
  private static final long serialVersionUID = 1L;

  private BuiltinRow row;

  /** Called once, by the function that the body belongs to. */
  final void attach(BuiltinRow builtin) {
    row = builtin;
  }

  public abstract ColumnVector columnarBody(int rows, ColumnVector[] args);

  /**
   * Throws Spark's own error for the first of the rows that the builtin refuses; does nothing if
   * there is none.
   *
   * @param refused BOOL8; null counts as false
   */
  protected final void refuseWhere(ColumnView refused, ColumnVector[] args) {
    if (isAny(refused)) {
      row.refuseFirst(refused, args);
    }
  }

  /**
   * The result with the builtin's own answers, or its error, for rows that the body leaves to it:
   * few, for they are brought to the host.
   *
   * @param flags BOOL8; null counts as false
   * @param result of strings, booleans or longs; borrowed
   */
  protected final ColumnVector byBuiltinWhere(
      ColumnView flags, ColumnVector result, ColumnVector[] args) {
    return isAny(flags) ? row.answerEach(flags, result, args) : result.incRefCount();
  }

  private static boolean isAny(ColumnView flags) {
    // What cuDF makes of nothing but nulls depends on its version.
    if (flags.getNullCount() == flags.getRowCount()) {
      return false;
    }
    try (Scalar any = flags.any()) {
      return any.getBoolean();
    }
  }
}
