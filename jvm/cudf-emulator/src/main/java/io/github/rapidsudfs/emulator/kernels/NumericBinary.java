// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.kernels;

import io.github.rapidsudfs.emulator.column.FixedVec;
import io.github.rapidsudfs.emulator.column.Type;
import java.util.function.DoubleBinaryOperator;
import java.util.function.IntBinaryOperator;
import java.util.function.LongBinaryOperator;
import java.util.function.LongUnaryOperator;

/**
 * Binary operators on integers, floats and booleans, computed in the common C++ type of output and
 * operands.
 */
final class NumericBinary {
  static FixedVec apply(Binary.Operands v, BinaryOperator op, Type out) {
    boolean bools = v.left().type.isBool() && v.right().type.isBool();
    if (!v.left().type.isNumeric()
        || !v.right().type.isNumeric()
        || !out.isNumeric()
        || (bools && op == BinaryOperator.SHIFT_RIGHT_UNSIGNED)) {
      throw Binary.unsupported(op, v, out);
    }
    int common = Cpp.common(Cpp.common(out.id(), v.left().type.id()), v.right().type.id());
    Type type = Type.of(common);
    long[] a = converted((FixedVec) v.left(), type);
    long[] b = converted((FixedVec) v.right(), type);
    FixedVec looped = NumericLoops.apply(v, op, type, a, b, out);
    if (looped != null) {
      return looped;
    }
    if (op.isComparison()) {
      return Binary.compare(v, op, order(type, op, a, b));
    }
    if (op.isLogical()) {
      return logical(v, op, type, a, b);
    }
    if (op.isExtreme()) {
      return extreme(v, op, type, a, b, out);
    }
    boolean floating = type.isFloat();
    if (floating && !NumberOperators.takesFloats(op)) {
      throw Binary.unsupported(op, v, out);
    }
    if (floating || NumberOperators.alwaysFloat(op)) {
      Type as = floating && !NumberOperators.alwaysDouble(op) ? type : Type.of(Type.FLOAT64);
      DoubleBinaryOperator f = NumberOperators.of(op, as);
      LongUnaryOperator store = Cpp.cast(as, out);
      return each(
          v,
          out,
          (i, j) -> {
            double x = FixedVec.toDouble(type, a[i]);
            double y = FixedVec.toDouble(type, b[j]);
            return store.applyAsLong(FixedVec.bits(as, f.applyAsDouble(x, y)));
          });
    }
    Type computed = Type.of(op == BinaryOperator.INT_POW ? common : Cpp.promoted(common));
    LongBinaryOperator f = NumberOperators.of(op, type, computed);
    LongUnaryOperator store = Cpp.cast(computed, out);
    return each(v, out, (i, j) -> store.applyAsLong(f.applyAsLong(a[i], b[j])));
  }

  /** Computes the stored bits of a result from the operands' rows. */
  private interface RowOperation {
    long of(int leftRow, int rightRow);
  }

  private static FixedVec each(Binary.Operands v, Type out, RowOperation f) {
    return FixedVec.longs(out, v.rows(), i -> f.of(v.l(i), v.r(i)), Binary.validity(v));
  }

  private static long[] converted(FixedVec vec, Type to) {
    boolean same = vec.type.id() == to.id() || Cpp.isWider(to, vec.type);
    return same ? vec.values : vec.map(to, Cpp.cast(vec.type, to)).values;
  }

  /** IEEE comparison: NaN is unequal to everything and neither less nor greater. */
  private static IntBinaryOperator order(Type type, BinaryOperator op, long[] a, long[] b) {
    if (!type.isFloat()) {
      return type.id() == Type.UINT64
          ? (i, j) -> Long.compareUnsigned(a[i], b[j])
          : (i, j) -> Long.compare(a[i], b[j]);
    }
    int unordered = op == BinaryOperator.LESS || op == BinaryOperator.LESS_EQUAL ? 1 : -1;
    return (i, j) -> {
      double x = FixedVec.toDouble(type, a[i]);
      double y = FixedVec.toDouble(type, b[j]);
      return x == y ? 0 : x < y ? -1 : x > y ? 1 : unordered;
    };
  }

  private static boolean isTrue(Type type, long bits) {
    return type.isFloat() ? FixedVec.toDouble(type, bits) != 0 : bits != 0;
  }

  private static FixedVec logical(
      Binary.Operands v, BinaryOperator op, Type type, long[] a, long[] b) {
    boolean[] result = new boolean[v.rows()];
    boolean[] valid = op.seesNulls() ? new boolean[v.rows()] : Binary.validity(v);
    boolean and = op == BinaryOperator.LOGICAL_AND || op == BinaryOperator.NULL_LOGICAL_AND;
    for (int i = 0; i < result.length; i++) {
      boolean x = isTrue(type, a[v.l(i)]);
      boolean y = isTrue(type, b[v.r(i)]);
      if (!op.seesNulls()) {
        result[i] = and ? x && y : x || y;
        continue;
      }
      boolean knownX = !v.leftNull(i);
      boolean knownY = !v.rightNull(i);
      boolean decided = (knownX && x != and) || (knownY && y != and);
      valid[i] = decided || (knownX && knownY);
      result[i] = decided ? !and : valid[i] && and;
    }
    return FixedVec.bools(result, valid);
  }

  private static FixedVec extreme(
      Binary.Operands v, BinaryOperator op, Type type, long[] a, long[] b, Type out) {
    boolean[] valid = Binary.eitherValid(v);
    IntBinaryOperator order =
        order(
            type,
            op == BinaryOperator.NULL_MAX ? BinaryOperator.GREATER : BinaryOperator.LESS,
            a,
            b);
    LongUnaryOperator store = Cpp.cast(type, out);
    return FixedVec.longs(
        out,
        v.rows(),
        i -> {
          long bits = Binary.takesLeft(v, op, i, order) ? a[v.l(i)] : b[v.r(i)];
          return valid[i] ? store.applyAsLong(bits) : 0;
        },
        valid);
  }
}
