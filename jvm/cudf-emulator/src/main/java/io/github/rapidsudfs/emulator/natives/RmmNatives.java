// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.natives;

import io.github.rapidsudfs.emulator.binding.Native;
import io.github.rapidsudfs.emulator.binding.Natives;
import io.github.rapidsudfs.emulator.memory.Buffer;
import io.github.rapidsudfs.emulator.memory.DeviceMemory;
import io.github.rapidsudfs.emulator.memory.EventHandler;
import io.github.rapidsudfs.emulator.memory.Handles;
import io.github.rapidsudfs.emulator.memory.Resource;
import io.github.rapidsudfs.emulator.memory.Resource.AllocationLog;
import java.util.concurrent.atomic.AtomicLong;

/** RMM: every kind of memory resource is the same device memory. */
@Natives(value = "ai.rapids.cudf.Rmm", bookkeeping = true)
public final class RmmNatives {
  private static final int FILE = 1;
  private static final long NO_ROOM = -1;

  public static long allocInternal(long bytes, long stream) {
    return DeviceMemory.allocate(bytes).address;
  }

  public static long allocCudaInternal(long bytes, long stream) {
    return DeviceMemory.allocateCuda(bytes).address;
  }

  @Native(
      value = {"free", "freeCuda"},
      kernel = false)
  public static void free(long address, long bytes, long stream) {
    DeviceMemory.free(DeviceMemory.startingAt(address));
  }

  public static void freeDeviceBuffer(long buffer) {
    DeviceMemory.free(Handles.close(buffer, Buffer.class));
  }

  public static Resource newTrackingResourceAdaptor(long upstream, long alignment) {
    return new Resource(upstream);
  }

  public static Resource newLimitingResourceAdaptor(long upstream, long limit, long alignment) {
    return new Resource(upstream, limit);
  }

  public static Resource newPoolMemoryResource(long upstream, long bytes, long limit) {
    return new Resource(upstream, limit);
  }

  public static long nativeGetTotalBytesAllocated(Resource tracker) {
    return tracker.total();
  }

  public static long nativeGetMaxTotalBytesAllocated(Resource tracker) {
    return tracker.most();
  }

  public static void nativeResetScopedMaxTotalBytesAllocated(Resource tracker, long initial) {
    tracker.resetScoped(initial);
  }

  public static long nativeGetScopedMaxTotalBytesAllocated(Resource tracker) {
    return tracker.mostScoped();
  }

  /** A logging adaptor; of cuDF's log locations only a file (1) is supported. */
  public static Resource newLoggingResourceAdaptor(
      long upstream, int place, String file, boolean flush) {
    return place == FILE ? new AllocationLog(upstream, file) : new Resource(upstream);
  }

  public static void releaseLoggingResourceAdaptor(long resource) {
    if (Handles.close(resource, Resource.class) instanceof AllocationLog log) {
      log.close();
    }
  }

  public static Resource newEventHandlerResourceAdaptor(
      long upstream,
      Resource tracker,
      Object handler,
      long[] allocThresholds,
      long[] deallocThresholds,
      boolean debug) {
    EventHandler.install(
        new EventHandler(handler, tracker, allocThresholds, deallocThresholds, debug));
    return new Resource(upstream);
  }

  public static long releaseEventHandlerResourceAdaptor(long resource, boolean debug) {
    EventHandler.install(null);
    Handles.close(resource, Resource.class);
    return 0;
  }

  public static void setCurrentDeviceResourceInternal(long resource) {
    Resource.makeCurrent(resource);
  }

  public static long setCudfPinnedPoolMemoryResource(long resource) {
    return resource;
  }

  /** A pool of host memory and the bytes in use. */
  private record PinnedPool(AtomicLong left) {}

  public static long newPinnedPoolMemoryResource(long bytes, long limit) {
    return Handles.open(new PinnedPool(new AtomicLong(limit)));
  }

  public static void releasePinnedPoolMemoryResource(long pool) {
    Handles.close(pool, PinnedPool.class);
  }

  /** The address of an allocation, or -1 if the pool is full. */
  public static long allocFromPinnedPool(long pool, long bytes) {
    AtomicLong left = Handles.get(pool, PinnedPool.class).left();
    if (left.addAndGet(-bytes) < 0) {
      left.addAndGet(bytes);
      return NO_ROOM;
    }
    return DeviceMemory.MEMORY.allocateMemory(bytes);
  }

  public static void freeFromPinnedPool(long pool, long address, long bytes) {
    DeviceMemory.MEMORY.freeMemory(address);
    Handles.get(pool, PinnedPool.class).left().addAndGet(bytes);
  }

  public static long allocFromFallbackPinnedPool(long bytes) {
    return DeviceMemory.MEMORY.allocateMemory(bytes);
  }

  public static void freeFromFallbackPinnedPool(long address, long bytes) {
    DeviceMemory.MEMORY.freeMemory(address);
  }
}
