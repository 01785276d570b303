package io.github.rapidsudfs.emulator.natives;

import static io.github.rapidsudfs.emulator.natives.GatherMaps.out;
import static io.github.rapidsudfs.emulator.natives.TableHandles.table;

import io.github.rapidsudfs.emulator.agent.Natives;
import io.github.rapidsudfs.emulator.column.Vec;
import io.github.rapidsudfs.emulator.kernels.JoinPairs;
import io.github.rapidsudfs.emulator.kernels.TableJoins;
import io.github.rapidsudfs.emulator.kernels.Tables;
import io.github.rapidsudfs.emulator.memory.Cudf;
import io.github.rapidsudfs.emulator.memory.Handles;

/** Joins by equal keys: of two tables, or of one with a hash table built before. */
@Natives("ai.rapids.cudf.Table")
public final class JoinNatives {
  private JoinNatives() {}

  /** The pairs of rows with equal keys. */
  static JoinPairs pairs(long left, long right, boolean nullsEqual) {
    return new TableJoins(table(right).vecs(), nullsEqual).inner(table(left).vecs());
  }

  private static HashJoinNatives.Built built(long join) {
    return Handles.get(join, HashJoinNatives.Built.class);
  }

  private static JoinPairs pairs(long left, long join) {
    return built(join).joins().inner(table(left).vecs());
  }

  public static long[] innerJoinGatherMaps(long left, long right, boolean nullsEqual) {
    return out(pairs(left, right, nullsEqual));
  }

  public static long[] innerDistinctJoinGatherMaps(long left, long right, boolean nullsEqual) {
    return out(pairs(left, right, nullsEqual));
  }

  public static long[] leftJoinGatherMaps(long left, long right, boolean nullsEqual) {
    return out(pairs(left, right, nullsEqual).leftOuter(table(left).rows()));
  }

  public static long[] leftDistinctJoinGatherMap(long left, long right, boolean nullsEqual) {
    return out(new TableJoins(table(right).vecs(), nullsEqual).leftDistinct(table(left).vecs()));
  }

  public static long[] fullJoinGatherMaps(long left, long right, boolean nullsEqual) {
    return out(pairs(left, right, nullsEqual).fullOuter(table(left).rows(), table(right).rows()));
  }

  public static long[] leftSemiJoinGatherMap(long left, long right, boolean nullsEqual) {
    return out(JoinPairs.semi(pairs(left, right, nullsEqual).left(), table(left).rows()));
  }

  public static long[] leftAntiJoinGatherMap(long left, long right, boolean nullsEqual) {
    return out(JoinPairs.anti(pairs(left, right, nullsEqual).left(), table(left).rows()));
  }

  public static long innerJoinRowCount(long left, long join) {
    return pairs(left, join).size();
  }

  public static long[] innerHashJoinGatherMaps(long left, long join) {
    return out(pairs(left, join));
  }

  private static JoinPairs leftOuter(long left, long join) {
    return pairs(left, join).leftOuter(table(left).rows());
  }

  public static long leftJoinRowCount(long left, long join) {
    return leftOuter(left, join).size();
  }

  public static long[] leftHashJoinGatherMaps(long left, long join) {
    return out(leftOuter(left, join));
  }

  private static JoinPairs fullOuter(long left, long join) {
    return pairs(left, join).fullOuter(table(left).rows(), built(join).rows());
  }

  public static long fullJoinRowCount(long left, long join) {
    return fullOuter(left, join).size();
  }

  public static long[] fullHashJoinGatherMaps(long left, long join) {
    return out(fullOuter(left, join));
  }

  public static int distinctCount(long table, boolean nullsEqual) {
    Cudf.expects(
        table(table).columns().length > 0, "At least one column is needed to count distinct rows");
    return TableJoins.distinctRows(table(table).vecs(), table(table).rows(), nullsEqual);
  }

  /** Every left row with every right row, in the order of the left ones. */
  public static long[] crossJoin(long left, long right) {
    Vec[] first = table(left).vecs();
    Vec[] second = table(right).vecs();
    Cudf.expects(first.length > 0 && second.length > 0, "Left table is empty");
    JoinPairs all = JoinPairs.all(table(left).rows(), table(right).rows());
    Vec[] result = new Vec[first.length + second.length];
    System.arraycopy(Tables.gather(first, all.left()), 0, result, 0, first.length);
    System.arraycopy(Tables.gather(second, all.right()), 0, result, first.length, second.length);
    return Io.out(result);
  }
}
