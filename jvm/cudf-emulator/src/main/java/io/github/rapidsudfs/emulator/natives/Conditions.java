package io.github.rapidsudfs.emulator.natives;

import io.github.rapidsudfs.emulator.column.FixedVec;
import io.github.rapidsudfs.emulator.column.Read;
import io.github.rapidsudfs.emulator.column.Vec;
import io.github.rapidsudfs.emulator.kernels.Ast;
import io.github.rapidsudfs.emulator.kernels.JoinPairs;
import io.github.rapidsudfs.emulator.memory.Cudf;
import io.github.rapidsudfs.emulator.memory.Handles;
import java.util.Arrays;

/** Compiled conditions over pairs of rows. A pair whose condition is null does not pass. */
final class Conditions {
  private static final int BLOCK = 1 << 20;

  private Conditions() {}

  /** The pairs that pass. */
  static JoinPairs filter(
      JoinPairs pairs, TableHandles.Table left, TableHandles.Table right, long condition) {
    return filter(
        pairs,
        new Vec[left.columns().length],
        left,
        new Vec[right.columns().length],
        right,
        condition);
  }

  /** Those of all pairs that pass, looked at in blocks. */
  static JoinPairs allPairs(TableHandles.Table left, TableHandles.Table right, long condition) {
    Vec[] leftRead = new Vec[left.columns().length];
    Vec[] rightRead = new Vec[right.columns().length];
    JoinPairs passed = JoinPairs.all(0, 0);
    int step = Math.max(1, BLOCK / Math.max(1, right.rows()));
    for (int from = 0; from < left.rows(); from += step) {
      int first = from;
      JoinPairs block = JoinPairs.all(Math.min(step, left.rows() - from), right.rows());
      JoinPairs moved =
          new JoinPairs(
              Arrays.stream(block.left()).map(row -> row + first).toArray(), block.right());
      passed = filter(moved, leftRead, left, rightRead, right, condition).after(passed);
    }
    return passed;
  }

  private static JoinPairs filter(
      JoinPairs pairs,
      Vec[] leftRead,
      TableHandles.Table left,
      Vec[] rightRead,
      TableHandles.Table right,
      long condition) {
    Vec passes =
        Handles.get(condition, Ast.class)
            .compute(
                index ->
                    index >= 0
                        ? column(leftRead, left, index).gather(pairs.left())
                        : column(rightRead, right, ~index).gather(pairs.right()),
                pairs.size());
    Cudf.expects(passes.type.isBool(), "The expression must produce a Boolean output.");
    return pairs.filter(i -> !passes.isNull(i) && ((FixedVec) passes).values[i] != 0);
  }

  private static Vec column(Vec[] read, TableHandles.Table table, int index) {
    Cudf.expects(index < read.length, "Requested column index is out of range: " + index);
    if (read[index] == null) {
      read[index] = Read.vec(table.columns()[index]);
    }
    return read[index];
  }
}
