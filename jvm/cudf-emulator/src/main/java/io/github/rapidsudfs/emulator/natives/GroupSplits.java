// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.natives;

import io.github.rapidsudfs.emulator.binding.Native;
import io.github.rapidsudfs.emulator.column.TableView;
import io.github.rapidsudfs.emulator.column.Vec;
import io.github.rapidsudfs.emulator.kernels.GroupBy;
import io.github.rapidsudfs.emulator.kernels.Tables;
import io.github.rapidsudfs.emulator.memory.CudfClasses;
import io.github.rapidsudfs.emulator.memory.Refused;
import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The groups of a table, each in its own piece of memory. */
public final class GroupSplits {
  private static final String RESULT = "ai.rapids.cudf.ContigSplitGroupByResult";

  /**
   * The groups in ascending order of their keys. As in cuDF, {@code descending} is ignored; nulls
   * come last unless {@code nullsFirst}. Without keys all rows are one group.
   *
   * @param projected the columns of the groups; null for all
   * @param withKeys whether the result also has the distinct keys, one row per group
   */
  @Native("ai.rapids.cudf.Table.contiguousSplitGroups")
  public static Object split(
      TableView table, int[] keys, int[] projected, GroupBy.Options options, boolean withKeys) {
    CudfClasses.requires(
        keys.length <= table.columns.length,
        "The number of key columns is greater than the number of columns in the input table");
    Vec[] by = Arrays.stream(keys).mapToObj(table::vec).toArray(Vec[]::new);
    int[] rows = rows(table, by, options);
    int[] firsts = firsts(by, rows);
    int[] columns =
        projected == null || keys.length == 0
            ? IntStream.range(0, table.columns.length).toArray()
            : projected;
    Vec[] grouped = gather(Arrays.stream(columns).mapToObj(table::vec), rows);
    int[] points = Arrays.copyOfRange(firsts, Math.min(1, firsts.length), firsts.length);
    AutoCloseable[] groups = PackedTables.parts(grouped, rows.length, points);
    try {
      Object result = CudfClasses.make(RESULT);
      CudfClasses.set(result, "groups", groups);
      if (withKeys) {
        int[] ofGroups = Arrays.stream(firsts).map(first -> rows[first]).toArray();
        CudfClasses.set(
            result, "uniqKeyColumns", HandleConversions.out(gather(Arrays.stream(by), ofGroups)));
      }
      return result;
    } catch (Throwable e) {
      PackedTables.close(groups, e);
      throw e;
    }
  }

  private static Vec[] gather(Stream<Vec> columns, int[] rows) {
    return columns.map(column -> column.gather(rows)).toArray(Vec[]::new);
  }

  /** The row numbers in the order of their keys, without ignored rows. */
  private static int[] rows(TableView table, Vec[] by, GroupBy.Options options) {
    int[] all = IntStream.range(0, table.rows()).toArray();
    if (by.length == 0 || all.length == 0) {
      return all;
    }
    boolean anyNull = Arrays.stream(by).anyMatch(key -> key.nullCount() > 0);
    if (options.keysSorted()) {
      Refused.when(
          options.ignoreNullKeys() && anyNull, "a split by sorted keys with nulls to be ignored");
      return all;
    }
    boolean[] smallest = Arrays.copyOf(options.nullsFirst(), by.length);
    int[] order = Tables.sortOrder(0, by, new boolean[by.length], smallest).toInts();
    return options.ignoreNullKeys()
        ? Arrays.stream(order)
            .filter(row -> Arrays.stream(by).noneMatch(key -> key.isNull(row)))
            .toArray()
        : order;
  }

  /** The start of each group. */
  private static int[] firsts(Vec[] by, int[] rows) {
    return IntStream.range(0, rows.length)
        .filter(
            i ->
                i == 0
                    || !Arrays.stream(by)
                        .allMatch(key -> key.sameOrBothNull(rows[i - 1], key, rows[i])))
        .toArray();
  }
}
