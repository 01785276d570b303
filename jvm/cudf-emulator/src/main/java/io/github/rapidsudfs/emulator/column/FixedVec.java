// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.column;

import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.function.IntToLongFunction;
import java.util.function.IntUnaryOperator;
import java.util.function.LongUnaryOperator;

/**
 * Values of one to eight bytes, each in a long: whole numbers by value (UINT64 by its bits), floats
 * by their bits, booleans as 0 and 1, decimals unscaled.
 */
public final class FixedVec extends Vec {
  public final long[] values;

  public FixedVec(Type type, long[] values, boolean[] valid) {
    super(type, values.length, valid);
    this.values = values;
  }

  public static FixedVec bools(boolean[] values, boolean[] valid) {
    return bools(values.length, i -> values[i], valid);
  }

  public static FixedVec bools(int rows, IntPredicate value, boolean[] valid) {
    return longs(Type.of(Type.BOOL8), rows, i -> value.test(i) ? 1 : 0, valid);
  }

  public static FixedVec ints(int[] values, boolean[] valid) {
    return longs(Type.of(Type.INT32), values.length, i -> values[i], valid);
  }

  public static FixedVec ints(int rows, IntUnaryOperator value, boolean[] valid) {
    return longs(Type.of(Type.INT32), rows, value::applyAsInt, valid);
  }

  /** The stored bits of each row, null for null rows. */
  public static FixedVec orNull(Type type, int rows, IntFunction<Long> bits) {
    long[] values = new long[rows];
    boolean[] valid = Valid.none(rows);
    for (int i = 0; i < rows; i++) {
      Long value = bits.apply(i);
      valid[i] = value != null;
      values[i] = valid[i] ? value : 0;
    }
    return new FixedVec(type, values, valid);
  }

  /** The stored bits of each row, null rows included. */
  public static FixedVec longs(Type type, int rows, IntToLongFunction bits, boolean[] valid) {
    long[] values = new long[rows];
    for (int i = 0; i < rows; i++) {
      values[i] = bits.applyAsLong(i);
    }
    return new FixedVec(type, values, valid);
  }

  /** A function of each row's stored bits, null rows included. */
  public FixedVec map(Type to, LongUnaryOperator f) {
    return longs(to, size, i -> f.applyAsLong(values[i]), valid);
  }

  /** Returns whether a row of booleans or whole numbers is not null and not zero. */
  public boolean isTrue(int row) {
    return !isNull(row) && values[row] != 0;
  }

  /** The bits of a floating-point value of a type. */
  public static long bits(Type type, double value) {
    return type.id() == Type.FLOAT32
        ? Float.floatToRawIntBits((float) value)
        : Double.doubleToRawLongBits(value);
  }

  /** The value of a row of a numeric type. */
  public double asDouble(int row) {
    return toDouble(type, values[row]);
  }

  public static double toDouble(Type type, long bits) {
    return switch (type.id()) {
      case Type.FLOAT32 -> Float.intBitsToFloat((int) bits);
      case Type.FLOAT64 -> Double.longBitsToDouble(bits);
      case Type.UINT64 -> bits >= 0 ? (double) bits : (double) (bits >>> 1 | bits & 1) * 2.0;
      default -> (double) bits;
    };
  }

  /** The values of a type that fits an int. */
  public int[] toInts() {
    int[] ints = new int[size];
    for (int i = 0; i < size; i++) {
      ints[i] = (int) values[i];
    }
    return ints;
  }

  @Override
  public boolean isNan(int row) {
    return type.isFloat() && Double.isNaN(asDouble(row));
  }

  @Override
  public FixedVec with(boolean[] validity) {
    return new FixedVec(type, values, validity);
  }

  public FixedVec as(Type other) {
    return new FixedVec(other, values, valid);
  }

  @Override
  public FixedVec gather(int[] map) {
    long[] gathered = new long[map.length];
    for (int i = 0; i < map.length; i++) {
      gathered[i] = map[i] < 0 ? 0 : values[map[i]];
    }
    return new FixedVec(type, gathered, gatherValid(map));
  }

  @Override
  public int hash(int row) {
    if (!type.isFloat()) {
      return Long.hashCode(values[row]);
    }
    double value = asDouble(row);
    return Double.hashCode(value == 0 ? 0.0 : value);
  }

  @Override
  public int compare(int row, Vec other, int otherRow) {
    long a = values[row];
    long b = ((FixedVec) other).values[otherRow];
    if (type.isFloat()) {
      double x = toDouble(type, a);
      double y = toDouble(type, b);
      return x == y ? 0 : Double.compare(x, y);
    }
    return type.id() == Type.UINT64 ? Long.compareUnsigned(a, b) : Long.compare(a, b);
  }
}
