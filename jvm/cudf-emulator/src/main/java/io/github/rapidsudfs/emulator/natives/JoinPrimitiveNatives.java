package io.github.rapidsudfs.emulator.natives;

import static io.github.rapidsudfs.emulator.natives.GatherMaps.out;
import static io.github.rapidsudfs.emulator.natives.TableHandles.table;

import io.github.rapidsudfs.emulator.agent.Natives;
import io.github.rapidsudfs.emulator.column.FixedVec;
import io.github.rapidsudfs.emulator.kernels.JoinPairs;
import io.github.rapidsudfs.emulator.memory.Cudf;

/** Joins built from steps: an inner join's gather maps, filtered, then made outer, semi or anti. */
@Natives("com.nvidia.spark.rapids.jni.JoinPrimitives")
public final class JoinPrimitiveNatives {
  private JoinPrimitiveNatives() {}

  private static JoinPairs pairs(long left, long leftBytes, long right, long rightBytes) {
    Cudf.expects(leftBytes == rightBytes, "Left and right index arrays must have the same size");
    return new JoinPairs(GatherMaps.in(left, leftBytes), GatherMaps.in(right, rightBytes));
  }

  public static long[] nativeHashInnerJoin(long left, long right, boolean nullsEqual) {
    return out(JoinNatives.pairs(left, right, nullsEqual));
  }

  public static long[] nativeSortMergeInnerJoin(
      long left, long right, boolean leftSorted, boolean rightSorted, boolean nullsEqual) {
    return nativeHashInnerJoin(left, right, nullsEqual);
  }

  public static long[] nativeFilterGatherMapsByAST(
      long leftMap,
      long leftBytes,
      long rightMap,
      long rightBytes,
      long left,
      long right,
      long condition) {
    return out(
        Conditions.filter(
            pairs(leftMap, leftBytes, rightMap, rightBytes), table(left), table(right), condition));
  }

  public static long[] nativeMakeLeftOuter(
      long left, long leftBytes, long right, long rightBytes, int leftRows, int rightRows) {
    return out(pairs(left, leftBytes, right, rightBytes).leftOuter(leftRows));
  }

  public static long[] nativeMakeFullOuter(
      long left, long leftBytes, long right, long rightBytes, int leftRows, int rightRows) {
    return out(pairs(left, leftBytes, right, rightBytes).fullOuter(leftRows, rightRows));
  }

  public static long[] nativeMakeSemi(long map, long bytes, int rows) {
    return out(JoinPairs.semi(GatherMaps.in(map, bytes), rows));
  }

  public static long[] nativeMakeAnti(long map, long bytes, int rows) {
    return out(JoinPairs.anti(GatherMaps.in(map, bytes), rows));
  }

  public static long nativeGetMatchedRows(long map, long bytes, int rows) {
    return Io.out(FixedVec.bools(JoinPairs.matched(GatherMaps.in(map, bytes), rows), null));
  }
}
