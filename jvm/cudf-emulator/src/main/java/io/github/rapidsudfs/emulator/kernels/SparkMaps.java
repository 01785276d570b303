// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.kernels;

import io.github.rapidsudfs.emulator.binding.Native;
import io.github.rapidsudfs.emulator.binding.Natives;
import io.github.rapidsudfs.emulator.column.ListVec;
import io.github.rapidsudfs.emulator.column.StructVec;
import io.github.rapidsudfs.emulator.column.Valid;
import io.github.rapidsudfs.emulator.column.Vec;
import io.github.rapidsudfs.emulator.memory.CudfClasses;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;

/** The plugin's map functions: maps from entries, and zipping of two maps by key. */
@Natives("com.nvidia.spark.rapids.jni.MapUtils")
public final class SparkMaps {
  /** Returns whether no map and no entry is null; a null key may be an error. */
  public static boolean isValidMap(ListVec lists, boolean throwOnNullKey) {
    boolean[] whole = whole(lists, throwOnNullKey);
    return IntStream.range(0, lists.size).allMatch(i -> whole[i]);
  }

  /** The lists, null if an entry is null. */
  public static ListVec mapFromEntries(ListVec lists, boolean throwOnNullKey) {
    return lists.with(Valid.orNull(whole(lists, throwOnNullKey))).sanitized();
  }

  private static boolean[] whole(ListVec lists, boolean throwOnNullKey) {
    StructVec pairs = (StructVec) lists.child;
    CudfClasses.expects(
        pairs.fields.length == 2, "struct must have exactly 2 children (KEY, VALUE)");
    boolean[] whole = Valid.of(lists.size, i -> !lists.isNull(i) && lists.nulls(i) == 0);
    for (int i = 0; i < lists.size; i++) {
      for (int k = lists.start(i); throwOnNullKey && whole[i] && k < lists.end(i); k++) {
        CudfClasses.expects(!pairs.fields[0].isNull(k), "Cannot use null as map key.");
      }
    }
    return whole;
  }

  /** The pair of both maps' values for each key, null where a map lacks the key. */
  @Native("com.nvidia.spark.rapids.jni.GpuMapZipWithUtils.mapZip")
  public static ListVec mapZip(ListVec left, ListVec right) {
    StructVec a = (StructVec) left.child;
    StructVec b = (StructVec) right.child;
    CudfClasses.expects(
        a.fields.length == 2 && b.fields.length == 2, "maps must have keys and values");
    ListVec keys =
        ListSets.listsUnionDistinct(
            new ListVec(left.offsets, a.fields[0], left.valid),
            new ListVec(right.offsets, b.fields[0], right.valid));
    int size = keys.child.size;
    Vec[] values = {
      a.fields[1].gather(find(keys, left, a.fields[0])),
      b.fields[1].gather(find(keys, right, b.fields[0]))
    };
    Vec[] fields = {keys.child, new StructVec(size, values, null)};
    return new ListVec(keys.offsets, new StructVec(size, fields, null), keys.valid);
  }

  /** The row of each key in a map's keys, or -1. */
  private static int[] find(ListVec keys, ListVec map, Vec mapKeys) {
    int[] found = new int[keys.child.size];
    for (int i = 0; i < keys.size; i++) {
      Map<RowKey, Integer> rows = new HashMap<>();
      for (int k = map.start(i); k < map.end(i); k++) {
        rows.put(new RowKey(mapKeys, k), k);
      }
      for (int k = keys.start(i); k < keys.end(i); k++) {
        found[k] = rows.getOrDefault(new RowKey(keys.child, k), -1);
      }
    }
    return found;
  }
}
