// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.kernels;

import io.github.rapidsudfs.emulator.agent.Native;
import io.github.rapidsudfs.emulator.agent.Natives;
import io.github.rapidsudfs.emulator.column.FixedVec;
import io.github.rapidsudfs.emulator.column.Valid;
import io.github.rapidsudfs.emulator.column.Vec;
import io.github.rapidsudfs.emulator.memory.Cudf;

/** {@code cudf::copy_if_else}: a null predicate counts as false. */
@Natives("ai.rapids.cudf.ColumnView")
public final class IfElse {
  private IfElse() {}

  @Native({"ifElseVV", "ifElseVS", "ifElseSV", "ifElseSS"})
  public static Vec apply(Vec predicate, Operand whenTrue, Operand whenFalse) {
    Cudf.expects(
        whenTrue.hasRows(predicate.size) && whenFalse.hasRows(predicate.size),
        "Both columns must be of the size of the boolean mask");
    Cudf.expects(predicate.type.isBool(), "Boolean mask column must be of type type_id::BOOL8");
    Cudf.expects(
        whenTrue.vec().type.equals(whenFalse.vec().type),
        "Both inputs must be of the same type: %s and %s"
            .formatted(whenTrue.vec().type, whenFalse.vec().type));
    boolean[] fromLeft = new boolean[predicate.size];
    for (int i = 0; i < fromLeft.length; i++) {
      fromLeft[i] = ((FixedVec) predicate).isTrue(i);
    }
    return pick(fromLeft, whenTrue.vec(), whenFalse.vec());
  }

  /** Each row from the left or the right vector. A one-row vector applies to every row. */
  static Vec pick(boolean[] fromLeft, Vec left, Vec right) {
    if (left instanceof FixedVec a && right instanceof FixedVec b) {
      return pick(fromLeft, a, b);
    }
    int[] map = new int[fromLeft.length];
    for (int i = 0; i < map.length; i++) {
      map[i] = fromLeft[i] ? (left.size == 1 ? 0 : i) : left.size + (right.size == 1 ? 0 : i);
    }
    return Concat.of(left, right).gather(map);
  }

  /** The most common case, without concatenating both vectors. */
  private static FixedVec pick(boolean[] fromLeft, FixedVec left, FixedVec right) {
    int rows = fromLeft.length;
    long[] values = new long[rows];
    boolean[] valid = left.valid == null && right.valid == null ? null : Valid.all(rows);
    for (int i = 0; i < rows; i++) {
      FixedVec from = fromLeft[i] ? left : right;
      int at = from.size == 1 ? 0 : i;
      values[i] = from.values[at];
      if (valid != null) {
        valid[i] = !from.isNull(at);
      }
    }
    return new FixedVec(left.type, values, valid);
  }
}
