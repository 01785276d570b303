// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.column;

import java.util.Arrays;
import java.util.function.IntPredicate;

/** The validity of rows as booleans; a null array means that no row is null. */
public final class Valid {
  public static boolean[] all(int rows) {
    boolean[] valid = new boolean[rows];
    Arrays.fill(valid, true);
    return valid;
  }

  /** The validity of rows that is true where a test holds. */
  public static boolean[] of(int rows, IntPredicate valid) {
    boolean[] result = new boolean[rows];
    for (int i = 0; i < rows; i++) {
      result[i] = valid.test(i);
    }
    return result;
  }

  public static boolean[] none(int rows) {
    return new boolean[rows];
  }

  /** The validity, or null if no row is null. */
  public static boolean[] orNull(boolean[] valid) {
    return nulls(valid) == 0 ? null : valid;
  }

  public static int nulls(boolean[] valid) {
    int nulls = 0;
    if (valid != null) {
      for (boolean v : valid) {
        nulls += v ? 0 : 1;
      }
    }
    return nulls;
  }

  /** The conjunction of validities. A one-row validity applies to every row. */
  public static boolean[] and(int rows, boolean[]... validities) {
    boolean[] result = null;
    for (boolean[] valid : validities) {
      if (valid == null || (valid.length == 1 && rows != 1 && valid[0])) {
        continue;
      }
      if (result == null) {
        result = all(rows);
      }
      for (int i = 0; i < rows; i++) {
        result[i] &= valid[valid.length == 1 ? 0 : i];
      }
    }
    return result;
  }
}
