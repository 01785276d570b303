package io.github.rapidsudfs.emulator.natives;

import static io.github.rapidsudfs.emulator.natives.GatherMaps.out;
import static io.github.rapidsudfs.emulator.natives.TableHandles.table;

import io.github.rapidsudfs.emulator.agent.Natives;
import io.github.rapidsudfs.emulator.kernels.JoinPairs;

/** Joins with a condition over both rows: alone (conditional), or besides equal keys (mixed). */
@Natives("ai.rapids.cudf.Table")
public final class ConditionalJoins {
  private ConditionalJoins() {}

  private static JoinPairs conditional(long left, long right, long condition) {
    return Conditions.allPairs(table(left), table(right), condition);
  }

  private static JoinPairs mixed(
      long leftKeys, long rightKeys, long left, long right, long condition, boolean nullsEqual) {
    JoinPairs equal = JoinNatives.pairs(leftKeys, rightKeys, nullsEqual);
    return Conditions.filter(equal, table(left), table(right), condition);
  }

  private static JoinPairs conditionalLeft(long left, long right, long condition) {
    return conditional(left, right, condition).leftOuter(table(left).rows());
  }

  private static int[] semi(long left, long right, long condition) {
    return JoinPairs.semi(conditional(left, right, condition).left(), table(left).rows());
  }

  private static int[] anti(long left, long right, long condition) {
    return JoinPairs.anti(conditional(left, right, condition).left(), table(left).rows());
  }

  public static long conditionalInnerJoinRowCount(long left, long right, long condition) {
    return conditional(left, right, condition).size();
  }

  public static long[] conditionalInnerJoinGatherMaps(long left, long right, long condition) {
    return out(conditional(left, right, condition));
  }

  public static long conditionalLeftJoinRowCount(long left, long right, long condition) {
    return conditionalLeft(left, right, condition).size();
  }

  public static long[] conditionalLeftJoinGatherMaps(long left, long right, long condition) {
    return out(conditionalLeft(left, right, condition));
  }

  public static long[] conditionalFullJoinGatherMaps(long left, long right, long condition) {
    return out(
        conditional(left, right, condition).fullOuter(table(left).rows(), table(right).rows()));
  }

  public static long conditionalLeftSemiJoinRowCount(long left, long right, long condition) {
    return semi(left, right, condition).length;
  }

  public static long[] conditionalLeftSemiJoinGatherMap(long left, long right, long condition) {
    return out(semi(left, right, condition));
  }

  public static long conditionalLeftAntiJoinRowCount(long left, long right, long condition) {
    return anti(left, right, condition).length;
  }

  public static long[] conditionalLeftAntiJoinGatherMap(long left, long right, long condition) {
    return out(anti(left, right, condition));
  }

  public static long[] mixedInnerJoinGatherMaps(
      long leftKeys, long rightKeys, long left, long right, long condition, boolean nullsEqual) {
    return out(mixed(leftKeys, rightKeys, left, right, condition, nullsEqual));
  }

  public static long[] mixedLeftJoinGatherMaps(
      long leftKeys, long rightKeys, long left, long right, long condition, boolean nullsEqual) {
    JoinPairs inner = mixed(leftKeys, rightKeys, left, right, condition, nullsEqual);
    return out(inner.leftOuter(table(leftKeys).rows()));
  }

  public static long[] mixedFullJoinGatherMaps(
      long leftKeys, long rightKeys, long left, long right, long condition, boolean nullsEqual) {
    JoinPairs inner = mixed(leftKeys, rightKeys, left, right, condition, nullsEqual);
    return out(inner.fullOuter(table(leftKeys).rows(), table(rightKeys).rows()));
  }

  public static long[] mixedLeftSemiJoinGatherMap(
      long leftKeys, long rightKeys, long left, long right, long condition, boolean nullsEqual) {
    JoinPairs inner = mixed(leftKeys, rightKeys, left, right, condition, nullsEqual);
    return out(JoinPairs.semi(inner.left(), table(leftKeys).rows()));
  }

  public static long[] mixedLeftAntiJoinGatherMap(
      long leftKeys, long rightKeys, long left, long right, long condition, boolean nullsEqual) {
    JoinPairs inner = mixed(leftKeys, rightKeys, left, right, condition, nullsEqual);
    return out(JoinPairs.anti(inner.left(), table(leftKeys).rows()));
  }
}
