// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.metrics;

import org.apache.spark.TaskContext;

/** The counts of one function object, by calling thread and task. */
public final class RowCounts {
  private final Counters counters;
  private final RowCount outsideTasks;
  private final ThreadLocal<RowCount> ofThreads = new ThreadLocal<>();

  /** The latest count: nearly always, one thread of one task calls an object. */
  private RowCount latest;

  public RowCounts(String function) {
    counters = Counters.of(function);
    outsideTasks = RowCount.outsideTasks(counters, ExecutionPath.ROWS);
  }

  /** The count for this thread and its task. */
  public RowCount current() {
    RowCount count = latest;
    return count != null && count.isOwn() ? count : another();
  }

  private RowCount another() {
    if (TaskContext.get() == null) {
      return outsideTasks;
    }
    RowCount count = ofThreads.get();
    if (count == null || !count.isOwn()) {
      count = counters.rowCount(ExecutionPath.ROWS);
      ofThreads.set(count);
    }
    latest = count;
    return count;
  }
}
