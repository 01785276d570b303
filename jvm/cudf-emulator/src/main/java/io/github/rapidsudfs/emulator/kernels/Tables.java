// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.kernels;

import io.github.rapidsudfs.emulator.binding.Native;
import io.github.rapidsudfs.emulator.binding.Natives;
import io.github.rapidsudfs.emulator.binding.OfScalar;
import io.github.rapidsudfs.emulator.column.FixedVec;
import io.github.rapidsudfs.emulator.column.ListVec;
import io.github.rapidsudfs.emulator.column.StructVec;
import io.github.rapidsudfs.emulator.column.TableView;
import io.github.rapidsudfs.emulator.column.Type;
import io.github.rapidsudfs.emulator.column.Vec;
import io.github.rapidsudfs.emulator.memory.CudfClasses;
import io.github.rapidsudfs.emulator.memory.Refused;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Table kernels: gather, scatter, filter, repeat, explode, sort, partition and deduplicate. */
@Natives("ai.rapids.cudf.Table")
public final class Tables {
  private static final int KEEP_LAST = 2;
  private static final int KEEP_NONE = 3;

  /** The rows in a map of row numbers. */
  static Vec[] gather(Vec[] table, int[] map) {
    return Arrays.stream(table).map(column -> column.gather(map)).toArray(Vec[]::new);
  }

  /** A gather map's rows; negative: from the end; outside: null if {@code nullify}. */
  private static int[] rowNumbers(Vec map, int rows, boolean nullify) {
    CudfClasses.expects(map.type.isIntegral(), "Unsupported gather map type: " + map.type);
    CudfClasses.expects(map.nullCount() == 0, "gather map contains nulls");
    int[] result = new int[map.size];
    for (int i = 0; i < result.length; i++) {
      long at = ((FixedVec) map).values[i];
      at = at < 0 && !map.type.isUnsigned() ? at + rows : at;
      boolean there = at >= 0 && at < rows;
      Refused.when(!there && !nullify, "a gather map with a row outside the table");
      result[i] = there ? (int) at : -1;
    }
    return result;
  }

  public static Vec[] gather(TableView table, Vec map, boolean checkBounds) {
    return gather(table.vecs(), rowNumbers(map, table.rows(), checkBounds));
  }

  @OfScalar
  @Native("ai.rapids.cudf.ColumnView.getElement")
  public static Vec element(Vec vec, int index) {
    CudfClasses.expects(index >= 0 && index < vec.size, "Index out of bounds");
    return vec.gather(new int[] {index});
  }

  @Native("ai.rapids.cudf.ColumnVector.fromScalar")
  public static Vec repeat(@OfScalar Vec value, int rows) {
    CudfClasses.expects(rows >= 0, "Invalid size.");
    return value.repeat(rows);
  }

  public static Vec[] repeatStaticCount(TableView table, int count) {
    int[] map = new int[Math.multiplyExact(table.rows(), count)];
    Arrays.setAll(map, i -> i / count);
    return gather(table.vecs(), map);
  }

  /** Repeats each row by its count. */
  public static Vec[] repeatColumnCount(TableView table, Vec counts) {
    int rows = table.rows();
    CudfClasses.expects(counts.type.isIntegral(), "count datatype must be integral");
    CudfClasses.expects(counts.size == rows, "in and count must have equal size");
    CudfClasses.expects(counts.nullCount() == 0, "count cannot contain nulls");
    long total = 0;
    for (long count : ((FixedVec) counts).values) {
      Refused.when(count < 0, "a negative count");
      total = Math.addExact(total, count);
    }
    int[] map = new int[Math.toIntExact(total)];
    int at = 0;
    for (int i = 0; i < rows; i++) {
      int end = at + (int) ((FixedVec) counts).values[i];
      Arrays.fill(map, at, end, i);
      at = end;
    }
    return gather(table.vecs(), map);
  }

  /** The rows whose flag is true. */
  public static Vec[] filter(TableView table, Vec mask) {
    CudfClasses.expects(mask.type.isBool(), "Mask must be Boolean type");
    CudfClasses.expects(mask.size == table.rows(), "Column size mismatch");
    int[] map = IntStream.range(0, mask.size).filter(((FixedVec) mask)::isTrue).toArray();
    return gather(table.vecs(), map);
  }

  /**
   * A row for each element of a list column, optionally preceded by its position. The outer
   * variants keep the rows of null and empty lists, with nulls.
   */
  @Native(value = "explode", with = "false false")
  @Native(value = "explodePosition", with = "true false")
  @Native(value = "explodeOuter", with = "false true")
  @Native(value = "explodeOuterPosition", with = "true true")
  public static Vec[] explode(TableView of, int index, boolean position, boolean outer) {
    Vec[] table = of.vecs();
    CudfClasses.expects(
        index >= 0 && index < table.length && table[index] instanceof ListVec,
        "Unsupported non-list column");
    if (outer) {
      Refused.offset();
    }
    ListVec lists = (ListVec) table[index];
    int rows = 0;
    for (int i = 0; i < lists.size; i++) {
      int length = lists.isNull(i) ? 0 : lists.length(i);
      rows += outer ? Math.max(1, length) : length;
    }
    int[] from = new int[rows];
    int[] element = new int[rows];
    long[] positions = new long[rows];
    boolean[] valid = new boolean[rows];
    int n = 0;
    for (int i = 0; i < lists.size; i++) {
      int length = lists.isNull(i) ? 0 : lists.length(i);
      for (int k = 0; k < (outer ? Math.max(1, length) : length); k++, n++) {
        from[n] = i;
        valid[n] = k < length;
        element[n] = valid[n] ? lists.start(i) + k : -1;
        positions[n] = k;
      }
    }
    Vec[] result = new Vec[table.length + (position ? 1 : 0)];
    for (int c = 0, to = 0; c < table.length; c++, to++) {
      if (c == index && position) {
        result[to++] = new FixedVec(Type.of(Type.INT32), positions, valid);
      }
      result[to] = c == index ? lists.child.gather(element) : table[c].gather(from);
    }
    return result;
  }

  public static Vec[] scatterTable(TableView source, Vec map, TableView target) {
    return scatter(source.vecs(), false, map, target.vecs(), target.rows());
  }

  public static Vec[] scatterScalars(@OfScalar Vec[] source, Vec map, TableView target) {
    return scatter(source, true, map, target.vecs(), target.rows());
  }

  /** Replaces the target's rows in a map with the rows, or the only row, of the source. */
  private static Vec[] scatter(Vec[] source, boolean scalars, Vec map, Vec[] target, int rows) {
    CudfClasses.expects(
        source.length == target.length, "Number of columns in source and target not equal");
    int[] at = rowNumbers(map, rows, false);
    int[] from = new int[rows];
    Arrays.setAll(from, i -> i);
    for (int i = 0; i < at.length; i++) {
      Refused.when(from[at[i]] >= rows && !scalars, "a scatter map that names a row twice");
      from[at[i]] = rows + (scalars ? 0 : i);
    }
    Vec[] result = new Vec[target.length];
    for (int c = 0; c < result.length; c++) {
      CudfClasses.expects(
          source[c].type.equals(target[c].type),
          "Column types do not match between source and target");
      CudfClasses.expects(
          scalars || source[c].size >= at.length,
          "Size of scatter map must be equal to or less than source rows");
      result[c] = Concat.of(target[c], source[c]).gather(from);
    }
    return result;
  }

  /** The table without the null masks of columns that have no nulls. */
  public static Vec[] removeNullMasksIfNeeded(TableView table) {
    return table.vecs();
  }

  /** Concatenates tables. */
  public static Vec[] concatenate(TableView[] tables) {
    Vec[] result = new Vec[tables[0].columns.length];
    for (TableView table : tables) {
      CudfClasses.expects(
          table.columns.length == result.length, "Mismatch in table columns to concatenate.");
    }
    Arrays.setAll(
        result, c -> Concat.of(Arrays.stream(tables).map(t -> t.vec(c)).toArray(Vec[]::new)));
    return result;
  }

  public static Vec[] merge(
      TableView[] tables, int[] keys, boolean[] descending, boolean[] nullsSmallest) {
    Vec[] together = concatenate(tables);
    Vec[] by = Arrays.stream(keys).mapToObj(k -> together[k]).toArray(Vec[]::new);
    return gather(together, order(by, descending, nullsSmallest));
  }

  static int compare(
      Vec[] left, int i, Vec[] right, int j, boolean[] descending, boolean[] nullsSmallest) {
    for (int k = 0; k < left.length; k++) {
      int order = compare(left[k], i, right[k], j, nullsSmallest[k]);
      if (order != 0) {
        return descending[k] ? -order : order;
      }
    }
    return 0;
  }

  private static int compare(Vec left, int i, Vec right, int j, boolean nullsSmallest) {
    boolean nullLeft = left.isNull(i);
    boolean nullRight = right.isNull(j);
    if (nullLeft || nullRight) {
      return nullLeft && nullRight ? 0 : nullLeft == nullsSmallest ? -1 : 1;
    }
    if (nullsSmallest || !(left instanceof StructVec struct)) {
      return left.compare(i, right, j);
    }
    int order = 0;
    for (int f = 0; order == 0 && f < struct.fields.length; f++) {
      order = compare(struct.fields[f], i, ((StructVec) right).fields[f], j, false);
    }
    return order;
  }

  /**
   * Within lists a null is always least, and a list is less than lists of which it is a prefix;
   * within structs nulls are ordered as in the column.
   */
  private static boolean isSortable(Vec key) {
    if (key instanceof ListVec list) {
      return !(list.child instanceof StructVec) && isSortable(list.child);
    }
    return !(key instanceof StructVec struct) || struct.hasNoList();
  }

  /** The row numbers in the order of the keys; equal rows keep theirs, not so on a GPU. */
  private static int[] order(Vec[] keys, boolean[] descending, boolean[] nullsSmallest) {
    boolean lengths = descending.length == keys.length && nullsSmallest.length == keys.length;
    CudfClasses.requires(
        lengths && keys.length > 0, "columns and is_descending lengths don't match");
    for (Vec key : keys) {
      Refused.when(!isSortable(key), "sorting by " + key.type + " of nested values");
    }
    Integer[] order = new Integer[keys[0].size];
    Arrays.setAll(order, i -> i);
    Comparator<Integer> comparator = (i, j) -> compare(keys, i, keys, j, descending, nullsSmallest);
    Arrays.sort(order, comparator);
    return Arrays.stream(order).mapToInt(i -> i).toArray();
  }

  public static FixedVec sortOrder(
      long table, Vec[] keys, boolean[] descending, boolean[] nullsSmallest) {
    return FixedVec.ints(order(keys, descending, nullsSmallest), null);
  }

  public static Vec[] orderBy(
      TableView table, Vec[] keys, boolean[] descending, boolean[] nullsSmallest) {
    return gather(table.vecs(), order(keys, descending, nullsSmallest));
  }

  /** The position at which each value belongs in a sorted table, before or after equal rows. */
  public static FixedVec bound(
      TableView sorted,
      TableView sought,
      boolean[] descending,
      boolean[] nullsSmallest,
      boolean upper) {
    Vec[] table = sorted.vecs();
    Vec[] values = sought.vecs();
    CudfClasses.expects(table.length == values.length, "Mismatch in number of columns");
    int[] result = new int[values[0].size];
    for (int v = 0; v < result.length; v++) {
      int low = 0;
      int high = table[0].size;
      while (low < high) {
        int middle = (low + high) >>> 1;
        int order = compare(table, middle, values, v, descending, nullsSmallest);
        if (upper ? order <= 0 : order < 0) {
          low = middle + 1;
        } else {
          high = middle;
        }
      }
      result[v] = low;
    }
    return FixedVec.ints(result, null);
  }

  public static Vec[] partition(TableView table, Vec partitions, int count, int[] starts) {
    CudfClasses.expects(
        partitions.type.isIntegral(),
        "the partition map must be of an integral type, not " + partitions.type);
    return gather(table.vecs(), partition(((FixedVec) partitions).toInts(), count, starts));
  }

  public static Vec[] roundRobinPartition(TableView table, int count, int first, int[] starts) {
    int[] of = new int[table.rows()];
    Arrays.setAll(of, i -> (first + i) % count);
    return gather(table.vecs(), partition(of, count, starts));
  }

  /** The row numbers by partition; the start of each partition is written to {@code starts}. */
  static int[] partition(int[] partitionOfRow, int partitions, int[] starts) {
    int[] counts = new int[partitions + 1];
    for (int p : partitionOfRow) {
      CudfClasses.expects(p >= 0 && p < partitions, "partition number " + p + " is out of range");
      counts[p + 1]++;
    }
    for (int p = 0; p < partitions; p++) {
      counts[p + 1] += counts[p];
    }
    System.arraycopy(counts, 0, starts, 0, Math.min(starts.length, counts.length));
    int[] map = new int[partitionOfRow.length];
    int[] next = counts.clone();
    for (int row = 0; row < map.length; row++) {
      map[next[partitionOfRow[row]]++] = row;
    }
    return map;
  }

  /**
   * Keeps any (0), the first (1) or the last (2) of the rows with the same key, or none (3) if
   * there are several. The rows keep their order, which is unspecified on a GPU. Without {@code
   * nullsEqual}, a key with a null equals no other.
   */
  public static Vec[] dropDuplicates(TableView table, int[] keys, int keep, boolean nullsEqual) {
    Vec[] by = Arrays.stream(keys).mapToObj(table::vec).toArray(Vec[]::new);
    Map<RowKey, List<Integer>> rowsOf = new LinkedHashMap<>();
    List<Integer> kept = new ArrayList<>();
    for (int row = 0; row < table.rows(); row++) {
      RowKey key = new RowKey(by, row);
      if (!nullsEqual && key.hasNull()) {
        kept.add(row);
      } else {
        rowsOf.computeIfAbsent(key, k -> new ArrayList<>()).add(row);
      }
    }
    for (List<Integer> rows : rowsOf.values()) {
      if (keep != KEEP_NONE || rows.size() == 1) {
        kept.add(rows.get(keep == KEEP_LAST ? rows.size() - 1 : 0));
      }
    }
    return gather(table.vecs(), kept.stream().mapToInt(i -> i).sorted().toArray());
  }
}
