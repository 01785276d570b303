// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.memory;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;

/** An {@code RmmEventHandler}: the plugin's, which spills, or an application's own. */
public final class EventHandler {
  private static volatile EventHandler installed;

  private final Object handler;
  private final Resource tracker;
  private final long[] allocThresholds;
  private final long[] deallocThresholds;
  private final boolean debug;

  /**
   * A handler that is notified when totals cross thresholds, which may be null, and, if {@code
   * debug}, of every allocation.
   */
  public EventHandler(
      Object handler,
      Resource tracker,
      long[] allocThresholds,
      long[] deallocThresholds,
      boolean debug) {
    this.handler = handler;
    this.tracker = tracker;
    this.allocThresholds = allocThresholds;
    this.deallocThresholds = deallocThresholds;
    this.debug = debug;
  }

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
    return (Boolean)
        call(
            "onAllocFailure",
            new Class<?>[] {long.class, int.class},
            new Object[] {bytes, attempt});
  }

  void allocated(long before, long bytes) {
    passed(before, total(), allocThresholds, "onAllocThreshold");
    if (debug) {
      call("onAllocated", bytes);
    }
  }

  void freed(long before, long bytes) {
    passed(total(), before, deallocThresholds, "onDeallocThreshold");
    if (debug) {
      call("onDeallocated", bytes);
    }
  }

  private void passed(long low, long high, long[] thresholds, String method) {
    if (thresholds != null && Arrays.stream(thresholds).anyMatch(t -> low < t && t <= high)) {
      call(method, total());
    }
  }

  private void call(String method, long bytes) {
    call(method, new Class<?>[] {long.class}, new Object[] {bytes});
  }

  /** Calls a method of cuDF's interface; its exceptions go to the caller of the allocation. */
  private Object call(String name, Class<?>[] types, Object[] arguments) {
    try {
      Method method = CudfClasses.type("ai.rapids.cudf.RmmEventHandler").getMethod(name, types);
      method.setAccessible(true);
      return method.invoke(handler, arguments);
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof RuntimeException error) {
        throw error;
      }
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      throw new IllegalStateException(e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("cuDF's RmmEventHandler is not as expected: " + e, e);
    }
  }
}
