package io.github.rapidsudfs.host.natives;

import io.github.rapidsudfs.host.agent.Natives;
import io.github.rapidsudfs.host.memory.Cudf;
import io.github.rapidsudfs.host.memory.Device;
import io.github.rapidsudfs.host.memory.Handles;
import io.github.rapidsudfs.host.memory.Ledger;

/** One device, whose memory is this process's. Streams and events are in order by nature, so they do nothing. */
@Natives(value = "ai.rapids.cudf.Cuda", bookkeeping = true)
public final class CudaNatives {
  private static final int HOST_TO_DEVICE = 1;
  private static final int DEVICE_TO_HOST = 2;
  private static final int DEVICE_TO_DEVICE = 3;
  private static final int DRIVER_VERSION = 12_090;

  private CudaNatives() {}

  private record Stream() {}

  private record Event() {}

  public static Object memGetInfo() {
    long free = Math.max(0, Device.limit() - Ledger.liveBytes());
    return Cudf.make("ai.rapids.cudf.CudaMemInfo", new Class<?>[] {long.class, long.class}, free, Device.limit());
  }

  public static boolean isPtdsEnabled() {
    return true;
  }

  public static int getComputeCapabilityMajor() {
    return 9;
  }

  public static int getComputeCapabilityMinor() {
    return 0;
  }

  public static int getDevice() {
    return 0;
  }

  public static int getDeviceCount() {
    return 1;
  }

  public static int getDriverVersion() {
    return DRIVER_VERSION;
  }

  public static int getRuntimeVersion() {
    return DRIVER_VERSION;
  }

  public static int getNativeComputeMode() {
    return 0;
  }

  public static byte[] getNativeGpuUuid() {
    return "host-back-end-00".getBytes(java.nio.charset.StandardCharsets.US_ASCII);
  }

  public static void setDevice(int device) {
    if (device != 0) {
      throw new IllegalArgumentException("the host back-end has one device, number 0, not " + device);
    }
  }

  public static void autoSetDevice() {}

  public static void freeZero() {}

  public static void deviceSynchronize() {}

  public static void profilerStart() {}

  public static void profilerStop() {}

  public static long createStream(boolean nonBlocking) {
    return Handles.open(new Stream());
  }

  public static void destroyStream(long stream) {
    Handles.close(stream, Stream.class);
  }

  public static void streamSynchronize(long stream) {}

  public static void streamWaitEvent(long stream, long event) {}

  public static long createEvent(boolean timing, boolean blocking) {
    return Handles.open(new Event());
  }

  public static void destroyEvent(long event) {
    Handles.close(event, Event.class);
  }

  public static void eventRecord(long event, long stream) {}

  public static void eventSynchronize(long event) {}

  public static boolean eventQuery(long event) {
    return true;
  }

  public static long hostAllocPinned(long bytes) {
    return Device.MEMORY.allocateMemory(bytes);
  }

  public static void freePinned(long address) {
    Device.MEMORY.freeMemory(address);
  }

  public static void memcpyOnStream(long to, long from, long bytes, int kind, long stream) {
    if (bytes == 0) {
      return;
    }
    if (kind == HOST_TO_DEVICE || kind == DEVICE_TO_DEVICE) {
      Device.holding(to, bytes, "the destination of a copy");
    }
    if (kind == DEVICE_TO_HOST || kind == DEVICE_TO_DEVICE) {
      Device.holding(from, bytes, "the source of a copy");
    }
    Device.MEMORY.copyMemory(from, to, bytes);
  }

  public static void asyncMemcpyOnStream(long to, long from, long bytes, int kind, long stream) {
    memcpyOnStream(to, from, bytes, kind, stream);
  }

  public static void memset(long address, byte value, long bytes) {
    Device.holding(address, bytes, "the memory to set");
    Device.MEMORY.setMemory(address, bytes, value);
  }

  public static void asyncMemset(long address, byte value, long bytes) {
    memset(address, value, bytes);
  }
}
