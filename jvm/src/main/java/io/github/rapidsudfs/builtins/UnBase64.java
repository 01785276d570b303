// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.builtins;

import ai.rapids.cudf.BinaryOp;
import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.ColumnView;
import ai.rapids.cudf.DType;
import ai.rapids.cudf.RegexProgram;
import ai.rapids.cudf.Scalar;
import io.github.rapidsudfs.columns.ColumnMath;
import io.github.rapidsudfs.columns.Columns;
import io.github.rapidsudfs.columns.ListSums;
import io.github.rapidsudfs.columns.StringBytes;
import java.util.Arrays;

/** {@code unbase64}: skips characters outside the alphabet, ends at the first padding. */
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
      ColumnVector counts = c.own(ListSums.growth(starts));
      refuse(text, padding, counts, args);
      Scalar zero = c.own(Scalar.fromUnsignedByte((byte) 0));
      ColumnVector end = c.own(ColumnVector.fromScalar(zero, 2));
      ColumnVector filtered = c.own(ListSums.filtered(all, isSextet));
      ColumnVector sextets = c.own(ColumnVector.concatenate(filtered, end));
      ColumnVector lists = c.own(decoded(sextets, starts, counts));
      return lists.mergeAndSetValidity(BinaryOp.BITWISE_AND, args[0]);
    }
  }

  /** The text up to the padding. */
  private static ColumnVector head(ColumnVector text, ColumnVector padding) {
    try (Columns c = new Columns()) {
      ColumnVector lengths = c.own(text.getCharLengths());
      ColumnVector ends = c.own(c.is(padding, BinaryOp.GREATER_EQUAL, 0).ifElse(padding, lengths));
      return text.substring(c.own(ColumnMath.repeated(0, text.getRowCount())), ends);
    }
  }

  private static ColumnVector isSextet(ColumnVector values) {
    try (Scalar other = Scalar.fromUnsignedByte(OTHER)) {
      return values.binaryOp(BinaryOp.LESS, other, DType.BOOL8);
    }
  }

  /** Refuses a single sextet, padding that completes no four characters, and text after it. */
  private void refuse(
      ColumnVector text, ColumnVector padding, ColumnVector counts, ColumnVector[] args) {
    try (Columns c = new Columns()) {
      ColumnVector rest = c.ints(counts).with(BinaryOp.BITWISE_AND, 3).get();
      ColumnVector single = c.is(rest, BinaryOp.EQUAL, 1);
      ColumnVector padded = c.is(padding, BinaryOp.GREATER_EQUAL, 0);
      ColumnVector needless = c.is(rest, BinaryOp.EQUAL, 0);
      ColumnVector apart = c.is(c.own(locate(text, "==")), BinaryOp.NOT_EQUAL, padding);
      ColumnVector incomplete = c.own(c.is(rest, BinaryOp.EQUAL, 2).and(apart));
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
      ColumnVector sizes = c.ints(counts).with(BinaryOp.MUL, 3).with(BinaryOp.SHIFT_RIGHT, 2).get();
      ColumnVector offsets = c.own(sizes.generateListOffsets());
      ColumnVector from = c.own(ColumnVector.sequence(c.own(starts.subVector(0, rows)), sizes));
      ColumnView places = c.own(from.getChildColumnView(0));
      ColumnVector zeros = c.own(ColumnMath.repeated(0, rows));
      ColumnVector numbers = c.own(ColumnVector.sequence(zeros, sizes));
      ColumnView number = c.own(numbers.getChildColumnView(0));
      ColumnVector threes = c.ints(number).with(BinaryOp.DIV, 3).get();
      ColumnVector sextet = c.ints(places).with(BinaryOp.ADD, threes).get();
      ColumnVector inThree = c.ints(number).with(BinaryOp.MOD, 3).get();
      return c.own(bytes(sextets, sextet, inThree)).makeListFromOffsets(rows, offsets);
    }
  }

  private static ColumnVector bytes(
      ColumnVector sextets, ColumnVector places, ColumnVector inThree) {
    try (Columns c = new Columns()) {
      ColumnVector first = c.own(ListSums.at(sextets, places));
      ColumnVector second = c.own(ListSums.at(c.own(sextets.subVector(1)), places));
      ColumnVector shift = c.ints(inThree).with(BinaryOp.MUL, -2).with(BinaryOp.ADD, 4).get();
      return c.ints(first)
          .with(BinaryOp.SHIFT_LEFT, 6)
          .with(BinaryOp.BITWISE_OR, second)
          .with(BinaryOp.SHIFT_RIGHT, shift)
          .with(BinaryOp.BITWISE_AND, 255)
          .get()
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
