package io.github.rapidsudfs.emulator.kernels;

import io.github.rapidsudfs.emulator.agent.Native;
import io.github.rapidsudfs.emulator.column.FixedVec;
import io.github.rapidsudfs.emulator.column.ListVec;
import io.github.rapidsudfs.emulator.column.Table;
import io.github.rapidsudfs.emulator.column.Type;
import io.github.rapidsudfs.emulator.column.Vec;
import io.github.rapidsudfs.emulator.memory.Handles;
import io.github.rapidsudfs.emulator.memory.Refused;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Groups of rows with equal keys, in the order in which the keys appear; a GPU promises no order.
 */
public final class GroupBy {
  private final int[] rows;
  private final int[] offsets;
  private final int[] firsts;

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

  /** The groups' keys, then an aggregation of each of some columns. */
  @Native("ai.rapids.cudf.Table.groupByAggregate")
  public static Vec[] aggregate(
      Table table,
      int[] keys,
      int[] columns,
      long[] aggregations,
      boolean ignoreNullKeys,
      boolean keysSorted,
      boolean[] descending,
      boolean[] nullsFirst) {
    Vec[] all = table.vecs();
    Vec[] by = Arrays.stream(keys).mapToObj(k -> all[k]).toArray(Vec[]::new);
    GroupBy groups = new GroupBy(by, ignoreNullKeys);
    Vec[] result = Arrays.copyOf(Tables.gather(by, groups.firsts), by.length + columns.length);
    for (int i = 0; i < columns.length; i++) {
      Aggregate.Kind kind = Handles.get(aggregations[i], Aggregate.Kind.class);
      result[by.length + i] = groups.aggregate(all[columns[i]], kind);
    }
    return result;
  }

  /** An aggregation of each group. */
  private Vec aggregate(Vec values, Aggregate.Kind kind) {
    Vec grouped = values.gather(rows);
    switch (kind.id()) {
      case Aggregate.COUNT:
        return FixedVec.ints(firsts.length, g -> candidates(grouped, g, kind).length, null);
      case Aggregate.NTH_ELEMENT:
        return nth(grouped, kind);
      case Aggregate.COLLECT_LIST:
        return collect(grouped, kind);
      case Aggregate.MAX:
        if (values.type.isFloat()) {
          return Reduce.greatest(grouped, offsets);
        }
        return Reduce.segments(grouped, offsets, kind, false, values.type);
      case Aggregate.SUM, Aggregate.MIN, Aggregate.MEAN:
        return Reduce.segments(grouped, offsets, kind, false, result(values.type, kind));
      default:
        throw new Refused("grouping with " + kind);
    }
  }

  private static Type result(Type in, Aggregate.Kind kind) {
    if (kind.id() == Aggregate.SUM && (in.isIntegral() || in.isBool())) {
      return Type.of(Type.INT64); // of unsigned integers too
    }
    if (kind.id() == Aggregate.MEAN && !in.isNumeric()) {
      throw new Refused("grouping with the mean of " + in);
    }
    if (kind.id() == Aggregate.MEAN) {
      return Type.of(Type.FLOAT64);
    }
    return in;
  }

  /** The rows of a group that count. */
  private int[] candidates(Vec grouped, int group, Aggregate.Kind kind) {
    return IntStream.range(offsets[group], offsets[group + 1])
        .filter(k -> kind.includeNulls() || !grouped.isNull(k))
        .toArray();
  }

  private Vec nth(Vec grouped, Aggregate.Kind kind) {
    int[] map = new int[firsts.length];
    for (int g = 0; g < map.length; g++) {
      int[] candidates = candidates(grouped, g, kind);
      int at = kind.parameter() < 0 ? candidates.length + kind.parameter() : kind.parameter();
      map[g] = at >= 0 && at < candidates.length ? candidates[at] : -1;
    }
    return grouped.gather(map);
  }

  private ListVec collect(Vec grouped, Aggregate.Kind kind) {
    return new ListVec(offsets, grouped, null)
        .filter(null, g -> k -> kind.includeNulls() || !grouped.isNull(k));
  }
}
