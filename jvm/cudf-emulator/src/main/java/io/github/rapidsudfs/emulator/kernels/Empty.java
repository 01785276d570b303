// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.kernels;

import io.github.rapidsudfs.emulator.agent.Native;
import io.github.rapidsudfs.emulator.column.FixedVec;
import io.github.rapidsudfs.emulator.column.StringVec;
import io.github.rapidsudfs.emulator.column.Type;
import io.github.rapidsudfs.emulator.column.Vec;
import io.github.rapidsudfs.emulator.column.WideVec;
import io.github.rapidsudfs.emulator.memory.Refused;

/** Vectors without rows. */
public final class Empty {
  private Empty() {}

  /** An empty column of a type that is not nested. */
  @Native("ai.rapids.cudf.ColumnVector.makeEmptyCudfColumn")
  public static Vec of(Type type) {
    if (type.isString()) {
      return new StringVec(new byte[0], new int[1], null);
    }
    if (type.id() == Type.DECIMAL128) {
      return new WideVec(type, new long[0], new long[0], null);
    }
    if (!type.isFixedWidth()) {
      throw new Refused("an empty column of type " + type);
    }
    return new FixedVec(type, new long[0], null);
  }
}
