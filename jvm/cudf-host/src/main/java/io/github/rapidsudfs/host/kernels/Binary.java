package io.github.rapidsudfs.host.kernels;

import io.github.rapidsudfs.host.column.FixedVec;
import io.github.rapidsudfs.host.column.StringVec;
import io.github.rapidsudfs.host.column.StructVec;
import io.github.rapidsudfs.host.column.Type;
import io.github.rapidsudfs.host.column.Valid;
import io.github.rapidsudfs.host.column.Vec;
import io.github.rapidsudfs.host.memory.Cudf;
import io.github.rapidsudfs.host.memory.Refused;

/** {@code cudf::binary_operation}. A scalar operand is a vector of one row beside a column of {@code rows} rows. */
public final class Binary {
  private Binary() {}

  /** The operands, and which of them is a scalar. */
  record Operands(Vec left, Vec right, boolean leftScalar, boolean rightScalar, int rows) {
    int l(int row) {
      return leftScalar ? 0 : row;
    }

    int r(int row) {
      return rightScalar ? 0 : row;
    }

    boolean leftNull(int row) {
      return left.isNull(l(row));
    }

    boolean rightNull(int row) {
      return right.isNull(r(row));
    }
  }

  /** Two columns. */
  public static Vec columns(Vec left, Vec right, int op, Type out) {
    if (left.size != right.size) {
      throw new IllegalArgumentException("Column sizes don't match");
    }
    return apply(new Operands(left, right, false, false, left.size), BinaryOp.of(op), out);
  }

  /** A column and a scalar. */
  public static Vec scalarRight(Vec left, Vec right, int op, Type out) {
    return apply(new Operands(left, right, false, true, left.size), BinaryOp.of(op), out);
  }

  /** A scalar and a column. */
  public static Vec scalarLeft(Vec left, Vec right, int op, Type out) {
    return apply(new Operands(left, right, true, false, right.size), BinaryOp.of(op), out);
  }

  /** The scale of an operator's decimal result. */
  public static int fixedPointScale(int op, int left, int right) {
    return Decimals.resultScale(BinaryOp.of(op), left, right);
  }

  static RuntimeException unsupported(BinaryOp op, Operands v, Type out) {
    return Cudf.error("Unsupported operator for these types: " + op + " of " + v.left.type + " and " + v.right.type + " to " + out);
  }

  private static Vec apply(Operands v, BinaryOp op, Type out) {
    Type left = v.left.type;
    Type right = v.right.type;
    if ((op.isComparison() || op.isLogical()) && !out.isBool()) {
      throw unsupported(op, v, out);
    }
    if (left.isString() && right.isString()) {
      return strings(v, op, out);
    }
    if (left.id() == Type.STRUCT && right.id() == Type.STRUCT && op.isComparison()) {
      sameShape((StructVec) v.left, (StructVec) v.right);
      return compare(v, op, (i, j) -> v.left.compare(i, v.right, j));
    }
    if (!left.isFixedWidth() || !right.isFixedWidth() || !out.isFixedWidth()) {
      throw unsupported(op, v, out);
    }
    if (left.isDecimal() || right.isDecimal()) {
      return DecimalBinary.apply(v, op, out);
    }
    if (left.isChrono() || right.isChrono()) {
      return ChronoBinary.apply(v, op, out);
    }
    return NumericBinary.apply(v, op, out);
  }

  private static void sameShape(StructVec a, StructVec b) {
    Cudf.expects(a.fields.length == b.fields.length, "Column type mismatch between structs");
    for (int f = 0; f < a.fields.length; f++) {
      Cudf.expects(a.fields[f].type.equals(b.fields[f].type), "Column type mismatch between structs");
      if (a.fields[f].type.isNested()) {
        throw new Refused("the comparison of structs with nested fields");
      }
    }
  }

  private static Vec strings(Operands v, BinaryOp op, Type out) {
    if (op.isComparison()) {
      return compare(v, op, (i, j) -> v.left.compare(i, v.right, j));
    }
    if ((op != BinaryOp.NULL_MAX && op != BinaryOp.NULL_MIN) || !out.isString()) {
      throw unsupported(op, v, out);
    }
    boolean[] fromLeft = new boolean[v.rows];
    boolean[] valid = Valid.all(v.rows);
    for (int i = 0; i < v.rows; i++) {
      if (v.leftNull(i) || v.rightNull(i)) {
        fromLeft[i] = !v.leftNull(i);
        valid[i] = !v.leftNull(i) || !v.rightNull(i);
      } else {
        int order = v.left.compare(v.l(i), v.right, v.r(i));
        fromLeft[i] = op == BinaryOp.NULL_MAX ? order > 0 : order < 0;
      }
    }
    return IfElse.pick(fromLeft, (StringVec) v.left, (StringVec) v.right).with(valid);
  }

  /** The order of two rows. */
  interface Order {
    int of(int leftRow, int rightRow);
  }

  /** A comparison, with the null rules of its operator. */
  static FixedVec compare(Operands v, BinaryOp op, Order order) {
    boolean[] result = new boolean[v.rows];
    boolean[] valid = op.seesNulls() ? null : validity(v);
    for (int i = 0; i < v.rows; i++) {
      if (!v.leftNull(i) && !v.rightNull(i)) {
        result[i] = op.holds(order.of(v.l(i), v.r(i)));
      } else if (op.seesNulls()) {
        result[i] = (v.leftNull(i) && v.rightNull(i)) == (op == BinaryOp.NULL_EQUALS);
      }
    }
    return FixedVec.bools(result, valid);
  }

  /** Valid where both operands are. */
  static boolean[] validity(Operands v) {
    boolean[] left = v.leftScalar ? spread(v.left, v.rows) : v.left.valid;
    boolean[] right = v.rightScalar ? spread(v.right, v.rows) : v.right.valid;
    return Valid.and(v.rows, left, right);
  }

  private static boolean[] spread(Vec scalar, int rows) {
    return scalar.isNull(0) ? Valid.none(rows) : null;
  }

  /** Valid where one of the operands is: NULL_MAX and NULL_MIN. */
  static boolean[] eitherValid(Operands v) {
    boolean[] valid = Valid.all(v.rows);
    for (int i = 0; i < v.rows; i++) {
      valid[i] = !v.leftNull(i) || !v.rightNull(i);
    }
    return valid;
  }
}
