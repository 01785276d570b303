// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.functions.money;

import ai.rapids.cudf.BinaryOp;
import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.ColumnView;
import ai.rapids.cudf.DType;
import ai.rapids.cudf.Scalar;
import io.github.rapidsudfs.columns.DecimalRange;
import java.math.BigInteger;

/** Rounding of decimal columns, halves away from zero as {@code RoundingMode.HALF_UP} does. */
final class HalfUp {
  private HalfUp() {}

  /**
   * A decimal column with fewer decimals: a new column, null where the argument is null.
   *
   * <p>With divisions towards zero, x / 100 rounded half up is t − t / 2 where t = x / 50. This
   * takes three launches, without a wider type or a test of signs, and cannot overflow.
   */
  static ColumnVector round(ColumnView values, int decimals) {
    DType.DTypeEnum width = values.getType().getTypeId();
    DType type = DType.create(width, -decimals);
    int dropped = -values.getType().getScale() - decimals;
    BigInteger half = BigInteger.TEN.pow(dropped).shiftRight(1);
    // Dividing decimals subtracts their scales, so this divisor's scale gives the wanted one.
    try (Scalar halfUnit = DecimalRange.scalar(half, DType.create(width, -dropped));
        Scalar two = DecimalRange.scalar(BigInteger.TWO, DType.create(width, 0));
        ColumnVector halves = values.binaryOp(BinaryOp.DIV, halfUnit, type);
        ColumnVector down = halves.binaryOp(BinaryOp.DIV, two, type)) {
      return halves.binaryOp(BinaryOp.SUB, down, type);
    }
  }
}
