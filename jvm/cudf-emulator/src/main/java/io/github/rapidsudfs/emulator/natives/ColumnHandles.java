package io.github.rapidsudfs.emulator.natives;

import static io.github.rapidsudfs.emulator.natives.Io.column;
import static io.github.rapidsudfs.emulator.natives.Io.out;

import io.github.rapidsudfs.emulator.agent.Natives;
import io.github.rapidsudfs.emulator.agent.NotAKernel;
import io.github.rapidsudfs.emulator.column.Column;
import io.github.rapidsudfs.emulator.column.Span;
import io.github.rapidsudfs.emulator.column.Type;
import io.github.rapidsudfs.emulator.column.Write;
import io.github.rapidsudfs.emulator.memory.Cudf;
import io.github.rapidsudfs.emulator.memory.Handles;

/** Column views: construction over memory, access to their parts, copies and slices. */
@Natives("ai.rapids.cudf.ColumnView")
public final class ColumnHandles {
  private ColumnHandles() {}

  @NotAKernel
  public static long makeCudfColumnView(
      int type,
      int scale,
      long data,
      long dataBytes,
      long offsets,
      long valid,
      int nullCount,
      int rows,
      long[] children) {
    Column[] views = new Column[children == null ? 0 : children.length];
    for (int i = 0; i < views.length; i++) {
      views[i] = column(children[i]);
    }
    if (type == Type.LIST && views.length != 1) {
      throw new IllegalArgumentException("LIST children size is not 1");
    }
    return Handles.open(Column.over(Io.type(type, scale), rows, data, offsets, valid, views));
  }

  @NotAKernel
  public static long makeStructView(long[] children, long rows) {
    Column[] views = new Column[children.length];
    for (int i = 0; i < views.length; i++) {
      views[i] = column(children[i]);
      Cudf.expects(
          views[i].size == rows,
          "Child columns must have the same number of rows as the Struct column.");
    }
    return Handles.open(Column.over(Type.of(Type.STRUCT), (int) rows, 0, 0, 0, views));
  }

  @NotAKernel
  public static void deleteColumnView(long view) {
    Handles.close(view, Column.class);
  }

  @NotAKernel
  public static int getNativeTypeId(long view) {
    return column(view).type.id();
  }

  @NotAKernel
  public static int getNativeTypeScale(long view) {
    return column(view).type.scale();
  }

  @NotAKernel
  public static int getNativeRowCount(long view) {
    return column(view).size;
  }

  @NotAKernel
  public static int getNativeNullCount(long view) {
    return column(view).nullCount();
  }

  @NotAKernel
  public static int getNativeNumChildren(long view) {
    Column c = column(view);
    return c.type.isNested() ? c.children.length : 0;
  }

  @NotAKernel
  public static long getChildCvPointer(long view, int index) {
    return Handles.open(column(view).children[index]);
  }

  @NotAKernel
  public static long getListOffsetCvPointer(long view) {
    Column c = column(view);
    Cudf.expects(c.type.id() == Type.LIST, "lists_column_view only supports lists, not " + c.type);
    return Handles.open(c.offsetsColumn());
  }

  private static long address(Span span) {
    if (span == null) {
      return 0;
    }
    span.buffer().check("a column");
    return span.address();
  }

  @NotAKernel
  public static long getNativeDataAddress(long view) {
    Column c = column(view);
    long address = address(c.data);
    return address == 0 || c.type.isString() ? address : address + (long) c.offset * c.type.width();
  }

  @NotAKernel
  public static long getNativeDataLength(long view) {
    Column c = column(view);
    return c.type.isString() ? (c.size > 0 ? c.charBytes() : 0) : (long) c.size * c.type.width();
  }

  @NotAKernel
  public static long getNativeOffsetsAddress(long view) {
    Column c = column(view);
    return c.size > 0 ? address(c.offsets) : 0;
  }

  @NotAKernel
  public static long getNativeOffsetsLength(long view) {
    Column c = column(view);
    return c.size > 0 && c.offsets != null ? c.offsets.length() : 0;
  }

  @NotAKernel
  public static long getNativeValidityAddress(long view) {
    return address(column(view).valid);
  }

  @NotAKernel
  public static long getNativeValidityLength(long view) {
    Column c = column(view);
    return c.valid == null ? 0 : Write.maskBytes(c.size);
  }

  @NotAKernel
  public static long hostPaddingSizeInBytes() {
    return 16;
  }

  @NotAKernel
  public static long getDeviceMemorySize(long view, boolean padded) {
    return bytes(column(view), padded);
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

  public static long copyColumnViewToCV(long view) {
    return out(Io.vec(view));
  }

  /** Copies of the row ranges given as pairs of start and end. */
  public static long[] slice(long view, int[] indices) {
    Cudf.expects(indices.length % 2 == 0, "indices size must be even");
    io.github.rapidsudfs.emulator.column.Vec[] parts =
        new io.github.rapidsudfs.emulator.column.Vec[indices.length / 2];
    for (int i = 0; i < parts.length; i++) {
      Column part = range(column(view), indices[2 * i], indices[2 * i + 1]);
      parts[i] = io.github.rapidsudfs.emulator.column.Read.vec(part);
    }
    return out(parts);
  }

  /** Views of the row ranges between the split points. */
  @NotAKernel
  public static long[] split(long view, int[] points) {
    Column c = column(view);
    long[] views = new long[points.length + 1];
    for (int i = 0, from = 0; i <= points.length; i++) {
      int to = i == points.length ? c.size : points[i];
      views[i] = Handles.open(range(c, from, to));
      from = to;
    }
    return views;
  }

  private static Column range(Column c, int from, int to) {
    Cudf.expects(from >= 0 && from <= to, "Invalid slice: the end must not be before the start");
    Cudf.expects(to <= c.size, "Slice range out of bounds.");
    return c.slice(from, to);
  }

  /** A view of the same memory under another type of the same width. */
  @NotAKernel
  public static long bitCastTo(long view, int type, int scale) {
    Column c = column(view);
    Type to = Io.type(type, scale);
    boolean same = c.type.isFixedWidth() && c.type.width() == to.width();
    Cudf.expects(same, "types are not bit-castable: " + c.type + " to " + to);
    return Handles.open(c.as(to));
  }
}
