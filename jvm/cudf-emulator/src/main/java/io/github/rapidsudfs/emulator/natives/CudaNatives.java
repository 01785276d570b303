// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.natives;

import io.github.rapidsudfs.emulator.binding.Native;
import io.github.rapidsudfs.emulator.binding.Natives;
import io.github.rapidsudfs.emulator.memory.CudfClasses;
import io.github.rapidsudfs.emulator.memory.DeviceMemory;
import io.github.rapidsudfs.emulator.memory.Ledger;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A single device, whose memory is that of this process, and byte buffers over addresses. */
@Natives(value = "ai.rapids.cudf.Cuda", bookkeeping = true)
public final class CudaNatives {
  private static final Set<Long> PINNED = ConcurrentHashMap.newKeySet();
  private static final int HOST_TO_DEVICE = 1;
  private static final int DEVICE_TO_HOST = 2;
  private static final int DEVICE_TO_DEVICE = 3;

  public static Object memGetInfo() {
    long free = Math.max(0, DeviceMemory.limit() - Ledger.liveBytes());
    return CudfClasses.make("ai.rapids.cudf.CudaMemInfo", free, DeviceMemory.limit());
  }

  public static byte[] getNativeGpuUuid() {
    return "cudf-emulator-00".getBytes(java.nio.charset.StandardCharsets.US_ASCII);
  }

  public static void setDevice(int device) {
    CudfClasses.expects(device == 0, "the emulator has one device, number 0, not " + device);
  }

  public static long hostAllocPinned(long bytes) {
    long address = DeviceMemory.MEMORY.allocateMemory(bytes);
    PINNED.add(address);
    return address;
  }

  public static void freePinned(long address) {
    if (address != 0 && !PINNED.remove(address)) {
      throw CudfClasses.invalidValue("address " + address + " is not pinned memory");
    }
    DeviceMemory.MEMORY.freeMemory(address);
  }

  @Native(
      value = {"memcpyOnStream", "asyncMemcpyOnStream"},
      kernel = false)
  public static void memcpyOnStream(long to, long from, long bytes, int kind, long stream) {
    if (bytes == 0) {
      return;
    }
    if (kind == HOST_TO_DEVICE || kind == DEVICE_TO_DEVICE) {
      DeviceMemory.holding(to, bytes, "the destination of a copy");
    }
    if (kind == DEVICE_TO_HOST || kind == DEVICE_TO_DEVICE) {
      DeviceMemory.holding(from, bytes, "the source of a copy");
    }
    DeviceMemory.MEMORY.copyMemory(from, to, bytes);
  }

  @Native(
      value = {"memset", "asyncMemset"},
      kernel = false)
  public static void memset(long address, byte value, long bytes) {
    DeviceMemory.holding(address, bytes, "the memory to set");
    DeviceMemory.MEMORY.setMemory(address, bytes, value);
  }

  /** A direct buffer over memory that it does not own. */
  @SuppressWarnings("deprecation")
  @Native(value = "ai.rapids.cudf.HostMemoryBufferNativeUtils.wrapRangeInBuffer", kernel = false)
  public static ByteBuffer wrapRangeInBuffer(long address, long length) {
    CudfClasses.requires(
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
