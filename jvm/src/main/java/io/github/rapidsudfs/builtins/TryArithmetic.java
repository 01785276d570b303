// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.builtins;

import ai.rapids.cudf.BinaryOp;
import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.ColumnView;
import ai.rapids.cudf.DType;
import ai.rapids.cudf.Scalar;
import io.github.rapidsudfs.columns.ColumnMath;
import io.github.rapidsudfs.columns.Columns;

/**
 * {@code try_add}, {@code try_subtract}, {@code try_multiply}, {@code try_divide}, {@code try_mod}:
 * null if the result overflows or the divisor is 0. Both operands have the same type.
 */
public final class TryArithmetic {
  private static final DType WIDE = DType.create(DType.DTypeEnum.DECIMAL128, 0);

  private TryArithmetic() {}

  /**
   * @param op ADD, SUB or MUL
   */
  public static ColumnVector of(BinaryOp op, ColumnView a, ColumnView b) {
    DType type = a.getType();
    if (isFloat(type)) {
      return a.binaryOp(op, b, type);
    }
    DType wider = type.equals(DType.INT64) ? WIDE : DType.INT64;
    try (Columns c = new Columns()) {
      ColumnVector wideA = c.own(a.castTo(wider));
      ColumnVector exact = c.own(wideA.binaryOp(op, c.own(b.castTo(wider)), wider));
      ColumnVector result = c.own(a.binaryOp(op, b, type));
      ColumnVector fits = c.is(c.own(result.castTo(wider)), BinaryOp.EQUAL, exact);
      return ColumnMath.nullUnless(fits, result);
    }
  }

  /** The quotient of doubles. */
  public static ColumnVector divide(ColumnView a, ColumnView b) {
    try (ColumnVector divisor = nullIfZero(b)) {
      return a.binaryOp(BinaryOp.DIV, divisor, a.getType());
    }
  }

  /** The remainder of truncating division: it has the sign of the dividend. */
  public static ColumnVector mod(ColumnView a, ColumnView b) {
    DType type = a.getType();
    try (Columns c = new Columns()) {
      ColumnVector divisor = c.own(nullIfZero(b));
      if (isFloat(type)) {
        return a.binaryOp(BinaryOp.MOD, divisor, type);
      }
      // Rows under nulls are divided too, and the least number divided by -1 overflows.
      ColumnVector wide = c.own(divisor.castTo(DType.INT64));
      ColumnVector unit = c.is(wide, BinaryOp.EQUAL, -1L);
      Scalar one = c.own(Scalar.fromLong(1));
      ColumnVector known = c.own(c.own(unit.ifElse(one, wide)).replaceNulls(one));
      return c.own(a.binaryOp(BinaryOp.MOD, known, type))
          .mergeAndSetValidity(BinaryOp.BITWISE_AND, a, divisor);
    }
  }

  private static boolean isFloat(DType type) {
    return type.equals(DType.FLOAT64) || type.equals(DType.FLOAT32);
  }

  private static ColumnVector nullIfZero(ColumnView numbers) {
    try (ColumnVector usable = ColumnMath.with(BinaryOp.NOT_EQUAL, numbers, 0, DType.BOOL8)) {
      return ColumnMath.nullUnless(usable, numbers);
    }
  }
}
