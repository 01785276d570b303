// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.memory;

import io.github.rapidsudfs.emulator.memory.SparkResources.Task;

/**
 * The handling of failed allocations. RMM's event handler (the plugin's spilling) is called first.
 * Then a task's thread gets the plugin's {@code GpuRetryOOM}, after which it waits for other tasks
 * to free memory. If the allocation fails again and no memory was freed, it gets a {@code
 * GpuSplitAndRetryOOM}. Threads without a task get an {@code OutOfMemoryError}.
 */
public final class OomPolicy {
  private static final String RETRY = "com.nvidia.spark.rapids.jni.GpuRetryOOM";
  private static final String SPLIT = "com.nvidia.spark.rapids.jni.GpuSplitAndRetryOOM";

  private OomPolicy() {}

  static boolean tryAgain(long bytes, int attempt) {
    EventHandler handler = EventHandler.installed();
    if (handler != null && handler.onAllocFailure(bytes, attempt)) {
      return true;
    }
    Task task = SparkResources.current();
    if (task == null) {
      return false;
    }
    task.outOfMemory = true;
    throw task.waitedInVain ? split(task) : retry(task);
  }

  private static RuntimeException retry(Task task) {
    task.retryThrows++;
    return error(RETRY, "GPU OutOfMemory");
  }

  private static RuntimeException split(Task task) {
    task.splitThrows++;
    task.begin();
    return error(SPLIT, "GPU OutOfMemory");
  }

  /** The error after which the plugin retries a batch, or splits it. */
  static RuntimeException injected(boolean split) {
    return error(split ? SPLIT : RETRY, "injected: GPU OutOfMemory");
  }

  private static RuntimeException error(String type, String message) {
    return (RuntimeException) CudfClasses.make(type, new Class<?>[] {String.class}, message);
  }

  /** Called before each allocation; throws an error injected into this thread. */
  static void beforeAllocation() {
    Task task = SparkResources.current();
    if (task == null) {
      return;
    }
    if (task.retriesToForce > 0 && task.retriesToSkip-- <= 0) {
      task.retriesToForce--;
      throw retry(task);
    }
    if (task.splitsToForce > 0 && task.splitsToSkip-- <= 0) {
      task.splitsToForce--;
      throw split(task);
    }
    if (task.failuresToForce > 0) {
      task.failuresToForce--;
      throw CudfErrors.error("Injected CUDF_EXCEPTION");
    }
  }
}
