package io.github.rapidsudfs.emulator.memory;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * What happens when an allocation fails. RMM's event handler (the plugin's spilling) is asked
 * first. Then a thread that works on a task gets the plugin's {@code GpuRetryOOM}, upon which it
 * waits a while for other tasks to free memory. Where it fails again and none was freed, it gets a
 * {@code GpuSplitAndRetryOOM}. Threads without a task get an {@code OutOfMemoryError}.
 */
public final class OomPolicy {
  private static final String RETRY = "com.nvidia.spark.rapids.jni.GpuRetryOOM";
  private static final String SPLIT = "com.nvidia.spark.rapids.jni.GpuSplitAndRetryOOM";
  private static final Map<Long, Task> THREADS = new ConcurrentHashMap<>();
  private static final long WAIT_MILLIS = 200;
  private static final int WAITS =
      50; // then a batch is split even if other tasks go on freeing memory
  private static final AtomicLong FREES = new AtomicLong();
  private static volatile Object handler;
  private static volatile Method onAllocFailure;

  private OomPolicy() {}

  /** Errors to come on a thread, and what it met so far. */
  private static final class Task {
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
  }

  /** Sets RMM's event handler, or ends it with null. */
  public static void handler(Object rmmEventHandler) {
    handler = rmmEventHandler;
    if (rmmEventHandler != null) {
      try {
        onAllocFailure =
            Cudf.type("ai.rapids.cudf.RmmEventHandler")
                .getMethod("onAllocFailure", long.class, int.class);
        onAllocFailure.setAccessible(true);
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException(
            "cuDF's RmmEventHandler has no onAllocFailure(long, int): " + e, e);
      }
    }
    Device.onOutOfMemory(OomPolicy::tryAgain);
  }

  private static boolean tryAgain(long bytes, int attempt) {
    Object asked = handler;
    if (asked != null) {
      try {
        if ((Boolean) onAllocFailure.invoke(asked, bytes, attempt)) {
          return true;
        }
      } catch (InvocationTargetException e) {
        if (e.getCause() instanceof RuntimeException error) {
          throw error;
        }
        if (e.getCause() instanceof Error error) {
          throw error;
        }
        throw new IllegalStateException(e.getCause());
      } catch (IllegalAccessException e) {
        throw new IllegalStateException(e);
      }
    }
    Task task = THREADS.get(Thread.currentThread().getId());
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
    task.waitedInVain = false;
    task.waits = 0;
    return error(SPLIT, "GPU OutOfMemory");
  }

  /** The error upon which the plugin tries a batch again, or splits it. */
  static RuntimeException injected(boolean split) {
    return error(split ? SPLIT : RETRY, "injected: GPU OutOfMemory");
  }

  private static RuntimeException error(String type, String message) {
    return (RuntimeException) Cudf.make(type, new Class<?>[] {String.class}, message);
  }

  /** Called before each allocation: throws what was asked to be thrown on this thread. */
  static void beforeAllocation() {
    Task task = THREADS.isEmpty() ? null : THREADS.get(Thread.currentThread().getId());
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
      throw Cudf.error("Injected CUDF_EXCEPTION");
    }
  }

  /** A thread starts to work on a task. */
  public static void taskThread(long thread) {
    task(thread);
  }

  private static Task task(long thread) {
    return THREADS.computeIfAbsent(thread, t -> new Task());
  }

  /** A thread works on no task any more. */
  public static void endThread(long thread) {
    THREADS.remove(thread);
  }

  /** A task has ended: the next failure is a first one. */
  public static void fresh(long thread) {
    Task task = THREADS.get(thread);
    if (task != null) {
      task.waitedInVain = false;
      task.waits = 0;
    }
  }

  /**
   * A thread enters or leaves what the plugin tries again; outside of it, the next failure is a
   * first one.
   */
  public static void retryBlock(long thread, boolean enters) {
    Task task = THREADS.get(thread);
    if (task != null) {
      task.retryBlocks = Math.max(0, task.retryBlocks + (enters ? 1 : -1));
      if (task.retryBlocks == 0) {
        fresh(thread);
      }
    }
  }

  /** Memory was freed. */
  static void freed() {
    FREES.incrementAndGet();
  }

  /**
   * This thread has met a retry error, has given up what it could, and waits for others before it
   * tries again. As on a GPU, it goes on at once where the error was injected.
   */
  public static void waitForOthers() {
    Task task = THREADS.get(Thread.currentThread().getId());
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

  public static void forceRetry(long thread, int count, int skip) {
    Task task = task(thread);
    task.retriesToForce = count;
    task.retriesToSkip = skip;
  }

  public static void forceSplit(long thread, int count, int skip) {
    Task task = task(thread);
    task.splitsToForce = count;
    task.splitsToSkip = skip;
  }

  public static void forceCudfException(long thread, int count) {
    task(thread).failuresToForce = count;
  }

  /** The retry errors thrown on a thread since the last call. */
  public static int takeRetryThrows(long thread) {
    Task task = THREADS.getOrDefault(thread, new Task());
    int count = task.retryThrows;
    task.retryThrows = 0;
    return count;
  }

  /** The split-and-retry errors thrown on a thread since the last call. */
  public static int takeSplitThrows(long thread) {
    Task task = THREADS.getOrDefault(thread, new Task());
    int count = task.splitThrows;
    task.splitThrows = 0;
    return count;
  }

  /** Whether a thread works on a task. */
  public static boolean knows(long thread) {
    return THREADS.containsKey(thread);
  }
}
