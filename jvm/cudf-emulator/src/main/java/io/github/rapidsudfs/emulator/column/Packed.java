// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.column;

import io.github.rapidsudfs.emulator.memory.Buffer;
import io.github.rapidsudfs.emulator.memory.DeviceMemory;
import io.github.rapidsudfs.emulator.memory.Ledger;
import io.github.rapidsudfs.emulator.memory.Refused;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/**
 * A table in one piece of memory: each buffer of its columns is aligned to 64 bytes, and metadata
 * describes their positions. Like libcudf's, the metadata is only meant for {@link #unpack}; its
 * layout is our own.
 */
public final class Packed {
  private static final int ALIGNMENT = 64;
  private static final int ENTRY = 4 * Integer.BYTES + 3 * Long.BYTES;
  private static final long NONE = -1;

  private record Piece(Object array, long base, long at, long bytes) {}

  private final List<Piece> pieces = new ArrayList<>();
  private final Column[] columns;
  private long total;

  /** Computes the layout of a table's columns, without allocating memory. */
  public Packed(Vec[] table) {
    columns = new Column[table.length];
    for (int c = 0; c < columns.length; c++) {
      columns[c] = Write.view(table[c], this::put);
    }
  }

  private Span put(Object array, long base, long bytes) {
    long at = total;
    pieces.add(new Piece(array, base, at, bytes));
    total += (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    return new Span(null, at, bytes);
  }

  /** The size of the whole table in bytes. */
  public long bytes() {
    return total;
  }

  /** Writes a range of the table's bytes to device memory. */
  public void copy(long from, long bytes, long address) {
    DeviceMemory.holding(address, bytes, "the memory to pack into");
    DeviceMemory.MEMORY.setMemory(address, bytes, (byte) 0);
    for (Piece piece : pieces) {
      long first = Math.max(from, piece.at);
      long end = Math.min(from + bytes, piece.at + piece.bytes);
      if (first < end) {
        long source = piece.base + first - piece.at;
        DeviceMemory.MEMORY.copyMemory(
            piece.array, source, null, address + first - from, end - first);
      }
    }
    Ledger.written(bytes);
  }

  /** The whole table in new device memory. */
  public Buffer allocate() {
    Buffer buffer = DeviceMemory.allocate(total);
    copy(0, total, buffer.address);
    return buffer;
  }

  /** The metadata for {@link #unpack}. */
  public ByteBuffer metadata() {
    return metadata(columns, 0);
  }

  /** The metadata of columns whose buffers all lie in the memory that begins at an address. */
  public static ByteBuffer metadata(Column[] columns, long address) {
    ByteBuffer out =
        ByteBuffer.allocateDirect(Integer.BYTES + ENTRY * count(columns))
            .order(ByteOrder.LITTLE_ENDIAN);
    out.putInt(columns.length);
    for (Column column : columns) {
      describe(column, address, out);
    }
    return out.flip();
  }

  private static int count(Column[] columns) {
    int count = columns.length;
    for (Column column : columns) {
      count += count(column.children);
    }
    return count;
  }

  private static void describe(Column c, long address, ByteBuffer out) {
    Refused.when(c.offset != 0, "the metadata of a slice");
    out.putInt(c.type.id()).putInt(c.type.scale()).putInt(c.size).putInt(c.children.length);
    for (Span span : new Span[] {c.data, c.offsets, c.valid}) {
      out.putLong(span == null ? NONE : span.address() - address);
    }
    for (Column child : c.children) {
      describe(child, address, out);
    }
  }

  /** Views of a packed table's columns; ignores the position of the metadata's buffer. */
  public static Column[] unpack(ByteBuffer metadata, long address) {
    ByteBuffer in = metadata.duplicate().clear().order(ByteOrder.LITTLE_ENDIAN);
    Column[] columns = new Column[in.getInt()];
    for (int c = 0; c < columns.length; c++) {
      columns[c] = column(in, address);
    }
    return columns;
  }

  private static Column column(ByteBuffer in, long address) {
    Type type = new Type(in.getInt(), in.getInt());
    int rows = in.getInt();
    Column[] children = new Column[in.getInt()];
    long[] at = new long[3];
    for (int i = 0; i < at.length; i++) {
      long offset = in.getLong();
      at[i] = offset == NONE ? 0 : address + offset;
    }
    for (int c = 0; c < children.length; c++) {
      children[c] = column(in, address);
    }
    return Column.over(type, rows, at[0], at[1], at[2], children);
  }
}
