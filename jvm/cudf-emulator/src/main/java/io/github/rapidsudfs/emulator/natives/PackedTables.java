// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.natives;

import io.github.rapidsudfs.emulator.binding.Native;
import io.github.rapidsudfs.emulator.column.Column;
import io.github.rapidsudfs.emulator.column.Packed;
import io.github.rapidsudfs.emulator.column.TableView;
import io.github.rapidsudfs.emulator.column.Vec;
import io.github.rapidsudfs.emulator.memory.Buffer;
import io.github.rapidsudfs.emulator.memory.CudfClasses;
import io.github.rapidsudfs.emulator.memory.Handles;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** Tables: their handles, and tables packed in one piece of memory each. */
public final class PackedTables {
  private static final String CONTIGUOUS = "ai.rapids.cudf.ContiguousTable";

  /** The metadata for {@link Packed#unpack}. */
  public record Metadata(ByteBuffer bytes) {}

  /** The rows between the split points, as {@code ContiguousTable}s. */
  @Native("ai.rapids.cudf.Table.contiguousSplit")
  public static Object split(TableView table, int[] points) {
    int before = 0;
    for (int point : points) {
      CudfClasses.expects(
          before <= point && point <= table.rows(),
          "Invalid split: the points must be in order and within the table");
      before = point;
    }
    return parts(table.vecs(), table.rows(), points);
  }

  /** The rows between the split points, which must be in order. */
  static AutoCloseable[] parts(Vec[] whole, int rows, int[] points) {
    AutoCloseable[] parts =
        (AutoCloseable[]) Array.newInstance(CudfClasses.type(CONTIGUOUS), points.length + 1);
    for (int i = 0, from = 0; i < parts.length; i++) {
      int to = i == points.length ? rows : points[i];
      try {
        parts[i] = contiguous(whole, from, to);
      } catch (Throwable e) {
        close(parts, e);
        throw e;
      }
      from = to;
    }
    return parts;
  }

  private static AutoCloseable contiguous(Vec[] whole, int from, int to) {
    Vec[] part = Arrays.stream(whole).map(vec -> vec.slice(from, to)).toArray(Vec[]::new);
    Packed packed = new Packed(part);
    Buffer buffer = packed.allocate();
    long metadata = Handles.open(new Metadata(packed.metadata()));
    return (AutoCloseable)
        CudfClasses.callStatic(
            CONTIGUOUS,
            "fromPackedTable",
            metadata,
            buffer.address,
            buffer.size,
            Handles.open(buffer),
            (long) (to - from));
  }

  static void close(AutoCloseable[] parts, Throwable because) {
    for (AutoCloseable part : parts) {
      if (part != null) {
        try {
          part.close();
        } catch (Exception e) {
          because.addSuppressed(e);
        }
      }
    }
  }

  /** The metadata of a table that is already in one piece of memory. */
  @Native(value = "ai.rapids.cudf.ContiguousTable.createPackedMetadata", kernel = false)
  public static long metadata(TableView table, long address, long bytes) {
    return Handles.open(new Metadata(Packed.metadata(table.columns, address)));
  }

  @Native(value = "ai.rapids.cudf.PackedColumnMetadata.createMetadataDirectBuffer", kernel = false)
  public static ByteBuffer bytes(Metadata metadata) {
    return metadata.bytes().duplicate();
  }

  /** Prepares a table for packing in chunks into buffers of a given size. */
  @Native("ai.rapids.cudf.Table.makeChunkedPack")
  public static long inChunks(TableView table, long bufferBytes, long temporaryMemory) {
    CudfClasses.expects(
        bufferBytes >= 1 << 20, "The output buffer size must be at least 1MB in size");
    return Handles.open(new PackedTables.Pack(new Packed(table.vecs()), bufferBytes));
  }

  @Native(value = "ai.rapids.cudf.Table.createCudfTableView", kernel = false)
  public static long createCudfTableView(long[] views) {
    Column[] columns = ColumnHandles.columns(views);
    for (Column column : columns) {
      CudfClasses.expects(column.size == columns[0].size, "Column size mismatch.");
    }
    return Handles.open(new TableView(columns));
  }

  @Native(value = "ai.rapids.cudf.Table.columnViewsFromPacked", kernel = false)
  public static long[] columnViewsFromPacked(ByteBuffer metadata, long address) {
    return Arrays.stream(Packed.unpack(metadata, address)).mapToLong(Handles::open).toArray();
  }

  /** A table that is being packed through a buffer. */
  public static final class Pack {
    private final Packed packed;
    private final long bufferBytes;
    private long done;

    Pack(Packed packed, long bufferBytes) {
      this.packed = packed;
      this.bufferBytes = bufferBytes;
    }
  }

  @Native(value = "ai.rapids.cudf.ChunkedPack.chunkedPackGetTotalContiguousSize", kernel = false)
  public static long chunkedPackGetTotalContiguousSize(Pack pack) {
    return pack.packed.bytes();
  }

  @Native(value = "ai.rapids.cudf.ChunkedPack.chunkedPackHasNext", kernel = false)
  public static boolean chunkedPackHasNext(Pack pack) {
    return pack.done < pack.packed.bytes();
  }

  @Native("ai.rapids.cudf.ChunkedPack.chunkedPackNext")
  public static long next(Pack pack, long address, long bytes) {
    CudfClasses.expects(
        bytes >= pack.bufferBytes,
        "Cannot use a device span smaller than the output buffer size configured at"
            + " instantiation!");
    CudfClasses.expects(
        pack.done < pack.packed.bytes(),
        "Cannot call contiguous_split_chunk with has_next() == false!");
    long length = Math.min(pack.bufferBytes, pack.packed.bytes() - pack.done);
    pack.packed.copy(pack.done, length, address);
    pack.done += length;
    return length;
  }

  @Native(value = "ai.rapids.cudf.ChunkedPack.chunkedPackBuildMetadata", kernel = false)
  public static long chunkedPackBuildMetadata(Pack pack) {
    return Handles.open(new PackedTables.Metadata(pack.packed.metadata()));
  }
}
