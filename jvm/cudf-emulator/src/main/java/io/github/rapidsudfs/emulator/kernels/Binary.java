// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.kernels;

import io.github.rapidsudfs.emulator.binding.Native;
import io.github.rapidsudfs.emulator.column.FixedVec;
import io.github.rapidsudfs.emulator.column.StringVec;
import io.github.rapidsudfs.emulator.column.StructVec;
import io.github.rapidsudfs.emulator.column.Type;
import io.github.rapidsudfs.emulator.column.Valid;
import io.github.rapidsudfs.emulator.column.Vec;
import io.github.rapidsudfs.emulator.memory.CudfClasses;
import io.github.rapidsudfs.emulator.memory.Refused;
import java.util.function.IntBinaryOperator;

/**
 * {@code cudf::binary_operation}. A scalar operand is a one-row vector, used with a column of
 * {@code rows} rows.
 */
public final class Binary {
  /** The operands, for a number of rows. */
  record Operands(Operand first, Operand second, int rows) {
    Vec left() {
      return first.vec();
    }

    Vec right() {
      return second.vec();
    }

    int l(int row) {
      return first.row(row);
    }

    int r(int row) {
      return second.row(row);
    }

    boolean leftNull(int row) {
      return first.isNull(row);
    }

    boolean rightNull(int row) {
      return second.isNull(row);
    }

    /** The same operands with other values. */
    Operands with(Vec left, Vec right) {
      return new Operands(
          new Operand(left, first.scalar()), new Operand(right, second.scalar()), rows);
    }
  }

  /** Two columns, or a column and a scalar. */
  @Native("ai.rapids.cudf.ColumnView.binaryOpVV")
  @Native("ai.rapids.cudf.ColumnView.binaryOpVS")
  @Native("ai.rapids.cudf.Scalar.binaryOpSV")
  public static Vec apply(Operand left, Operand right, int op, Type out) {
    return apply(left, right, BinaryOperator.of(op), out);
  }

  static Vec apply(Operand left, Operand right, BinaryOperator op, Type out) {
    int rows = left.scalar() ? right.vec().size : left.vec().size;
    CudfClasses.requires(right.hasRows(rows), "Column sizes don't match");
    return apply(new Operands(left, right, rows), op, out);
  }

  /** The scale of an operator's decimal result. */
  @Native(value = "ai.rapids.cudf.ColumnView.fixedPointOutputScale", kernel = false)
  public static int fixedPointScale(int op, int left, int right) {
    return Decimals.resultScale(BinaryOperator.of(op), left, right);
  }

  static RuntimeException unsupported(BinaryOperator op, Operands v, Type out) {
    return CudfClasses.error(
        "Unsupported operator for these types: %s of %s and %s to %s"
            .formatted(op, v.left().type, v.right().type, out));
  }

  private static Vec apply(Operands v, BinaryOperator op, Type out) {
    Type left = v.left().type;
    Type right = v.right().type;
    if ((op.isComparison() || op.isLogical()) && !out.isBool()) {
      throw unsupported(op, v, out);
    }
    if (left.isString() && right.isString()) {
      return strings(v, op, out);
    }
    if (left.id() == Type.STRUCT && right.id() == Type.STRUCT && op.isComparison()) {
      sameShape((StructVec) v.left(), (StructVec) v.right());
      return compare(v, op, (i, j) -> v.left().compare(i, v.right(), j));
    }
    if (!left.isFixedWidth() || !right.isFixedWidth() || !out.isFixedWidth()) {
      throw unsupported(op, v, out);
    }
    if (left.isDecimal() || right.isDecimal() || out.isDecimal()) {
      return DecimalBinary.apply(v, op, out);
    }
    if (left.isChrono() || right.isChrono()) {
      return ChronoBinary.apply(v, op, out);
    }
    return NumericBinary.apply(v, op, out);
  }

  private static void sameShape(StructVec a, StructVec b) {
    CudfClasses.expects(a.fields.length == b.fields.length, "Column type mismatch between structs");
    for (int f = 0; f < a.fields.length; f++) {
      CudfClasses.expects(
          a.fields[f].type.equals(b.fields[f].type), "Column type mismatch between structs");
      if (a.fields[f] instanceof StructVec within) {
        sameShape(within, (StructVec) b.fields[f]);
      } else if (a.fields[f].type.isNested()) {
        throw new Refused("the comparison of structs of lists");
      }
    }
  }

  private static Vec strings(Operands v, BinaryOperator op, Type out) {
    if (op.isComparison()) {
      return compare(v, op, (i, j) -> v.left().compare(i, v.right(), j));
    }
    if (!op.isExtreme() || !out.isString()) {
      throw unsupported(op, v, out);
    }
    boolean[] fromLeft =
        Valid.of(v.rows, i -> takesLeft(v, op, i, (a, b) -> v.left().compare(a, v.right(), b)));
    return Selection.pick(fromLeft, (StringVec) v.left(), (StringVec) v.right())
        .with(eitherValid(v));
  }

  /** Returns whether NULL_MAX or NULL_MIN selects the left operand, given the order of two rows. */
  static boolean takesLeft(Operands v, BinaryOperator op, int row, IntBinaryOperator order) {
    if (v.leftNull(row) || v.rightNull(row)) {
      return !v.leftNull(row);
    }
    int o = order.applyAsInt(v.l(row), v.r(row));
    return op == BinaryOperator.NULL_MAX ? o > 0 : o < 0;
  }

  /** A comparison, with the null rules of its operator. */
  static FixedVec compare(Operands v, BinaryOperator op, IntBinaryOperator order) {
    boolean[] result = new boolean[v.rows];
    boolean[] valid = op.seesNulls() ? null : validity(v);
    for (int i = 0; i < v.rows; i++) {
      if (!v.leftNull(i) && !v.rightNull(i)) {
        result[i] = op.holds(order.applyAsInt(v.l(i), v.r(i)));
      } else if (op.seesNulls()) {
        result[i] = (v.leftNull(i) && v.rightNull(i)) == (op == BinaryOperator.NULL_EQUALS);
      }
    }
    return FixedVec.bools(result, valid);
  }

  /** The conjunction of both operands' validity. */
  static boolean[] validity(Operands v) {
    return Valid.and(v.rows, v.first.valid(v.rows), v.second.valid(v.rows));
  }

  /** The disjunction of the operands' validity, for NULL_MAX and NULL_MIN. */
  static boolean[] eitherValid(Operands v) {
    return Valid.of(v.rows, i -> !v.leftNull(i) || !v.rightNull(i));
  }
}
