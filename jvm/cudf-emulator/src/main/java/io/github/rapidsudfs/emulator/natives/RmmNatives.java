package io.github.rapidsudfs.emulator.natives;

import io.github.rapidsudfs.emulator.agent.Native;
import io.github.rapidsudfs.emulator.agent.Natives;
import io.github.rapidsudfs.emulator.memory.Buffer;
import io.github.rapidsudfs.emulator.memory.Device;
import io.github.rapidsudfs.emulator.memory.Handles;
import io.github.rapidsudfs.emulator.memory.Ledger;
import io.github.rapidsudfs.emulator.memory.OomPolicy;

/** RMM: every kind of memory resource is the same device memory. */
@Natives(value = "ai.rapids.cudf.Rmm", bookkeeping = true)
public final class RmmNatives {
  private RmmNatives() {}

  private static final String RESOURCE = "resource";

  @Native(
      value = {"allocInternal", "allocCudaInternal"},
      kernel = false)
  public static long allocInternal(long bytes, long stream) {
    return Device.allocate(bytes).address;
  }

  @Native(
      value = {"free", "freeCuda"},
      kernel = false)
  public static void free(long address, long bytes, long stream) {
    Device.free(Device.startingAt(address));
  }

  public static void freeDeviceBuffer(long buffer) {
    Device.free(Handles.close(buffer, Buffer.class));
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
      long upstream,
      long tracker,
      Object handler,
      long[] allocThresholds,
      long[] deallocThresholds,
      boolean debug) {
    OomPolicy.handler(handler);
    return Opaque.open(RESOURCE);
  }

  public static long releaseEventHandlerResourceAdaptor(long resource, boolean debug) {
    OomPolicy.handler(null);
    Opaque.close(resource, RESOURCE);
    return 0;
  }

  public static long setCudfPinnedPoolMemoryResource(long resource) {
    return resource;
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
