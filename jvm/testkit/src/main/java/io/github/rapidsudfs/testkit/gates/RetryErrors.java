// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.testkit.gates;

import ai.rapids.cudf.Rmm;
import ai.rapids.cudf.RmmAllocationMode;
import ai.rapids.cudf.RmmEventHandler;
import com.nvidia.spark.rapids.jni.RmmSpark;
import io.github.rapidsudfs.testkit.Fault;

/** The plugin's retry errors at a chosen allocation, thrown by its own memory adaptor. */
final class RetryErrors {
  private static final long TASK = 1;

  private String cannot;
  private boolean started;
  private Fault armed;

  /** The reason why they cannot be thrown, or null. */
  synchronized String cannot() {
    if (!started) {
      started = true;
      try {
        start();
      } catch (RuntimeException | LinkageError e) {
        cannot = "the plugin's memory adaptor does not start here: " + e;
      }
    }
    return cannot;
  }

  private static void start() {
    if (!Rmm.isInitialized()) {
      Rmm.initialize(RmmAllocationMode.CUDA_DEFAULT, null, 0);
    }
    try {
      RmmSpark.setEventHandler(new NoSpilling());
    } catch (RuntimeException e) {
      // The plugin of a session in this process has installed its own adaptor, which works too.
      if (!String.valueOf(e.getMessage()).contains("already")) {
        throw e;
      }
    }
  }

  void arm(Fault fault, long n) {
    armed = fault;
    RmmSpark.currentThreadIsDedicatedToTask(TASK);
    long thread = RmmSpark.getCurrentThreadId();
    int skip = Math.toIntExact(n - 1);
    if (fault == Fault.RETRY) {
      RmmSpark.forceRetryOOM(thread, 1, injection(), skip);
    } else {
      RmmSpark.forceSplitAndRetryOOM(thread, 1, injection(), skip);
    }
  }

  private static int injection() {
    return RmmSpark.OomInjectionType.GPU.ordinal();
  }

  /** Disarms, if armed: the adaptor accepts no calls for a thread without a task. */
  boolean disarm() {
    Fault fault = armed;
    if (fault == null) {
      return false;
    }
    armed = null;
    int thrown =
        fault == Fault.RETRY
            ? RmmSpark.getAndResetNumRetryThrow(TASK)
            : RmmSpark.getAndResetNumSplitRetryThrow(TASK);
    long thread = RmmSpark.getCurrentThreadId();
    RmmSpark.forceRetryOOM(thread, 0, injection(), 0);
    RmmSpark.forceSplitAndRetryOOM(thread, 0, injection(), 0);
    RmmSpark.removeCurrentDedicatedThreadAssociation(TASK);
    return thrown > 0;
  }

  /** An event handler that spills nothing. */
  private static final class NoSpilling implements RmmEventHandler {
    @Override
    public boolean onAllocFailure(long sizeRequested, int retryCount) {
      return false;
    }

    @Override
    public long[] getAllocThresholds() {
      return null;
    }

    @Override
    public long[] getDeallocThresholds() {
      return null;
    }

    @Override
    public void onAllocThreshold(long totalAllocSize) {}

    @Override
    public void onDeallocThreshold(long totalAllocSize) {}
  }
}
