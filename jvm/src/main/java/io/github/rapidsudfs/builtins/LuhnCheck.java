// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.builtins;

import ai.rapids.cudf.ColumnVector;
import io.github.rapidsudfs.functions.text.LuhnValid;

/** {@code luhn_check}. Rows with non-ASCII digits are left to Spark. */
public final class LuhnCheck extends BuiltinBody {
  @Override
  public ColumnVector columnarBody(int rows, ColumnVector[] args) {
    try (ColumnVector valid = new LuhnValid().columnarBody(rows, args);
        ColumnVector isOther = NonAscii.in(args[0])) {
      return byBuiltinWhere(isOther, valid, args);
    }
  }
}
