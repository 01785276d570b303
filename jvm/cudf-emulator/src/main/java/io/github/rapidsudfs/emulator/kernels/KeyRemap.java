// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.kernels;

import io.github.rapidsudfs.emulator.binding.Native;
import io.github.rapidsudfs.emulator.binding.Natives;
import io.github.rapidsudfs.emulator.column.FixedVec;
import io.github.rapidsudfs.emulator.column.TableView;
import io.github.rapidsudfs.emulator.column.Vec;
import io.github.rapidsudfs.emulator.memory.CudfClasses;
import java.util.HashMap;
import java.util.Map;

/** Numbers for the distinct keys of a table, in order of appearance. */
@Natives("ai.rapids.cudf.KeyRemapping")
public final class KeyRemap {
  private static final int NOT_FOUND = -1;
  private static final int NULL_KEY = -2;

  private final Vec[] keys;
  private final boolean nullsEqual;
  private final boolean counts;
  private final Map<RowKey, Integer> numbers = new HashMap<>();
  private int most;

  private KeyRemap(Vec[] keys, boolean nullsEqual, boolean counts) {
    this.keys = keys;
    this.nullsEqual = nullsEqual;
    this.counts = counts;
    Map<RowKey, Integer> rows = new HashMap<>();
    for (int row = 0; row < keys[0].size; row++) {
      RowKey key = new RowKey(keys, row);
      if (nullsEqual || !key.hasNull()) {
        numbers.putIfAbsent(key, numbers.size());
        most = Math.max(most, rows.merge(key, 1, Integer::sum));
      }
    }
  }

  public static KeyRemap create(TableView keys, boolean nullsEqual, boolean counts) {
    return new KeyRemap(keys.vecs(), nullsEqual, counts);
  }

  private KeyRemap counted() {
    if (!counts) {
      throw new IllegalStateException("the remapping was made without metrics");
    }
    return this;
  }

  @Native(value = "getDistinctCount", kernel = false)
  public static int getDistinctCount(KeyRemap remapping) {
    return remapping.counted().numbers.size();
  }

  @Native(value = "getMaxDuplicateCount", kernel = false)
  public static int getMaxDuplicateCount(KeyRemap remapping) {
    return remapping.counted().most;
  }

  /** The key number of each of the table's rows; -2 for a null key if nulls are unequal. */
  public static FixedVec remapBuildKeys(KeyRemap remapping) {
    return remapping.numbered(remapping.keys, NULL_KEY);
  }

  /** The key number of each row, -1 if the table does not contain its key. */
  public static FixedVec remapProbeKeys(KeyRemap remapping, TableView probe) {
    Vec[] keys = remapping.keys;
    CudfClasses.expects(probe.columns.length == keys.length, "Mismatch in number of columns");
    for (int k = 0; k < keys.length; k++) {
      CudfClasses.expects(
          probe.vec(k).type.equals(keys[k].type), "Mismatch in joining column data types");
    }
    return remapping.numbered(probe.vecs(), NOT_FOUND);
  }

  private FixedVec numbered(Vec[] rows, int ofNull) {
    return FixedVec.ints(
        rows[0].size,
        row -> {
          RowKey key = new RowKey(rows, row);
          return nullsEqual || !key.hasNull() ? numbers.getOrDefault(key, NOT_FOUND) : ofNull;
        },
        null);
  }
}
