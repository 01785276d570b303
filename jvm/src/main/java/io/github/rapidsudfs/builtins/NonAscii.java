package io.github.rapidsudfs.builtins;

import ai.rapids.cudf.BinaryOp;
import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.ColumnView;
import ai.rapids.cudf.DType;

/** Strings with characters of more than one byte. */
final class NonAscii {
  private NonAscii() {}

  static ColumnVector in(ColumnView text) {
    try (ColumnVector characters = text.getCharLengths();
        ColumnVector bytes = text.getByteCount()) {
      return characters.binaryOp(BinaryOp.NOT_EQUAL, bytes, DType.BOOL8);
    }
  }
}
