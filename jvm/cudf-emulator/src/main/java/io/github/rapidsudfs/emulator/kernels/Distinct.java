// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.kernels;

import io.github.rapidsudfs.emulator.agent.Natives;
import io.github.rapidsudfs.emulator.column.Table;
import io.github.rapidsudfs.emulator.column.Vec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Rows with distinct keys, in their original order; on a GPU the order is unspecified. */
@Natives("ai.rapids.cudf.Table")
public final class Distinct {
  private static final int LAST = 2;
  private static final int NONE = 3;

  private Distinct() {}

  /**
   * Keeps any (0), the first (1) or the last (2) of the rows with the same key, or none (3) if
   * there are several. Without {@code nullsEqual}, a key with a null equals no other.
   */
  public static Vec[] dropDuplicates(Table table, int[] keys, int keep, boolean nullsEqual) {
    Vec[] by = Arrays.stream(keys).mapToObj(table::vec).toArray(Vec[]::new);
    Map<RowKey, List<Integer>> rowsOf = new LinkedHashMap<>();
    List<Integer> kept = new ArrayList<>();
    for (int row = 0; row < table.rows(); row++) {
      RowKey key = new RowKey(by, row);
      if (!nullsEqual && key.hasNull()) {
        kept.add(row);
      } else {
        rowsOf.computeIfAbsent(key, k -> new ArrayList<>()).add(row);
      }
    }
    for (List<Integer> rows : rowsOf.values()) {
      if (keep != NONE || rows.size() == 1) {
        kept.add(rows.get(keep == LAST ? rows.size() - 1 : 0));
      }
    }
    return Tables.gather(table.vecs(), kept.stream().mapToInt(i -> i).sorted().toArray());
  }
}
