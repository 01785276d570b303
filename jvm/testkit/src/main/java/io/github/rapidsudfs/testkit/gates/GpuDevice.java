package io.github.rapidsudfs.testkit.gates;

import ai.rapids.cudf.Rmm;
import ai.rapids.cudf.RmmAllocationMode;
import io.github.rapidsudfs.testkit.Fault;

/**
 * A GPU, by cuDF's own memory manager: it tells bytes, and the plugin's adaptor throws retry
 * errors.
 */
final class GpuDevice implements Device {
  private final RetryErrors retryErrors;

  GpuDevice() {
    if (!Rmm.isInitialized()) {
      Rmm.initialize(RmmAllocationMode.CUDA_DEFAULT, null, 0);
    }
    retryErrors = new RetryErrors();
  }

  @Override
  public long liveBytes() {
    return Rmm.getTotalBytesAllocated();
  }

  @Override
  public long openObjects() {
    return -1;
  }

  @Override
  public String whereOpen() {
    return "";
  }

  @Override
  public void reset() {}

  @Override
  public String cannot(Fault fault) {
    return fault == Fault.ALLOCATION || fault == Fault.KERNEL
        ? "failures of single " + fault.words() + " need the emulator"
        : retryErrors.cannot();
  }

  @Override
  public void arm(Fault fault, long n) {
    retryErrors.arm(fault, n);
  }

  @Override
  public boolean disarm() {
    return retryErrors.disarm();
  }

  @Override
  public String name() {
    return "GPU";
  }
}
