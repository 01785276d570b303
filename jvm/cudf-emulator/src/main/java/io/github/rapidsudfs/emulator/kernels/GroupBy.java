// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.kernels;

import io.github.rapidsudfs.emulator.binding.Native;
import io.github.rapidsudfs.emulator.column.FixedVec;
import io.github.rapidsudfs.emulator.column.TableView;
import io.github.rapidsudfs.emulator.column.Type;
import io.github.rapidsudfs.emulator.column.Vec;
import io.github.rapidsudfs.emulator.memory.CudfClasses;
import io.github.rapidsudfs.emulator.memory.Refused;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/** Groups of rows with equal keys, by first appearance; on a GPU the order is unspecified. */
public final class GroupBy {
  private final int[] rows;
  private final int[] offsets;
  private final int[] firsts;

  /** cuDF's options of a grouping. */
  public record Options(
      boolean ignoreNullKeys, boolean keysSorted, boolean[] descending, boolean[] nullsFirst) {}

  /** Groups the rows; rows with a null key are optionally left out. */
  private GroupBy(Vec[] keys, boolean ignoreNullKeys) {
    Map<RowKey, List<Integer>> groups = new LinkedHashMap<>();
    for (int row = 0; row < keys[0].size; row++) {
      RowKey key = new RowKey(keys, row);
      if (!ignoreNullKeys || !key.isNull()) {
        groups.computeIfAbsent(key, k -> new ArrayList<>()).add(row);
      }
    }
    offsets = new int[groups.size() + 1];
    firsts = new int[groups.size()];
    List<Integer> all = new ArrayList<>();
    int group = 0;
    for (List<Integer> members : groups.values()) {
      firsts[group] = members.get(0);
      all.addAll(members);
      offsets[++group] = all.size();
    }
    rows = all.stream().mapToInt(i -> i).toArray();
  }

  /** The keys, then a function of each of some columns and its groups, sorted by key. */
  static Vec[] sorted(TableView table, int[] keys, int[] columns, Options options, OfColumn f) {
    Vec[] by = Arrays.stream(keys).mapToObj(table::vec).toArray(Vec[]::new);
    GroupBy groups = new GroupBy(by, options.ignoreNullKeys);
    for (int i = 1; i < groups.rows.length; i++) {
      Refused.when(
          groups.rows[i] < groups.rows[i - 1] || !options.keysSorted,
          "a scan of groups by keys that are not sorted");
    }
    return withColumns(
        Tables.gather(by, groups.rows),
        columns.length,
        i -> f.apply(i, table.vec(columns[i]).gather(groups.rows), Segments.of(groups.offsets)));
  }

  /** A function of a column's number, its rows by group, and the groups. */
  interface OfColumn {
    Vec apply(int column, Vec vec, Segments groups);
  }

  private static Vec[] withColumns(Vec[] keys, int columns, IntFunction<Vec> column) {
    Vec[] result = Arrays.copyOf(keys, keys.length + columns);
    for (int i = 0; i < columns; i++) {
      result[keys.length + i] = column.apply(i);
    }
    return result;
  }

  /** The groups' keys, then an aggregation of each of some columns. */
  @Native("ai.rapids.cudf.Table.groupByAggregate")
  public static Vec[] aggregate(
      TableView table, int[] keys, int[] columns, Aggregate.Kind[] kinds, Options options) {
    Vec[] all = table.vecs();
    Vec[] by = Arrays.stream(keys).mapToObj(k -> all[k]).toArray(Vec[]::new);
    GroupBy groups = new GroupBy(by, options.ignoreNullKeys);
    return withColumns(
        Tables.gather(by, groups.firsts),
        columns.length,
        i -> groups.aggregate(all[columns[i]], kinds[i]));
  }

  /** An aggregation of each group. */
  private Vec aggregate(Vec values, Aggregate.Kind kind) {
    Vec vec = values.gather(rows);
    Segments groups = Segments.of(offsets);
    return switch (kind.id()) {
      case Aggregate.COUNT ->
          FixedVec.ints(groups.count(), g -> groups.rows(g, vec, kind.includeNulls()).length, null);
      case Aggregate.NTH_ELEMENT -> Statistics.nth(vec, groups, kind);
      case Aggregate.VARIANCE, Aggregate.STD, Aggregate.M2 -> Statistics.spread(vec, groups, kind);
      case Aggregate.MERGE_M2 -> Statistics.mergeM2(vec, groups);
      case Aggregate.NUNIQUE -> Statistics.distinct(vec, groups, kind.includeNulls());
      case Aggregate.ARGMIN, Aggregate.ARGMAX -> {
        int[] best = Statistics.extremes(vec, groups, kind.id() == Aggregate.ARGMAX);
        yield FixedVec.orNull(
            Type.of(Type.INT32), best.length, g -> best[g] < 0 ? null : (long) rows[best[g]]);
      }
      case Aggregate.SUM_OVERFLOW -> Statistics.sumOverflow(vec, groups);
      case Aggregate.MEAN -> Statistics.mean(vec, groups, sumType(values.type));
      case Aggregate.MAX ->
          values.type.isFloat()
              ? Reduce.greatest(vec, groups)
              : Reduce.segments(vec, groups, kind, false, values.type);
      case Aggregate.MIN -> Reduce.segments(vec, groups, kind, false, values.type);
      case Aggregate.SUM, Aggregate.PRODUCT, Aggregate.SUM_OF_SQUARES -> {
        CudfClasses.expects(
            kind.id() == Aggregate.SUM || !values.type.isDecimal(),
            "Unsupported type-agg combination");
        yield Reduce.segments(vec, groups, kind, false, sumType(values.type));
      }
      default -> Statistics.common(vec, groups, kind);
    };
  }

  /** The type of sums in groups and windows: 64-bit signed integers, also for unsigned input. */
  static Type sumType(Type in) {
    return in.isIntegral() || in.isBool() ? Type.of(Type.INT64) : in;
  }
}
