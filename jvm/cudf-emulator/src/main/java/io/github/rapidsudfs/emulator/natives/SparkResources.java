package io.github.rapidsudfs.emulator.natives;

import io.github.rapidsudfs.emulator.agent.Natives;
import io.github.rapidsudfs.emulator.memory.OomPolicy;

/** The plugin's per-task memory bookkeeping, as far as this device needs it. */
@Natives("com.nvidia.spark.rapids.jni.SparkResourceAdaptor")
public final class SparkResources {
  private static final int UNKNOWN = -1;
  private static final int RUNNING = 0;
  private static final int CPU_ONLY = 1;

  private SparkResources() {}

  public static long getCurrentThreadId() {
    return Thread.currentThread().getId();
  }

  public static void startDedicatedTaskThread(long adaptor, long thread, long task) {
    OomPolicy.taskThread(thread);
  }

  public static void poolThreadWorkingOnTasks(
      long adaptor, boolean shuffle, long thread, long[] tasks) {
    OomPolicy.taskThread(thread);
  }

  public static void poolThreadFinishedForTasks(long adaptor, long thread, long[] tasks) {
    OomPolicy.endThread(thread);
  }

  public static void removeThreadAssociation(long adaptor, long thread, long task) {
    OomPolicy.endThread(thread);
  }

  public static void taskDone(long adaptor, long task) {
    OomPolicy.fresh(Thread.currentThread().getId());
  }

  public static void forceRetryOOM(long adaptor, long thread, int count, int mode, int skip) {
    requireTask(thread);
    if (mode != CPU_ONLY) {
      OomPolicy.forceRetry(thread, count, skip);
    }
  }

  public static void forceSplitAndRetryOOM(
      long adaptor, long thread, int count, int mode, int skip) {
    requireTask(thread);
    if (mode != CPU_ONLY) {
      OomPolicy.forceSplit(thread, count, skip);
    }
  }

  private static void requireTask(long thread) {
    if (!OomPolicy.knows(thread)) {
      throw new IllegalArgumentException(
          "the thread is not associated with any task/shuffle: " + thread);
    }
  }

  public static void forceCudfException(long adaptor, long thread, int count) {
    requireTask(thread);
    OomPolicy.forceCudfException(thread, count);
  }

  public static void blockThreadUntilReady(long adaptor) {
    OomPolicy.waitForOthers();
  }

  public static int getStateOf(long adaptor, long thread) {
    return OomPolicy.knows(thread) ? RUNNING : UNKNOWN;
  }

  public static int getAndResetRetryThrowInternal(long adaptor, long task) {
    return OomPolicy.takeRetryThrows(Thread.currentThread().getId());
  }

  public static int getAndResetSplitRetryThrowInternal(long adaptor, long task) {
    return OomPolicy.takeSplitThrows(Thread.currentThread().getId());
  }

  public static void startRetryBlock(long adaptor, long thread) {
    OomPolicy.retryBlock(thread, true);
  }

  public static void endRetryBlock(long adaptor, long thread) {
    OomPolicy.retryBlock(thread, false);
  }
}
