// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.builtins;

import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.ColumnView;
import ai.rapids.cudf.DType;

/** {@code unix_date} and {@code date_from_unix_date}: the same numbers under another type. */
public final class UnixDate extends BuiltinBody {
  private final boolean toDate;

  public UnixDate(boolean toDate) {
    this.toDate = toDate;
  }

  @Override
  public ColumnVector columnarBody(int rows, ColumnVector[] args) {
    try (ColumnView days = args[0].bitCastTo(toDate ? DType.TIMESTAMP_DAYS : DType.INT32)) {
      return days.copyToColumnVector();
    }
  }
}
