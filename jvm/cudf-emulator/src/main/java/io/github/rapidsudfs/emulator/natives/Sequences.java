// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.natives;

import io.github.rapidsudfs.emulator.agent.Native;
import io.github.rapidsudfs.emulator.agent.OfScalar;
import io.github.rapidsudfs.emulator.column.Vec;
import io.github.rapidsudfs.emulator.kernels.Fill;

/** Sequences with an optional step, whose handle is 0 if absent. */
public final class Sequences {
  private Sequences() {}

  @Native("ai.rapids.cudf.ColumnVector.sequence")
  public static Vec sequence(@OfScalar Vec start, long step, int rows) {
    return Fill.sequence(start, step == 0 ? null : Io.scalarVec(step), rows);
  }

  @Native("ai.rapids.cudf.ColumnVector.sequences")
  public static Vec sequences(Vec start, Vec size, long step) {
    return Fill.sequences(start, size, step == 0 ? null : Io.vec(step));
  }
}
