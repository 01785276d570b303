// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.kernels;

import io.github.rapidsudfs.emulator.binding.Native;
import io.github.rapidsudfs.emulator.binding.Natives;
import io.github.rapidsudfs.emulator.binding.OfScalar;
import io.github.rapidsudfs.emulator.column.FixedVec;
import io.github.rapidsudfs.emulator.column.ListVec;
import io.github.rapidsudfs.emulator.column.StructVec;
import io.github.rapidsudfs.emulator.column.Type;
import io.github.rapidsudfs.emulator.column.Vec;
import io.github.rapidsudfs.emulator.memory.CudfErrors;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Searches in lists and in maps, which are lists of key-value structs. */
@Natives("ai.rapids.cudf.ColumnView")
public final class ListSearch {
  private ListSearch() {}

  /**
   * The position of a key in each list, -1 if it is absent, null if the list or the key is null.
   */
  @Native({"listIndexOfScalar", "listIndexOfColumn"})
  public static FixedVec indexOf(ListVec lists, Operand keys, boolean first) {
    CudfErrors.expects(
        keys.vec().type.equals(lists.child.type),
        "Type/Scale of search key does not match list column element type.");
    CudfErrors.expects(
        keys.hasRows(lists.size), "Number of search keys must match list column size.");
    return lists.orNull(
        Type.of(Type.INT32),
        i -> keys.isNull(i) ? null : find(lists, i, keys.vec(), keys.row(i), first));
  }

  private static long find(ListVec lists, int row, Vec keys, int key, boolean first) {
    for (int n = 0; n < lists.length(row); n++) {
      int k = first ? n : lists.length(row) - 1 - n;
      int at = lists.start(row) + k;
      if (!lists.child.isNull(at) && lists.child.same(at, keys, key)) {
        return k;
      }
    }
    return -1;
  }

  /** Returns whether each list contains a key; null if the list or the key is null. */
  @Native({"listContains", "listContainsColumn"})
  public static FixedVec contains(ListVec lists, Operand keys) {
    FixedVec found = indexOf(lists, keys, true);
    return FixedVec.bools(lists.size, i -> !found.isNull(i) && found.values[i] >= 0, found.valid);
  }

  /** Returns whether each list has a null element. */
  public static FixedVec listContainsNulls(ListVec lists) {
    return lists.bools(i -> lists.nulls(i) > 0);
  }

  private static StructVec pairs(ListVec maps) {
    boolean isMap = maps.child instanceof StructVec struct && struct.fields.length == 2;
    CudfErrors.expects(
        isMap, "maps_column_view input must have exactly 1 child (STRUCT) column of 2 children.");
    return (StructVec) maps.child;
  }

  private static ListVec keys(ListVec maps, Operand sought) {
    Vec keys = pairs(maps).fields[0];
    CudfErrors.expects(
        sought.vec().type.id() == keys.type.id(),
        "Lookup keys must have the same type as the keys of the map column.");
    CudfErrors.expects(
        sought.hasRows(maps.size), "Lookup keys must have the same size as the map column.");
    return new ListVec(maps.offsets, keys, maps.valid);
  }

  /** The value of the last entry with the key; null if there is none. */
  @Native({"mapLookup", "mapLookupForKeys"})
  public static Vec mapValue(ListVec maps, Operand sought) {
    FixedVec at = indexOf(keys(maps, sought), sought, false);
    int[] map = new int[maps.size];
    for (int i = 0; i < map.length; i++) {
      map[i] = at.isNull(i) || at.values[i] < 0 ? -1 : maps.start(i) + (int) at.values[i];
    }
    return pairs(maps).fields[1].gather(map);
  }

  /**
   * Returns whether there is an entry with the key; false, never null, if the map or the key is
   * null.
   */
  @Native({"mapContains", "mapContainsKeys"})
  public static FixedVec mapContains(ListVec maps, Operand sought) {
    return contains(keys(maps, sought), sought).with(null);
  }

  /** Returns whether a column contains a value; a null value matches a null. */
  public static boolean containsScalar(Vec column, @OfScalar Vec value) {
    CudfErrors.expects(column.type.equals(value.type), "Scalar and column types must match");
    return IntStream.range(0, column.size).anyMatch(i -> column.sameOrBothNull(i, value, 0));
  }

  /** Returns whether each value is one of a column's; null for a null value. */
  public static FixedVec containsVector(Vec values, Vec among) {
    CudfErrors.expects(values.type.equals(among.type), "DTYPE mismatch");
    Set<RowKey> keys =
        IntStream.range(0, among.size)
            .filter(i -> !among.isNull(i))
            .mapToObj(i -> new RowKey(among, i))
            .collect(Collectors.toSet());
    return values.bools(i -> !values.isNull(i) && keys.contains(new RowKey(values, i)));
  }
}
