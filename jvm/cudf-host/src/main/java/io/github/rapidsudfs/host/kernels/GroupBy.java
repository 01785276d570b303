package io.github.rapidsudfs.host.kernels;

import io.github.rapidsudfs.host.column.FixedVec;
import io.github.rapidsudfs.host.column.ListVec;
import io.github.rapidsudfs.host.column.Type;
import io.github.rapidsudfs.host.column.Vec;
import io.github.rapidsudfs.host.memory.Refused;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Groups of rows with equal keys, in the order in which the keys appear; a GPU promises no order. */
public final class GroupBy {
  private final int[] rows;
  private final int[] offsets;
  private final int[] firsts;

  /** Groups the rows; rows with a null key are left out where asked for. */
  public GroupBy(Vec[] keys, boolean ignoreNullKeys) {
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

  /** Each group's key columns. */
  public Vec[] keys(Vec[] keys) {
    return Tables.gather(keys, firsts);
  }

  /** An aggregation of each group. */
  public Vec aggregate(Vec values, Aggregate.Kind kind) {
    Vec grouped = values.gather(rows);
    switch (kind.id()) {
      case Aggregate.COUNT: {
        int[] counts = new int[firsts.length];
        for (int g = 0; g < counts.length; g++) {
          for (int k = offsets[g]; k < offsets[g + 1]; k++) {
            counts[g] += kind.includeNulls() || !grouped.isNull(k) ? 1 : 0;
          }
        }
        return FixedVec.ints(counts, null);
      }
      case Aggregate.NTH_ELEMENT:
        return nth(grouped, kind);
      case Aggregate.COLLECT_LIST:
        return collect(grouped, kind.includeNulls());
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

  private Vec nth(Vec grouped, Aggregate.Kind kind) {
    int[] map = new int[firsts.length];
    for (int g = 0; g < map.length; g++) {
      List<Integer> candidates = new ArrayList<>();
      for (int k = offsets[g]; k < offsets[g + 1]; k++) {
        if (kind.includeNulls() || !grouped.isNull(k)) {
          candidates.add(k);
        }
      }
      int at = kind.parameter() < 0 ? candidates.size() + kind.parameter() : kind.parameter();
      map[g] = at >= 0 && at < candidates.size() ? candidates.get(at) : -1;
    }
    return grouped.gather(map);
  }

  private ListVec collect(Vec grouped, boolean includeNulls) {
    int[] map = new int[grouped.size];
    int[] starts = new int[offsets.length];
    int kept = 0;
    for (int g = 0; g < firsts.length; g++) {
      for (int k = offsets[g]; k < offsets[g + 1]; k++) {
        if (includeNulls || !grouped.isNull(k)) {
          map[kept++] = k;
        }
      }
      starts[g + 1] = kept;
    }
    return new ListVec(starts, grouped.gather(Arrays.copyOf(map, kept)), null);
  }
}
