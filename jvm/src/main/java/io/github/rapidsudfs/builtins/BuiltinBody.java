// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.builtins;

import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.ColumnView;
import io.github.rapidsudfs.columns.Masks;
import java.io.Serializable;

/**
 * The columnar body of a Spark builtin. Its results equal the builtin's bit for bit.
 *
 * <p>A body may rely on what the body of a {@link io.github.rapidsudfs.api.DualFunction} may: the
 * columns are borrowed and have the types of the builtin's arguments, there is at least one row,
 * and the result belongs to the caller, who checks its row count and type. The body handles nulls
 * itself. Literal arguments are passed to the constructor.
 */
public abstract class BuiltinBody implements Serializable {
  private BuiltinRow row;

  /** Called once, by the function that the body belongs to. */
  final void attach(BuiltinRow builtin) {
    row = builtin;
  }

  public abstract ColumnVector columnarBody(int rows, ColumnVector[] args);

  /** Throws Spark's own error for the first refused row, if any (BOOL8, null counts as false). */
  protected final void refuseWhere(ColumnView refused, ColumnVector[] args) {
    if (Masks.any(refused)) {
      row.refuseFirst(refused, args);
    }
  }

  /** Flags the rows with a null result but no null among these arguments. */
  public static ColumnVector invalid(ColumnView result, ColumnVector... arguments) {
    ColumnVector invalid = result.isNull();
    for (ColumnVector argument : arguments) {
      try (ColumnVector others = invalid;
          ColumnVector known = argument.isNotNull()) {
        invalid = others.and(known);
      }
    }
    return invalid;
  }

  /**
   * The result, with flagged rows evaluated by the builtin itself, whose error is thrown. The rows
   * should be few: they are copied to the host.
   *
   * @param flags BOOL8; null counts as false
   * @param result of a type that {@link HostCells#column} makes; borrowed
   */
  protected final ColumnVector byBuiltinWhere(
      ColumnView flags, ColumnVector result, ColumnVector[] args) {
    return Masks.any(flags) ? row.answerEach(flags, result, args) : result.incRefCount();
  }

  /** The builtin's own results for all rows. */
  protected final ColumnVector allByBuiltin(ColumnVector[] args) {
    return row.answerAll(args);
  }
}
