// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.builtins;

import ai.rapids.cudf.BinaryOp;
import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.ColumnView;
import ai.rapids.cudf.DType;
import io.github.rapidsudfs.columns.StringBytes;
import java.util.Arrays;

/** Finds strings with non-ASCII bytes, valid UTF-8 or not. */
final class NonAscii {
  private static final byte CONTINUATION = (byte) 0x80;
  private static final byte[] UNCOUNTED = StringBytes.sameBytes();

  static {
    Arrays.fill(UNCOUNTED, 128, UNCOUNTED.length, CONTINUATION);
  }

  private NonAscii() {}

  /**
   * Every non-ASCII byte is replaced by a UTF-8 continuation byte, which does not count as a
   * character.
   */
  static ColumnVector in(ColumnView text) {
    try (ColumnVector uncounted = StringBytes.map(text, UNCOUNTED);
        ColumnVector characters = uncounted.getCharLengths();
        ColumnVector bytes = text.getByteCount()) {
      return characters.binaryOp(BinaryOp.NOT_EQUAL, bytes, DType.BOOL8);
    }
  }
}
