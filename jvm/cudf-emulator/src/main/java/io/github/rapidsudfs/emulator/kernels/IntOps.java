// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.kernels;

import io.github.rapidsudfs.emulator.column.Type;
import io.github.rapidsudfs.emulator.memory.Refused;
import java.util.function.LongBinaryOperator;

/** Operators on integers with C++ device semantics. Overflow wraps. */
final class IntOps {
  /** The result of a division by zero: unspecified on a GPU, so no caller may use it. */
  static final long UNSPECIFIED = -1;

  private IntOps() {}

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
                      : unsigned64
                          ? Long.remainderUnsigned(x, y)
                          : ArithmeticConversions.wrap(id, x % y + y) % y;
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
    return (x, y) -> ArithmeticConversions.wrap(id, f.applyAsLong(x, y));
  }

  /**
   * Returns whether a shift amount, taken as unsigned, exceeds the width, to which a device clamps
   * it.
   */
  private static boolean beyond(long amount, int bits) {
    return amount < 0 || amount >= bits;
  }

  private static long pmod(long x, long y, int id) {
    long rem = x % y;
    return rem < 0 ? ArithmeticConversions.wrap(id, rem + y) % y : rem;
  }

  private static long pow(long base, long exponent, int id) {
    if (exponent < 0) {
      return 0;
    }
    long result = 1;
    for (long x = base; exponent != 0; exponent >>>= 1, x = ArithmeticConversions.wrap(id, x * x)) {
      result = (exponent & 1) != 0 ? ArithmeticConversions.wrap(id, result * x) : result;
    }
    return result;
  }
}
