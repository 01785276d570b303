package io.github.rapidsudfs.host.natives;

import io.github.rapidsudfs.host.agent.Natives;
import io.github.rapidsudfs.host.memory.Handles;
import io.github.rapidsudfs.host.memory.OomPolicy;

/** The plugin's per-task memory bookkeeping, as far as this device needs it. */
@Natives(value = "com.nvidia.spark.rapids.jni.SparkResourceAdaptor", bookkeeping = true)
public final class SparkResources {
  private static final int UNKNOWN = -1;
  private static final int RUNNING = 0;
  private static final int CPU_ONLY = 1;

  private SparkResources() {}

  private record Adaptor() {}

  public static long createNewAdaptor(long wrapped) {
    return Handles.open(new Adaptor());
  }

  public static long createNewAdaptor(long wrapped, String logLocation) {
    return Handles.open(new Adaptor());
  }

  public static void releaseAdaptor(long adaptor) {
    Handles.close(adaptor, Adaptor.class);
  }

  public static long getCurrentThreadId() {
    return Thread.currentThread().getId();
  }

  public static void startDedicatedTaskThread(long adaptor, long thread, long task) {
    OomPolicy.taskThread(thread);
  }

  public static void poolThreadWorkingOnTasks(long adaptor, boolean shuffle, long thread, long[] tasks) {
    OomPolicy.taskThread(thread);
  }

  public static boolean isThreadWorkingOnTaskAsPoolThread(long adaptor, long thread) {
    return false;
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

  public static void submittingToPool(long adaptor, long thread) {}

  public static void waitingOnPool(long adaptor, long thread) {}

  public static void doneWaitingOnPool(long adaptor, long thread) {}

  public static void forceRetryOOM(long adaptor, long thread, int count, int mode, int skip) {
    if (mode != CPU_ONLY) {
      OomPolicy.forceRetry(thread, count, skip);
    }
  }

  public static void forceSplitAndRetryOOM(long adaptor, long thread, int count, int mode, int skip) {
    if (mode != CPU_ONLY) {
      OomPolicy.forceSplit(thread, count, skip);
    }
  }

  public static void forceCudfException(long adaptor, long thread, int count) {
    OomPolicy.forceCudfException(thread, count);
  }

  public static void blockThreadUntilReady(long adaptor) {
    OomPolicy.waitForOthers();
  }

  public static int getStateOf(long adaptor, long thread) {
    return OomPolicy.knows(thread) ? RUNNING : UNKNOWN;
  }

  public static void removeTaskMetrics(long adaptor, long task) {}

  public static int getAndResetRetryThrowInternal(long adaptor, long task) {
    return OomPolicy.takeRetryThrows(Thread.currentThread().getId());
  }

  public static int getAndResetSplitRetryThrowInternal(long adaptor, long task) {
    return OomPolicy.takeSplitThrows(Thread.currentThread().getId());
  }

  public static long getAndResetBlockTimeInternal(long adaptor, long task) {
    return 0;
  }

  public static long getAndResetComputeTimeLostToRetry(long adaptor, long task) {
    return 0;
  }

  public static long getAndResetGpuMaxMemoryAllocated(long adaptor, long task) {
    return 0;
  }

  public static long getMaxGpuTaskMemory(long adaptor, long task) {
    return 0;
  }

  public static long getTotalBlockedOrLostTime(long adaptor, long task) {
    return 0;
  }

  public static void startRetryBlock(long adaptor, long thread) {
    OomPolicy.retryBlock(thread, true);
  }

  public static void endRetryBlock(long adaptor, long thread) {
    OomPolicy.retryBlock(thread, false);
  }

  public static void checkAndBreakDeadlocks(long adaptor) {}

  public static void checkAndBreakDeadlocks(long adaptor, long[] blockedThreads) {}

  public static boolean preCpuAlloc(long adaptor, long bytes, boolean blocking) {
    return false;
  }

  public static void postCpuAllocSuccess(long adaptor, long address, long bytes, boolean blocking, boolean recursive) {}

  public static boolean postCpuAllocFailed(long adaptor, boolean wasOom, boolean blocking, boolean recursive) {
    return false;
  }

  public static void cpuDeallocate(long adaptor, long address, long bytes) {}

  public static void spillRangeStart(long adaptor) {}

  public static void spillRangeDone(long adaptor) {}

  public static void initializeLoggerNative(String path) {}

  public static void shutdownLoggerNative() {}
}
