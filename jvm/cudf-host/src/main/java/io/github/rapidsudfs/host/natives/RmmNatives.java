package io.github.rapidsudfs.host.natives;

import io.github.rapidsudfs.host.agent.Natives;
import io.github.rapidsudfs.host.memory.Buffer;
import io.github.rapidsudfs.host.memory.Device;
import io.github.rapidsudfs.host.memory.Handles;
import io.github.rapidsudfs.host.memory.Ledger;
import io.github.rapidsudfs.host.memory.OomPolicy;

/** RMM: every kind of memory resource is the same device memory; event handlers are asked when it runs out. */
@Natives(value = "ai.rapids.cudf.Rmm", bookkeeping = true)
public final class RmmNatives {
  private RmmNatives() {}

  private record Resource(String kind) {}

  private static long resource(String kind) {
    return Handles.open(new Resource(kind));
  }

  private static void release(long resource) {
    Handles.close(resource, Resource.class);
  }

  public static void initDefaultCudaDevice() {}

  public static void cleanupDefaultCudaDevice() {}

  public static void setCurrentDeviceResourceInternal(long resource) {}

  public static boolean configureDefaultCudfPinnedPoolSize(long bytes) {
    return true;
  }

  public static boolean configureDefaultCudfPinnedPoolSizeImpl(long bytes) {
    return true;
  }

  public static long allocInternal(long bytes, long stream) {
    return Device.allocate(bytes).address;
  }

  public static void free(long address, long bytes, long stream) {
    Device.free(Device.startingAt(address));
  }

  public static long allocCudaInternal(long bytes, long stream) {
    return Device.allocate(bytes).address;
  }

  public static void freeCuda(long address, long bytes, long stream) {
    Device.free(Device.startingAt(address));
  }

  public static void freeDeviceBuffer(long buffer) {
    Device.free(Handles.close(buffer, Buffer.class));
  }

  public static long newCudaMemoryResource() {
    return resource("cuda");
  }

  public static void releaseCudaMemoryResource(long resource) {
    release(resource);
  }

  public static long newManagedMemoryResource() {
    return resource("managed");
  }

  public static void releaseManagedMemoryResource(long resource) {
    release(resource);
  }

  public static long newPoolMemoryResource(long upstream, long initial, long maximum) {
    return resource("pool");
  }

  public static void releasePoolMemoryResource(long resource) {
    release(resource);
  }

  public static long newArenaMemoryResource(long upstream, long size, boolean dumpOnOom) {
    return resource("arena");
  }

  public static void releaseArenaMemoryResource(long resource) {
    release(resource);
  }

  public static long newCudaAsyncMemoryResource(long size, long threshold, boolean fabric) {
    return resource("async");
  }

  public static void releaseCudaAsyncMemoryResource(long resource) {
    release(resource);
  }

  public static long newLimitingResourceAdaptor(long upstream, long limit, long alignment) {
    return resource("limiting");
  }

  public static void releaseLimitingResourceAdaptor(long resource) {
    release(resource);
  }

  public static long newLoggingResourceAdaptor(long upstream, int type, String path, boolean autoFlush) {
    return resource("logging");
  }

  public static void releaseLoggingResourceAdaptor(long resource) {
    release(resource);
  }

  public static long newTrackingResourceAdaptor(long upstream, long alignment) {
    return resource("tracking");
  }

  public static void releaseTrackingResourceAdaptor(long resource) {
    release(resource);
  }

  public static long nativeGetTotalBytesAllocated(long resource) {
    return Ledger.liveBytes();
  }

  public static long nativeGetMaxTotalBytesAllocated(long resource) {
    return Ledger.totals().peakBytes();
  }

  public static void nativeResetScopedMaxTotalBytesAllocated(long resource, long initial) {
    Ledger.resetScopedPeak(initial);
  }

  public static long nativeGetScopedMaxTotalBytesAllocated(long resource) {
    return Ledger.scopedPeak();
  }

  public static long newEventHandlerResourceAdaptor(
      long upstream, long tracker, Object handler, long[] allocThresholds, long[] deallocThresholds, boolean debug) {
    OomPolicy.handler(handler);
    return resource("event handler");
  }

  public static long releaseEventHandlerResourceAdaptor(long resource, boolean debug) {
    OomPolicy.handler(null);
    release(resource);
    return 0;
  }

  public static long newPinnedPoolMemoryResource(long initial, long maximum) {
    return resource("pinned pool");
  }

  public static long setCudfPinnedPoolMemoryResource(long resource) {
    return resource;
  }

  public static void releasePinnedPoolMemoryResource(long resource) {
    release(resource);
  }

  public static long allocFromPinnedPool(long resource, long bytes) {
    return Device.MEMORY.allocateMemory(bytes);
  }

  public static void freeFromPinnedPool(long resource, long address, long bytes) {
    Device.MEMORY.freeMemory(address);
  }

  public static long allocFromFallbackPinnedPool(long bytes) {
    return Device.MEMORY.allocateMemory(bytes);
  }

  public static void freeFromFallbackPinnedPool(long address, long bytes) {
    Device.MEMORY.freeMemory(address);
  }
}
