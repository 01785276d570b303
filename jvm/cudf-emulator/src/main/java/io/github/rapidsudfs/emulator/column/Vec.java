// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.column;

import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.function.IntToLongFunction;
import java.util.function.IntUnaryOperator;

/**
 * A column's values in Java arrays, on which kernels work. {@link Read} reads columns into vectors
 * and {@link Write} writes them. A vector is always a whole column, never a slice, and immutable.
 */
public abstract class Vec {
  public final Type type;
  public final int size;

  /** False for null rows; null if no row is null. */
  public final boolean[] valid;

  Vec(Type type, int size, boolean[] valid) {
    this.type = type;
    this.size = size;
    this.valid = Valid.orNull(valid);
  }

  public final boolean isNull(int row) {
    return valid != null && !valid[row];
  }

  /** Returns whether a row, null or not, holds a NaN. */
  public boolean isNan(int row) {
    return false;
  }

  public final int nullCount() {
    return Valid.nulls(valid);
  }

  /** The same values with other validity. */
  public abstract Vec with(boolean[] validity);

  /** The rows named by a map; a negative row is null. */
  public abstract Vec gather(int[] map);

  /** Returns whether two non-null rows are equal, where NaNs, zeros and nulls within are. */
  public final boolean same(int row, Vec other, int otherRow) {
    return compare(row, other, otherRow) == 0;
  }

  /** A hash that agrees with {@link #same}. */
  public abstract int hash(int row);

  /** The order of two non-null rows: NaN is greatest, strings by bytes, nulls within first. */
  public abstract int compare(int row, Vec other, int otherRow);

  /** Returns whether two rows are equal, where null equals null. */
  public final boolean sameOrBothNull(int row, Vec other, int otherRow) {
    boolean null1 = isNull(row);
    boolean null2 = other.isNull(otherRow);
    return null1 || null2 ? null1 && null2 : same(row, other, otherRow);
  }

  final int compareNullsFirst(int row, Vec other, int otherRow) {
    boolean null1 = isNull(row);
    boolean null2 = other.isNull(otherRow);
    return null1 || null2 ? Boolean.compare(null2, null1) : compare(row, other, otherRow);
  }

  /** A number of rows, each the row that a function names; a negative row is null. */
  public final Vec gather(int rows, IntUnaryOperator from) {
    int[] map = new int[rows];
    for (int i = 0; i < rows; i++) {
      map[i] = from.applyAsInt(i);
    }
    return gather(map);
  }

  /** Rows {@code from} to {@code to}. */
  public final Vec slice(int from, int to) {
    return from == 0 && to == size ? this : gather(to - from, i -> from + i);
  }

  /** A truth value for each row, with this vector's nulls. */
  public final FixedVec bools(IntPredicate value) {
    return FixedVec.bools(size, value, valid);
  }

  /** An INT32 for each row, with this vector's nulls. */
  public final FixedVec ints(IntUnaryOperator value) {
    return FixedVec.ints(size, value, valid);
  }

  /** The stored bits for each row, with this vector's nulls. */
  public final FixedVec longs(Type to, IntToLongFunction bits) {
    return FixedVec.longs(to, size, bits, valid);
  }

  /** The stored bits for each row that is not null; null for no result. */
  public final FixedVec orNull(Type to, IntFunction<Long> bits) {
    return FixedVec.orNull(to, size, i -> isNull(i) ? null : bits.apply(i));
  }

  /** The string for each row that is not null, expected to be of {@code width} bytes. */
  public final StringVec texts(int width, IntFunction<String> text) {
    return StringsOut.each(size, size * width, valid, (row, out) -> out.add(text.apply(row)));
  }

  /** A one-row vector's value repeated. */
  public final Vec repeat(int rows) {
    return gather(new int[rows]);
  }

  final boolean[] gatherValid(int[] map) {
    boolean[] validity = null;
    for (int i = 0; i < map.length; i++) {
      if (map[i] < 0 || isNull(map[i])) {
        if (validity == null) {
          validity = Valid.all(map.length);
        }
        validity[i] = false;
      }
    }
    return validity;
  }
}
