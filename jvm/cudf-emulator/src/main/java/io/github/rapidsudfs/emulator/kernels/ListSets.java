// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.kernels;

import io.github.rapidsudfs.emulator.binding.Native;
import io.github.rapidsudfs.emulator.binding.Natives;
import io.github.rapidsudfs.emulator.binding.OfScalar;
import io.github.rapidsudfs.emulator.column.FixedVec;
import io.github.rapidsudfs.emulator.column.ListVec;
import io.github.rapidsudfs.emulator.column.StructVec;
import io.github.rapidsudfs.emulator.column.Type;
import io.github.rapidsudfs.emulator.column.Valid;
import io.github.rapidsudfs.emulator.column.Vec;
import io.github.rapidsudfs.emulator.memory.CudfClasses;
import io.github.rapidsudfs.emulator.memory.Refused;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Lists as sets, where nulls and NaNs are equal, and searches in lists and in maps, which are lists
 * of key-value structs. On a GPU the order of a set's elements is unspecified.
 */
@Natives("ai.rapids.cudf.ColumnView")
public final class ListSets {
  private static final int SHORT = 16; // up to this size comparing all pairs is faster than hashing

  private static final int KEEP_ANY = 0;
  private static final int KEEP_LAST = 2;
  private static final int KEEP_NONE = 3;

  private static void check(ListVec left, ListVec right) {
    CudfClasses.expects(left.size == right.size, "The input lists column must have the same size.");
    CudfClasses.expects(
        left.child.type.equals(right.child.type),
        "The input lists columns must have children having the same type structure");
  }

  private static Set<RowKey> keys(ListVec lists, int row) {
    Set<RowKey> keys = new HashSet<>();
    for (int k = lists.start(row); k < lists.end(row); k++) {
      keys.add(new RowKey(lists.child, k));
    }
    return keys;
  }

  /** The elements of {@code from} that are (or are not) in {@code other}, once each. */
  private static ListVec select(ListVec from, ListVec other, boolean in) {
    check(from, other);
    boolean[] valid = Valid.and(from.size, from.valid, other.valid);
    return from.filter(
        valid,
        i -> {
          Set<RowKey> others = keys(other, i);
          Set<RowKey> seen = new HashSet<>();
          return k -> {
            RowKey key = new RowKey(from.child, k);
            return others.contains(key) == in && seen.add(key);
          };
        });
  }

  public static ListVec listsIntersectDistinct(ListVec left, ListVec right) {
    return select(right, left, true);
  }

  public static ListVec listsDifferenceDistinct(ListVec left, ListVec right) {
    return select(left, right, false);
  }

  public static ListVec listsUnionDistinct(ListVec left, ListVec right) {
    check(left, right);
    return distinct(ListKernels.concatenateRows(new Vec[] {left, right}, false), true);
  }

  /** Each list's distinct elements, at their first or last position, or those that occur once. */
  public static ListVec dropListDuplicates(ListVec lists, int keep) {
    if (keep == KEEP_NONE) {
      return lists.filter(
          lists.valid,
          i ->
              k ->
                  !isAmong(lists.child, k, lists.start(i), k)
                      && !isAmong(lists.child, k, k + 1, lists.end(i)));
    }
    CudfClasses.expects(
        keep >= KEEP_ANY && keep < KEEP_NONE, "Invalid duplicate keep option " + keep);
    return distinct(lists, keep != KEEP_LAST);
  }

  private static ListVec distinct(ListVec lists, boolean keepFirst) {
    return distinctBy(lists, lists.child, keepFirst);
  }

  /** Each list's pairs with distinct keys: the last pair of a key is kept in its position. */
  public static ListVec dropListDuplicatesWithKeysValues(Vec vec) {
    Refused.offset();
    CudfClasses.requires(vec instanceof ListVec, "Input column is not a lists column.");
    ListVec lists = (ListVec) vec;
    CudfClasses.requires(
        lists.child instanceof StructVec struct && struct.fields.length == 2,
        "Input column has child that is not a structs column of 2 children.");
    return distinctBy(lists, ((StructVec) lists.child).fields[0], false);
  }

  private static ListVec distinctBy(ListVec lists, Vec by, boolean keepFirst) {
    return lists.filter(
        lists.valid,
        i -> {
          int start = lists.start(i);
          int end = lists.end(i);
          if (end - start <= SHORT) {
            return k -> keepFirst ? !isAmong(by, k, start, k) : !isAmong(by, k, k + 1, end);
          }
          Map<RowKey, Integer> chosen = new HashMap<>();
          for (int k = start; k < end; k++) {
            chosen.merge(new RowKey(by, k), k, keepFirst ? Math::min : Math::max);
          }
          return k -> chosen.get(new RowKey(by, k)) == k;
        });
  }

  private static boolean isAmong(Vec by, int row, int from, int to) {
    for (int k = from; k < to; k++) {
      if (by.sameOrBothNull(row, by, k)) {
        return true;
      }
    }
    return false;
  }

  /** Returns whether two lists share an element; null if only a null could be shared. */
  public static FixedVec listsHaveOverlap(ListVec left, ListVec right) {
    check(left, right);
    boolean[] result = new boolean[left.size];
    boolean[] both = Valid.and(left.size, left.valid, right.valid);
    boolean[] valid = both == null ? Valid.all(left.size) : both;
    for (int i = 0; i < left.size; i++) {
      Set<RowKey> others = keys(right, i);
      boolean nulls = others.stream().anyMatch(key -> key.isNull());
      for (int k = left.start(i); k < left.end(i); k++) {
        nulls |= left.child.isNull(k);
        result[i] |= !left.child.isNull(k) && others.contains(new RowKey(left.child, k));
      }
      if (!result[i] && nulls && left.length(i) > 0 && right.length(i) > 0) {
        valid[i] = false;
      }
    }
    return FixedVec.bools(result, valid);
  }

  /** The position of a key in each list, -1 if absent; null if the list or the key is null. */
  @Native({"listIndexOfScalar", "listIndexOfColumn"})
  public static FixedVec indexOf(ListVec lists, Operand keys, boolean first) {
    CudfClasses.expects(
        keys.vec().type.equals(lists.child.type),
        "Type/Scale of search key does not match list column element type.");
    CudfClasses.expects(
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
    CudfClasses.expects(
        isMap, "maps_column_view input must have exactly 1 child (STRUCT) column of 2 children.");
    return (StructVec) maps.child;
  }

  private static ListVec keys(ListVec maps, Operand sought) {
    Vec keys = pairs(maps).fields[0];
    CudfClasses.expects(
        sought.vec().type.id() == keys.type.id(),
        "Lookup keys must have the same type as the keys of the map column.");
    CudfClasses.expects(
        sought.hasRows(maps.size), "Lookup keys must have the same size as the map column.");
    return new ListVec(maps.offsets, keys, maps.valid);
  }

  /** The value of the last entry with the key; null if there is none. */
  @Native({"mapLookup", "mapLookupForKeys"})
  public static Vec mapValue(ListVec maps, Operand sought) {
    FixedVec at = indexOf(keys(maps, sought), sought, false);
    return pairs(maps)
        .fields[1]
        .gather(
            maps.size,
            i -> at.isNull(i) || at.values[i] < 0 ? -1 : maps.start(i) + (int) at.values[i]);
  }

  /** Returns whether there is an entry with the key; false if the map or the key is null. */
  @Native({"mapContains", "mapContainsKeys"})
  public static FixedVec mapContains(ListVec maps, Operand sought) {
    return contains(keys(maps, sought), sought).with(null);
  }

  /** Returns whether a column contains a value; a null value matches a null. */
  public static boolean containsScalar(Vec column, @OfScalar Vec value) {
    CudfClasses.expects(column.type.equals(value.type), "Scalar and column types must match");
    return IntStream.range(0, column.size).anyMatch(i -> column.sameOrBothNull(i, value, 0));
  }

  /** Returns whether each value is one of a column's; null for a null value. */
  public static FixedVec containsVector(Vec values, Vec among) {
    CudfClasses.expects(values.type.equals(among.type), "DTYPE mismatch");
    Set<RowKey> keys =
        IntStream.range(0, among.size)
            .filter(i -> !among.isNull(i))
            .mapToObj(i -> new RowKey(among, i))
            .collect(Collectors.toSet());
    return values.bools(i -> !values.isNull(i) && keys.contains(new RowKey(values, i)));
  }
}
