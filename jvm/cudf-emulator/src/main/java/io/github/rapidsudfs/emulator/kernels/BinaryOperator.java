// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.kernels;

import io.github.rapidsudfs.emulator.memory.CudfClasses;

/** libcudf's binary operators, by native id. */
enum BinaryOperator {
  ADD,
  SUB,
  MUL,
  DIV,
  TRUE_DIV,
  FLOOR_DIV,
  MOD,
  PMOD,
  PYMOD,
  POW,
  INT_POW,
  LOG_BASE,
  ATAN2,
  SHIFT_LEFT,
  SHIFT_RIGHT,
  SHIFT_RIGHT_UNSIGNED,
  BITWISE_AND,
  BITWISE_OR,
  BITWISE_XOR,
  LOGICAL_AND,
  LOGICAL_OR,
  EQUAL,
  NOT_EQUAL,
  LESS,
  GREATER,
  LESS_EQUAL,
  GREATER_EQUAL,
  NULL_EQUALS,
  NULL_NOT_EQUALS,
  NULL_MAX,
  NULL_MIN,
  GENERIC_BINARY,
  NULL_LOGICAL_AND,
  NULL_LOGICAL_OR;

  private static final BinaryOperator[] ALL = values();

  static BinaryOperator of(int id) {
    CudfClasses.expects(
        id >= 0 && id < ALL.length && ALL[id] != GENERIC_BINARY,
        "Unsupported binary operator " + id);
    return ALL[id];
  }

  /** Returns whether the operator compares for order or equality. */
  boolean isComparison() {
    return ordinal() >= EQUAL.ordinal() && ordinal() <= NULL_NOT_EQUALS.ordinal();
  }

  boolean isExtreme() {
    return this == NULL_MAX || this == NULL_MIN;
  }

  boolean isLogical() {
    return this == LOGICAL_AND
        || this == LOGICAL_OR
        || this == NULL_LOGICAL_AND
        || this == NULL_LOGICAL_OR;
  }

  /** Returns whether the operator handles nulls itself; others return null for a null operand. */
  boolean seesNulls() {
    return ordinal() >= NULL_EQUALS.ordinal();
  }

  /** Returns whether a comparison holds for an order of two values (negative, zero or positive). */
  boolean holds(int order) {
    return switch (this) {
      case EQUAL, NULL_EQUALS -> order == 0;
      case NOT_EQUAL, NULL_NOT_EQUALS -> order != 0;
      case LESS -> order < 0;
      case GREATER -> order > 0;
      case LESS_EQUAL -> order <= 0;
      default -> order >= 0;
    };
  }
}
