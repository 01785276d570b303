// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.kernels;

import io.github.rapidsudfs.emulator.binding.Natives;
import io.github.rapidsudfs.emulator.column.FixedVec;
import io.github.rapidsudfs.emulator.column.StringVec;
import io.github.rapidsudfs.emulator.column.TableView;
import io.github.rapidsudfs.emulator.column.Vec;
import io.github.rapidsudfs.emulator.column.WideVec;
import io.github.rapidsudfs.emulator.memory.Cudf;
import io.github.rapidsudfs.emulator.memory.Refused;
import java.util.Arrays;

/** Partitions by cuDF's own row hash, which differs from Spark's. */
@Natives("ai.rapids.cudf.Table")
public final class HashPartition {
  private static final int IDENTITY = 0;
  private static final int NULL = -1;

  /**
   * The rows by partition; the start of each partition is written to {@code starts}. Rows keep
   * their order within a partition, which a GPU does not guarantee.
   *
   * @param function 0 for the value itself, 1 for Murmur3
   */
  public static Vec[] hashPartition(
      TableView table, int[] keys, int function, int count, int seed, int[] starts) {
    Cudf.requires(
        count > 0 && keys.length > 0,
        count <= 0 ? "number_of_partitions is zero" : "columns_to_hash is zero");
    Vec[] by = Arrays.stream(keys).mapToObj(table::vec).toArray(Vec[]::new);
    for (Vec key : by) {
      Cudf.expects(
          function != IDENTITY || key.type.isIntegral() || key.type.isFloat(),
          "IdentityHash does not support this data type");
      Refused.when(
          key.type.isNested() || function == IDENTITY && key.type.isFloat(),
          "a partition by " + key.type);
    }
    int[] of = new int[table.rows()];
    Arrays.setAll(of, row -> Integer.remainderUnsigned(hash(by, row, function, seed), count));
    return Tables.gather(table.vecs(), Tables.partition(of, count, starts));
  }

  private static int hash(Vec[] by, int row, int function, int seed) {
    int hash = hash(by[0], row, function, seed);
    for (int i = 1; i < by.length; i++) {
      // boost::hash_combine
      hash ^= hash(by[i], row, function, seed) + 0x9e3779b9 + (hash << 6) + (hash >>> 2);
    }
    return hash;
  }

  private static int hash(Vec vec, int row, int function, int seed) {
    if (vec.isNull(row)) {
      return NULL;
    }
    if (vec instanceof StringVec s) {
      return RowHash.murmur3(s.bytes, s.start(row), s.end(row), seed);
    }
    byte[] room = new byte[16];
    int width = vec.type.width();
    if (vec instanceof WideVec wide) {
      little(wide.low[row], room, 0);
      little(wide.high[row], room, 8);
    } else {
      long bits = ((FixedVec) vec).values[row];
      if (function == IDENTITY) {
        return (int) bits;
      }
      little(vec.type.isFloat() ? RowHash.normalized(vec.type, bits, true) : bits, room, 0);
    }
    return RowHash.murmur3(room, 0, width, seed);
  }

  private static void little(long bits, byte[] into, int at) {
    for (int i = 0; i < 8; i++) {
      into[at + i] = (byte) (bits >> 8 * i);
    }
  }
}
