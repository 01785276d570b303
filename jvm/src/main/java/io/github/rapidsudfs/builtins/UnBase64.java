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
    try (Scalar nothing = Scalar.fromString("");
        ColumnVector text = args[0].replaceNulls(nothing);
        ColumnVector padding = locate(text, "=");
        ColumnVector head = head(text, padding);
        StringBytes bytes = StringBytes.of(head);
        ColumnVector values = ColumnVector.fromUnsignedBytes(values());
        ColumnVector all = ListSums.at(values, bytes.bytes());
        ColumnVector isSextet = isSextet(all);
        ColumnVector starts = ListSums.keptOffsets(isSextet, bytes.offsets());
        ColumnVector counts = counts(starts, rows)) {
      refuse(text, padding, counts, args);
      try (Table table = new Table(all);
          Table filtered = table.filter(isSextet);
          Scalar zero = Scalar.fromUnsignedByte((byte) 0);
          ColumnVector end = ColumnVector.fromScalar(zero, 2);
          ColumnVector sextets = ColumnVector.concatenate(filtered.getColumn(0), end);
          ColumnVector lists = decoded(sextets, starts, counts)) {
        return lists.mergeAndSetValidity(BinaryOp.BITWISE_AND, args[0]);
      }
    }
  }

  /** The text up to the padding. */
  private static ColumnVector head(ColumnVector text, ColumnVector padding) {
    try (ColumnVector found = ColumnMath.with(BinaryOp.GREATER_EQUAL, padding, 0, DType.BOOL8);
        ColumnVector lengths = text.getCharLengths();
        ColumnVector ends = found.ifElse(padding, lengths);
        Scalar zero = Scalar.fromInt(0);
        ColumnVector starts = ColumnVector.fromScalar(zero, Math.toIntExact(text.getRowCount()))) {
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
    try (ColumnVector rest = ColumnMath.with(BinaryOp.BITWISE_AND, counts, 3, DType.INT32);
        ColumnVector single = ColumnMath.with(BinaryOp.EQUAL, rest, 1, DType.BOOL8);
        ColumnVector padded = ColumnMath.with(BinaryOp.GREATER_EQUAL, padding, 0, DType.BOOL8);
        ColumnVector needless = ColumnMath.with(BinaryOp.EQUAL, rest, 0, DType.BOOL8);
        ColumnVector two = locate(text, "==");
        ColumnVector apart = two.binaryOp(BinaryOp.NOT_EQUAL, padding, DType.BOOL8);
        ColumnVector half = ColumnMath.with(BinaryOp.EQUAL, rest, 2, DType.BOOL8);
        ColumnVector incomplete = half.and(apart);
        ColumnVector more = text.containsRe(new RegexProgram("=[^=]*[A-Za-z0-9+/]"));
        ColumnVector wrong = needless.or(incomplete);
        ColumnVector wrongOrMore = wrong.or(more);
        ColumnVector wronglyPadded = padded.and(wrongOrMore);
        ColumnVector refused = single.or(wronglyPadded)) {
      refuseWhere(refused, args);
    }
  }

  private static ColumnVector locate(ColumnVector text, String what) {
    try (Scalar sought = Scalar.fromString(what)) {
      return text.stringLocate(sought);
    }
  }

  /** Each byte consists of bits of two sextets: byte k begins in sextet k + k / 3. */
  private static ColumnVector decoded(
      ColumnVector sextets, ColumnVector starts, ColumnVector counts) {
    int rows = Math.toIntExact(counts.getRowCount());
    try (ColumnVector bits = ColumnMath.with(BinaryOp.MUL, counts, 3, DType.INT32);
        ColumnVector sizes = ColumnMath.with(BinaryOp.SHIFT_RIGHT, bits, 2, DType.INT32);
        ColumnVector offsets = sizes.generateListOffsets();
        ColumnVector firsts = starts.subVector(0, rows);
        ColumnVector from = ColumnVector.sequence(firsts, sizes);
        ColumnView places = from.getChildColumnView(0);
        Scalar zero = Scalar.fromInt(0);
        ColumnVector zeros = ColumnVector.fromScalar(zero, rows);
        ColumnVector numbers = ColumnVector.sequence(zeros, sizes);
        ColumnView number = numbers.getChildColumnView(0);
        ColumnVector threes = ColumnMath.with(BinaryOp.DIV, number, 3, DType.INT32);
        ColumnVector sextet = places.binaryOp(BinaryOp.ADD, threes, DType.INT32);
        ColumnVector inThree = ColumnMath.with(BinaryOp.MOD, number, 3, DType.INT32);
        ColumnVector bytes = bytes(sextets, sextet, inThree)) {
      return bytes.makeListFromOffsets(rows, offsets);
    }
  }

  private static ColumnVector bytes(
      ColumnVector sextets, ColumnVector places, ColumnVector inThree) {
    try (ColumnVector after = sextets.subVector(1);
        ColumnVector first = ListSums.at(sextets, places);
        ColumnVector second = ListSums.at(after, places);
        ColumnVector high = ColumnMath.with(BinaryOp.SHIFT_LEFT, first, 6, DType.INT32);
        ColumnVector both = high.binaryOp(BinaryOp.BITWISE_OR, second, DType.INT32);
        ColumnVector twice = ColumnMath.with(BinaryOp.MUL, inThree, -2, DType.INT32);
        ColumnVector shift = ColumnMath.with(BinaryOp.ADD, twice, 4, DType.INT32);
        ColumnVector shifted = both.binaryOp(BinaryOp.SHIFT_RIGHT, shift, DType.INT32);
        ColumnVector low = ColumnMath.with(BinaryOp.BITWISE_AND, shifted, 255, DType.INT32)) {
      return low.castTo(DType.UINT8);
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
