// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.testkit;

import ai.rapids.cudf.CudfException;
import com.nvidia.spark.rapids.jni.GpuRetryOOM;
import com.nvidia.spark.rapids.jni.GpuSplitAndRetryOOM;

/** A kind of injected failure. */
public enum Fault {
  /** An allocation fails with an {@code OutOfMemoryError}. */
  ALLOCATION("allocations", OutOfMemoryError.class),
  /** A kernel call fails with a {@code CudfException}. */
  KERNEL("kernel calls", CudfException.class),
  /** An allocation fails with the plugin's {@code GpuRetryOOM}. */
  RETRY("retry errors", GpuRetryOOM.class),
  /** As RETRY, with {@code GpuSplitAndRetryOOM}; the halves of the batch are then computed. */
  SPLIT("split-and-retry errors", GpuSplitAndRetryOOM.class);

  private final String words;
  private final Class<? extends Throwable> error;

  Fault(String words, Class<? extends Throwable> error) {
    this.words = words;
    this.error = error;
  }

  public String words() {
    return words;
  }

  /** The class of the thrown error. */
  public Class<? extends Throwable> error() {
    return error;
  }

  /** Returns whether the plugin retries after this error. */
  public boolean isRetried() {
    return this == RETRY || this == SPLIT;
  }
}
