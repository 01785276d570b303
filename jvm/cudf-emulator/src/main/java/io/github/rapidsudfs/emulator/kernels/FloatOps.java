// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.kernels;

import io.github.rapidsudfs.emulator.column.Type;
import java.util.function.DoubleBinaryOperator;

/**
 * Operators on floating-point numbers. The caller rounds FLOAT32 results again, which for these
 * operators equals computing in single precision. POW, LOG_BASE and ATAN2 may differ from a GPU in
 * the last bits.
 */
final class FloatOps {
  private FloatOps() {}

  static boolean supports(BinaryOperator op) {
    return switch (op) {
      case ADD, SUB, MUL, DIV, TRUE_DIV, FLOOR_DIV, MOD, PMOD, PYMOD, POW, LOG_BASE, ATAN2 -> true;
      default -> false;
    };
  }

  /** Operators that convert integers to doubles. */
  static boolean alwaysFloat(BinaryOperator op) {
    return op == BinaryOperator.TRUE_DIV
        || op == BinaryOperator.POW
        || op == BinaryOperator.LOG_BASE
        || op == BinaryOperator.ATAN2;
  }

  /** Operators that compute in double precision for all operand types. */
  static boolean alwaysDouble(BinaryOperator op) {
    return alwaysFloat(op) || op == BinaryOperator.PYMOD;
  }

  static DoubleBinaryOperator of(BinaryOperator op, Type type) {
    boolean single = type.id() == Type.FLOAT32;
    return switch (op) {
      case ADD -> (x, y) -> x + y;
      case SUB -> (x, y) -> x - y;
      case MUL -> (x, y) -> x * y;
      case DIV, TRUE_DIV -> (x, y) -> x / y;
      case FLOOR_DIV ->
          single ? (x, y) -> Math.floor((float) (x / y)) : (x, y) -> Math.floor(x / y);
      case MOD -> (x, y) -> x % y;
      case PMOD ->
          (x, y) -> {
            double rem = x % y;
            return rem < 0 ? (single ? (float) (rem + y) : rem + y) % y : rem;
          };
      case PYMOD -> (x, y) -> (x % y + y) % y;
      case POW -> FloatOps::pow;
      case LOG_BASE -> (x, y) -> Math.log(x) / Math.log(y);
      case ATAN2 -> Math::atan2;
      default -> throw new IllegalArgumentException(op.toString());
    };
  }

  /** C's pow: unlike Java's, 1 to any power and a base of -1 to an infinite one are 1. */
  private static double pow(double x, double y) {
    return x == 1 || (x == -1 && Double.isInfinite(y)) ? 1 : Math.pow(x, y);
  }
}
