// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.kernels;

import io.github.rapidsudfs.emulator.column.FixedVec;
import io.github.rapidsudfs.emulator.column.Type;
import java.util.Arrays;

/**
 * The most common operators on numbers, each in a loop of its own. The function objects by which
 * {@link NumericBinary} covers all operators take ten times as long per row.
 */
final class NumericLoops {
  /** The result on values of one type, null rows included; null if there is no loop. */
  static FixedVec apply(
      Binary.Operands v, BinaryOperator op, Type type, long[] a, long[] b, Type out) {
    boolean noNulls = v.left().valid == null && v.right().valid == null;
    if (op.seesNulls() && !(op.isExtreme() && noNulls)
        || type.id() == Type.FLOAT32
        || type.id() == Type.UINT64) {
      return null;
    }
    long[] x = v.first().scalar() ? repeated(a, v.rows()) : a;
    long[] y = v.second().scalar() ? repeated(b, v.rows()) : b;
    long[] result;
    if (op.isComparison()) {
      result = type.isFloat() ? orderedReals(op, x, y) : ordered(op, x, y);
    } else if (type.isFloat()) {
      result = out.equals(type) ? reals(op, x, y) : null;
    } else {
      result = whole(op, x, y);
      if (result != null) {
        wrap(Cpp.promoted(type.id()), result);
        wrap(out.id(), result);
      }
    }
    return result == null ? null : new FixedVec(out, result, Binary.validity(v));
  }

  private static long[] repeated(long[] one, int rows) {
    long[] values = new long[rows];
    Arrays.fill(values, one[0]);
    return values;
  }

  private static long[] whole(BinaryOperator op, long[] a, long[] b) {
    long[] result = new long[a.length];
    switch (op) {
      case ADD:
        for (int i = 0; i < result.length; i++) {
          result[i] = a[i] + b[i];
        }
        return result;
      case SUB:
        for (int i = 0; i < result.length; i++) {
          result[i] = a[i] - b[i];
        }
        return result;
      case MUL:
        for (int i = 0; i < result.length; i++) {
          result[i] = a[i] * b[i];
        }
        return result;
      case BITWISE_AND:
        for (int i = 0; i < result.length; i++) {
          result[i] = a[i] & b[i];
        }
        return result;
      case BITWISE_OR:
        for (int i = 0; i < result.length; i++) {
          result[i] = a[i] | b[i];
        }
        return result;
      case NULL_MAX:
        for (int i = 0; i < result.length; i++) {
          result[i] = Math.max(a[i], b[i]);
        }
        return result;
      case NULL_MIN:
        for (int i = 0; i < result.length; i++) {
          result[i] = Math.min(a[i], b[i]);
        }
        return result;
      default:
        return null;
    }
  }

  private static long[] reals(BinaryOperator op, long[] a, long[] b) {
    long[] result = new long[a.length];
    switch (op) {
      case ADD:
        for (int i = 0; i < result.length; i++) {
          result[i] = bits(real(a[i]) + real(b[i]));
        }
        return result;
      case SUB:
        for (int i = 0; i < result.length; i++) {
          result[i] = bits(real(a[i]) - real(b[i]));
        }
        return result;
      case MUL:
        for (int i = 0; i < result.length; i++) {
          result[i] = bits(real(a[i]) * real(b[i]));
        }
        return result;
      case DIV, TRUE_DIV:
        for (int i = 0; i < result.length; i++) {
          result[i] = bits(real(a[i]) / real(b[i]));
        }
        return result;
      default:
        return null;
    }
  }

  private static double real(long bits) {
    return Double.longBitsToDouble(bits);
  }

  private static long bits(double value) {
    return Double.doubleToRawLongBits(value);
  }

  private static long[] ordered(BinaryOperator op, long[] a, long[] b) {
    int holding = holding(op);
    long[] result = new long[a.length];
    for (int i = 0; i < result.length; i++) {
      int order = a[i] < b[i] ? 0 : a[i] == b[i] ? 1 : 2;
      result[i] = holding >> order & 1;
    }
    return result;
  }

  /** IEEE comparison: a NaN is unequal to everything and neither less nor greater. */
  private static long[] orderedReals(BinaryOperator op, long[] a, long[] b) {
    int holding = holding(op);
    long[] result = new long[a.length];
    for (int i = 0; i < result.length; i++) {
      double x = real(a[i]);
      double y = real(b[i]);
      int order = x < y ? 0 : x == y ? 1 : x > y ? 2 : 3;
      result[i] = holding >> order & 1;
    }
    return result;
  }

  /** A bit mask of the orders for which a comparison is true: less, equal, greater, unordered. */
  private static int holding(BinaryOperator op) {
    int bits = op == BinaryOperator.NOT_EQUAL ? 8 : 0;
    for (int order = -1; order <= 1; order++) {
      bits |= op.holds(order) ? 1 << order + 1 : 0;
    }
    return bits;
  }

  /** Truncates integers to a type's width, in place: see {@link Cpp#wrap}. */
  static void wrap(int id, long[] values) {
    switch (Type.of(id).width()) {
      case 4:
        long mask = id == Type.UINT32 ? 0xFFFF_FFFFL : -1;
        for (int i = 0; i < values.length; i++) {
          values[i] = (int) values[i] & mask;
        }
        break;
      case 1, 2:
        for (int i = 0; i < values.length; i++) {
          values[i] = Cpp.wrap(id, values[i]);
        }
        break;
      default: // eight bytes are whole
    }
  }
}
