package io.github.rapidsudfs.emulator.natives;

import io.github.rapidsudfs.emulator.agent.Natives;
import io.github.rapidsudfs.emulator.memory.Handles;
import java.nio.ByteBuffer;

/** The metadata of packed tables. */
@Natives(value = "ai.rapids.cudf.PackedColumnMetadata", bookkeeping = true)
public final class PackedMetadata {
  private PackedMetadata() {}

  record Metadata(ByteBuffer bytes) {}

  public static ByteBuffer createMetadataDirectBuffer(long metadata) {
    return Handles.get(metadata, Metadata.class).bytes().duplicate();
  }

  public static void closeMetadata(long metadata) {
    Handles.close(metadata, Metadata.class);
  }
}
