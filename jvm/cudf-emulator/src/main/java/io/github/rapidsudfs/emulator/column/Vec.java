// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.column;

import java.util.Arrays;

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

  /**
   * Returns whether two non-null rows have equal values: all NaNs are equal, as are both zeros, and
   * nulls within lists and structs.
   */
  public final boolean same(int row, Vec other, int otherRow) {
    return compare(row, other, otherRow) == 0;
  }

  /** A hash that agrees with {@link #same}. */
  public abstract int hash(int row);

  /**
   * The order of two non-null rows: NaN is greatest, strings are ordered by bytes, and nulls within
   * lists and structs come first.
   */
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

  /** Rows {@code from} to {@code to}. */
  public final Vec slice(int from, int to) {
    if (from == 0 && to == size) {
      return this;
    }
    int[] map = new int[to - from];
    Arrays.setAll(map, i -> from + i);
    return gather(map);
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
