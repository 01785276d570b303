// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.columns;

import ai.rapids.cudf.BinaryOp;
import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.ColumnView;
import ai.rapids.cudf.DType;
import ai.rapids.cudf.Scalar;
import java.util.Optional;

/**
 * Operations on a column and a number. Each is a launch of 50 to 90 instructions per row; up to
 * about ten of them are cheaper than a {@link CudfAst} with as many nodes.
 */
public final class ColumnMath {
  private ColumnMath() {}

  public static ColumnVector with(BinaryOp op, ColumnView numbers, int operand, DType type) {
    return with(op, numbers, Scalar.fromInt(operand), type);
  }

  public static ColumnVector with(BinaryOp op, ColumnView numbers, long operand, DType type) {
    return with(op, numbers, Scalar.fromLong(operand), type);
  }

  public static ColumnVector with(BinaryOp op, ColumnView numbers, double operand, DType type) {
    return with(op, numbers, Scalar.fromDouble(operand), type);
  }

  /** Takes ownership of the scalar. */
  private static ColumnVector with(BinaryOp op, ColumnView numbers, Scalar operand, DType type) {
    try (operand) {
      return numbers.binaryOp(op, operand, type);
    }
  }

  /** The values where the flag is true, else null: a new column. */
  public static ColumnVector nullUnless(ColumnVector flags, ColumnView values) {
    try (Scalar none = Scalar.fromNull(values.getType())) {
      return flags.ifElse(values, none);
    }
  }

  /** The values where the flag is false, else null: a new column. */
  public static ColumnVector nullWhere(ColumnVector flags, ColumnView values) {
    try (Scalar none = Scalar.fromNull(values.getType())) {
      return flags.ifElse(none, values);
    }
  }

  /**
   * Returns whether all non-null values lie within a range. Costs two reductions of 16 instructions
   * per row and, unlike a comparison, no column of flags.
   *
   * @param values INT32 or INT64
   */
  public static boolean allWithin(ColumnView values, long least, long most) {
    try (Scalar lowest = values.min()) {
      if (lowest.isValid() && number(lowest) < least) {
        return false;
      }
    }
    try (Scalar greatest = values.max()) {
      return !greatest.isValid() || number(greatest) <= most;
    }
  }

  private static long number(Scalar scalar) {
    return scalar.getType().equals(DType.INT32) ? scalar.getInt() : scalar.getLong();
  }

  /** The values within a range, null for others: a new column. */
  public static ColumnVector nullOutside(ColumnView values, long least, long most) {
    if (allWithin(values, least, most)) {
      return values.copyToColumnVector();
    }
    try (Columns c = new Columns()) {
      ColumnVector enough = c.own(with(BinaryOp.GREATER_EQUAL, values, least, DType.BOOL8));
      ColumnVector few = c.own(with(BinaryOp.LESS_EQUAL, values, most, DType.BOOL8));
      return nullUnless(c.own(enough.and(few)), values);
    }
  }

  /**
   * A view of the same bytes as numbers of another width, none of them null, valid while the column
   * is open.
   *
   * @param numbers not a slice
   */
  public static ColumnView reinterpret(ColumnVector numbers, DType type) {
    long bytes = numbers.getRowCount() * numbers.getType().getSizeInBytes();
    return new ColumnView(
        type, bytes / type.getSizeInBytes(), Optional.of(0L), numbers.getData(), null);
  }
}
