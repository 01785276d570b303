// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.functions.text;

import io.github.rapidsudfs.core.Utf8;
import org.apache.spark.sql.catalyst.expressions.UnsafeArrayData;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.unsafe.Platform;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * An array of parts of a text, written in the form in which Spark keeps arrays in rows (see {@code
 * UnsafeArrayData}): the row takes it by one copy, and no object is made for a part.
 */
final class TextParts {
  private final UTF8String text;
  private final byte[] array;
  private int slot;
  private int end;

  /**
   * Of {@code count} parts.
   *
   * @param bytes that they take, each up to a multiple of 8: see {@link #stored}
   */
  TextParts(UTF8String text, int count, long bytes) {
    this.text = text;
    slot = UnsafeArrayData.calculateHeaderPortionInBytes(count);
    end = Math.addExact(slot, Math.multiplyExact(count, Long.BYTES));
    array = new byte[Math.toIntExact(end + bytes)];
    Platform.putLong(array, Platform.BYTE_ARRAY_OFFSET, count);
  }

  /** What a part of so many bytes takes. */
  static long stored(int bytes) {
    return bytes + 7L & ~7L;
  }

  /** Adds the bytes {@code [from, to)}. */
  void add(int from, int to) {
    int size = to - from;
    Platform.putLong(array, Platform.BYTE_ARRAY_OFFSET + slot, (long) end << 32 | size);
    slot += Long.BYTES;
    if (size <= Long.BYTES && from <= text.numBytes() - Long.BYTES && size > 0) {
      // What is beyond the part must be 0: Spark compares and hashes such rows by their bytes.
      Utf8.putWord(array, end, Utf8.word(text, from) & -1L >>> Long.SIZE - Byte.SIZE * size);
    } else {
      Utf8.copy(text, from, to, array, end);
    }
    end += (int) stored(size);
  }

  /** The array, once all parts are added. */
  ArrayData toArray() {
    UnsafeArrayData data = new UnsafeArrayData();
    data.pointTo(array, Platform.BYTE_ARRAY_OFFSET, array.length);
    return data;
  }
}
