package io.github.rapidsudfs.core;

import java.util.concurrent.atomic.LongAdder;
import org.apache.spark.TaskContext;
import org.apache.spark.util.TaskCompletionListener;

/**
 * Counts the row-wise calls of one function by one thread: without an atomic operation per row, and
 * exact when the task ends.
 */
public final class RowCount implements TaskCompletionListener {
  /** So that a long task's count is never far behind. */
  private static final int BATCH = 1 << 16;

  private final LongAdder total;
  private final int batch;
  private int pending;

  private RowCount(LongAdder total, int batch) {
    this.total = total;
    this.batch = batch;
  }

  /**
   * The count of the function of this name in the running task; outside of one, each call counts.
   */
  static RowCount of(LongAdder total) {
    TaskContext task = TaskContext.get();
    RowCount count = new RowCount(total, task == null ? 0 : BATCH);
    if (task != null) {
      task.addTaskCompletionListener(count);
    }
    return count;
  }

  /** One call. */
  public void add() {
    if (batch == 0) {
      // The driver's threads share what they evaluate.
      total.increment();
    } else if (++pending == batch) {
      flush();
    }
  }

  @Override
  public void onTaskCompletion(TaskContext task) {
    flush();
  }

  private void flush() {
    total.add(pending);
    pending = 0;
  }
}
