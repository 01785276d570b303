// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.kernels;

import io.github.rapidsudfs.emulator.agent.Native;
import io.github.rapidsudfs.emulator.column.Vec;
import io.github.rapidsudfs.emulator.memory.Cudf;
import io.github.rapidsudfs.emulator.memory.Refused;
import java.util.stream.IntStream;

/** {@code cudf::find_and_replace_all}. */
public final class FindAndReplace {
  private FindAndReplace() {}

  /**
   * Replaces each value that is among the old values with the new value in the same row, which may
   * be null; the first of equal old values counts. Null rows stay null.
   */
  @Native("ai.rapids.cudf.ColumnView.findAndReplaceAll")
  public static Vec all(Vec olds, Vec news, Vec vec) {
    Cudf.expects(olds.size == news.size, "values_to_replace and replacement_values size mismatch.");
    Cudf.expects(vec.type.equals(olds.type) && vec.type.equals(news.type), "Columns type mismatch");
    Cudf.expects(olds.nullCount() == 0, "values_to_replace must not have nulls");
    if (vec.type.isNested()) {
      throw new Refused("findAndReplaceAll of " + vec.type);
    }
    int[] map = new int[vec.size];
    for (int i = 0; i < map.length; i++) {
      int found = vec.isNull(i) ? -1 : find(vec, i, olds);
      map[i] = found < 0 ? i : vec.size + found;
    }
    return Concat.of(vec, news).gather(map);
  }

  private static int find(Vec vec, int row, Vec olds) {
    // Vectors treat NaNs as equal, this operation does not.
    return vec.isNan(row)
        ? -1
        : IntStream.range(0, olds.size).filter(k -> vec.same(row, olds, k)).findFirst().orElse(-1);
  }
}
