// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.core;

import ai.rapids.cudf.BinaryOp;
import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.ColumnView;
import ai.rapids.cudf.DType;
import ai.rapids.cudf.Scalar;
import java.util.Optional;

/** The UTF-8 bytes of all strings of a column, one after the other; owns its columns. */
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
    ColumnVector lists = text.asByteList();
    ColumnView offsets = null;
    try (ColumnView all = lists.getChildColumnView(0);
        Scalar zero = Scalar.fromUnsignedByte((byte) 0);
        ColumnVector last = ColumnVector.fromScalar(zero, 1)) {
      offsets = lists.getListOffsetsView();
      return new StringBytes(lists, offsets, ColumnVector.concatenate(all, last));
    } catch (Throwable t) {
      if (offsets != null) {
        offsets.close();
      }
      lists.close();
      throw t;
    }
  }

  /**
   * Strings with each byte replaced by another, null where the argument is: a fifth of what {@code
   * lower()} takes. Bytes of characters beyond ASCII are negative, and best left as they are.
   *
   * @param text borrowed
   * @param table for each byte, as a number from 0 to 255, the one in its place
   */
  public static ColumnVector map(ColumnView text, byte[] table) {
    try (ColumnVector lists = text.asByteList();
        ColumnView bytes = lists.getChildColumnView(0)) {
      if (bytes.getRowCount() == 0) {
        return text.copyToColumnVector();
      }
      try (ColumnVector replacements = ColumnVector.fromUnsignedBytes(table);
          ColumnVector mapped = ListSums.at(replacements, bytes);
          ColumnView view = lists.getListOffsetsView();
          ColumnVector offsets = view.copyToColumnVector();
          ColumnVector strings = strings(mapped, offsets)) {
        return text.getNullCount() == 0
            ? strings.incRefCount()
            : strings.mergeAndSetValidity(BinaryOp.BITWISE_AND, text);
      }
    }
  }

  /**
   * Strings of bytes, none of them null: a new column.
   *
   * @param bytes the bytes of all strings as numbers of any width, the first in the lowest place;
   *     at least one
   * @param offsets INT32: where each string begins, and where the last one ends
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
   * A copy whose bytes begin with those of its own first string, as {@code stringSplit} and {@code
   * stringSplitRecord} need them to: of a slice they answer wrongly.
   */
  public static ColumnVector unsliced(ColumnView text) {
    try (ColumnVector none = ColumnVector.fromStrings()) {
      return ColumnVector.concatenate(text, none);
    }
  }

  /** The table for {@link #map} that leaves every byte as it is. */
  public static byte[] sameBytes() {
    byte[] table = new byte[256];
    for (int i = 0; i < table.length; i++) {
      table[i] = (byte) i;
    }
    return table;
  }

  /** UINT8, with one byte more after the last string: see {@link ListSums#between}. */
  public ColumnVector bytes() {
    return bytes;
  }

  /** Where each string begins, and where the last one ends. */
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
