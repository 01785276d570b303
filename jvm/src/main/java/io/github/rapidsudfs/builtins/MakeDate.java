// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.builtins;

import ai.rapids.cudf.ColumnVector;

/** {@code make_date}: an invalid date is null, or refused. */
public final class MakeDate extends DateBody {
  private final boolean failOnError;

  public MakeDate(boolean failOnError) {
    this.failOnError = failOnError;
  }

  @Override
  public ColumnVector columnarBody(int rows, ColumnVector[] args) {
    try (ColumnVector days = Dates.make(args[0], args[1], args[2])) {
      if (failOnError) {
        refuseNull(days, args);
      }
      return dates(days, args);
    }
  }

  private void refuseNull(ColumnVector days, ColumnVector[] args) {
    try (ColumnVector isNull = days.isNull();
        ColumnVector year = args[0].isNotNull();
        ColumnVector month = args[1].isNotNull();
        ColumnVector day = args[2].isNotNull();
        ColumnVector some = year.and(month);
        ColumnVector all = some.and(day);
        ColumnVector refused = all.and(isNull)) {
      refuseWhere(refused, args);
    }
  }
}
