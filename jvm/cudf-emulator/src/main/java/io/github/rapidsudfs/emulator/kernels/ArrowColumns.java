// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.kernels;

import io.github.rapidsudfs.emulator.binding.Natives;
import io.github.rapidsudfs.emulator.column.FixedVec;
import io.github.rapidsudfs.emulator.column.StringVec;
import io.github.rapidsudfs.emulator.column.Type;
import io.github.rapidsudfs.emulator.column.Valid;
import io.github.rapidsudfs.emulator.column.Vec;
import io.github.rapidsudfs.emulator.memory.Refused;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.IntToLongFunction;

/** Columns from Arrow buffers in host memory. */
@Natives("ai.rapids.cudf.ColumnVector")
public final class ArrowColumns {
  /**
   * A column of numbers, times, booleans (as bits) or strings.
   *
   * @param validity a bit for each row; null if no row is null
   * @param offsets of strings, else null
   */
  public static Vec fromArrow(
      int id, long length, long nulls, ByteBuffer data, ByteBuffer validity, ByteBuffer offsets) {
    int rows = Math.toIntExact(length);
    boolean[] valid = nulls == 0 ? null : Valid.of(rows, i -> bit(validity, i));
    switch (id) {
      case Type.DECIMAL32, Type.DECIMAL64, Type.STRUCT, Type.LIST:
        throw new IllegalArgumentException("Don't support converting " + Type.of(id) + " yet");
      case Type.DECIMAL128:
        throw new Refused("a DECIMAL128 column of Arrow");
      case Type.STRING:
        ByteBuffer ends = little(offsets);
        int[] at = new int[rows + 1];
        for (int i = 0; i <= rows && ends.capacity() > 0; i++) {
          at[i] = ends.getInt(4 * i);
        }
        byte[] bytes = new byte[at[rows]];
        little(data).get(0, bytes);
        return new StringVec(bytes, at, valid);
      default:
        Type type = Type.of(id);
        ByteBuffer in = little(data);
        IntToLongFunction row =
            type.isBool()
                ? i -> bit(in, i) ? 1 : 0
                : switch (type.width()) {
                  case 1 -> in::get;
                  case 2 -> i -> in.getShort(2 * i);
                  case 4 -> i -> in.getInt(4 * i);
                  default -> i -> in.getLong(8 * i);
                };
        return FixedVec.longs(type, rows, i -> Cpp.wrap(id, row.applyAsLong(i)), valid);
    }
  }

  private static boolean bit(ByteBuffer bits, int row) {
    return (bits.get(row >> 3) >> (row & 7) & 1) != 0;
  }

  private static ByteBuffer little(ByteBuffer buffer) {
    return (buffer == null ? ByteBuffer.allocate(0) : buffer.duplicate())
        .order(ByteOrder.LITTLE_ENDIAN);
  }
}
