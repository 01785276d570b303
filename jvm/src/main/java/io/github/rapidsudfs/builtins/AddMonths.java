// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.builtins;

import ai.rapids.cudf.ColumnVector;

/** {@code add_months}. */
public final class AddMonths extends DateBody {
  @Override
  public ColumnVector columnarBody(int rows, ColumnVector[] args) {
    try (ColumnVector days = Dates.addMonths(args[0], args[1])) {
      return dates(days, args);
    }
  }
}
