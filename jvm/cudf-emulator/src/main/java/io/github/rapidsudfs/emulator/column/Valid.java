// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.column;

import java.util.Arrays;
import java.util.function.IntPredicate;

/** Validity of rows as booleans; null stands for "no nulls". */
public final class Valid {
  private Valid() {}

  public static boolean[] all(int rows) {
    boolean[] valid = new boolean[rows];
    Arrays.fill(valid, true);
    return valid;
  }

  /** Valid where a test of a row holds. */
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

  /** The validity, or null where nothing is null. */
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

  /** Valid where all are. A one-row validity counts for every row. */
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
