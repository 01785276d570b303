// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.memory;

import io.github.rapidsudfs.emulator.binding.Native;
import io.github.rapidsudfs.emulator.binding.Natives;
import io.github.rapidsudfs.emulator.memory.SparkResources.Task;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * The plugin's bookkeeping of task threads, as far as the emulator needs it, and the handling of
 * failed allocations. RMM's event handler (the plugin's spilling) is called first. Then a task's
 * thread gets the plugin's {@code GpuRetryOOM}, after which it waits for other tasks to free
 * memory. If the allocation fails again and no memory was freed, it gets a {@code
 * GpuSplitAndRetryOOM}. Threads without a task get an {@code OutOfMemoryError}.
 */
@Natives(value = "com.nvidia.spark.rapids.jni.SparkResourceAdaptor", bookkeeping = true)
public final class SparkResources {
  private static final String RETRY = "com.nvidia.spark.rapids.jni.GpuRetryOOM";
  private static final String SPLIT = "com.nvidia.spark.rapids.jni.GpuSplitAndRetryOOM";
  private static final int UNKNOWN = -1;
  private static final int RUNNING = 0;
  private static final int CPU_ONLY = 1;
  private static final long WAIT_MILLIS = 200;
  private static final int WAITS =
      50; // after this many, a batch is split even if other tasks keep freeing memory
  private static final Map<Long, Task> THREADS = new ConcurrentHashMap<>();
  private static final AtomicLong FREES = new AtomicLong();

  /** The pending injected errors of a thread, and its errors so far. */
  static final class Task {
    boolean outOfMemory;
    boolean waitedInVain;
    int waits;
    int retryBlocks;
    int retryThrows;
    int splitThrows;
    int retriesToForce;
    int retriesToSkip;
    int splitsToForce;
    int splitsToSkip;
    int failuresToForce;

    /** Starts a new attempt, so that the next failure counts as the first. */
    void begin() {
      waitedInVain = false;
      waits = 0;
    }
  }

  /** This thread's task, or null. */
  static Task current() {
    return THREADS.isEmpty() ? null : THREADS.get(getCurrentThreadId());
  }

  /** Called when memory was freed. */
  static void freed() {
    FREES.incrementAndGet();
  }

  /** An RMM adaptor. */
  @Native(value = "createNewAdaptor", kernel = false)
  public static Resource createNewAdaptor(long upstream) {
    return new Resource(upstream);
  }

  public static long getCurrentThreadId() {
    return Thread.currentThread().getId();
  }

  public static void startDedicatedTaskThread(long adaptor, long thread, long task) {
    THREADS.putIfAbsent(thread, new Task());
  }

  public static void poolThreadWorkingOnTasks(
      long adaptor, boolean shuffle, long thread, long[] tasks) {
    THREADS.putIfAbsent(thread, new Task());
  }

  public static void poolThreadFinishedForTasks(long adaptor, long thread, long[] tasks) {
    THREADS.remove(thread);
  }

  public static void removeThreadAssociation(long adaptor, long thread, long task) {
    THREADS.remove(thread);
  }

  public static void taskDone(long adaptor, long task) {
    Task now = current();
    if (now != null) {
      now.begin();
    }
  }

  private static Task required(long thread) {
    Task task = THREADS.get(thread);
    CudfClasses.requires(
        task != null, "the thread is not associated with any task/shuffle: " + thread);
    return task;
  }

  public static void forceRetryOOM(long adaptor, long thread, int count, int mode, int skip) {
    Task task = required(thread);
    if (mode != CPU_ONLY) {
      task.retriesToForce = count;
      task.retriesToSkip = skip;
    }
  }

  public static void forceSplitAndRetryOOM(
      long adaptor, long thread, int count, int mode, int skip) {
    Task task = required(thread);
    if (mode != CPU_ONLY) {
      task.splitsToForce = count;
      task.splitsToSkip = skip;
    }
  }

  public static void forceCudfException(long adaptor, long thread, int count) {
    required(thread).failuresToForce = count;
  }

  /**
   * Called after a retry error, once this thread has released all that it can: waits for other
   * threads before the retry. As on a GPU, it returns at once if the error was injected.
   */
  public static void blockThreadUntilReady(long adaptor) {
    Task task = current();
    if (task == null || !task.outOfMemory) {
      return;
    }
    task.outOfMemory = false;
    long before = FREES.get();
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(WAIT_MILLIS);
    while (THREADS.size() > 1 && FREES.get() == before && System.nanoTime() < end) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
    }
    task.waitedInVain = FREES.get() == before || ++task.waits >= WAITS;
  }

  public static int getStateOf(long adaptor, long thread) {
    return THREADS.containsKey(thread) ? RUNNING : UNKNOWN;
  }

  /** The retry errors thrown on this thread since the last call. */
  public static int getAndResetRetryThrowInternal(long adaptor, long of) {
    Task task = current() == null ? new Task() : current();
    int count = task.retryThrows;
    task.retryThrows = 0;
    return count;
  }

  /** The split-and-retry errors thrown on this thread since the last call. */
  public static int getAndResetSplitRetryThrowInternal(long adaptor, long of) {
    Task task = current() == null ? new Task() : current();
    int count = task.splitThrows;
    task.splitThrows = 0;
    return count;
  }

  public static void startRetryBlock(long adaptor, long thread) {
    retryBlock(thread, 1);
  }

  public static void endRetryBlock(long adaptor, long thread) {
    retryBlock(thread, -1);
  }

  /** A thread enters or leaves a retry block; outside, each failure counts as the first. */
  private static void retryBlock(long thread, int by) {
    Task task = THREADS.get(thread);
    if (task != null) {
      task.retryBlocks = Math.max(0, task.retryBlocks + by);
      if (task.retryBlocks == 0) {
        task.begin();
      }
    }
  }

  /** A task's priority, higher for older tasks; without effect, as nothing here waits for them. */
  @Native(value = "com.nvidia.spark.rapids.jni.TaskPriority.getTaskPriority", kernel = false)
  public static long getTaskPriority(long task) {
    return task < 0 ? Long.MAX_VALUE : Long.MAX_VALUE - 1 - task;
  }

  static boolean tryAgain(long bytes, int attempt) {
    EventHandler handler = EventHandler.installed();
    if (handler != null && handler.onAllocFailure(bytes, attempt)) {
      return true;
    }
    Task task = current();
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
    return (RuntimeException) CudfClasses.make(type, message);
  }

  /** Called before each allocation; throws an error injected into this thread. */
  static void beforeAllocation() {
    Task task = current();
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
      throw CudfClasses.error("Injected CUDF_EXCEPTION");
    }
  }
}
