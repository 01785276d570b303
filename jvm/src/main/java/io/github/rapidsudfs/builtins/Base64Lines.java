package io.github.rapidsudfs.builtins;

import ai.rapids.cudf.BinaryOp;
import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.ColumnView;
import ai.rapids.cudf.DType;
import ai.rapids.cudf.Scalar;
import io.github.rapidsudfs.core.ColumnMath;
import io.github.rapidsudfs.core.ListSums;
import io.github.rapidsudfs.core.StringBytes;
import io.github.rapidsudfs.functions.bytes.Base64Encode;

/** {@code base64}, in lines of 76 characters unless the session asks for one. */
public final class Base64Lines extends BuiltinBody {
  private static final long serialVersionUID = 1L;
  private static final int LINE = 76;
  private static final byte[] BREAK = {'\r', '\n'};

  private final boolean chunked;

  public Base64Lines(boolean chunked) {
    this.chunked = chunked;
  }

  @Override
  public ColumnVector columnarBody(int rows, ColumnVector[] args) {
    try (ColumnVector encoded = new Base64Encode().columnarBody(rows, args);
        ColumnVector lengths = encoded.getByteCount()) {
      return chunked && !ColumnMath.allWithin(lengths, 0, LINE)
          ? broken(encoded)
          : encoded.incRefCount();
    }
  }

  private static ColumnVector broken(ColumnVector text) {
    try (Scalar nothing = Scalar.fromString("");
        ColumnVector known = text.replaceNulls(nothing);
        StringBytes bytes = StringBytes.of(known);
        ColumnVector lengths = known.getByteCount();
        ColumnVector sizes = sizes(lengths);
        ColumnVector offsets = sizes.generateListOffsets();
        ColumnVector places = places(bytes, sizes);
        ColumnVector breaks = ColumnVector.fromUnsignedBytes(BREAK);
        ColumnVector all = ColumnVector.concatenate(breaks, bytes.bytes());
        ColumnVector picked = ListSums.at(all, places);
        ColumnVector lines = StringBytes.strings(picked, offsets)) {
      return lines.mergeAndSetValidity(BinaryOp.BITWISE_AND, text);
    }
  }

  /** With two characters more after each line but the last. */
  private static ColumnVector sizes(ColumnVector lengths) {
    try (ColumnVector before = ColumnMath.with(BinaryOp.SUB, lengths, 1, DType.INT32);
        ColumnVector breaks = ColumnMath.with(BinaryOp.DIV, before, LINE, DType.INT32);
        ColumnVector more = ColumnMath.with(BinaryOp.SHIFT_LEFT, breaks, 1, DType.INT32)) {
      return lengths.binaryOp(BinaryOp.ADD, more, DType.INT32);
    }
  }

  /** Of each byte of the result, in all bytes after those of the break. */
  private static ColumnVector places(StringBytes bytes, ColumnVector sizes) {
    int rows = Math.toIntExact(sizes.getRowCount());
    int width = LINE + BREAK.length;
    try (ColumnVector first = bytes.offsets().subVector(0, rows);
        ColumnVector sources = ColumnVector.sequence(first, sizes);
        ColumnView source = sources.getChildColumnView(0);
        Scalar zero = Scalar.fromInt(0);
        ColumnVector zeros = ColumnVector.fromScalar(zero, rows);
        ColumnVector numbers = ColumnVector.sequence(zeros, sizes);
        ColumnView number = numbers.getChildColumnView(0);
        ColumnVector line = ColumnMath.with(BinaryOp.DIV, number, width, DType.INT32);
        ColumnVector column = ColumnMath.with(BinaryOp.MOD, number, width, DType.INT32);
        ColumnVector breaks = ColumnMath.with(BinaryOp.SHIFT_LEFT, line, 1, DType.INT32);
        ColumnVector own = source.binaryOp(BinaryOp.SUB, breaks, DType.INT32);
        ColumnVector place = ColumnMath.with(BinaryOp.ADD, own, BREAK.length, DType.INT32);
        ColumnVector inBreak = ColumnMath.with(BinaryOp.SUB, column, LINE, DType.INT32);
        ColumnVector isText = ColumnMath.with(BinaryOp.LESS, inBreak, 0, DType.BOOL8)) {
      return isText.ifElse(place, inBreak);
    }
  }
}
