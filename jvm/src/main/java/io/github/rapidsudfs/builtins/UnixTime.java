// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.builtins;

import ai.rapids.cudf.BinaryOp;
import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.ColumnView;
import ai.rapids.cudf.DType;
import io.github.rapidsudfs.columns.ColumnMath;

/** Timestamps as numbers since 1970. */
public final class UnixTime {
  private static final long MINUTE = 60_000_000;

  private UnixTime() {}

  /** {@code unix_seconds}, {@code unix_millis}: whole units of {@code micros} microseconds. */
  public static ColumnVector units(ColumnView at, long micros) {
    try (ColumnView since = at.bitCastTo(DType.INT64)) {
      return ColumnMath.with(BinaryOp.FLOOR_DIV, since, micros, DType.INT64);
    }
  }

  /** {@code extract(SECOND)}: decimal(8,6), in a zone whose offset is whole minutes. */
  public static ColumnVector secondsOfMinute(ColumnView at) {
    try (ColumnView since = at.bitCastTo(DType.INT64);
        ColumnVector micros = ColumnMath.with(BinaryOp.PMOD, since, MINUTE, DType.INT64);
        ColumnVector narrow = micros.castTo(DType.INT32)) {
      return ColumnMath.bitCast(narrow, DType.create(DType.DTypeEnum.DECIMAL32, -6));
    }
  }
}
