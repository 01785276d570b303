// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.kernels;

import io.github.rapidsudfs.emulator.column.StructVec;
import io.github.rapidsudfs.emulator.column.Vec;
import io.github.rapidsudfs.emulator.memory.CudfClasses;
import io.github.rapidsudfs.emulator.memory.Refused;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Equality joins as gather maps, using a hash table of the right keys. NaNs are equal, and so are
 * both zeros; nulls are equal if {@code nullsEqual}. Pairs are in the order of the left rows, which
 * a GPU does not guarantee.
 */
public final class TableJoins {
  private final Vec[] keys;
  private final boolean nullsEqual;
  private final Map<RowKey, Integer> firsts = new HashMap<>();
  private final int[] next;

  /** Builds the hash table over the right table's keys. */
  public TableJoins(Vec[] keys, boolean nullsEqual) {
    CudfClasses.expects(keys.length > 0, "Hash join requires a non-empty build table");
    this.keys = keys;
    this.nullsEqual = nullsEqual;
    check(keys);
    next = new int[keys[0].size];
    for (int row = next.length - 1; row >= 0; row--) {
      RowKey key = new RowKey(keys, row);
      Integer before = nullsEqual || !key.hasNull() ? firsts.put(key, row) : null;
      next[row] = before == null ? -1 : before;
    }
  }

  private void check(Vec[] columns) {
    for (Vec column : columns) {
      if (column.type.isNested() && !(column instanceof StructVec struct && struct.hasNoList())) {
        throw new Refused(
            "a join by " + column.type + (column instanceof StructVec ? " of lists" : ""));
      }
    }
  }

  int rows() {
    return next.length;
  }

  /** The pairs of rows with equal keys. */
  public JoinPairs inner(Vec[] left) {
    check(left);
    CudfClasses.expects(
        left.length == keys.length, "Mismatch in number of columns to be joined on");
    for (int k = 0; k < keys.length; k++) {
      CudfClasses.expects(
          left[k].type.equals(keys[k].type), "Mismatch in joining column data types");
    }
    IntStream.Builder leftRows = IntStream.builder();
    IntStream.Builder rightRows = IntStream.builder();
    for (int row = 0; row < left[0].size; row++) {
      RowKey key = new RowKey(left, row);
      Integer match = nullsEqual || !key.hasNull() ? firsts.get(key) : null;
      for (int at = match == null ? -1 : match; at >= 0; at = next[at]) {
        leftRows.add(row);
        rightRows.add(at);
      }
    }
    return new JoinPairs(leftRows.build().toArray(), rightRows.build().toArray());
  }

  /** The right row with equal keys for each left row, at most one, or {@link JoinPairs#NO_ROW}. */
  public int[] leftDistinct(Vec[] left) {
    int[] map = new int[left[0].size];
    Arrays.fill(map, JoinPairs.NO_ROW);
    JoinPairs matches = inner(left);
    for (int i = 0; i < matches.size(); i++) {
      map[matches.left()[i]] = matches.right()[i];
    }
    return map;
  }

  /** The number of distinct rows; a row with a null is distinct if nulls are unequal. */
  public static int distinctRows(Vec[] table, int rows, boolean nullsEqual) {
    Set<RowKey> seen = new HashSet<>();
    int unequal = 0;
    for (int row = 0; row < rows; row++) {
      RowKey key = new RowKey(table, row);
      if (nullsEqual || !key.hasNull()) {
        seen.add(key);
      } else {
        unequal++;
      }
    }
    return seen.size() + unequal;
  }
}
