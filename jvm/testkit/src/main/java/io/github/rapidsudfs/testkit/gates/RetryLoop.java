package io.github.rapidsudfs.testkit.gates;

import java.util.List;
import java.util.function.Function;

/**
 * What catches a retry error and tries again: on {@code GpuRetryOOM} the same rows, on {@code
 * GpuSplitAndRetryOOM} each half of them.
 */
public interface RetryLoop {
  /** A name for reports. */
  String name();

  /**
   * Computes the answers to rows, which may be split.
   *
   * @param compute called with the rows, or with parts of them in their order
   * @return what each call answered that did not throw, in order
   */
  <T> List<T> run(List<Object[]> rows, Function<List<Object[]>, T> compute);

  /**
   * The plugin's own loop where its classes can be found without a session, else one that does the
   * same.
   */
  static RetryLoop here() {
    return RetryLoops.HERE;
  }
}
