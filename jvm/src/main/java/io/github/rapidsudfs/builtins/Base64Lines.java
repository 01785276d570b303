// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.builtins;

import ai.rapids.cudf.BinaryOp;
import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.ColumnView;
import ai.rapids.cudf.Scalar;
import io.github.rapidsudfs.columns.ColumnMath;
import io.github.rapidsudfs.columns.Columns;
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
    try (Columns c = new Columns()) {
      ColumnVector lists = c.own(ListSums.unsliced(bytes));
      ColumnView offsets = c.own(lists.getListOffsetsView());
      ColumnVector counts = c.own(counts(offsets));
      ColumnVector lines = c.own(encoded(c.own(pieces(lists, offsets, counts))));
      ColumnVector breaks = c.own(breaks(counts));
      ColumnVector all = c.own(ColumnVector.stringConcatenate(new ColumnView[] {lines, breaks}));
      StringBytes text = c.own(StringBytes.of(all));
      ColumnVector ofLines = c.own(text.offsets().copyToColumnVector());
      ColumnVector firsts = c.own(counts.generateListOffsets());
      ColumnVector ofRows = c.own(ListSums.at(ofLines, firsts));
      return c.own(StringBytes.strings(text.bytes(), ofRows))
          .mergeAndSetValidity(BinaryOp.BITWISE_AND, bytes);
    }
  }

  /** The number of lines of each row, from the offsets: null rows may have bytes too. */
  private static ColumnVector counts(ColumnView offsets) {
    try (Columns c = new Columns()) {
      ColumnVector lengths = c.own(ListSums.growth(offsets));
      return c.ints(lengths).with(BinaryOp.ADD, LINE - 1).with(BinaryOp.DIV, LINE).release();
    }
  }

  /** The bytes of each line, as a row. */
  private static ColumnVector pieces(ColumnVector lists, ColumnView offsets, ColumnVector counts) {
    int rows = Math.toIntExact(counts.getRowCount());
    try (Columns c = new Columns()) {
      ColumnVector first = c.own(offsets.subVector(0, rows));
      ColumnVector steps = c.own(ColumnMath.repeated(LINE, rows));
      ColumnVector places = c.own(ColumnVector.sequence(first, counts, steps));
      ColumnView starts = c.own(places.getChildColumnView(0));
      ColumnVector end = c.own(offsets.subVector(rows));
      ColumnVector all = c.own(ColumnVector.concatenate(starts, end));
      return c.own(c.own(lists.getChildColumnView(0)).copyToColumnVector())
          .makeListFromOffsets(starts.getRowCount(), all);
    }
  }

  /** The separator after each line: none after the last line of a row. */
  private static ColumnVector breaks(ColumnVector counts) {
    int rows = Math.toIntExact(counts.getRowCount());
    try (Columns c = new Columns()) {
      Scalar zero = c.own(Scalar.fromInt(0));
      ColumnVector zeros = c.own(ColumnVector.fromScalar(zero, rows));
      ColumnVector numbers = c.own(ColumnVector.sequence(zeros, counts));
      ColumnVector others = c.own(c.own(numbers.getChildColumnView(0)).subVector(1));
      ColumnVector end = c.own(ColumnVector.fromScalar(zero, 1));
      ColumnVector next = c.own(ColumnVector.concatenate(others, end));
      Scalar nothing = c.own(Scalar.fromString(""));
      return c.is(next, BinaryOp.EQUAL, 0).ifElse(nothing, c.own(Scalar.fromString("\r\n")));
    }
  }
}
