// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.builtins;

import ai.rapids.cudf.BinaryOp;
import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.ColumnView;
import ai.rapids.cudf.DType;
import ai.rapids.cudf.RegexProgram;
import ai.rapids.cudf.Scalar;
import ai.rapids.cudf.Table;
import io.github.rapidsudfs.columns.ColumnMath;
import io.github.rapidsudfs.columns.Columns;
import io.github.rapidsudfs.columns.ListSums;
import io.github.rapidsudfs.columns.StringBytes;
import java.util.Arrays;

/**
 * {@code unbase64}, like Java's MIME decoder: skips characters outside the alphabet and ends at the
 * first padding.
 */
public final class UnBase64 extends BuiltinBody {
  private static final String ALPHABET =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  private static final byte OTHER = 64;

  @Override
  public ColumnVector columnarBody(int rows, ColumnVector[] args) {
    try (Columns c = new Columns()) {
      ColumnVector text = c.own(args[0].replaceNulls(c.own(Scalar.fromString(""))));
      ColumnVector padding = c.own(locate(text, "="));
      StringBytes bytes = c.own(StringBytes.of(c.own(head(text, padding))));
      ColumnVector values = c.own(ColumnVector.fromUnsignedBytes(values()));
      ColumnVector all = c.own(ListSums.at(values, bytes.bytes()));
      ColumnVector isSextet = c.own(isSextet(all));
      ColumnVector starts = c.own(ListSums.keptOffsets(isSextet, bytes.offsets()));
      ColumnVector counts = c.own(counts(starts, rows));
      refuse(text, padding, counts, args);
      Table filtered = c.own(c.own(new Table(all)).filter(isSextet));
      Scalar zero = c.own(Scalar.fromUnsignedByte((byte) 0));
      ColumnVector end = c.own(ColumnVector.fromScalar(zero, 2));
      ColumnVector sextets = c.own(ColumnVector.concatenate(filtered.getColumn(0), end));
      ColumnVector lists = c.own(decoded(sextets, starts, counts));
      return lists.mergeAndSetValidity(BinaryOp.BITWISE_AND, args[0]);
    }
  }

  /** The text up to the padding. */
  private static ColumnVector head(ColumnVector text, ColumnVector padding) {
    int rows = Math.toIntExact(text.getRowCount());
    try (Columns c = new Columns()) {
      ColumnVector found = c.own(ColumnMath.with(BinaryOp.GREATER_EQUAL, padding, 0, DType.BOOL8));
      ColumnVector ends = c.own(found.ifElse(padding, c.own(text.getCharLengths())));
      ColumnVector starts = c.own(ColumnVector.fromScalar(c.own(Scalar.fromInt(0)), rows));
      return text.substring(starts, ends);
    }
  }

  private static ColumnVector isSextet(ColumnVector values) {
    try (Scalar other = Scalar.fromUnsignedByte(OTHER)) {
      return values.binaryOp(BinaryOp.LESS, other, DType.BOOL8);
    }
  }

  private static ColumnVector counts(ColumnVector starts, int rows) {
    try (ColumnVector first = starts.subVector(0, rows);
        ColumnVector next = starts.subVector(1)) {
      return next.binaryOp(BinaryOp.SUB, first, DType.INT32);
    }
  }

  /**
   * Refuses a single sextet, which is not a byte, padding that does not complete four characters,
   * and text after the padding.
   */
  private void refuse(
      ColumnVector text, ColumnVector padding, ColumnVector counts, ColumnVector[] args) {
    try (Columns c = new Columns()) {
      ColumnVector rest = c.own(ColumnMath.with(BinaryOp.BITWISE_AND, counts, 3, DType.INT32));
      ColumnVector single = c.own(ColumnMath.with(BinaryOp.EQUAL, rest, 1, DType.BOOL8));
      ColumnVector padded = c.own(ColumnMath.with(BinaryOp.GREATER_EQUAL, padding, 0, DType.BOOL8));
      ColumnVector needless = c.own(ColumnMath.with(BinaryOp.EQUAL, rest, 0, DType.BOOL8));
      ColumnVector two = c.own(locate(text, "=="));
      ColumnVector apart = c.own(two.binaryOp(BinaryOp.NOT_EQUAL, padding, DType.BOOL8));
      ColumnVector half = c.own(ColumnMath.with(BinaryOp.EQUAL, rest, 2, DType.BOOL8));
      ColumnVector incomplete = c.own(half.and(apart));
      ColumnVector more = c.own(text.containsRe(new RegexProgram("=[^=]*[A-Za-z0-9+/]")));
      ColumnVector wrong = c.own(c.own(needless.or(incomplete)).or(more));
      refuseWhere(c.own(single.or(c.own(padded.and(wrong)))), args);
    }
  }

  private static ColumnVector locate(ColumnVector text, String what) {
    try (Scalar sought = Scalar.fromString(what)) {
      return text.stringLocate(sought);
    }
  }

  /**
   * Each byte consists of bits of two sextets: byte k begins in sextet k + k / 3, and ends in the
   * next. {@code TWFu} has the sextets 19, 22, 5, 46. Byte 0 is 19 &lt;&lt; 2 | 22 &gt;&gt; 4 = 77
   * (M): of the 12 bits of both, the 8 that are left after a shift by 4. Byte 1 is 22, 5 shifted by
   * 2 = 97 (a), byte 2 is 5, 46 shifted by 0 = 110 (n).
   */
  private static ColumnVector decoded(
      ColumnVector sextets, ColumnVector starts, ColumnVector counts) {
    int rows = Math.toIntExact(counts.getRowCount());
    try (Columns c = new Columns()) {
      ColumnVector bits = c.own(ColumnMath.with(BinaryOp.MUL, counts, 3, DType.INT32));
      ColumnVector sizes = c.own(ColumnMath.with(BinaryOp.SHIFT_RIGHT, bits, 2, DType.INT32));
      ColumnVector offsets = c.own(sizes.generateListOffsets());
      ColumnVector from = c.own(ColumnVector.sequence(c.own(starts.subVector(0, rows)), sizes));
      ColumnView places = c.own(from.getChildColumnView(0));
      ColumnVector zeros = c.own(ColumnVector.fromScalar(c.own(Scalar.fromInt(0)), rows));
      ColumnVector numbers = c.own(ColumnVector.sequence(zeros, sizes));
      ColumnView number = c.own(numbers.getChildColumnView(0));
      ColumnVector threes = c.own(ColumnMath.with(BinaryOp.DIV, number, 3, DType.INT32));
      ColumnVector sextet = c.own(places.binaryOp(BinaryOp.ADD, threes, DType.INT32));
      ColumnVector inThree = c.own(ColumnMath.with(BinaryOp.MOD, number, 3, DType.INT32));
      return c.own(bytes(sextets, sextet, inThree)).makeListFromOffsets(rows, offsets);
    }
  }

  private static ColumnVector bytes(
      ColumnVector sextets, ColumnVector places, ColumnVector inThree) {
    try (Columns c = new Columns()) {
      ColumnVector after = c.own(sextets.subVector(1));
      ColumnVector first = c.own(ListSums.at(sextets, places));
      ColumnVector second = c.own(ListSums.at(after, places));
      ColumnVector high = c.own(ColumnMath.with(BinaryOp.SHIFT_LEFT, first, 6, DType.INT32));
      ColumnVector both = c.own(high.binaryOp(BinaryOp.BITWISE_OR, second, DType.INT32));
      ColumnVector twice = c.own(ColumnMath.with(BinaryOp.MUL, inThree, -2, DType.INT32));
      ColumnVector shift = c.own(ColumnMath.with(BinaryOp.ADD, twice, 4, DType.INT32));
      ColumnVector shifted = c.own(both.binaryOp(BinaryOp.SHIFT_RIGHT, shift, DType.INT32));
      return c.own(ColumnMath.with(BinaryOp.BITWISE_AND, shifted, 255, DType.INT32))
          .castTo(DType.UINT8);
    }
  }

  private static byte[] values() {
    byte[] values = new byte[256];
    Arrays.fill(values, OTHER);
    for (int i = 0; i < ALPHABET.length(); i++) {
      values[ALPHABET.charAt(i)] = (byte) i;
    }
    return values;
  }
}
