// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.builtins;

import ai.rapids.cudf.BinaryOp;
import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.ColumnView;
import ai.rapids.cudf.DType;
import ai.rapids.cudf.Scalar;
import io.github.rapidsudfs.columns.ColumnMath;
import io.github.rapidsudfs.columns.ListSums;
import io.github.rapidsudfs.columns.StringBytes;
import io.github.rapidsudfs.functions.bytes.Base64Encode;

/**
 * {@code base64}, in lines of 76 characters unless the session asks for a single one. Lines are
 * encoded separately: the cost per line is small compared to the cost per byte.
 */
public final class Base64Lines extends BuiltinBody {
  /** The number of bytes in a full line. */
  private static final int LINE = 57;

  private final boolean chunked;

  public Base64Lines(boolean chunked) {
    this.chunked = chunked;
  }

  @Override
  public ColumnVector columnarBody(int rows, ColumnVector[] args) {
    try (ColumnVector lengths = args[0].countElements()) {
      return chunked && !ColumnMath.allWithin(lengths, 0, LINE)
          ? broken(args[0])
          : encoded(args[0]);
    }
  }

  private static ColumnVector encoded(ColumnVector bytes) {
    int rows = Math.toIntExact(bytes.getRowCount());
    return new Base64Encode().columnarBody(rows, new ColumnVector[] {bytes});
  }

  private static ColumnVector broken(ColumnVector bytes) {
    try (ColumnVector lists = ListSums.unsliced(bytes);
        ColumnView offsets = lists.getListOffsetsView();
        ColumnVector counts = counts(offsets);
        ColumnVector pieces = pieces(lists, offsets, counts);
        ColumnVector lines = encoded(pieces);
        ColumnVector breaks = breaks(counts);
        ColumnVector all = ColumnVector.stringConcatenate(new ColumnView[] {lines, breaks});
        StringBytes text = StringBytes.of(all);
        ColumnVector ofLines = text.offsets().copyToColumnVector();
        ColumnVector firsts = counts.generateListOffsets();
        ColumnVector ofRows = ListSums.at(ofLines, firsts);
        ColumnVector strings = StringBytes.strings(text.bytes(), ofRows)) {
      return strings.mergeAndSetValidity(BinaryOp.BITWISE_AND, bytes);
    }
  }

  /** The number of lines of each row, from the offsets: null rows may have bytes too. */
  private static ColumnVector counts(ColumnView offsets) {
    int rows = Math.toIntExact(offsets.getRowCount()) - 1;
    try (ColumnVector start = offsets.subVector(0, rows);
        ColumnVector end = offsets.subVector(1);
        ColumnVector lengths = end.binaryOp(BinaryOp.SUB, start, DType.INT32);
        ColumnVector more = ColumnMath.with(BinaryOp.ADD, lengths, LINE - 1, DType.INT32)) {
      return ColumnMath.with(BinaryOp.DIV, more, LINE, DType.INT32);
    }
  }

  /** The bytes of each line, as a row. */
  private static ColumnVector pieces(ColumnVector lists, ColumnView offsets, ColumnVector counts) {
    int rows = Math.toIntExact(counts.getRowCount());
    try (ColumnVector first = offsets.subVector(0, rows);
        Scalar line = Scalar.fromInt(LINE);
        ColumnVector steps = ColumnVector.fromScalar(line, rows);
        ColumnVector places = ColumnVector.sequence(first, counts, steps);
        ColumnView starts = places.getChildColumnView(0);
        ColumnVector end = offsets.subVector(rows);
        ColumnVector all = ColumnVector.concatenate(starts, end);
        ColumnView view = lists.getChildColumnView(0);
        ColumnVector bytes = view.copyToColumnVector()) {
      return bytes.makeListFromOffsets(starts.getRowCount(), all);
    }
  }

  /** The separator after each line: none after the last line of a row. */
  private static ColumnVector breaks(ColumnVector counts) {
    try (Scalar zero = Scalar.fromInt(0);
        ColumnVector zeros = ColumnVector.fromScalar(zero, Math.toIntExact(counts.getRowCount()));
        ColumnVector numbers = ColumnVector.sequence(zeros, counts);
        ColumnView number = numbers.getChildColumnView(0);
        ColumnVector others = number.subVector(1);
        ColumnVector end = ColumnVector.fromScalar(zero, 1);
        ColumnVector next = ColumnVector.concatenate(others, end);
        ColumnVector isLast = ColumnMath.with(BinaryOp.EQUAL, next, 0, DType.BOOL8);
        Scalar nothing = Scalar.fromString("");
        Scalar feed = Scalar.fromString("\r\n")) {
      return isLast.ifElse(nothing, feed);
    }
  }
}
