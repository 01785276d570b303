// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.kernels;

import io.github.rapidsudfs.emulator.agent.Native;
import io.github.rapidsudfs.emulator.agent.OfScalar;
import io.github.rapidsudfs.emulator.column.Vec;
import io.github.rapidsudfs.emulator.memory.Cudf;

/** {@code cudf::clamp}: replaces values below a lower bound or above an upper bound. */
public final class Clamp {
  private Clamp() {}

  /**
   * Each bound and replacement is one row; a null bound does not apply. NaN is neither below nor
   * above.
   */
  @Native("ai.rapids.cudf.ColumnView.clamper")
  public static Vec apply(
      Vec vec,
      @OfScalar Vec low,
      @OfScalar Vec lowReplacement,
      @OfScalar Vec high,
      @OfScalar Vec highReplacement) {
    Cudf.expects(low.type.equals(high.type), "mismatching types of limit scalars");
    Cudf.expects(
        lowReplacement.type.equals(highReplacement.type), "mismatching types of replace scalars");
    Cudf.expects(
        low.type.equals(lowReplacement.type), "mismatching types of limit and replace scalars");
    boolean hasLow = !low.isNull(0);
    boolean hasHigh = !high.isNull(0);
    if ((!hasLow && !hasHigh) || vec.size == 0) {
      return vec;
    }
    Cudf.expects(
        !hasLow || !lowReplacement.isNull(0), "lo_replace can't be null if lo is not null");
    Cudf.expects(
        !hasHigh || !highReplacement.isNull(0), "hi_replace can't be null if hi is not null");
    Cudf.expects(!vec.type.isNested(), "clamp for " + vec.type + " not supported");
    Cudf.expects(vec.type.equals(low.type), "mismatching types of scalar and input");
    int[] map = new int[vec.size];
    for (int i = 0; i < map.length; i++) {
      boolean ordered = !vec.isNull(i) && !vec.isNan(i);
      if (ordered && hasLow && !low.isNan(0) && vec.compare(i, low, 0) < 0) {
        map[i] = vec.size;
      } else if (ordered && hasHigh && !high.isNan(0) && vec.compare(i, high, 0) > 0) {
        map[i] = vec.size + 1;
      } else {
        map[i] = i;
      }
    }
    return Concat.of(vec, lowReplacement, highReplacement).gather(map);
  }
}
