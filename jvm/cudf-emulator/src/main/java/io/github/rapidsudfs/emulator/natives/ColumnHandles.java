// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.natives;

import io.github.rapidsudfs.emulator.binding.Native;
import io.github.rapidsudfs.emulator.binding.Natives;
import io.github.rapidsudfs.emulator.column.Column;
import io.github.rapidsudfs.emulator.column.Read;
import io.github.rapidsudfs.emulator.column.Span;
import io.github.rapidsudfs.emulator.column.Type;
import io.github.rapidsudfs.emulator.column.Vec;
import io.github.rapidsudfs.emulator.column.Write;
import io.github.rapidsudfs.emulator.memory.CudfClasses;
import io.github.rapidsudfs.emulator.memory.Handles;
import java.util.Arrays;
import java.util.stream.IntStream;

/** Column views: construction over memory, access to their parts, copies and slices. */
@Natives(value = "ai.rapids.cudf.ColumnView", bookkeeping = true)
public final class ColumnHandles {
  static Column[] columns(long[] views) {
    return Arrays.stream(views)
        .mapToObj(view -> Handles.get(view, Column.class))
        .toArray(Column[]::new);
  }

  public static long makeCudfColumnView(
      Type type,
      long data,
      long dataBytes,
      long offsets,
      long valid,
      int nullCount,
      int rows,
      long[] children) {
    Column[] views = columns(children == null ? new long[0] : children);
    CudfClasses.requires(
        type.id() != Type.LIST || views.length == 1, "LIST children size is not 1");
    return Handles.open(Column.over(type, rows, data, offsets, valid, views));
  }

  public static long makeStructView(long[] children, long rows) {
    Column[] views = columns(children);
    for (Column view : views) {
      CudfClasses.expects(
          view.size == rows,
          "Child columns must have the same number of rows as the Struct column.");
    }
    return Handles.open(Column.over(Type.of(Type.STRUCT), (int) rows, 0, 0, 0, views));
  }

  public static int getNativeTypeId(Column c) {
    return c.type.id();
  }

  public static int getNativeTypeScale(Column c) {
    return c.type.scale();
  }

  public static int getNativeRowCount(Column c) {
    return c.size;
  }

  public static int getNativeNullCount(Column c) {
    return c.nullCount();
  }

  public static int getNativeNumChildren(Column c) {
    return c.type.isNested() ? c.children.length : 0;
  }

  public static long getChildCvPointer(Column c, int index) {
    return Handles.open(c.children[index]);
  }

  public static long getListOffsetCvPointer(Column c) {
    CudfClasses.expects(
        c.type.id() == Type.LIST, "lists_column_view only supports lists, not " + c.type);
    return Handles.open(c.offsetsColumn());
  }

  private static long address(Span span) {
    if (span == null) {
      return 0;
    }
    span.buffer().check("a column");
    return span.address();
  }

  public static long getNativeDataAddress(Column c) {
    long address = address(c.data);
    return address == 0 || c.type.isString() ? address : address + (long) c.offset * c.type.width();
  }

  public static long getNativeDataLength(Column c) {
    return c.type.isString() ? (c.size > 0 ? c.charBytes() : 0) : (long) c.size * c.type.width();
  }

  public static long getNativeOffsetsAddress(Column c) {
    return c.size > 0 ? address(c.offsets) : 0;
  }

  public static long getNativeOffsetsLength(Column c) {
    return c.size > 0 && c.offsets != null ? c.offsets.length() : 0;
  }

  public static long getNativeValidityAddress(Column c) {
    return address(c.valid);
  }

  public static long getNativeValidityLength(Column c) {
    return c.valid == null ? 0 : Write.maskBytes(c.size);
  }

  public static long hostPaddingSizeInBytes() {
    return 16;
  }

  public static long getDeviceMemorySize(Column c, boolean padded) {
    return bytes(c, padded);
  }

  private static long bytes(Column c, boolean padded) {
    long total = c.valid == null ? 0 : pad(Write.maskBytes(c.size), padded);
    if (c.type.isFixedWidth()) {
      total += pad((long) c.type.width() * c.size, padded);
    } else if (c.type.isString()) {
      total += pad(c.size == 0 ? 0 : c.charBytes(), padded);
    }
    if (c.offsets != null) {
      total += pad(c.offsets.length(), padded);
    }
    for (Column child : c.children) {
      total += bytes(child, padded);
    }
    return total;
  }

  private static long pad(long bytes, boolean padded) {
    return padded ? (bytes + 15) & ~15L : bytes;
  }

  /** A copy, which also keeps masks without nulls. */
  @Native("ai.rapids.cudf.ColumnView.copyColumnViewToCV")
  public static long copy(Column c) {
    return Handles.open(Write.copy(c));
  }

  /** Copies of the row ranges given as pairs of start and end. */
  @Native("ai.rapids.cudf.ColumnView.slice")
  public static Vec[] slices(Column c, int[] indices) {
    CudfClasses.expects(indices.length % 2 == 0, "indices size must be even");
    return IntStream.range(0, indices.length / 2)
        .mapToObj(i -> Read.vec(range(c, indices[2 * i], indices[2 * i + 1])))
        .toArray(Vec[]::new);
  }

  /** Views of the row ranges between the split points. */
  public static long[] split(Column c, int[] points) {
    long[] views = new long[points.length + 1];
    for (int i = 0, from = 0; i <= points.length; i++) {
      int to = i == points.length ? c.size : points[i];
      views[i] = Handles.open(range(c, from, to));
      from = to;
    }
    return views;
  }

  private static Column range(Column c, int from, int to) {
    CudfClasses.expects(
        from >= 0 && from <= to, "Invalid slice: the end must not be before the start");
    CudfClasses.expects(to <= c.size, "Slice range out of bounds.");
    return c.slice(from, to);
  }

  /** A view of the same memory under another type of the same width. */
  public static long bitCastTo(Column c, Type to) {
    boolean same = c.type.isFixedWidth() && c.type.width() == to.width();
    CudfClasses.expects(same, "types are not bit-castable: " + c.type + " to " + to);
    return Handles.open(c.as(to));
  }
}
