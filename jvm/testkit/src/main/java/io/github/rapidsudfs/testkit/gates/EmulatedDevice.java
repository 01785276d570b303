// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.testkit.gates;

import io.github.rapidsudfs.emulator.memory.ArgumentMisuse;
import io.github.rapidsudfs.emulator.memory.FaultInjection;
import io.github.rapidsudfs.emulator.memory.Handles;
import io.github.rapidsudfs.emulator.memory.Ledger;
import io.github.rapidsudfs.emulator.memory.Refused;
import io.github.rapidsudfs.emulator.memory.UdfLeaks;
import io.github.rapidsudfs.testkit.Fault;
import io.github.rapidsudfs.testkit.Violation;

/** The emulator: every allocation and kernel call passes through it. */
final class EmulatedDevice extends Device {
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
    return fault.isRetried() ? super.cannot(fault) : null;
  }

  @Override
  public void arm(Fault fault, long n) {
    FaultInjection.clear();
    armed = !fault.isRetried();
    switch (fault) {
      case ALLOCATION -> FaultInjection.failAllocation(n);
      case KERNEL -> FaultInjection.failKernel(n);
      default -> super.arm(fault, n);
    }
  }

  @Override
  public boolean disarm() {
    boolean used = armed && FaultInjection.used();
    armed = false;
    FaultInjection.clear();
    return super.disarm() || used;
  }

  @Override
  public Violation.Kind kindOf(Throwable error) {
    if (error instanceof Refused refused) {
      return refused.isOfOffset()
          ? Violation.Kind.OFFSET_NOT_EMULATED
          : Violation.Kind.NOT_EMULATED;
    }
    return error instanceof ArgumentMisuse ? Violation.Kind.INPUT_CLOSED : null;
  }

  @Override
  public String name() {
    return "emulator";
  }
}
