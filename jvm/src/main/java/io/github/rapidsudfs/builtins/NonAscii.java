// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.builtins;

import ai.rapids.cudf.BinaryOp;
import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.ColumnView;
import ai.rapids.cudf.DType;
import io.github.rapidsudfs.core.StringBytes;
import java.util.Arrays;

/** Strings with bytes beyond ASCII, whether those are valid UTF-8 or not. */
final class NonAscii {
  private static final byte CONTINUATION = (byte) 0x80;
  private static final byte[] UNCOUNTED = StringBytes.sameBytes();

  static {
    Arrays.fill(UNCOUNTED, 128, UNCOUNTED.length, CONTINUATION);
  }

  private NonAscii() {}

  /** Continuation bytes are not counted as characters, and each byte beyond ASCII becomes one. */
  static ColumnVector in(ColumnView text) {
    try (ColumnVector uncounted = StringBytes.map(text, UNCOUNTED);
        ColumnVector characters = uncounted.getCharLengths();
        ColumnVector bytes = text.getByteCount()) {
      return characters.binaryOp(BinaryOp.NOT_EQUAL, bytes, DType.BOOL8);
    }
  }
}
