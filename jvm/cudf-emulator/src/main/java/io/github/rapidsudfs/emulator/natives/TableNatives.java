package io.github.rapidsudfs.emulator.natives;

import static io.github.rapidsudfs.emulator.natives.Io.out;
import static io.github.rapidsudfs.emulator.natives.Io.vec;
import static io.github.rapidsudfs.emulator.natives.Io.vecs;
import static io.github.rapidsudfs.emulator.natives.TableHandles.table;

import io.github.rapidsudfs.emulator.agent.Natives;
import io.github.rapidsudfs.emulator.column.FixedVec;
import io.github.rapidsudfs.emulator.column.Vec;
import io.github.rapidsudfs.emulator.kernels.GroupBy;
import io.github.rapidsudfs.emulator.kernels.Lists;
import io.github.rapidsudfs.emulator.kernels.RowBits;
import io.github.rapidsudfs.emulator.kernels.Tables;
import java.util.Arrays;

/** Tables. */
@Natives("ai.rapids.cudf.Table")
public final class TableNatives {
  private TableNatives() {}

  public static long[] gather(long table, long map, boolean checkBounds) {
    TableHandles.Table t = table(table);
    return out(Tables.gather(t.vecs(), Tables.rowNumbers(vec(map), t.rows(), checkBounds)));
  }

  public static long[] scatterTable(long source, long map, long target) {
    return out(
        Tables.scatter(
            table(source).vecs(), false, vec(map), table(target).vecs(), table(target).rows()));
  }

  public static long[] scatterScalars(long[] scalars, long map, long target) {
    Vec[] source = Arrays.stream(scalars).mapToObj(Io::scalarVec).toArray(Vec[]::new);
    return out(Tables.scatter(source, true, vec(map), table(target).vecs(), table(target).rows()));
  }

  public static long[] filter(long table, long mask) {
    return out(Tables.filter(table(table).vecs(), vec(mask), table(table).rows()));
  }

  public static long[] explode(long table, int index) {
    return out(Tables.explode(table(table).vecs(), index, false, false));
  }

  public static long[] explodePosition(long table, int index) {
    return out(Tables.explode(table(table).vecs(), index, true, false));
  }

  public static long[] explodeOuter(long table, int index) {
    return out(Tables.explode(table(table).vecs(), index, false, true));
  }

  public static long[] explodeOuterPosition(long table, int index) {
    return out(Tables.explode(table(table).vecs(), index, true, true));
  }

  public static long[] concatenate(long[] tables) {
    Vec[][] all = new Vec[tables.length][];
    for (int i = 0; i < all.length; i++) {
      all[i] = table(tables[i]).vecs();
    }
    return out(Tables.concatenate(all));
  }

  public static long interleaveColumns(long table) {
    Vec[] columns = table(table).vecs();
    return out(Lists.make(columns, null, table(table).rows()).child);
  }

  public static long sortOrder(
      long table, long[] keys, boolean[] descending, boolean[] nullsSmallest) {
    return out(FixedVec.ints(Tables.order(vecs(keys), descending, nullsSmallest), null));
  }

  public static long[] orderBy(
      long table, long[] keys, boolean[] descending, boolean[] nullsSmallest) {
    return out(
        Tables.gather(table(table).vecs(), Tables.order(vecs(keys), descending, nullsSmallest)));
  }

  public static long[] merge(
      long[] tables, int[] keys, boolean[] descending, boolean[] nullsSmallest) {
    Vec[][] all = new Vec[tables.length][];
    for (int i = 0; i < all.length; i++) {
      all[i] = table(tables[i]).vecs();
    }
    Vec[] together = Tables.concatenate(all);
    Vec[] by = Arrays.stream(keys).mapToObj(k -> together[k]).toArray(Vec[]::new);
    return out(Tables.gather(together, Tables.order(by, descending, nullsSmallest)));
  }

  public static long bound(
      long table, long values, boolean[] descending, boolean[] nullsSmallest, boolean upper) {
    return out(
        Tables.bound(table(table).vecs(), table(values).vecs(), descending, nullsSmallest, upper));
  }

  public static long[] partition(long table, long partitions, int count, int[] starts) {
    FixedVec numbers = Io.fixed(partitions, "the partition map must be of an integral type");
    int[] of = Arrays.stream(numbers.values).mapToInt(v -> (int) v).toArray();
    return out(Tables.gather(table(table).vecs(), Tables.partition(of, count, starts)));
  }

  public static long[] roundRobinPartition(long table, int count, int first, int[] starts) {
    int[] of = new int[table(table).rows()];
    Arrays.setAll(of, i -> (first + i) % count);
    return out(Tables.gather(table(table).vecs(), Tables.partition(of, count, starts)));
  }

  public static long rowBitCount(long table) {
    return out(RowBits.of(table(table).vecs(), table(table).rows()));
  }

  public static long[] repeatStaticCount(long table, int count) {
    int rows = table(table).rows();
    int[] map = new int[Math.multiplyExact(rows, count)];
    Arrays.setAll(map, i -> i / count);
    return out(Tables.gather(table(table).vecs(), map));
  }

  public static long[] repeatColumnCount(long table, long counts) {
    return out(Tables.repeat(table(table).vecs(), Io.vec(counts), table(table).rows()));
  }

  public static long[] groupByAggregate(
      long table,
      int[] keys,
      int[] columns,
      long[] aggregations,
      boolean ignoreNullKeys,
      boolean keysSorted,
      boolean[] descending,
      boolean[] nullsFirst) {
    Vec[] all = table(table).vecs();
    Vec[] by = Arrays.stream(keys).mapToObj(k -> all[k]).toArray(Vec[]::new);
    GroupBy groups = new GroupBy(by, ignoreNullKeys);
    Vec[] result = Arrays.copyOf(groups.keys(by), by.length + columns.length);
    for (int i = 0; i < columns.length; i++) {
      result[by.length + i] = groups.aggregate(all[columns[i]], Aggregations.kind(aggregations[i]));
    }
    return out(result);
  }
}
