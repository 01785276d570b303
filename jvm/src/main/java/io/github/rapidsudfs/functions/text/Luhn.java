package io.github.rapidsudfs.functions.text;

import ai.rapids.cudf.BinaryOp;
import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.ColumnView;
import ai.rapids.cudf.DType;
import ai.rapids.cudf.Scalar;
import ai.rapids.cudf.SegmentedReductionAggregation;
import io.github.rapidsudfs.core.Utf8;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * The sum of Luhn's algorithm, both ways of a function: from the last digit to the first, every
 * second one is doubled, and 9 taken off where that gives more than 9.
 */
public final class Luhn {
  private Luhn() {}

  /**
   * The sum of the digits, or -1 where the string is empty or has anything but 0 to 9.
   *
   * @param lastDoubled whether doubling begins with the last digit (to find a check digit) or with
   *     the one before (to test one)
   */
  public static long sum(UTF8String digits, boolean lastDoubled) {
    int at = digits.numBytes() - 1;
    if (at < 0) {
      return -1;
    }
    long sum = 0;
    int wrong = 0;
    if (lastDoubled) {
      int last = Utf8.at(digits, at--) - '0';
      wrong = wrong(last);
      sum = doubled(last);
    }
    for (; at > 0 && wrong >= 0; at -= 2) {
      int plain = Utf8.at(digits, at) - '0';
      int second = Utf8.at(digits, at - 1) - '0';
      wrong |= wrong(plain) | wrong(second);
      sum += plain + doubled(second);
    }
    if (at == 0) {
      int first = Utf8.at(digits, 0) - '0';
      wrong |= wrong(first);
      sum += first;
    }
    return wrong < 0 ? -1 : sum;
  }

  /**
   * Negative for what is not within 0 to 9. No branch here and below: digits cannot be predicted.
   */
  private static int wrong(int digit) {
    return digit | 9 - digit;
  }

  private static int doubled(int digit) {
    return 2 * digit - (9 & 4 - digit >> 31);
  }

  /**
   * As {@link #sum(UTF8String, boolean)}, for a column: INT64, null where a string is null, empty
   * or has anything but 0 to 9. The argument is borrowed.
   *
   * <p>These sums may be greater than the row-wise ones by a multiple of 10, so look at the last
   * figure only: 11 x / 10 is x, or x + 1 where x is of two figures, and there x - 9 is meant.
   */
  public static ColumnVector sum(ColumnView text, boolean lastDoubled) {
    try (ColumnVector bytes = text.asByteList();
        ColumnVector digits = digits(bytes);
        ColumnVector worst =
            reduced(bytes, digits, SegmentedReductionAggregation.max(), DType.UINT8);
        ColumnVector sum = weightedSum(bytes, digits, text, lastDoubled);
        Scalar nine = Scalar.fromUnsignedByte((byte) 9);
        ColumnVector isNumber = worst.binaryOp(BinaryOp.LESS_EQUAL, nine, DType.BOOL8);
        Scalar nothing = Scalar.fromNull(DType.INT64)) {
      return isNumber.ifElse(sum, nothing);
    }
  }

  /** All bytes less '0', so that what is no digit wraps around to above 9. */
  private static ColumnVector digits(ColumnView bytes) {
    try (ColumnView all = bytes.getChildColumnView(0)) {
      return with(BinaryOp.SUB, all, '0');
    }
  }

  private static ColumnVector weightedSum(
      ColumnView bytes, ColumnView digits, ColumnView text, boolean lastDoubled) {
    try (ColumnVector weighted = weighted(digits, text, lastDoubled)) {
      return reduced(bytes, weighted, SegmentedReductionAggregation.sum(), DType.INT64);
    }
  }

  private static ColumnVector weighted(ColumnView digits, ColumnView text, boolean lastDoubled) {
    try (ColumnVector elevenfold = elevenfold(digits, text, lastDoubled)) {
      return with(BinaryOp.DIV, elevenfold, 10);
    }
  }

  private static ColumnVector elevenfold(ColumnView digits, ColumnView text, boolean lastDoubled) {
    try (ColumnVector doubled = doubled(digits, text, lastDoubled)) {
      return with(BinaryOp.MUL, doubled, 11);
    }
  }

  private static ColumnVector doubled(ColumnView digits, ColumnView text, boolean lastDoubled) {
    try (ColumnVector shifts = shifts(text, lastDoubled)) {
      return digits.binaryOp(BinaryOp.SHIFT_LEFT, shifts, DType.UINT8);
    }
  }

  /**
   * 1 for each byte whose digit is doubled, else 0: the lowest bit of its distance from the end.
   */
  private static ColumnVector shifts(ColumnView text, boolean lastDoubled) {
    try (ColumnVector positions = positions(text, lastDoubled);
        ColumnView all = positions.getChildColumnView(0)) {
      return with(BinaryOp.BITWISE_AND, all, 1);
    }
  }

  /**
   * Numbers each string's bytes upwards (modulo 256), such that the doubled ones get odd numbers.
   */
  private static ColumnVector positions(ColumnView text, boolean lastDoubled) {
    try (ColumnVector lengths = lengths(text);
        Scalar one = Scalar.fromInt(lastDoubled ? 0 : 1);
        ColumnVector starts = lengths.binaryOp(BinaryOp.ADD, one, DType.UINT8)) {
      return ColumnVector.sequence(starts, lengths);
    }
  }

  private static ColumnVector lengths(ColumnView text) {
    ColumnVector lengths = text.getByteCount();
    if (!lengths.hasNulls()) {
      return lengths;
    }
    try (ColumnVector nullable = lengths;
        Scalar none = Scalar.fromInt(0)) {
      return nullable.replaceNulls(none);
    }
  }

  private static ColumnVector reduced(
      ColumnView lists, ColumnView child, SegmentedReductionAggregation how, DType type) {
    try (ColumnView replaced = lists.replaceListChild(child)) {
      return replaced.listReduce(how, type);
    }
  }

  private static ColumnVector with(BinaryOp op, ColumnView bytes, int operand) {
    try (Scalar scalar = Scalar.fromUnsignedByte((byte) operand)) {
      return bytes.binaryOp(op, scalar, DType.UINT8);
    }
  }
}
