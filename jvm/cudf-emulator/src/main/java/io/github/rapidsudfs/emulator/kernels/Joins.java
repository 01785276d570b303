// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.kernels;

import io.github.rapidsudfs.emulator.binding.Native;
import io.github.rapidsudfs.emulator.binding.Natives;
import io.github.rapidsudfs.emulator.column.FixedVec;
import io.github.rapidsudfs.emulator.column.TableView;
import io.github.rapidsudfs.emulator.column.Vec;
import io.github.rapidsudfs.emulator.column.VecHandles;
import io.github.rapidsudfs.emulator.memory.CudfClasses;
import java.util.Arrays;
import java.util.stream.Stream;

/** Joins as gather maps: by equal keys, by a condition over both rows, or by both. */
@Natives("ai.rapids.cudf.Table")
public final class Joins {
  private static final int BLOCK = 1 << 20;

  /** Join kinds: the rows of a join in addition to, or instead of, the matching pairs. */
  public enum Kind {
    INNER,
    LEFT,
    FULL,
    SEMI,
    ANTI;

    /** The gather maps of a join from its matching pairs; semi and anti joins have a left map. */
    public JoinPairs of(JoinPairs matching, int leftRows, int rightRows) {
      return switch (this) {
        case INNER -> matching;
        case LEFT -> matching.leftOuter(leftRows);
        case FULL -> matching.fullOuter(leftRows, rightRows);
        case SEMI -> new JoinPairs(JoinPairs.semi(matching.left(), leftRows), null);
        case ANTI -> new JoinPairs(JoinPairs.anti(matching.left(), leftRows), null);
      };
    }
  }

  @Native(value = "innerJoinGatherMaps", with = "INNER")
  @Native(value = "innerDistinctJoinGatherMaps", with = "INNER")
  @Native(value = "leftJoinGatherMaps", with = "LEFT")
  @Native(value = "fullJoinGatherMaps", with = "FULL")
  @Native(value = "leftSemiJoinGatherMap", with = "SEMI")
  @Native(value = "leftAntiJoinGatherMap", with = "ANTI")
  @Native(value = "com.nvidia.spark.rapids.jni.JoinPrimitives.nativeHashInnerJoin", with = "INNER")
  public static JoinPairs equal(TableView left, TableView right, boolean nullsEqual, Kind kind) {
    return built(left, build(right, nullsEqual), kind);
  }

  @Native("com.nvidia.spark.rapids.jni.JoinPrimitives.nativeSortMergeInnerJoin")
  public static JoinPairs sorted(
      TableView left,
      TableView right,
      boolean leftSorted,
      boolean rightSorted,
      boolean nullsEqual) {
    return equal(left, right, nullsEqual, Kind.INNER);
  }

  public static JoinPairs leftDistinctJoinGatherMap(
      TableView left, TableView right, boolean nullsEqual) {
    return new JoinPairs(build(right, nullsEqual).leftDistinct(left.vecs()), null);
  }

  @Native("ai.rapids.cudf.HashJoin.create")
  public static TableJoins build(TableView keys, boolean nullsEqual) {
    return new TableJoins(keys.vecs(), nullsEqual);
  }

  @Native(value = "innerHashJoinGatherMaps", with = "INNER")
  @Native(value = "leftHashJoinGatherMaps", with = "LEFT")
  @Native(value = "fullHashJoinGatherMaps", with = "FULL")
  public static JoinPairs built(TableView left, TableJoins right, Kind kind) {
    return kind.of(right.inner(left.vecs()), left.rows(), right.rows());
  }

  @Native(value = "innerJoinRowCount", with = "INNER")
  @Native(value = "leftJoinRowCount", with = "LEFT")
  @Native(value = "fullJoinRowCount", with = "FULL")
  public static long builtRows(TableView left, TableJoins right, Kind kind) {
    return built(left, right, kind).size();
  }

  @Native(value = "conditionalInnerJoinGatherMaps", with = "INNER")
  @Native(value = "conditionalLeftJoinGatherMaps", with = "LEFT")
  @Native(value = "conditionalFullJoinGatherMaps", with = "FULL")
  @Native(value = "conditionalLeftSemiJoinGatherMap", with = "SEMI")
  @Native(value = "conditionalLeftAntiJoinGatherMap", with = "ANTI")
  public static JoinPairs conditional(TableView left, TableView right, Ast condition, Kind kind) {
    JoinPairs passed = JoinPairs.all(0, 0, 0);
    int step = Math.max(1, BLOCK / Math.max(1, right.rows()));
    for (int from = 0; from < left.rows(); from += step) {
      JoinPairs block = JoinPairs.all(from, Math.min(from + step, left.rows()), right.rows());
      passed = filtered(block, left, right, condition).after(passed);
    }
    return kind.of(passed, left.rows(), right.rows());
  }

  @Native(value = "conditionalInnerJoinRowCount", with = "INNER")
  @Native(value = "conditionalLeftJoinRowCount", with = "LEFT")
  @Native(value = "conditionalLeftSemiJoinRowCount", with = "SEMI")
  @Native(value = "conditionalLeftAntiJoinRowCount", with = "ANTI")
  public static long conditionalRows(TableView left, TableView right, Ast condition, Kind kind) {
    return conditional(left, right, condition, kind).size();
  }

  /** The tables and the condition of a join by equal keys and by a condition. */
  public record Mixed(
      TableView leftKeys,
      TableView rightKeys,
      TableView left,
      TableView right,
      Ast condition,
      boolean nullsEqual) {}

  @Native(value = "mixedInnerJoinGatherMaps", with = "INNER")
  @Native(value = "mixedLeftJoinGatherMaps", with = "LEFT")
  @Native(value = "mixedFullJoinGatherMaps", with = "FULL")
  @Native(value = "mixedLeftSemiJoinGatherMap", with = "SEMI")
  @Native(value = "mixedLeftAntiJoinGatherMap", with = "ANTI")
  public static JoinPairs mixed(Mixed join, Kind kind) {
    JoinPairs equal = equal(join.leftKeys, join.rightKeys, join.nullsEqual, Kind.INNER);
    JoinPairs passed = filtered(equal, join.left, join.right, join.condition);
    return kind.of(passed, join.leftKeys.rows(), join.rightKeys.rows());
  }

  @Native(value = "mixedInnerJoinSize", with = "INNER")
  @Native(value = "mixedLeftJoinSize", with = "LEFT")
  public static long[] mixedSize(Mixed join, Kind kind) {
    JoinPairs pairs = mixed(join, kind);
    int[] matches = new int[join.leftKeys.rows()];
    for (int row : pairs.left()) {
      matches[row]++;
    }
    return new long[] {pairs.size(), VecHandles.out(FixedVec.ints(matches, null))};
  }

  /** A join with a precomputed size, which is not needed here. */
  @Native(value = "mixedInnerJoinGatherMapsWithSize", with = "INNER")
  @Native(value = "mixedLeftJoinGatherMapsWithSize", with = "LEFT")
  public static JoinPairs mixed(Mixed join, long outputRows, long matches, Kind kind) {
    return mixed(join, kind);
  }

  /** The pairs for which a condition is true, not null or false. */
  @Native("com.nvidia.spark.rapids.jni.JoinPrimitives.nativeFilterGatherMapsByAST")
  public static JoinPairs filtered(
      JoinPairs pairs, TableView left, TableView right, Ast condition) {
    Vec passes =
        condition.compute(
            index ->
                index >= 0
                    ? left.vec(index).gather(pairs.left())
                    : right.vec(~index).gather(pairs.right()),
            pairs.size());
    CudfClasses.expects(passes.type.isBool(), "The expression must produce a Boolean output.");
    return pairs.filter(((FixedVec) passes)::isTrue);
  }

  @Native(value = "com.nvidia.spark.rapids.jni.JoinPrimitives.nativeMakeLeftOuter", with = "LEFT")
  @Native(value = "com.nvidia.spark.rapids.jni.JoinPrimitives.nativeMakeFullOuter", with = "FULL")
  public static JoinPairs outer(JoinPairs pairs, int leftRows, int rightRows, Kind kind) {
    return kind.of(pairs, leftRows, rightRows);
  }

  public static int distinctCount(TableView table, boolean nullsEqual) {
    CudfClasses.expects(
        table.columns.length > 0, "At least one column is needed to count distinct rows");
    return TableJoins.distinctRows(table.vecs(), table.rows(), nullsEqual);
  }

  /** The cross product of all left and right rows, in order of the left rows. */
  public static Vec[] crossJoin(TableView left, TableView right) {
    CudfClasses.expects(left.columns.length > 0 && right.columns.length > 0, "Left table is empty");
    JoinPairs all = JoinPairs.all(0, left.rows(), right.rows());
    return Stream.of(
            Tables.gather(left.vecs(), all.left()), Tables.gather(right.vecs(), all.right()))
        .flatMap(Arrays::stream)
        .toArray(Vec[]::new);
  }
}
