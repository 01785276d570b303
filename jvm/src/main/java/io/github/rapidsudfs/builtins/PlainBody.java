// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.builtins;

import ai.rapids.cudf.ColumnVector;
import java.io.Serializable;

/** A body that refuses no row. */
public final class PlainBody extends BuiltinBody {
  /** A function of columns, which borrows them. */
  public interface Columnar extends Serializable {
    ColumnVector of(ColumnVector[] args);
  }

  private final Columnar columnar;

  public PlainBody(Columnar columnar) {
    this.columnar = columnar;
  }

  @Override
  public ColumnVector columnarBody(int rows, ColumnVector[] args) {
    return columnar.of(args);
  }
}
