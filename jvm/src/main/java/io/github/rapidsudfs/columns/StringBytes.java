// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.columns;

import ai.rapids.cudf.BaseDeviceMemoryBuffer;
import ai.rapids.cudf.BinaryOp;
import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.ColumnView;
import ai.rapids.cudf.DType;
import ai.rapids.cudf.Scalar;
import java.util.Optional;

/** The concatenated UTF-8 bytes of all strings of a column; owns its columns. */
public final class StringBytes implements AutoCloseable {
  private final ColumnVector lists;
  private final ColumnView offsets;
  private final ColumnVector bytes;

  private StringBytes(ColumnVector lists, ColumnView offsets, ColumnVector bytes) {
    this.lists = lists;
    this.offsets = offsets;
    this.bytes = bytes;
  }

  /**
   * @param text borrowed
   */
  public static StringBytes of(ColumnView text) {
    try (Columns c = new Columns()) {
      ColumnVector lists = c.own(lists(text));
      ColumnView all = c.own(lists.getChildColumnView(0));
      Scalar zero = c.own(Scalar.fromUnsignedByte((byte) 0));
      ColumnVector last = c.own(ColumnVector.fromScalar(zero, 1));
      ColumnView offsets = c.own(lists.getListOffsetsView());
      ColumnVector bytes = ColumnVector.concatenate(all, last);
      return new StringBytes(c.release(lists), c.release(offsets), bytes);
    }
  }

  /**
   * Strings with each byte replaced by its entry in a table; nulls stay null. Takes a fifth of the
   * time of {@code lower()}. Bytes of non-ASCII characters (128 and above) are best left unchanged.
   *
   * @param text borrowed
   * @param table the replacement of each byte, by its unsigned value
   */
  public static ColumnVector map(ColumnView text, byte[] table) {
    try (Columns c = new Columns()) {
      ColumnVector lists = c.own(lists(text));
      ColumnView bytes = c.own(lists.getChildColumnView(0));
      if (bytes.getRowCount() == 0) {
        return text.copyToColumnVector();
      }
      ColumnVector replacements = c.own(ColumnVector.fromUnsignedBytes(table));
      ColumnVector mapped = c.own(ListSums.at(replacements, bytes));
      ColumnVector offsets = c.own(c.own(lists.getListOffsetsView()).copyToColumnVector());
      ColumnVector strings = c.own(strings(mapped, offsets));
      return text.getNullCount() == 0
          ? c.release(strings)
          : strings.mergeAndSetValidity(BinaryOp.BITWISE_AND, text);
    }
  }

  /**
   * Makes strings from bytes, none of them null: a new column.
   *
   * @param bytes the bytes of all strings as little-endian numbers of any width; at least one
   * @param offsets INT32: the start of each string, and the end of the last one
   */
  public static ColumnVector strings(ColumnVector bytes, ColumnVector offsets) {
    try (ColumnView strings =
        new ColumnView(
            DType.STRING,
            offsets.getRowCount() - 1,
            Optional.of(0L),
            bytes.getData(),
            null,
            offsets.getData())) {
      return strings.copyToColumnVector();
    }
  }

  /**
   * The bytes of each string as a list: {@code asByteList}, correct for slices too. For a slice,
   * libcudf's own result has a child with the row count of the whole column but the memory of the
   * slice: CUDA rejects a copy of it, and kernels read past its end.
   *
   * @param text borrowed
   */
  public static ColumnVector lists(ColumnView text) {
    if (isSlice(text)) {
      try (ColumnVector copy = copy(text)) {
        return copy.asByteList();
      }
    }
    return text.asByteList();
  }

  /**
   * The same column, or a copy if it is a slice, as {@code stringSplit} and {@code
   * stringSplitRecord} require: they return wrong results for a slice.
   *
   * @param text borrowed
   */
  public static ColumnVector unsliced(ColumnView text) {
    boolean whole = text instanceof ColumnVector && !isSlice(text);
    return whole ? ((ColumnVector) text).incRefCount() : copy(text);
  }

  /** A copy with its own offsets; {@code copyToColumnVector} keeps all if all rows are null. */
  private static ColumnVector copy(ColumnView text) {
    try (ColumnVector none = ColumnVector.fromStrings()) {
      return ColumnVector.concatenate(text, none);
    }
  }

  /** Returns whether the column is part of another one, whose offsets it shares. */
  private static boolean isSlice(ColumnView text) {
    BaseDeviceMemoryBuffer offsets = text.getOffsets();
    return offsets != null
        && offsets.getLength() != (text.getRowCount() + 1) * DType.INT32.getSizeInBytes();
  }

  /** A table for {@link #map} that leaves every byte unchanged. */
  public static byte[] sameBytes() {
    byte[] table = new byte[256];
    for (int i = 0; i < table.length; i++) {
      table[i] = (byte) i;
    }
    return table;
  }

  /** The bytes as UINT8, and an extra one at the end: see {@link ListSums#between}. */
  public ColumnVector bytes() {
    return bytes;
  }

  /** The start of each string, and the end of the last one. */
  public ColumnView offsets() {
    return offsets;
  }

  @Override
  public void close() {
    bytes.close();
    offsets.close();
    lists.close();
  }
}
