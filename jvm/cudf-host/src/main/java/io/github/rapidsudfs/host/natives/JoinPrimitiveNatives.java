package io.github.rapidsudfs.host.natives;

import static io.github.rapidsudfs.host.natives.TableHandles.table;

import io.github.rapidsudfs.host.agent.Natives;
import io.github.rapidsudfs.host.column.FixedVec;
import io.github.rapidsudfs.host.kernels.Joins;
import io.github.rapidsudfs.host.kernels.Pairs;
import io.github.rapidsudfs.host.memory.Cudf;

/** Joins put together from steps: an inner join's gather maps, filtered, then made outer, semi or anti. */
@Natives("com.nvidia.spark.rapids.jni.JoinPrimitives")
public final class JoinPrimitiveNatives {
  private JoinPrimitiveNatives() {}

  private static Pairs pairs(long left, long leftBytes, long right, long rightBytes) {
    Cudf.expects(leftBytes == rightBytes, "Left and right index arrays must have the same size");
    return new Pairs(GatherMaps.in(left, leftBytes), GatherMaps.in(right, rightBytes));
  }

  public static long[] nativeHashInnerJoin(long left, long right, boolean nullsEqual) {
    return GatherMaps.out(new Joins(table(right).vecs(), nullsEqual).inner(table(left).vecs()));
  }

  public static long[] nativeSortMergeInnerJoin(long left, long right, boolean leftSorted, boolean rightSorted, boolean nullsEqual) {
    return nativeHashInnerJoin(left, right, nullsEqual);
  }

  public static long[] nativeFilterGatherMapsByAST(
      long leftMap, long leftBytes, long rightMap, long rightBytes, long left, long right, long condition) {
    return GatherMaps.out(Conditions.filter(pairs(leftMap, leftBytes, rightMap, rightBytes), table(left), table(right), condition));
  }

  public static long[] nativeMakeLeftOuter(long left, long leftBytes, long right, long rightBytes, int leftRows, int rightRows) {
    return GatherMaps.out(pairs(left, leftBytes, right, rightBytes).leftOuter(leftRows));
  }

  public static long[] nativeMakeFullOuter(long left, long leftBytes, long right, long rightBytes, int leftRows, int rightRows) {
    return GatherMaps.out(pairs(left, leftBytes, right, rightBytes).fullOuter(leftRows, rightRows));
  }

  public static long[] nativeMakeSemi(long map, long bytes, int rows) {
    return GatherMaps.out(Pairs.semi(GatherMaps.in(map, bytes), rows));
  }

  public static long[] nativeMakeAnti(long map, long bytes, int rows) {
    return GatherMaps.out(Pairs.anti(GatherMaps.in(map, bytes), rows));
  }

  public static long nativeGetMatchedRows(long map, long bytes, int rows) {
    return Io.out(FixedVec.bools(Pairs.matched(GatherMaps.in(map, bytes), rows), null));
  }
}
