// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.column;

import io.github.rapidsudfs.emulator.memory.DeviceMemory;
import io.github.rapidsudfs.emulator.memory.Ledger;
import io.github.rapidsudfs.emulator.memory.Refused;
import sun.misc.Unsafe;

/** Reads columns in device memory into vectors, and counts the bytes read. */
public final class Read {
  /** All rows of a view; slices are resolved. */
  public static Vec vec(Column c) {
    if (c.offset != 0) {
      Refused.offsetSeen(true);
    }
    return rows(c);
  }

  private static Vec rows(Column c) {
    boolean[] valid = validity(c);
    switch (c.type.id()) {
      case Type.STRING -> {
        int[] offsets = offsets(c);
        int first = offsets[0];
        byte[] bytes = new byte[offsets[c.size] - first];
        copy(c.data, first, bytes, Unsafe.ARRAY_BYTE_BASE_OFFSET, bytes.length);
        return new StringVec(bytes, rebased(offsets), valid);
      }
      case Type.LIST -> {
        int[] offsets = offsets(c);
        Vec child = rows(c.children[0].slice(offsets[0], offsets[c.size]));
        return new ListVec(rebased(offsets), child, valid);
      }
      case Type.STRUCT -> {
        Vec[] fields = new Vec[c.children.length];
        for (int f = 0; f < fields.length; f++) {
          fields[f] = rows(c.field(f));
        }
        return new StructVec(c.size, fields, valid);
      }
      case Type.DECIMAL128 -> {
        long[] both = new long[c.size * 2];
        copy(c.data, c.offset * 16L, both, Unsafe.ARRAY_LONG_BASE_OFFSET, c.size * 16L);
        long[] low = new long[c.size];
        long[] high = new long[c.size];
        for (int i = 0; i < c.size; i++) {
          low[i] = both[2 * i];
          high[i] = both[2 * i + 1];
        }
        return new WideVec(c.type, low, high, valid);
      }
      default -> {
        Refused.when(!c.type.isFixedWidth(), "a column of type " + c.type);
        return new FixedVec(c.type, fixed(c), valid);
      }
    }
  }

  /** All rows of a view of lists of bytes, ignoring validity. */
  public static ByteRows byteRows(Column c) {
    int[] offsets = offsets(c);
    return new ByteRows(
        rebased(offsets.clone()), bytes(c.children[0].slice(offsets[0], offsets[c.size])));
  }

  /** All rows of a view of a one-byte type. */
  public static byte[] bytes(Column c) {
    byte[] values = new byte[c.size];
    copy(c.data, c.offset, values, Unsafe.ARRAY_BYTE_BASE_OFFSET, c.size);
    return values;
  }

  private static long[] fixed(Column c) {
    int n = c.size;
    int width = c.type.width();
    long mask = c.type.isUnsigned() && width < 8 ? (1L << 8 * width) - 1 : -1L;
    long from = (long) c.offset * width;
    long[] values = new long[n];
    switch (width) {
      case 8 -> copy(c.data, from, values, Unsafe.ARRAY_LONG_BASE_OFFSET, n * 8L);
      case 4 -> {
        int[] narrow = new int[n];
        copy(c.data, from, narrow, Unsafe.ARRAY_INT_BASE_OFFSET, n * 4L);
        for (int i = 0; i < n; i++) {
          values[i] = narrow[i] & mask;
        }
      }
      case 2 -> {
        short[] narrow = new short[n];
        copy(c.data, from, narrow, Unsafe.ARRAY_SHORT_BASE_OFFSET, n * 2L);
        for (int i = 0; i < n; i++) {
          values[i] = narrow[i] & mask;
        }
      }
      default -> {
        byte[] narrow = bytes(c);
        boolean isBool = c.type.isBool();
        for (int i = 0; i < n; i++) {
          values[i] = isBool && narrow[i] != 0 ? 1 : narrow[i] & mask;
        }
      }
    }
    return values;
  }

  private static int[] offsets(Column c) {
    int[] offsets = new int[c.size + 1];
    if (c.size > 0) {
      copy(c.offsets, c.offset * 4L, offsets, Unsafe.ARRAY_INT_BASE_OFFSET, (c.size + 1) * 4L);
    }
    return offsets;
  }

  private static int[] rebased(int[] offsets) {
    int first = offsets[0];
    if (first != 0) {
      for (int i = 0; i < offsets.length; i++) {
        offsets[i] -= first;
      }
    }
    return offsets;
  }

  private static boolean[] validity(Column c) {
    if (c.valid == null) {
      return null;
    }
    int firstByte = c.offset >> 3;
    byte[] bits = new byte[((c.offset + c.size + 7) >> 3) - firstByte];
    copy(c.valid, firstByte, bits, Unsafe.ARRAY_BYTE_BASE_OFFSET, bits.length);
    boolean[] valid = new boolean[c.size];
    for (int i = 0; i < c.size; i++) {
      int bit = c.offset + i - (firstByte << 3);
      valid[i] = (bits[bit >> 3] >> (bit & 7) & 1) != 0;
    }
    return valid;
  }

  private static void copy(Span from, long at, Object array, long base, long bytes) {
    if (bytes == 0) {
      return;
    }
    if (from == null || at < 0 || at + bytes > from.length()) {
      throw new IllegalStateException(
          Ledger.current()
              + ": a column reads "
              + bytes
              + " bytes at "
              + at
              + " of a buffer of "
              + (from == null ? 0 : from.length()));
    }
    from.buffer().check("a column");
    DeviceMemory.MEMORY.copyMemory(null, from.address() + at, array, base, bytes);
    Ledger.read(bytes);
  }
}
