// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.column;

import io.github.rapidsudfs.emulator.memory.CudfClasses;
import io.github.rapidsudfs.emulator.memory.DeviceMemory;

/**
 * A libcudf column view: immutable, without ownership. As in libcudf, a slice has an offset into
 * the same buffers and children; a list's child is addressed by its offsets, a struct's fields by
 * its own rows.
 */
public final class Column {
  public final Type type;
  public final int size;
  public final int offset;
  public final Span data;
  public final Span valid;
  public final Span offsets;
  public final Column[] children;
  private int nullCount = -1;

  Column(Type type, int size, int offset, Span data, Span valid, Span offsets, Column... children) {
    this.type = type;
    this.size = size;
    this.offset = offset;
    this.data = data;
    this.valid = valid;
    this.offsets = offsets;
    this.children = children;
  }

  /** A view over memory of cuDF's Java side, which must be live; addresses may be 0. */
  public static Column over(
      Type type, int rows, long data, long offsets, long valid, Column[] children) {
    Span validity = Span.at(valid, (rows + 7) / 8, "the validity");
    boolean listed = type.isString() || type.id() == Type.LIST;
    Span starts = listed ? Span.at(offsets, rows == 0 ? 0 : (rows + 1) * 4L, "the offsets") : null;
    Span values = null;
    if (type.isString() && starts != null) {
      values =
          Span.at(data, DeviceMemory.MEMORY.getInt(starts.address() + rows * 4L), "the characters");
    } else if (type.isFixedWidth()) {
      values = Span.at(data, (long) rows * type.width(), "the data");
    }
    return new Column(type, rows, 0, values, validity, starts, children);
  }

  /** Rows {@code from} to {@code to} of this view, as a view of the same memory. */
  public Column slice(int from, int to) {
    return new Column(type, to - from, offset + from, data, valid, offsets, children);
  }

  /** This view with another type of the same width. */
  public Column as(Type other) {
    return new Column(other, size, offset, data, valid, offsets, children);
  }

  /** These lists with a child of this many rows, whether or not its memory has as many. */
  public Column withChildOf(int rows) {
    Column child = children[0];
    Column longer = new Column(child.type, rows, child.offset, child.data, child.valid, null);
    return new Column(type, size, offset, data, valid, offsets, longer);
  }

  /** A struct's field, sliced to the rows of this view. */
  public Column field(int index) {
    CudfClasses.expects(offset + size <= children[index].size, "Slice range out of bounds.");
    return children[index].slice(offset, offset + size);
  }

  /** The offsets child of a list column: as in libcudf of the whole column, not of the slice. */
  public Column offsetsColumn() {
    int count = offsets == null ? 0 : (int) (offsets.length() / 4);
    return new Column(Type.of(Type.INT32), count, 0, offsets, null, null);
  }

  /** The number of nulls in this view. */
  public int nullCount() {
    if (nullCount < 0) {
      int nulls = 0;
      if (valid != null) {
        valid.buffer().check("the validity of a column");
        for (int i = 0; i < size; i++) {
          nulls += isValid(i) ? 0 : 1;
        }
      }
      nullCount = nulls;
    }
    return nullCount;
  }

  /** Returns whether a row of a column with a validity mask is not null. */
  public boolean isValid(int row) {
    int bit = offset + row;
    return (DeviceMemory.MEMORY.getByte(valid.address() + (bit >> 3)) >> (bit & 7) & 1) != 0;
  }

  /** The bytes of characters, from the first to the last offset of the whole column. */
  public long charBytes() {
    return data == null ? 0 : data.length();
  }
}
