// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.column;

import io.github.rapidsudfs.emulator.memory.Buffer;
import io.github.rapidsudfs.emulator.memory.DeviceMemory;
import io.github.rapidsudfs.emulator.memory.Ledger;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import sun.misc.Unsafe;

/**
 * Writes vectors as columns: each buffer of a column is an array whose bytes are stored at some
 * place.
 */
public final class Write {
  /** Stores the first bytes of an array and returns where they are; null for no bytes. */
  interface Place {
    Span put(Object array, long base, long bytes);
  }

  private final Place place;

  private Write(Place place) {
    this.place = place;
  }

  /** A new column with each buffer allocated separately. Nothing stays allocated if this throws. */
  public static OwnedColumn column(Vec vec) {
    return owned(write -> write.like(vec, null));
  }

  /** A copy of a column, with its masks. Nothing stays allocated if this throws. */
  public static OwnedColumn copy(Column c) {
    Vec vec = Read.vec(c);
    return owned(write -> write.like(vec, c));
  }

  /** A new list column of INT8. Nothing stays allocated if this throws. */
  public static OwnedColumn column(ByteRows rows) {
    return owned(
        write -> {
          Span offsets = write.offsets(rows.offsets());
          Span bytes = write.span(rows.bytes(), Unsafe.ARRAY_BYTE_BASE_OFFSET, rows.bytes().length);
          Column child = new Column(Type.of(Type.INT8), rows.bytes().length, 0, bytes, null, null);
          return new Column(Type.of(Type.LIST), rows.size(), 0, null, null, offsets, child);
        });
  }

  private static OwnedColumn owned(Function<Write, Column> writing) {
    List<Buffer> owned = new ArrayList<>();
    try {
      Write write = new Write((array, base, bytes) -> allocate(owned, array, base, bytes));
      return new OwnedColumn(writing.apply(write), owned);
    } catch (Throwable e) {
      owned.forEach(DeviceMemory::free);
      throw e;
    }
  }

  /** A column whose buffers are stored by {@code place}. */
  static Column view(Vec vec, Place place) {
    return new Write(place).like(vec, null);
  }

  /** A column with a mask for nulls, and wherever the other column has one. */
  private Column like(Vec vec, Column like) {
    boolean masked = vec.valid == null && like != null && like.valid != null;
    Span valid =
        masked ? validity(Valid.all(vec.size)) : vec.valid == null ? null : validity(vec.valid);
    if (vec instanceof FixedVec fixed) {
      return new Column(vec.type, vec.size, 0, fixed(fixed), valid, null);
    }
    if (vec instanceof WideVec wide) {
      long[] both = new long[vec.size * 2];
      for (int i = 0; i < vec.size; i++) {
        both[2 * i] = wide.low[i];
        both[2 * i + 1] = wide.high[i];
      }
      Span data = span(both, Unsafe.ARRAY_LONG_BASE_OFFSET, vec.size * 16L);
      return new Column(vec.type, vec.size, 0, data, valid, null);
    }
    if (vec instanceof StringVec strings) {
      Span chars = span(strings.bytes, Unsafe.ARRAY_BYTE_BASE_OFFSET, strings.offsets[vec.size]);
      return new Column(vec.type, vec.size, 0, chars, valid, offsets(strings.offsets));
    }
    if (vec instanceof ListVec lists) {
      Span offsets = offsets(lists.offsets);
      Column child = like(lists.child, like == null ? null : like.children[0]);
      return new Column(vec.type, vec.size, 0, null, valid, offsets, child);
    }
    StructVec struct = (StructVec) vec;
    Column[] fields = new Column[struct.fields.length];
    for (int f = 0; f < fields.length; f++) {
      fields[f] = like(struct.fields[f], like == null ? null : like.children[f]);
    }
    return new Column(vec.type, vec.size, 0, null, valid, null, fields);
  }

  private Span fixed(FixedVec vec) {
    long[] values = vec.values;
    int n = vec.size;
    switch (vec.type.width()) {
      case 8:
        return span(values, Unsafe.ARRAY_LONG_BASE_OFFSET, n * 8L);
      case 4:
        int[] ints = new int[n];
        for (int i = 0; i < n; i++) {
          ints[i] = (int) values[i];
        }
        return span(ints, Unsafe.ARRAY_INT_BASE_OFFSET, n * 4L);
      case 2:
        short[] shorts = new short[n];
        for (int i = 0; i < n; i++) {
          shorts[i] = (short) values[i];
        }
        return span(shorts, Unsafe.ARRAY_SHORT_BASE_OFFSET, n * 2L);
      default:
        byte[] bytes = new byte[n];
        for (int i = 0; i < n; i++) {
          bytes[i] = (byte) values[i];
        }
        return span(bytes, Unsafe.ARRAY_BYTE_BASE_OFFSET, n);
    }
  }

  private Span offsets(int[] offsets) {
    return span(offsets, Unsafe.ARRAY_INT_BASE_OFFSET, offsets.length * 4L);
  }

  private Span validity(boolean[] valid) {
    byte[] bits = new byte[(int) maskBytes(valid.length)];
    for (int i = 0; i < valid.length; i++) {
      if (valid[i]) {
        bits[i >> 3] |= (byte) (1 << (i & 7));
      }
    }
    return span(bits, Unsafe.ARRAY_BYTE_BASE_OFFSET, bits.length);
  }

  /** The bytes that libcudf allocates for a validity mask. */
  public static long maskBytes(int rows) {
    return ((rows + 7L) / 8 + 63) / 64 * 64;
  }

  private Span span(Object array, long base, long bytes) {
    return bytes == 0 ? null : place.put(array, base, bytes);
  }

  private static Span allocate(List<Buffer> owned, Object array, long base, long bytes) {
    Buffer buffer = DeviceMemory.allocate(bytes);
    owned.add(buffer);
    DeviceMemory.MEMORY.copyMemory(array, base, null, buffer.address, bytes);
    Ledger.written(bytes);
    return Span.whole(buffer);
  }
}
