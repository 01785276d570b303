// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.kernels;

import io.github.rapidsudfs.emulator.column.FixedVec;
import io.github.rapidsudfs.emulator.column.Type;
import io.github.rapidsudfs.emulator.memory.Refused;
import java.util.function.LongUnaryOperator;

/** C++'s arithmetic conversions, as used by libcudf's kernels, on the stored bits of numbers. */
public final class Cpp {
  /** {@code std::common_type} of two numeric types: equal ones stay, integers are promoted. */
  static int common(int a, int b) {
    if (a == b) {
      return a;
    }
    if (a == Type.FLOAT64 || b == Type.FLOAT64) {
      return Type.FLOAT64;
    }
    if (a == Type.FLOAT32 || b == Type.FLOAT32) {
      return Type.FLOAT32;
    }
    int x = promoted(a);
    int y = promoted(b);
    if (x == y) {
      return x;
    }
    boolean wide = Type.of(x).width() == 8 || Type.of(y).width() == 8;
    boolean unsigned =
        (Type.of(x).isUnsigned() && (!wide || Type.of(x).width() == 8))
            || (Type.of(y).isUnsigned() && (!wide || Type.of(y).width() == 8));
    return wide ? (unsigned ? Type.UINT64 : Type.INT64) : (unsigned ? Type.UINT32 : Type.INT32);
  }

  /** C++'s integral promotion: types narrower than {@code int} become {@code int}. */
  static int promoted(int id) {
    boolean narrow = id == Type.BOOL8 || (Type.of(id).isIntegral() && Type.of(id).width() < 4);
    return narrow ? Type.INT32 : id;
  }

  /** Returns whether one integral type stores every value of another with the same bits. */
  static boolean isWider(Type to, Type from) {
    boolean whole = (to.isIntegral() || to.isBool()) && (from.isIntegral() || from.isBool());
    boolean losesSign = to.isUnsigned() && !from.isUnsigned() && !from.isBool();
    return whole && to.width() > from.width() && !losesSign;
  }

  /** An integer truncated to a type's width, in the type's representation. */
  public static long wrap(int id, long value) {
    return switch (id) {
      case Type.INT8 -> (byte) value;
      case Type.INT16 -> (short) value;
      case Type.INT32, Type.TIMESTAMP_DAYS, Type.DURATION_DAYS, Type.DECIMAL32 -> (int) value;
      case Type.UINT8 -> value & 0xFF;
      case Type.UINT16 -> value & 0xFFFF;
      case Type.UINT32 -> value & 0xFFFF_FFFFL;
      case Type.BOOL8 -> value == 0 ? 0 : 1;
      default -> value;
    };
  }

  /** {@code static_cast} between numeric types, on stored bits, null rows included. */
  static LongUnaryOperator cast(Type from, Type to) {
    if (from.id() == to.id()) {
      return v -> v;
    }
    if (to.isFloat()) {
      // a UINT64 or INT64 must be rounded once, so it goes to float directly
      if (to.id() == Type.FLOAT32 && !from.isFloat() && from.id() != Type.UINT64) {
        return v -> Float.floatToRawIntBits((float) v);
      }
      return v -> FixedVec.bits(to, FixedVec.toDouble(from, v));
    }
    if (from.isFloat()) {
      boolean single = from.id() == Type.FLOAT32;
      return v -> floatToWhole(FixedVec.toDouble(from, v), to, single);
    }
    int id = to.id();
    return v -> wrap(id, v);
  }

  /** CUDA's conversion: towards zero, saturating; NaN is the least number of 64 bits, or 0. */
  static long floatToWhole(double value, Type to, boolean single) {
    switch (to.id()) {
      case Type.BOOL8:
        return value != 0 ? 1 : 0;
      case Type.INT32:
        return value != value && !single ? Integer.MIN_VALUE : (int) value;
      case Type.UINT32:
        long whole32 = value <= 0 ? 0 : Math.min((long) value, 0xFFFF_FFFFL);
        return value != value && !single ? 0x8000_0000L : whole32;
      case Type.INT64:
        return value != value ? Long.MIN_VALUE : (long) value;
      case Type.UINT64:
        if (value != value) {
          return Long.MIN_VALUE;
        }
        return value <= 0
            ? 0
            : value >= 0x1p64
                ? -1L
                : value >= 0x1p63 ? (long) (value - 0x1p63) + Long.MIN_VALUE : (long) value;
      default:
        long whole = (long) value;
        if (value != value || wrap(to.id(), whole) != whole) {
          throw new Refused(
              "the conversion of " + value + " to " + to + ", which C++ leaves undefined,");
        }
        return whole;
    }
  }
}
