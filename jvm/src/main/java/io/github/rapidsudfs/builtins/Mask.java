// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.builtins;

import ai.rapids.cudf.ColumnVector;
import io.github.rapidsudfs.columns.StringBytes;

/**
 * {@code mask}, with ASCII replacement characters. Rows with non-ASCII characters are left to
 * Spark.
 */
public final class Mask extends BuiltinBody {
  private final byte[] table = StringBytes.sameBytes();

  /** A null leaves characters of that class unchanged. */
  public Mask(Character upper, Character lower, Character digit, Character other) {
    for (char c = 0; c < 128; c++) {
      Character mask =
          Character.isUpperCase(c)
              ? upper
              : Character.isLowerCase(c) ? lower : Character.isDigit(c) ? digit : other;
      table[c] = mask == null ? table[c] : (byte) mask.charValue();
    }
  }

  @Override
  public ColumnVector columnarBody(int rows, ColumnVector[] args) {
    try (ColumnVector masked = StringBytes.map(args[0], table);
        ColumnVector isOther = NonAscii.in(args[0])) {
      return byBuiltinWhere(isOther, masked, args);
    }
  }
}
