// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.memory;

import java.util.Arrays;

/**
 * An {@code RmmEventHandler}: the plugin's, which spills, or an application's own. It is notified
 * when totals cross thresholds, which may be null, and, if {@code debug}, of every allocation.
 */
public record EventHandler(
    Object handler,
    Resource tracker,
    long[] allocThresholds,
    long[] deallocThresholds,
    boolean debug) {
  private static volatile EventHandler installed;

  /** Installs a handler; null removes it. */
  public static void install(EventHandler handler) {
    installed = handler;
  }

  /** The installed handler, or null. */
  static EventHandler installed() {
    return installed;
  }

  /** The bytes counted by the handler's tracker. */
  long total() {
    return tracker.total();
  }

  /** Returns whether to retry an allocation. */
  boolean onAllocFailure(long bytes, int attempt) {
    return (Boolean) CudfClasses.call(handler, "onAllocFailure", bytes, attempt);
  }

  void allocated(long before, long bytes) {
    passed(before, total(), allocThresholds, "onAllocThreshold");
    if (debug) {
      CudfClasses.call(handler, "onAllocated", bytes);
    }
  }

  void freed(long before, long bytes) {
    passed(total(), before, deallocThresholds, "onDeallocThreshold");
    if (debug) {
      CudfClasses.call(handler, "onDeallocated", bytes);
    }
  }

  private void passed(long low, long high, long[] thresholds, String method) {
    if (thresholds != null && Arrays.stream(thresholds).anyMatch(t -> low < t && t <= high)) {
      CudfClasses.call(handler, method, total());
    }
  }
}
