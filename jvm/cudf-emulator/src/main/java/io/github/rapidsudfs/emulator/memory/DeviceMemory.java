// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.memory;

import java.lang.reflect.Field;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Consumer;
import sun.misc.Unsafe;

/**
 * "Device memory": memory of this process outside the Java heap. Every allocation and every free
 * goes through here.
 */
public final class DeviceMemory {
  /** Direct memory access, for callers that have checked their addresses. */
  public static final Unsafe MEMORY = unsafe();

  /** The environment variable and system property that limit the device bytes. */
  public static final String LIMIT_VARIABLE = "RAPIDS_UDFS_EMULATOR_DEVICE_BYTES";

  public static final String LIMIT_PROPERTY = "rapids.udfs.emulator.device.bytes";

  private static final long DEFAULT_BYTES = 2L << 30;
  private static final long PADDING =
      64; // libcudf pads bitmasks to 64 bytes, and readers may rely on it
  private static final ConcurrentSkipListMap<Long, Buffer> LIVE = new ConcurrentSkipListMap<>();
  private static volatile long limit = configuredLimit();

  /** The device's size in bytes. */
  public static long limit() {
    return limit;
  }

  /** Sets the device's size in bytes. Existing allocations are kept. */
  public static void limit(long bytes) {
    limit = bytes;
  }

  /**
   * Allocates device memory through RMM. Throws an {@code OutOfMemoryError} or the out-of-memory
   * handler's exception.
   */
  public static Buffer allocate(long bytes) {
    SparkResources.beforeAllocation();
    CallFaults.allocation(bytes);
    EventHandler handler = EventHandler.installed();
    for (int attempt = 0; ; attempt++) {
      if (Ledger.liveBytes() + bytes <= limit
          && Resource.haveRoom(bytes)
          && !FaultInjection.allocationFails()) {
        long before = handler == null ? 0 : handler.total();
        Buffer buffer = take(bytes, true);
        if (handler != null) {
          tell(handler, before, buffer);
        }
        return buffer;
      }
      if (!SparkResources.tryAgain(bytes, attempt)) {
        throw full(bytes);
      }
    }
  }

  /** Allocates device memory from CUDA directly, bypassing RMM. */
  public static Buffer allocateCuda(long bytes) {
    if (Ledger.liveBytes() + bytes > limit) {
      throw full(bytes);
    }
    return take(bytes, false);
  }

  private static OutOfMemoryError full(long bytes) {
    return new OutOfMemoryError(
        ("Could not allocate native memory: std::bad_alloc: out_of_memory: the emulator's"
                + " device of %s bytes holds %s bytes and %s more were requested")
            .formatted(limit, Ledger.liveBytes(), bytes));
  }

  private static Buffer take(long bytes, boolean ofRmm) {
    long address = MEMORY.allocateMemory(bytes + PADDING);
    MEMORY.setMemory(address + bytes, PADDING, (byte) 0);
    Buffer buffer = new Buffer(address, bytes, ofRmm);
    LIVE.put(address, buffer);
    Ledger.allocated(bytes);
    Resource.allocated(buffer);
    return buffer;
  }

  /** Notifies the handler of an allocation, which is freed if that fails. */
  private static void tell(EventHandler handler, long before, Buffer buffer) {
    try {
      handler.allocated(before, buffer.size);
    } catch (Throwable e) {
      release(buffer);
      throw e;
    }
  }

  /** Frees memory. */
  public static void free(Buffer buffer) {
    EventHandler handler = buffer.ofRmm ? EventHandler.installed() : null;
    long before = handler == null ? 0 : handler.total();
    release(buffer);
    SparkResources.freed();
    if (handler != null) {
      handler.freed(before, buffer.size);
    }
  }

  private static void release(Buffer buffer) {
    if (!LIVE.remove(buffer.address, buffer)) {
      throw new IllegalStateException("device memory at " + buffer.address + " was freed twice");
    }
    buffer.freed = true;
    UdfLeaks.closed(buffer.owner, buffer.size, 0);
    MEMORY.freeMemory(buffer.address);
    Ledger.freed(buffer.size);
    Resource.freed(buffer);
  }

  /** Passes on every live allocation. */
  static void live(Consumer<Buffer> into) {
    LIVE.values().forEach(into);
  }

  /** The live allocation that starts at an address. */
  public static Buffer startingAt(long address) {
    Buffer buffer = LIVE.get(address);
    if (buffer == null) {
      throw new IllegalStateException(
          "address " + address + " is not the start of device memory, or was already freed");
    }
    return buffer;
  }

  /** The live allocation that contains a range; a {@code CudaException} if none does. */
  public static Buffer holding(long address, long length, String what) {
    Map.Entry<Long, Buffer> floor = LIVE.floorEntry(address);
    if (floor == null || !floor.getValue().holds(address, length)) {
      throw CudfClasses.invalidValue(
          "%s: %s of %s bytes at address %s is not within one live device allocation"
              .formatted(Ledger.current(), what, length, address));
    }
    return floor.getValue();
  }

  private static long configuredLimit() {
    String text = System.getProperty(LIMIT_PROPERTY, System.getenv(LIMIT_VARIABLE));
    if (text == null || text.isBlank()) {
      return DEFAULT_BYTES;
    }
    try {
      return Long.parseLong(text.trim());
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          LIMIT_VARIABLE + " is '" + text + "', but must be a number of bytes", e);
    }
  }

  private static Unsafe unsafe() {
    try {
      Field field = Unsafe.class.getDeclaredField("theUnsafe");
      field.setAccessible(true);
      return (Unsafe) field.get(null);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }
}
