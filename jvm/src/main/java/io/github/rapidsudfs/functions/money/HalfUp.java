// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.functions.money;

import ai.rapids.cudf.BinaryOp;
import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.ColumnView;
import ai.rapids.cudf.DType;
import ai.rapids.cudf.Scalar;
import java.math.BigInteger;

/** Rounding of decimal columns, halves away from zero as {@code RoundingMode.HALF_UP} does. */
final class HalfUp {
  private HalfUp() {}

  /**
   * A DECIMAL32 column with fewer decimals: a new column, null where the argument is null.
   *
   * <p>With divisions towards zero, x / 100 rounded half up is t − t / 2 where t = x / 50. This
   * takes three launches on four bytes per row, without a wider type or a test of signs, and cannot
   * overflow.
   */
  static ColumnVector round32(ColumnView values, int decimals) {
    DType type = DType.create(DType.DTypeEnum.DECIMAL32, -decimals);
    int dropped = -values.getType().getScale() - decimals;
    // Dividing decimals subtracts their scales, so this divisor's scale gives the wanted one.
    try (Scalar halfUnit = Scalar.fromDecimal(-dropped, 5 * powerOfTen(dropped - 1));
        Scalar two = Scalar.fromDecimal(0, 2);
        ColumnVector halves = values.binaryOp(BinaryOp.DIV, halfUnit, type);
        ColumnVector down = halves.binaryOp(BinaryOp.DIV, two, type)) {
      return halves.binaryOp(BinaryOp.SUB, down, type);
    }
  }

  /** As {@link #round32}, for DECIMAL128. */
  static ColumnVector round128(ColumnView values, int decimals) {
    DType type = DType.create(DType.DTypeEnum.DECIMAL128, -decimals);
    int dropped = -values.getType().getScale() - decimals;
    BigInteger half = BigInteger.valueOf(5L * powerOfTen(dropped - 1));
    try (Scalar halfUnit = Scalar.fromDecimal(-dropped, half);
        Scalar two = Scalar.fromDecimal(0, BigInteger.TWO);
        ColumnVector halves = values.binaryOp(BinaryOp.DIV, halfUnit, type);
        ColumnVector down = halves.binaryOp(BinaryOp.DIV, two, type)) {
      return halves.binaryOp(BinaryOp.SUB, down, type);
    }
  }

  private static int powerOfTen(int exponent) {
    int power = 1;
    for (int i = 0; i < exponent; i++) {
      power = Math.multiplyExact(power, 10);
    }
    return power;
  }
}
