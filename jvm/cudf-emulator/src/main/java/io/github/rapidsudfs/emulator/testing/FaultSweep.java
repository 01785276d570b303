// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.testing;

import io.github.rapidsudfs.emulator.memory.FaultInjection;
import io.github.rapidsudfs.emulator.memory.Handles;
import io.github.rapidsudfs.emulator.memory.Ledger;
import java.util.function.LongConsumer;

/**
 * Fails every allocation and every kernel call of a piece of code in turn, and checks that nothing
 * is left open. The code must be deterministic. No other thread may use cuDF at the same time.
 */
public final class FaultSweep {
  private static final long LIMIT = 100_000;

  private FaultSweep() {}

  /** The number of injected failures. */
  public record Outcome(long allocations, long kernels) {}

  /**
   * Runs the code with the first, the second and each further allocation failing, then likewise
   * with kernel calls.
   */
  public static Outcome run(DeviceLeaks.Body body) throws Exception {
    try {
      return new Outcome(
          sweep(body, FaultInjection::failAllocation, "allocation"),
          sweep(body, FaultInjection::failKernel, "kernel call"));
    } finally {
      FaultInjection.clear();
    }
  }

  private static long sweep(DeviceLeaks.Body body, LongConsumer fail, String what)
      throws Exception {
    for (long n = 1; n < LIMIT; n++) {
      long bytes = Ledger.liveBytes();
      int objects = Handles.count();
      fail.accept(n);
      boolean failed = false;
      try {
        body.run();
      } catch (OutOfMemoryError | RuntimeException e) {
        failed = true;
      }
      boolean used = FaultInjection.used();
      FaultInjection.clear();
      DeviceLeaks.compare(bytes, objects, " after " + what + " " + n + " failed");
      if (!used) {
        if (failed) {
          throw new AssertionError("the code fails without an injected failure");
        }
        return n - 1;
      }
      if (!failed) {
        throw new AssertionError(
            "the failure of " + what + " " + n + " was swallowed: no error was thrown");
      }
    }
    throw new AssertionError("more than " + LIMIT + " failures");
  }
}
