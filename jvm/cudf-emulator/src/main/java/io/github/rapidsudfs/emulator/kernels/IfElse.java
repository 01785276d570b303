package io.github.rapidsudfs.emulator.kernels;

import io.github.rapidsudfs.emulator.column.FixedVec;
import io.github.rapidsudfs.emulator.column.Vec;
import io.github.rapidsudfs.emulator.memory.Cudf;

/**
 * {@code cudf::copy_if_else}: a null predicate counts as false. Operands of one row are scalars
 * beside longer ones.
 */
public final class IfElse {
  private IfElse() {}

  /** Rows of one side or the other; scalars must be repeated by the caller. */
  public static Vec apply(FixedVec predicate, Vec whenTrue, Vec whenFalse) {
    Cudf.expects(predicate.type.isBool(), "Boolean mask column must be of type type_id::BOOL8");
    Cudf.expects(
        whenTrue.type.equals(whenFalse.type),
        "Both inputs must be of the same type: " + whenTrue.type + " and " + whenFalse.type);
    boolean[] fromLeft = new boolean[predicate.size];
    for (int i = 0; i < fromLeft.length; i++) {
      fromLeft[i] = !predicate.isNull(i) && predicate.values[i] != 0;
    }
    return pick(fromLeft, whenTrue, whenFalse);
  }

  /** Each row from the left or from the right vector. A one-row vector is used for every row. */
  static Vec pick(boolean[] fromLeft, Vec left, Vec right) {
    int[] map = new int[fromLeft.length];
    for (int i = 0; i < map.length; i++) {
      map[i] = fromLeft[i] ? (left.size == 1 ? 0 : i) : left.size + (right.size == 1 ? 0 : i);
    }
    return Concat.of(left, right).gather(map);
  }
}
