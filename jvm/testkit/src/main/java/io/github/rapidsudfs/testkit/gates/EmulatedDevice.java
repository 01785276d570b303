package io.github.rapidsudfs.testkit.gates;

import io.github.rapidsudfs.emulator.memory.Faults;
import io.github.rapidsudfs.emulator.memory.Handles;
import io.github.rapidsudfs.emulator.memory.Ledger;
import io.github.rapidsudfs.emulator.memory.UdfLeaks;
import io.github.rapidsudfs.testkit.Fault;

/** The emulator: every allocation and kernel call passes through it. */
final class EmulatedDevice implements Device {
  private final RetryErrors retryErrors = new RetryErrors();
  private boolean armed;

  @Override
  public long liveBytes() {
    return Ledger.liveBytes();
  }

  @Override
  public long openObjects() {
    return Handles.count();
  }

  @Override
  public String whereOpen() {
    StringBuilder where = new StringBuilder();
    UdfLeaks.list()
        .values()
        .forEach(leak -> leak.where().forEach(w -> where.append("\nmade at ").append(w)));
    return where.toString();
  }

  @Override
  public void reset() {
    Ledger.reset();
  }

  @Override
  public String cannot(Fault fault) {
    return fault == Fault.ALLOCATION || fault == Fault.KERNEL ? null : retryErrors.cannot();
  }

  @Override
  public void arm(Fault fault, long n) {
    Faults.clear();
    armed = fault == Fault.ALLOCATION || fault == Fault.KERNEL;
    switch (fault) {
      case ALLOCATION:
        Faults.failAllocation(n);
        break;
      case KERNEL:
        Faults.failKernel(n);
        break;
      default:
        retryErrors.arm(fault, n);
        break;
    }
  }

  @Override
  public boolean disarm() {
    boolean used = armed && Faults.used();
    armed = false;
    Faults.clear();
    return retryErrors.isArmed() ? retryErrors.disarm() : used;
  }

  @Override
  public String name() {
    return "emulator";
  }
}
