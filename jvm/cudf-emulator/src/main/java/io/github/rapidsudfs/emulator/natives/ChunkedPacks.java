// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.natives;

import io.github.rapidsudfs.emulator.binding.Native;
import io.github.rapidsudfs.emulator.binding.Natives;
import io.github.rapidsudfs.emulator.column.Packed;
import io.github.rapidsudfs.emulator.memory.Cudf;
import io.github.rapidsudfs.emulator.memory.Handles;

/** Tables packed in chunks, so that spilling needs little memory. */
@Natives(value = "ai.rapids.cudf.ChunkedPack", bookkeeping = true)
public final class ChunkedPacks {
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

  private static Pack pack(long handle) {
    return Handles.get(handle, Pack.class);
  }

  public static long chunkedPackGetTotalContiguousSize(long handle) {
    return pack(handle).packed.bytes();
  }

  public static boolean chunkedPackHasNext(long handle) {
    return pack(handle).done < pack(handle).packed.bytes();
  }

  @Native("ai.rapids.cudf.ChunkedPack.chunkedPackNext")
  public static long next(long handle, long address, long bytes) {
    Pack pack = pack(handle);
    Cudf.expects(
        bytes >= pack.bufferBytes,
        "Cannot use a device span smaller than the output buffer size configured at"
            + " instantiation!");
    Cudf.expects(
        pack.done < pack.packed.bytes(),
        "Cannot call contiguous_split_chunk with has_next() == false!");
    long length = Math.min(pack.bufferBytes, pack.packed.bytes() - pack.done);
    pack.packed.copy(pack.done, length, address);
    pack.done += length;
    return length;
  }

  public static long chunkedPackBuildMetadata(long handle) {
    return Handles.open(new PackedTables.Metadata(pack(handle).packed.metadata()));
  }
}
