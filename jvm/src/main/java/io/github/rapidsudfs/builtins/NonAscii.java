// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.builtins;

import ai.rapids.cudf.BinaryOp;
import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.ColumnView;
import ai.rapids.cudf.DType;
import io.github.rapidsudfs.columns.StringBytes;
import java.util.Arrays;

/** Finds strings with non-ASCII bytes, valid UTF-8 or not. */
public final class NonAscii {
  private static final byte CONTINUATION = (byte) 0x80;
  private static final byte[] UNCOUNTED = StringBytes.sameBytes();

  static {
    Arrays.fill(UNCOUNTED, 128, UNCOUNTED.length, CONTINUATION);
  }

  private NonAscii() {}

  /** Non-ASCII bytes become UTF-8 continuation bytes, which do not count as characters. */
  public static ColumnVector in(ColumnView text) {
    try (ColumnVector uncounted = StringBytes.map(text, UNCOUNTED);
        ColumnVector characters = uncounted.getCharLengths();
        ColumnVector bytes = text.getByteCount()) {
      return characters.binaryOp(BinaryOp.NOT_EQUAL, bytes, DType.BOOL8);
    }
  }
}
