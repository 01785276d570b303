package io.github.rapidsudfs.emulator.natives;

import static io.github.rapidsudfs.emulator.natives.TableHandles.table;

import io.github.rapidsudfs.emulator.agent.Natives;
import io.github.rapidsudfs.emulator.agent.NotAKernel;
import io.github.rapidsudfs.emulator.column.Column;
import io.github.rapidsudfs.emulator.column.Packed;
import io.github.rapidsudfs.emulator.column.Vec;
import io.github.rapidsudfs.emulator.memory.Buffer;
import io.github.rapidsudfs.emulator.memory.Cudf;
import io.github.rapidsudfs.emulator.memory.Handles;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;

/** Tables in one piece of memory each. */
@Natives("ai.rapids.cudf.Table")
public final class PackedTables {
  private static final String CONTIGUOUS = "ai.rapids.cudf.ContiguousTable";

  private PackedTables() {}

  /** The rows between the split points, as {@code ContiguousTable}s. */
  public static Object contiguousSplit(long table, int[] points) {
    Vec[] whole = table(table).vecs();
    int rows = table(table).rows();
    int before = 0;
    for (int point : points) {
      Cudf.expects(
          before <= point && point <= rows,
          "Invalid split: the points must be in order and within the table");
      before = point;
    }
    AutoCloseable[] parts = new AutoCloseable[points.length + 1];
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
    Object result = Array.newInstance(Cudf.type(CONTIGUOUS), parts.length);
    System.arraycopy(parts, 0, result, 0, parts.length);
    return result;
  }

  private static AutoCloseable contiguous(Vec[] whole, int from, int to) {
    Vec[] part = new Vec[whole.length];
    for (int c = 0; c < part.length; c++) {
      part[c] = whole[c].slice(from, to);
    }
    Packed packed = new Packed(part);
    Buffer buffer = packed.allocate();
    long metadata = Handles.open(new PackedMetadata.Metadata(packed.metadata()));
    Class<?>[] longs = {long.class, long.class, long.class, long.class, long.class};
    return (AutoCloseable)
        Cudf.call(
            CONTIGUOUS,
            "fromPackedTable",
            longs,
            metadata,
            buffer.address,
            buffer.size,
            Handles.open(buffer),
            (long) (to - from));
  }

  private static void close(AutoCloseable[] parts, Throwable because) {
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

  @NotAKernel
  public static long[] columnViewsFromPacked(ByteBuffer metadata, long address) {
    Column[] columns = Packed.unpack(metadata, address);
    long[] views = new long[columns.length];
    for (int i = 0; i < views.length; i++) {
      views[i] = Handles.open(columns[i]);
    }
    return views;
  }

  /** A table to be packed piece by piece into buffers of a given size. */
  public static long makeChunkedPack(long table, long bufferBytes, long temporaryMemory) {
    Cudf.expects(bufferBytes >= 1 << 20, "The output buffer size must be at least 1MB in size");
    return Handles.open(new ChunkedPacks.Pack(new Packed(table(table).vecs()), bufferBytes));
  }
}
