// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.kernels;

import io.github.rapidsudfs.emulator.column.FixedVec;
import io.github.rapidsudfs.emulator.column.Type;
import io.github.rapidsudfs.emulator.memory.Refused;
import java.util.function.IntBinaryOperator;
import java.util.function.LongBinaryOperator;

/** Binary operators of timestamps and durations, computed in the finer unit of the operands. */
final class ChronoBinary {
  static FixedVec apply(Binary.Operands v, BinaryOperator op, Type out) {
    Type left = v.left().type;
    Type right = v.right().type;
    FixedVec a = (FixedVec) v.left();
    FixedVec b = (FixedVec) v.right();
    boolean bothTime = left.isTimestamp() && right.isTimestamp();
    boolean bothSpan = left.isDuration() && right.isDuration();
    if (left.isChrono() && right.isChrono()) {
      long ticks = Math.max(left.ticksPerDay(), right.ticksPerDay());
      long fa = ticks / left.ticksPerDay();
      long fb = ticks / right.ticksPerDay();
      if (op.isComparison() && (bothTime || bothSpan)) {
        return Binary.compare(v, op, (i, j) -> Long.compare(a.values[i] * fa, b.values[j] * fb));
      }
      if (op.isExtreme() && left.equals(right) && left.equals(out)) {
        IntBinaryOperator order = (i, j) -> Long.compare(a.values[i], b.values[j]);
        return FixedVec.longs(
            out,
            v.rows(),
            i -> Binary.takesLeft(v, op, i, order) ? a.values[v.l(i)] : b.values[v.r(i)],
            Binary.eitherValid(v));
      }
      boolean adds =
          (op == BinaryOperator.ADD && !bothTime)
              || (op == BinaryOperator.SUB && (bothTime || bothSpan || left.isTimestamp()));
      if (adds
          && out.isChrono()
          && out.isTimestamp() == (op == BinaryOperator.ADD ? !bothSpan : !bothTime && !bothSpan)) {
        if (out.ticksPerDay() < ticks) {
          throw Binary.unsupported(op, v, out);
        }
        long scale = out.ticksPerDay() / ticks;
        LongBinaryOperator f =
            op == BinaryOperator.ADD
                ? (x, y) -> (x * fa + y * fb) * scale
                : (x, y) -> (x * fa - y * fb) * scale;
        return loop(v, a, b, f, out);
      }
    } else if (left.isDuration()
        && right.isIntegral()
        && out.id() == left.id()
        && (op == BinaryOperator.MUL || op == BinaryOperator.DIV)) {
      return loop(
          v, a, b, op == BinaryOperator.MUL ? (x, y) -> x * y : (x, y) -> y == 0 ? -1 : x / y, out);
    } else if (left.isIntegral()
        && right.isDuration()
        && out.id() == right.id()
        && op == BinaryOperator.MUL) {
      return loop(v, a, b, (x, y) -> x * y, out);
    }
    throw new Refused(op + " of " + left + " and " + right + " to " + out);
  }

  private static FixedVec loop(
      Binary.Operands v, FixedVec a, FixedVec b, LongBinaryOperator f, Type out) {
    return FixedVec.longs(
        out,
        v.rows(),
        i -> Cpp.wrap(out.id(), f.applyAsLong(a.values[v.l(i)], b.values[v.r(i)])),
        Binary.validity(v));
  }
}
