// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.kernels;

import io.github.rapidsudfs.emulator.binding.Native;
import io.github.rapidsudfs.emulator.binding.Natives;
import io.github.rapidsudfs.emulator.column.FixedVec;
import io.github.rapidsudfs.emulator.column.ListVec;
import io.github.rapidsudfs.emulator.column.StructVec;
import io.github.rapidsudfs.emulator.column.TableView;
import io.github.rapidsudfs.emulator.column.Type;
import io.github.rapidsudfs.emulator.column.Valid;
import io.github.rapidsudfs.emulator.column.Vec;
import io.github.rapidsudfs.emulator.memory.CudfClasses;
import io.github.rapidsudfs.emulator.memory.Refused;
import java.util.Arrays;

/** List columns: element access, flattening, sorting, construction. */
@Natives("ai.rapids.cudf.ColumnView")
public final class ListKernels {
  public static FixedVec countElements(ListVec lists) {
    return lists.ints(i -> lists.length(i));
  }

  /** The element at a position of each list (negative: from the end), null if there is none. */
  public static Vec extractListElement(ListVec lists, int index) {
    Refused.offset();
    return extractListElementV(lists, FixedVec.ints(lists.size, i -> index, null));
  }

  /** The element at each row's own position; a null position gives null. */
  public static Vec extractListElementV(ListVec lists, Vec indices) {
    CudfClasses.expects(
        lists.size == indices.size, "Index column must have as many elements as lists column.");
    CudfClasses.expects(indices.type.isIntegral(), "Index column must be of an integral type");
    return lists.child.gather(
        lists.size,
        i -> {
          int at = at(lists, i, ((FixedVec) indices).values[i]);
          return lists.isNull(i) || indices.isNull(i) ? -1 : at;
        });
  }

  /** The row of the child for a position in a list (negative: from the end), -1 outside. */
  private static int at(ListVec lists, int row, long position) {
    long at = position < 0 ? lists.length(row) + position : position;
    return at >= 0 && at < lists.length(row) ? lists.start(row) + (int) at : -1;
  }

  /** Concatenates the lists within each list; null lists are skipped, or make the row null. */
  public static ListVec flattenLists(ListVec outer, boolean ignoreNull) {
    CudfClasses.requires(
        outer.child instanceof ListVec,
        "Child of the input lists column must also be a lists column.");
    ListVec inner = (ListVec) outer.child;
    boolean hasNullLists = inner.nullCount() > 0;
    boolean[] valid = Valid.all(outer.size);
    int[] starts = new int[outer.size + 1];
    int[] rows = new int[inner.size];
    int kept = 0;
    for (int i = 0; i < outer.size; i++) {
      boolean anyNull = outer.nulls(i) > 0;
      boolean anyList = outer.nulls(i) < outer.length(i);
      // if there are null lists anywhere, libcudf ignoring nulls returns null for a row without
      // lists
      valid[i] = !outer.isNull(i) && (!hasNullLists || (ignoreNull ? anyList : !anyNull));
      for (int k = outer.start(i); valid[i] && k < outer.end(i); k++) {
        if (!inner.isNull(k)) {
          rows[kept++] = k;
        }
      }
      starts[i + 1] = kept;
    }
    ListVec gathered = inner.gather(Arrays.copyOf(rows, kept));
    int[] offsets = new int[outer.size + 1];
    for (int i = 0; i <= outer.size; i++) {
      offsets[i] = gathered.offsets[starts[i]];
    }
    return new ListVec(offsets, gathered.child, valid);
  }

  /** Concatenates the lists of several columns row by row. */
  @Native("ai.rapids.cudf.ColumnVector.concatListByRow")
  public static ListVec concatenateRows(Vec[] columns, boolean ignoreNull) {
    CudfClasses.expects(columns.length > 0, "The input table must have at least one column.");
    for (Vec column : columns) {
      CudfClasses.expects(
          column instanceof ListVec,
          "All columns of the input table must be of lists column type.");
      CudfClasses.expects(column.size == columns[0].size, "Column size mismatch.");
    }
    if (columns.length == 1) {
      return (ListVec) columns[0];
    }
    return flattenLists(interleaved(columns, columns[0].size), ignoreNull);
  }

  static ListVec reverse(ListVec lists) {
    int[] map = new int[lists.child.size];
    for (int i = 0; i < lists.size; i++) {
      for (int k = lists.start(i); k < lists.end(i); k++) {
        map[k] = lists.start(i) + lists.end(i) - 1 - k;
      }
    }
    return new ListVec(lists.offsets, lists.child.gather(map), lists.valid).sanitized();
  }

  /** Sorts each list's elements; NaN is greatest. The order of equal elements is unspecified. */
  public static ListVec listSortRows(ListVec lists, boolean descending, boolean nullsSmallest) {
    Integer[] order = new Integer[lists.child.size];
    Arrays.setAll(order, i -> i);
    Vec child = lists.child;
    boolean flat =
        child instanceof StructVec struct
            && Arrays.stream(struct.fields).noneMatch(field -> field.type.isNested());
    Refused.when(child.type.isNested() && !flat, "sorting lists of " + child.type);
    Vec[] key = sortKeys(child);
    boolean[] down = new boolean[key.length];
    boolean[] smallest = new boolean[key.length];
    Arrays.fill(down, descending);
    Arrays.fill(smallest, nullsSmallest);
    for (int i = 0; i < lists.size; i++) {
      Arrays.sort(
          order,
          lists.start(i),
          lists.end(i),
          (a, b) -> Tables.compare(key, a, key, b, down, smallest));
    }
    int[] map = Arrays.stream(order).mapToInt(i -> i).toArray();
    return new ListVec(lists.offsets, child.gather(map), lists.valid).sanitized();
  }

  /** Sort keys for elements: nulls of a struct and of its fields are ordered the same way. */
  private static Vec[] sortKeys(Vec child) {
    if (!(child instanceof StructVec struct)) {
      return new Vec[] {child};
    }
    Vec[] keys = new Vec[struct.fields.length + 1];
    keys[0] = child.ints(i -> 0);
    System.arraycopy(struct.fields, 0, keys, 1, struct.fields.length);
    return keys;
  }

  /** A list of the columns' values in each row; without columns all are empty. */
  @Native("ai.rapids.cudf.ColumnVector.makeList")
  public static ListVec make(Vec[] columns, long type, int scale, long rows) {
    return columns.length > 0
        ? make(columns, (int) rows)
        : new ListVec(new int[(int) rows + 1], Fill.empty(Type.of((int) type, scale)), null);
  }

  @Native("ai.rapids.cudf.Table.interleaveColumns")
  public static Vec interleave(TableView table) {
    return make(table.vecs(), table.rows()).child;
  }

  private static ListVec make(Vec[] columns, int rows) {
    for (Vec column : columns) {
      CudfClasses.expects(
          column.type.equals(columns[0].type),
          "All columns must have the same data type in interleave_columns");
      CudfClasses.expects(column.size == rows, "Column size mismatch.");
    }
    return interleaved(columns, rows);
  }

  static ListVec interleaved(Vec[] columns, int rows) {
    int[] map = new int[rows * columns.length];
    for (int i = 0; i < map.length; i++) {
      map[i] = i / columns.length + i % columns.length * rows;
    }
    int[] offsets = new int[rows + 1];
    Arrays.setAll(offsets, i -> i * columns.length);
    return new ListVec(offsets, Concat.of(columns).gather(map), null);
  }

  /** Lists from a child column and offsets. */
  @Native("ai.rapids.cudf.ColumnVector.makeListFromOffsets")
  public static ListVec fromOffsets(Vec child, Vec offsets, long count) {
    int rows = (int) count;
    CudfClasses.expects(offsets.type.id() == Type.INT32, "Input offsets does not have type INT32.");
    CudfClasses.expects(
        rows == 0 || offsets.size == rows + 1, "Invalid offsets column size for lists column.");
    int[] starts = new int[rows + 1];
    for (int i = 0; i <= rows && i < offsets.size; i++) {
      starts[i] = (int) ((FixedVec) offsets).values[i];
      boolean inOrder = starts[i] >= (i == 0 ? 0 : starts[i - 1]) && starts[i] <= child.size;
      Refused.when(
          !inOrder || offsets.isNull(i),
          "a list column whose offsets are null, decrease or leave the child");
    }
    if (starts[0] == 0 && starts[rows] == child.size) {
      return new ListVec(starts, child, null);
    }
    int first = starts[0];
    Vec used = child.slice(first, starts[rows]);
    Arrays.setAll(starts, i -> starts[i] - first);
    return new ListVec(starts, used, null);
  }

  /** Offsets from lengths: zero and the running sum. */
  public static FixedVec generateListOffsets(Vec lengths) {
    CudfClasses.expects(lengths.type.id() == Type.INT32, "Input column does not have type INT32.");
    int[] result = new int[lengths.size + 1];
    for (int i = 0; i < lengths.size; i++) {
      result[i + 1] = result[i] + (int) ((FixedVec) lengths).values[i];
    }
    return FixedVec.ints(result, null);
  }

  /** Gathers by each row's list of positions; those outside give null if {@code nullify}. */
  public static ListVec segmentedGather(ListVec lists, ListVec positions, boolean nullify) {
    CudfClasses.expects(
        positions.child.type.isIntegral(), "Gather map should be list column of index type");
    CudfClasses.expects(positions.nullCount() == 0, "Gather map contains nulls");
    CudfClasses.expects(
        lists.size == positions.size, "Gather map and list column should be same size");
    Refused.when(positions.child.nullCount() > 0, "a gather map with null positions");
    FixedVec indices = (FixedVec) positions.child;
    int[] map = new int[indices.size];
    for (int i = 0; i < lists.size; i++) {
      for (int k = positions.start(i); k < positions.end(i); k++) {
        map[k] = at(lists, i, indices.values[k]);
        Refused.when(map[k] < 0 && !nullify, "a position outside of its list");
      }
    }
    return new ListVec(positions.offsets, lists.child.gather(map), lists.valid);
  }

  /** Keeps only the elements whose flag is true; lists and flags must have the same shape. */
  public static ListVec applyBooleanMask(ListVec lists, ListVec flags) {
    CudfClasses.expects(flags.child.type.isBool(), "Mask must be list of boolean values.");
    CudfClasses.expects(
        lists.size == flags.size, "Boolean masks column must have same number of rows as input.");
    FixedVec mask = (FixedVec) flags.child;
    for (int i = 0; i < lists.size; i++) {
      int length = lists.isNull(i) ? 0 : lists.length(i);
      Refused.when(
          length != (flags.isNull(i) ? 0 : flags.length(i)),
          "a boolean mask whose lists have other lengths than the input's");
    }
    return lists.filter(
        lists.valid,
        i -> {
          int shift = flags.start(i) - lists.start(i);
          return k -> mask.isTrue(k + shift);
        });
  }
}
