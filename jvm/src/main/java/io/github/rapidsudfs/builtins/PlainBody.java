// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.builtins;

import ai.rapids.cudf.ColumnVector;
import java.io.Serializable;

/** A body that refuses no row, but may leave some to Spark. */
public final class PlainBody extends BuiltinBody {
  /** A function of columns, which borrows them. */
  public interface Columnar extends Serializable {
    ColumnVector of(ColumnVector[] args);
  }

  /** Flags the rows that are left to Spark, from the arguments and the result for the others. */
  public interface Flags extends Serializable {
    ColumnVector of(ColumnVector[] args, ColumnVector result);
  }

  private final Columnar columnar;
  private final Flags left;

  public PlainBody(Columnar columnar) {
    this(columnar, null);
  }

  public PlainBody(Columnar columnar, Flags left) {
    this.columnar = columnar;
    this.left = left;
  }

  @Override
  public ColumnVector columnarBody(int rows, ColumnVector[] args) {
    if (left == null) {
      return columnar.of(args);
    }
    try (ColumnVector result = columnar.of(args);
        ColumnVector flags = left.of(args, result)) {
      return byBuiltinWhere(flags, result, args);
    }
  }
}
