// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.functions.text;

import ai.rapids.cudf.BinaryOp;
import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.ColumnView;
import ai.rapids.cudf.DType;
import ai.rapids.cudf.Scalar;
import io.github.rapidsudfs.columns.ColumnMath;
import io.github.rapidsudfs.columns.Columns;
import io.github.rapidsudfs.columns.ListSums;
import io.github.rapidsudfs.columns.StringBytes;
import java.util.Arrays;
import org.apache.spark.unsafe.Platform;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * The sum of Luhn's algorithm, row-wise and columnar: from the last digit to the first, every
 * second one is doubled, less 9 if the result exceeds 9.
 */
public final class Luhn {
  /** The high bit, which no ASCII character has. */
  private static final int ODD = 128;

  private static final int DOUBLED = 256;

  private static final byte[] VALUES = values();

  private Luhn() {}

  /**
   * The sum of the digits, or -1 if the string is empty or has characters other than 0 to 9.
   *
   * @param lastDoubled whether doubling begins with the last digit (to find a check digit) or with
   *     the one before (to test one)
   */
  public static long sum(UTF8String digits, boolean lastDoubled) {
    // The array itself: the JIT compiler unrolls a loop over it.
    boolean inArray = digits.getBaseObject() instanceof byte[];
    byte[] bytes = inArray ? (byte[]) digits.getBaseObject() : digits.getBytes();
    int first = inArray ? (int) (digits.getBaseOffset() - Platform.BYTE_ARRAY_OFFSET) : 0;
    int doubled = lastDoubled ? DOUBLED : 0;
    long sum = 0;
    int wrong = 0;
    for (int at = first + digits.numBytes() - 1; at >= first; at--) {
      int value = VALUES[doubled | bytes[at] & 0xFF];
      wrong |= value;
      sum += value;
      doubled ^= DOUBLED;
    }
    return digits.numBytes() == 0 || wrong < 0 ? -1 : sum;
  }

  /**
   * The contribution of each byte, and from {@link #DOUBLED} on that of the doubled digit, which
   * saves a branch. Negative for bytes that are not digits.
   */
  private static byte[] values() {
    byte[] values = new byte[2 * DOUBLED];
    Arrays.fill(values, Byte.MIN_VALUE);
    for (int digit = 0; digit <= 9; digit++) {
      values['0' + digit] = (byte) digit;
      values[DOUBLED + '0' + digit] = (byte) (digit < 5 ? 2 * digit : 2 * digit - 9);
    }
    return values;
  }

  /**
   * The digits that make the sums of a column multiples of 10: INT8, null where a string is null,
   * empty or has characters other than 0 to 9. The argument is borrowed.
   */
  static ColumnVector checkDigit(ColumnView text, boolean lastDoubled) {
    try (Columns c = new Columns()) {
      StringBytes bytes = c.own(StringBytes.of(text));
      ColumnVector both = c.own(sums(bytes, lastDoubled));
      ColumnVector complement = c.own(complement(both, bytes.offsets(), DType.INT8));
      return ColumnMath.nullUnless(c.own(isNumber(text, both)), complement);
    }
  }

  /** Returns whether each string is a number whose sum is a multiple of 10; null for null. */
  static ColumnVector isMultipleOfTen(ColumnView text, boolean lastDoubled) {
    try (Columns c = new Columns()) {
      StringBytes bytes = c.own(StringBytes.of(text));
      ColumnVector both = c.own(sums(bytes, lastDoubled));
      ColumnVector isOther = c.own(complement(both, bytes.offsets(), DType.BOOL8));
      ColumnVector isMultiple = c.own(isOther.not());
      return c.own(isNumber(text, both)).and(isMultiple);
    }
  }

  /**
   * The sums of the digits' complements to 10, in two halves of a number: one with the digits at
   * odd positions among all bytes doubled, one with the others doubled. Which half applies to a
   * string depends on the position of its end.
   */
  private static ColumnVector sums(StringBytes bytes, boolean lastDoubled) {
    try (Columns c = new Columns()) {
      ColumnVector places = c.own(places(bytes.bytes()));
      ColumnVector values =
          c.own(ListSums.at(c.own(ColumnVector.fromLongs(table(lastDoubled))), places));
      return ListSums.between(c.own(ListSums.before(values)), bytes.offsets());
    }
  }

  /** The table index of each byte: the byte with its highest bit flipped at odd positions. */
  private static ColumnVector places(ColumnVector bytes) {
    try (Scalar even = Scalar.fromUnsignedByte((byte) 0);
        Scalar odd = Scalar.fromUnsignedByte((byte) ODD);
        ColumnVector bits =
            ColumnVector.sequence(even, odd, Math.toIntExact(bytes.getRowCount()))) {
      return bytes.binaryOp(BinaryOp.BITWISE_XOR, bits, DType.UINT8);
    }
  }

  /**
   * The complement to 10 of each byte: in the lower half for strings that end at an even position,
   * in the upper half for the others. The entries of signs are negative.
   */
  private static long[] table(boolean lastDoubled) {
    long[] table = new long[2 * ODD];
    for (int digit = 0; digit < 10; digit++) {
      long plain = (10 - VALUES['0' + digit]) % 10;
      long doubled = (10 - VALUES[DOUBLED + '0' + digit]) % 10;
      long upper = plain << Integer.SIZE | doubled;
      long lower = doubled << Integer.SIZE | plain;
      table['0' + digit] = lastDoubled ? lower : upper;
      table[ODD + '0' + digit] = lastDoubled ? upper : lower;
    }
    for (char sign : new char[] {'+', '-'}) {
      table[sign] = Long.MIN_VALUE;
      table[ODD + sign] = Long.MIN_VALUE;
    }
    return table;
  }

  /** The result from the half for an odd or even end, each with room for 200 million digits. */
  private static ColumnVector complement(ColumnVector both, ColumnView offsets, DType type) {
    try (Columns c = new Columns()) {
      ColumnVector ends = c.own(offsets.subVector(1));
      ColumnVector shift =
          c.ints(ends).with(BinaryOp.BITWISE_AND, 1).with(BinaryOp.SHIFT_LEFT, 5).get();
      ColumnVector half = c.longs(both).with(BinaryOp.SHIFT_RIGHT, shift).get();
      ColumnVector sum = c.ints(half).with(BinaryOp.BITWISE_AND, Integer.MAX_VALUE).get();
      return ColumnMath.with(BinaryOp.MOD, sum, 10, type);
    }
  }

  /** Combines cuDF's test for integers, which allows one sign, with a test for signs. */
  private static ColumnVector isNumber(ColumnView text, ColumnVector both) {
    try (ColumnVector isInteger = text.isInteger();
        ColumnVector unsigned = ColumnMath.with(BinaryOp.GREATER_EQUAL, both, 0, DType.BOOL8)) {
      return isInteger.and(unsigned);
    }
  }
}
