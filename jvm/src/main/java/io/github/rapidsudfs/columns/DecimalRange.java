// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.columns;

import ai.rapids.cudf.BinaryOp;
import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.ColumnView;
import ai.rapids.cudf.DType;
import ai.rapids.cudf.Scalar;
import io.github.rapidsudfs.api.TypeMapping;
import java.math.BigDecimal;
import java.math.BigInteger;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DecimalType;

/** The declared precision of decimals, which cuDF lacks: its types have width and scale. */
public final class DecimalRange {
  private DecimalRange() {}

  /** The greatest value of a decimal type, for instance 999.99 for decimal(5,2). */
  public static BigDecimal max(DecimalType type) {
    return new BigDecimal(
        BigInteger.TEN.pow(type.precision()).subtract(BigInteger.ONE), type.scale());
  }

  /** Returns whether a decimal in the type has fewer digits than its cuDF type can hold. */
  public static boolean isNarrow(DataType type) {
    return type.existsRecursively(
        part ->
            part instanceof DecimalType decimal
                && decimal.precision() < TypeMapping.toCudf(decimal).maxPrecision());
  }

  /**
   * The column with null wherever a value has more digits than the type.
   *
   * @param column of the cuDF type of {@code type}; borrowed
   * @return a new column, or null if every value of {@code column} fits
   */
  public static ColumnVector nullOutOfRange(ColumnView column, DecimalType type) {
    if (misfit(column, type) == null) {
      return null;
    }
    BigDecimal max = max(type);
    try (Columns c = new Columns()) {
      Scalar high = c.own(scalar(max.unscaledValue(), column.getType()));
      Scalar low = c.own(scalar(max.unscaledValue().negate(), column.getType()));
      ColumnVector below = c.own(column.binaryOp(BinaryOp.LESS_EQUAL, high, DType.BOOL8));
      ColumnVector above = c.own(column.binaryOp(BinaryOp.GREATER_EQUAL, low, DType.BOOL8));
      return ColumnMath.nullUnless(c.own(below.and(above)), column);
    }
  }

  /** The integer or decimal furthest out of the type's range, or null; by two reductions. */
  static BigDecimal misfit(ColumnView column, DecimalType type) {
    BigDecimal max = max(type);
    try (Scalar greatest = column.max()) {
      BigDecimal value = value(greatest);
      if (value != null && value.compareTo(max) > 0) {
        return value;
      }
    }
    try (Scalar least = column.min()) {
      BigDecimal value = value(least);
      return value != null && value.compareTo(max.negate()) < 0 ? value : null;
    }
  }

  /** Null for a column of nulls. */
  private static BigDecimal value(Scalar scalar) {
    if (!scalar.isValid()) {
      return null;
    }
    return switch (scalar.getType().getTypeId()) {
      case INT8 -> BigDecimal.valueOf(scalar.getByte());
      case INT16 -> BigDecimal.valueOf(scalar.getShort());
      case INT32 -> BigDecimal.valueOf(scalar.getInt());
      case INT64 -> BigDecimal.valueOf(scalar.getLong());
      default -> scalar.getBigDecimal();
    };
  }

  /** A scalar of a decimal type, which the caller closes. */
  public static Scalar scalar(BigInteger unscaled, DType type) {
    return switch (type.getTypeId()) {
      case DECIMAL32 -> Scalar.fromDecimal(type.getScale(), unscaled.intValueExact());
      case DECIMAL64 -> Scalar.fromDecimal(type.getScale(), unscaled.longValueExact());
      default -> Scalar.fromDecimal(type.getScale(), unscaled);
    };
  }
}
