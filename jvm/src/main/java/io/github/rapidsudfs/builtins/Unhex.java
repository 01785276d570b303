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

/**
 * {@code unhex}, {@code to_binary}: the bytes of hexadecimal digits; an odd number of digits is
 * padded with a leading 0. A string with other characters is null, or refused.
 */
public final class Unhex extends BuiltinBody {
  private final boolean failOnError;

  public Unhex(boolean failOnError) {
    this.failOnError = failOnError;
  }

  @Override
  public ColumnVector columnarBody(int rows, ColumnVector[] args) {
    try (Columns c = new Columns()) {
      ColumnVector bad = c.own(args[0].containsRe(new RegexProgram("[^0-9A-Fa-f]")));
      if (failOnError) {
        refuseWhere(bad, args);
      }
      ColumnVector good = c.own(ColumnMath.nullWhere(bad, args[0]));
      return bytes(c.own(even(good)), good);
    }
  }

  /** The digits, with a 0 before an odd number of them; empty for null. */
  private static ColumnVector even(ColumnVector digits) {
    try (Columns c = new Columns()) {
      ColumnVector odd = c.ints(c.own(digits.getByteCount())).with(BinaryOp.BITWISE_AND, 1).get();
      ColumnVector isOdd = c.own(odd.castTo(DType.BOOL8));
      Scalar zero = c.own(Scalar.fromString("0"));
      Scalar nothing = c.own(Scalar.fromString(""));
      ColumnVector more = c.own(isOdd.ifElse(zero, nothing));
      return c.own(ColumnVector.stringConcatenate(new ColumnView[] {more, digits}))
          .replaceNulls(nothing);
    }
  }

  /** The byte of each pair of digits, the first of which is in the lower byte. */
  private static ColumnVector bytes(ColumnVector digits, ColumnVector good) {
    try (Columns c = new Columns()) {
      StringBytes all = c.own(StringBytes.of(digits));
      ColumnVector values = c.own(ColumnVector.fromUnsignedBytes(values()));
      ColumnVector nibbles = c.own(ListSums.at(values, all.bytes()));
      ColumnVector paired = c.own(nibbles.subVector(0, (int) nibbles.getRowCount() / 2 * 2));
      ColumnVector bytes = c.own(joined(paired));
      ColumnVector offsets = c.ints(all.offsets()).with(BinaryOp.DIV, 2).get();
      return c.own(bytes.makeListFromOffsets(digits.getRowCount(), offsets))
          .mergeAndSetValidity(BinaryOp.BITWISE_AND, good);
    }
  }

  private static ColumnVector joined(ColumnVector nibbles) {
    if (nibbles.getRowCount() == 0) {
      return nibbles.incRefCount();
    }
    try (Columns c = new Columns()) {
      ColumnView pairs = c.own(ColumnMath.reinterpret(nibbles, DType.UINT16));
      ColumnVector high = c.ints(pairs).with(BinaryOp.SHIFT_LEFT, 4).get();
      return c.ints(pairs)
          .with(BinaryOp.SHIFT_RIGHT, 8)
          .with(BinaryOp.BITWISE_OR, high)
          .with(BinaryOp.BITWISE_AND, 255)
          .get()
          .castTo(DType.UINT8);
    }
  }

  private static byte[] values() {
    byte[] values = new byte[256];
    for (int digit = 0; digit < 16; digit++) {
      values[Character.forDigit(digit, 16)] = (byte) digit;
      values[Character.toUpperCase(Character.forDigit(digit, 16))] = (byte) digit;
    }
    return values;
  }
}
