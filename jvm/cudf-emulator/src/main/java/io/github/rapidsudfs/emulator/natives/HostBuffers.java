// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.natives;

import io.github.rapidsudfs.emulator.binding.Natives;
import io.github.rapidsudfs.emulator.memory.CudfErrors;
import io.github.rapidsudfs.emulator.memory.DeviceMemory;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Direct byte buffers over addresses, like those of JNI. */
@Natives(value = "ai.rapids.cudf.HostMemoryBufferNativeUtils", bookkeeping = true)
public final class HostBuffers {
  private HostBuffers() {}

  /** A direct buffer over memory that it does not own. */
  @SuppressWarnings("deprecation")
  public static ByteBuffer wrapRangeInBuffer(long address, long length) {
    CudfErrors.requires(
        length >= 0 && length <= Integer.MAX_VALUE,
        "a byte buffer cannot hold " + length + " bytes");
    // The JDK has no public constructor for this. A duplicate has no cleaner, and is placed by
    // setting two fields of Buffer.
    ByteBuffer buffer = ByteBuffer.allocateDirect(1).duplicate().order(ByteOrder.BIG_ENDIAN);
    try {
      DeviceMemory.MEMORY.putLong(
          buffer,
          DeviceMemory.MEMORY.objectFieldOffset(Buffer.class.getDeclaredField("address")),
          address);
      DeviceMemory.MEMORY.putInt(
          buffer,
          DeviceMemory.MEMORY.objectFieldOffset(Buffer.class.getDeclaredField("capacity")),
          (int) length);
    } catch (NoSuchFieldException e) {
      throw new IllegalStateException(
          "this Java version has no java.nio.Buffer." + e.getMessage() + "; use Java 17 or 21", e);
    }
    buffer.clear();
    return buffer;
  }
}
