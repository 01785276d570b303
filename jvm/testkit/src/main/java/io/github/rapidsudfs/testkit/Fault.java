package io.github.rapidsudfs.testkit;

/** A failure that is injected. */
public enum Fault {
  /** An allocation fails with an {@code OutOfMemoryError}. */
  ALLOCATION("allocations"),
  /** A kernel call fails with a {@code CudfException}. */
  KERNEL("kernel calls"),
  /** An allocation fails with the plugin's {@code GpuRetryOOM}. */
  RETRY("retry errors"),
  /**
   * An allocation fails with the plugin's {@code GpuSplitAndRetryOOM}; the halves are then
   * computed.
   */
  SPLIT("split-and-retry errors");

  private final String words;

  Fault(String words) {
    this.words = words;
  }

  public String words() {
    return words;
  }
}
