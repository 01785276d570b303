// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.kernels;

import io.github.rapidsudfs.emulator.binding.Native;
import io.github.rapidsudfs.emulator.column.FixedVec;
import io.github.rapidsudfs.emulator.column.ListVec;
import io.github.rapidsudfs.emulator.column.StringVec;
import io.github.rapidsudfs.emulator.column.StructVec;
import io.github.rapidsudfs.emulator.column.TableView;
import io.github.rapidsudfs.emulator.column.Vec;

/**
 * {@code cudf::row_bit_count}: the bits of values, 32 bits for an offset, and a validity bit for
 * each row of a column with nulls.
 */
public final class RowBits {
  private static final int OFFSET = 32;

  private RowBits() {}

  @Native("ai.rapids.cudf.Table.rowBitCount")
  public static FixedVec of(TableView table) {
    int[] result = new int[table.rows()];
    for (Vec column : table.vecs()) {
      for (int row = 0; row < result.length; row++) {
        result[row] += bits(column, row);
      }
    }
    return FixedVec.ints(result, null);
  }

  private static int bits(Vec vec, int row) {
    int bits = vec.valid == null ? 0 : 1;
    if (vec instanceof StringVec strings) {
      return bits + OFFSET + strings.length(row) * 8;
    }
    if (vec instanceof ListVec lists) {
      bits += OFFSET;
      for (int k = lists.start(row); k < lists.end(row); k++) {
        bits += bits(lists.child, k);
      }
      return bits;
    }
    if (vec instanceof StructVec struct) {
      for (Vec field : struct.fields) {
        bits += bits(field, row);
      }
      return bits;
    }
    return bits + vec.type.width() * 8;
  }
}
