// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.kernels;

import io.github.rapidsudfs.emulator.column.Type;
import io.github.rapidsudfs.emulator.memory.Refused;
import java.util.function.DoubleBinaryOperator;
import java.util.function.LongBinaryOperator;

/**
 * NumberOperators on integers, which wrap, and on floating-point numbers with C++ device semantics.
 * The caller rounds FLOAT32 results again, which for these operators equals computing in single
 * precision. POW, LOG_BASE and ATAN2 may differ from a GPU in the last bits.
 */
final class NumberOperators {
  /** The result of a division by zero: unspecified on a GPU, so no caller may use it. */
  static final long UNSPECIFIED = -1;

  /** An operator on two values of a type, with the result in the type that C++ computes in. */
  static LongBinaryOperator of(BinaryOperator op, Type type, Type computed) {
    int id = computed.id();
    boolean unsigned = computed.isUnsigned();
    boolean unsigned64 = id == Type.UINT64;
    int bits = computed.width() * 8;
    LongBinaryOperator f =
        switch (op) {
          case ADD -> (x, y) -> x + y;
          case SUB -> (x, y) -> x - y;
          case MUL -> (x, y) -> x * y;
          case DIV ->
              (x, y) -> y == 0 ? UNSPECIFIED : unsigned64 ? Long.divideUnsigned(x, y) : x / y;
          case FLOOR_DIV ->
              (x, y) ->
                  y == 0
                      ? UNSPECIFIED
                      : unsigned64 ? Long.divideUnsigned(x, y) : Math.floorDiv(x, y);
          case MOD ->
              (x, y) -> y == 0 ? UNSPECIFIED : unsigned64 ? Long.remainderUnsigned(x, y) : x % y;
          case PMOD ->
              (x, y) ->
                  y == 0 ? UNSPECIFIED : unsigned64 ? Long.remainderUnsigned(x, y) : pmod(x, y, id);
          case PYMOD ->
              (x, y) ->
                  y == 0
                      ? UNSPECIFIED
                      : unsigned64 ? Long.remainderUnsigned(x, y) : Cpp.wrap(id, x % y + y) % y;
          case INT_POW -> (x, y) -> pow(x, y, id);
          case SHIFT_LEFT -> (x, y) -> beyond(y, bits) ? 0 : x << y;
          case SHIFT_RIGHT ->
              (x, y) ->
                  unsigned ? (beyond(y, bits) ? 0 : x >>> y) : x >> (beyond(y, bits) ? 63 : y);
          case SHIFT_RIGHT_UNSIGNED -> {
            long mask = type.width() == 8 ? -1L : (1L << type.width() * 8) - 1;
            yield (x, y) -> beyond(y, bits) ? 0 : (x & mask) >>> y;
          }
          case BITWISE_AND -> (x, y) -> x & y;
          case BITWISE_OR -> (x, y) -> x | y;
          case BITWISE_XOR -> (x, y) -> x ^ y;
          default -> throw new Refused(op + " of " + type);
        };
    return (x, y) -> Cpp.wrap(id, f.applyAsLong(x, y));
  }

  /** Returns whether an unsigned shift amount exceeds the width, to which a device clamps it. */
  private static boolean beyond(long amount, int bits) {
    return amount < 0 || amount >= bits;
  }

  private static long pmod(long x, long y, int id) {
    long rem = x % y;
    return rem < 0 ? Cpp.wrap(id, rem + y) % y : rem;
  }

  private static long pow(long base, long exponent, int id) {
    if (exponent < 0) {
      return 0;
    }
    long result = 1;
    for (long x = base; exponent != 0; exponent >>>= 1, x = Cpp.wrap(id, x * x)) {
      result = (exponent & 1) != 0 ? Cpp.wrap(id, result * x) : result;
    }
    return result;
  }

  static boolean takesFloats(BinaryOperator op) {
    return switch (op) {
      case ADD, SUB, MUL, DIV, TRUE_DIV, FLOOR_DIV, MOD, PMOD, PYMOD, POW, LOG_BASE, ATAN2 -> true;
      default -> false;
    };
  }

  /** NumberOperators that convert integers to doubles. */
  static boolean alwaysFloat(BinaryOperator op) {
    return op == BinaryOperator.TRUE_DIV
        || op == BinaryOperator.POW
        || op == BinaryOperator.LOG_BASE
        || op == BinaryOperator.ATAN2;
  }

  /** NumberOperators that compute in double precision for all operand types. */
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
      case POW -> NumberOperators::pow;
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
