// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.memory;

import java.util.concurrent.atomic.AtomicLong;

/** Fault injection: the n-th allocation or kernel call from now on fails, once. */
public final class FaultInjection {
  private static final AtomicLong ALLOCATIONS_LEFT = new AtomicLong(Long.MAX_VALUE);
  private static final AtomicLong KERNELS_LEFT = new AtomicLong(Long.MAX_VALUE);
  private static volatile boolean udfsOnly;

  /** The {@code n}-th allocation from now on (1 is the next) runs out of memory. */
  public static void failAllocation(long n) {
    ALLOCATIONS_LEFT.set(n);
  }

  /** The {@code n}-th kernel call from now on (1 is the next) raises a {@code CudfException}. */
  public static void failKernel(long n) {
    KERNELS_LEFT.set(n);
  }

  /** Whether to count and fail only calls within a UDF's columnar body. */
  public static void onlyInUdfs(boolean only) {
    udfsOnly = only;
  }

  /** Ends all fault injection. */
  public static void clear() {
    ALLOCATIONS_LEFT.set(Long.MAX_VALUE);
    KERNELS_LEFT.set(Long.MAX_VALUE);
    udfsOnly = false;
  }

  /** Whether the requested failure has happened. */
  public static boolean used() {
    return ALLOCATIONS_LEFT.get() == Long.MAX_VALUE && KERNELS_LEFT.get() == Long.MAX_VALUE;
  }

  static boolean allocationFails() {
    return hits(ALLOCATIONS_LEFT);
  }

  static void kernel(String name) {
    if (hits(KERNELS_LEFT)) {
      throw CudfClasses.error("injected failure of the kernel call " + name);
    }
  }

  private static boolean hits(AtomicLong left) {
    if (left.get() == Long.MAX_VALUE || (udfsOnly && !UdfLedger.inside())) {
      return false;
    }
    return left.getAndUpdate(n -> n <= 1 ? Long.MAX_VALUE : n - 1) == 1;
  }
}
