// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.builtins;

import ai.rapids.cudf.BinaryOp;
import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.ColumnView;
import ai.rapids.cudf.DType;

/** A body that computes day numbers, some of which may be out of the range of dates. */
abstract class DateBody extends BuiltinBody {
  /**
   * The dates of day numbers; rows out of the range of dates are refused.
   *
   * @param days INT64
   */
  final ColumnVector dates(ColumnVector days, ColumnVector[] args) {
    try (ColumnVector narrow = days.castTo(DType.INT32);
        ColumnVector beyond = narrow.binaryOp(BinaryOp.NOT_EQUAL, days, DType.BOOL8);
        ColumnView dates = narrow.bitCastTo(DType.TIMESTAMP_DAYS)) {
      refuseWhere(beyond, args);
      return dates.copyToColumnVector();
    }
  }
}
