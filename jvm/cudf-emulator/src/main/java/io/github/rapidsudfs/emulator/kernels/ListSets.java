// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.kernels;

import io.github.rapidsudfs.emulator.binding.Natives;
import io.github.rapidsudfs.emulator.column.FixedVec;
import io.github.rapidsudfs.emulator.column.ListVec;
import io.github.rapidsudfs.emulator.column.StructVec;
import io.github.rapidsudfs.emulator.column.Valid;
import io.github.rapidsudfs.emulator.column.Vec;
import io.github.rapidsudfs.emulator.memory.CudfErrors;
import io.github.rapidsudfs.emulator.memory.Offsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Lists as sets: nulls are equal, and so are NaNs. On a GPU the order of a result's elements is
 * unspecified.
 */
@Natives("ai.rapids.cudf.ColumnView")
public final class ListSets {
  private static final int SHORT = 16; // up to this size comparing all pairs is faster than hashing

  private static final int KEEP_ANY = 0;
  private static final int KEEP_LAST = 2;
  private static final int KEEP_NONE = 3;

  private ListSets() {}

  private static void check(ListVec left, ListVec right) {
    CudfErrors.expects(left.size == right.size, "The input lists column must have the same size.");
    CudfErrors.expects(
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

  /**
   * Each list's distinct elements, at their first or last position, or only those that occur once.
   */
  public static ListVec dropListDuplicates(ListVec lists, int keep) {
    if (keep == KEEP_NONE) {
      return lists.filter(
          lists.valid,
          i ->
              k ->
                  !isAmong(lists.child, k, lists.start(i), k)
                      && !isAmong(lists.child, k, k + 1, lists.end(i)));
    }
    CudfErrors.expects(
        keep >= KEEP_ANY && keep < KEEP_NONE, "Invalid duplicate keep option " + keep);
    return distinct(lists, keep != KEEP_LAST);
  }

  private static ListVec distinct(ListVec lists, boolean keepFirst) {
    return distinctBy(lists, lists.child, keepFirst);
  }

  /** Each list's pairs with distinct keys: the last pair of a key is kept in its position. */
  public static ListVec dropListDuplicatesWithKeysValues(Vec vec) {
    Offsets.refuse();
    CudfErrors.requires(vec instanceof ListVec, "Input column is not a lists column.");
    ListVec lists = (ListVec) vec;
    CudfErrors.requires(
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

  /**
   * Returns whether two lists share a non-null element; null if they share none, are not empty and
   * have nulls.
   */
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
}
