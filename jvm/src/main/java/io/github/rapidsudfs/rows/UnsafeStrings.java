// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.rows;

import org.apache.spark.sql.catalyst.expressions.UnsafeArrayData;
import org.apache.spark.sql.catalyst.expressions.UnsafeMapData;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.catalyst.util.MapData;
import org.apache.spark.unsafe.Platform;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * Writes an array of strings in Spark's row format for arrays (see {@code UnsafeArrayData}), so
 * that it is added to a row in one copy and substrings need no objects.
 */
public final class UnsafeStrings {
  private static final int NULL_BITS = Long.BYTES;

  private final byte[] array;
  private final int start;
  private int index;
  private int slot;
  private int end;

  private UnsafeStrings(byte[] array, int start, int count) {
    this.array = array;
    this.start = start;
    slot = start + UnsafeArrayData.calculateHeaderPortionInBytes(count);
    end = slot + count * Long.BYTES;
    Platform.putLong(array, Platform.BYTE_ARRAY_OFFSET + start, count);
  }

  /**
   * An array of {@code count} strings.
   *
   * @param bytes the size of the strings: the sum of {@link #stored}
   */
  public static UnsafeStrings of(int count, long bytes) {
    return new UnsafeStrings(new byte[Math.toIntExact(size(count, bytes))], 0, count);
  }

  private static long size(int count, long bytes) {
    return UnsafeArrayData.calculateHeaderPortionInBytes(count) + 8L * count + bytes;
  }

  /** The space that a string of this size occupies. */
  public static long stored(int bytes) {
    return bytes + 7L & ~7L;
  }

  /** Adds the bytes {@code [from, to)} of a string. */
  public void add(UTF8String text, int from, int to) {
    int size = to - from;
    Platform.putLong(array, Platform.BYTE_ARRAY_OFFSET + slot, (long) (end - start) << 32 | size);
    long stored = stored(size);
    long at = text.getBaseOffset() + from;
    if (text.getBaseObject() instanceof byte[] bytes
        && at + stored <= Platform.BYTE_ARRAY_OFFSET + bytes.length) {
      copyWords(bytes, at, size);
    } else {
      Utf8.copy(text, from, to, array, end);
    }
    index++;
    slot += Long.BYTES;
    end += (int) stored;
  }

  /** Copies word by word: for strings of a few words, faster than the JVM's copy. */
  private void copyWords(byte[] bytes, long at, int size) {
    int i = 0;
    for (; i <= size - Long.BYTES; i += Long.BYTES) {
      Utf8.putWord(array, end + i, Utf8.word(bytes, at + i));
    }
    if (i < size) {
      // Padding must be 0: Spark compares and hashes such rows by their bytes.
      Utf8.putWord(array, end + i, Utf8.cut(Utf8.word(bytes, at + i), size - i));
    }
  }

  /** Adds a string, or null. */
  public void add(UTF8String text) {
    if (text != null) {
      add(text, 0, text.numBytes());
      return;
    }
    long bits = Platform.BYTE_ARRAY_OFFSET + start + NULL_BITS + (index >> 6) * 8L;
    Platform.putLong(array, bits, Platform.getLong(array, bits) | 1L << index);
    index++;
    slot += Long.BYTES;
  }

  /** The array, once all strings are added. */
  public ArrayData toArray() {
    UnsafeArrayData data = new UnsafeArrayData();
    data.pointTo(array, Platform.BYTE_ARRAY_OFFSET, array.length);
    return data;
  }

  /** A map of the keys and values, which may be null, at {@code [from, to)}. */
  public static MapData map(UTF8String[] keys, UTF8String[] values, int from, int to) {
    int sizeOfKeys = Math.toIntExact(size(to - from, stored(keys, from, to)));
    int valuesAt = Math.addExact(Long.BYTES, sizeOfKeys);
    long size = valuesAt + size(to - from, stored(values, from, to));
    byte[] map = new byte[Math.toIntExact(size)];
    Platform.putLong(map, Platform.BYTE_ARRAY_OFFSET, sizeOfKeys);
    new UnsafeStrings(map, Long.BYTES, to - from).addAll(keys, from, to);
    new UnsafeStrings(map, valuesAt, to - from).addAll(values, from, to);
    UnsafeMapData data = new UnsafeMapData();
    data.pointTo(map, Platform.BYTE_ARRAY_OFFSET, map.length);
    return data;
  }

  private static long stored(UTF8String[] texts, int from, int to) {
    long bytes = 0;
    for (int i = from; i < to; i++) {
      bytes += texts[i] == null ? 0 : stored(texts[i].numBytes());
    }
    return bytes;
  }

  private void addAll(UTF8String[] texts, int from, int to) {
    for (int i = from; i < to; i++) {
      add(texts[i]);
    }
  }
}
