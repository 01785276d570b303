// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.metrics;

import org.apache.spark.TaskContext;
import org.apache.spark.util.TaskCompletionListener;

/**
 * Counts the row-wise calls of one function by one thread of one task, without an atomic operation
 * or a clock read per row; exact when the task ends.
 *
 * <p>If the task's work is tracked, its time is estimated: one call in {@value #GAP} is timed, more
 * often at the start of a task, and is weighted by the number of calls since the previous sample.
 * The cost of reading the clock is deducted. Interruptions, for instance by the garbage collector,
 * count as part of a call.
 */
public final class RowCount implements TaskCompletionListener {
  private static final int GAP = 511;

  /** Counted in samples; keeps the published count of a long task up to date. */
  private static final int FLUSH = 128;

  private static final long CLOCK_NANOS = clockNanos();
  private static final StackWalker STACK = StackWalker.getInstance();

  private final Counters counters;
  private final ExecutionPath where;
  private final Thread thread;

  /** Null outside of tasks. */
  private final TaskWork task;

  /**
   * The number of calls up to and including the next {@link #due}. Generated code counts down
   * itself: if times are not tracked, its branch to {@code due} is never taken, so the JIT compiler
   * sees no call and can hoist reads out of the loop over the rows.
   */
  public int left;

  /** The initial value of {@link #left}. */
  private int gap;

  private boolean ended;
  private int weight;
  private int samples;
  private long last;
  private long rows;
  private long published;
  private long nanos;
  private long errors;

  private RowCount(Counters counters, ExecutionPath where, Thread thread, TaskWork task) {
    this.counters = counters;
    this.where = where;
    this.thread = thread;
    this.task = task;
    gap = task == null || task.isTracked() ? 1 : Integer.MAX_VALUE;
    left = gap;
  }

  /** The count of the running task; outside of a task, all threads share the count. */
  static RowCount of(Counters counters, ExecutionPath where) {
    TaskContext task = TaskContext.get();
    if (task == null) {
      return outsideTasks(counters, where);
    }
    ExecutionPath placed = isInBridge() ? ExecutionPath.BRIDGE : where;
    RowCount count = new RowCount(counters, placed, Thread.currentThread(), TaskWork.of(task));
    task.addTaskCompletionListener(count);
    return count;
  }

  static RowCount outsideTasks(Counters counters, ExecutionPath where) {
    return new RowCount(counters, where, null, null);
  }

  /** Returns whether this thread may keep using this count. */
  boolean isOwn() {
    return thread == Thread.currentThread() && !ended;
  }

  /** Begins a call; pass the result to {@link #end}. */
  public long begin() {
    // Outside of tasks threads share this field without synchronization; it is always 1 or less.
    return --left <= 0 ? due() : 0;
  }

  /** Ends a call, successful or not. */
  public void end(long begun) {
    if (begun != 0) {
      measured(Math.max(0, System.nanoTime() - begun - CLOCK_NANOS));
    }
  }

  /** Counts a failed call. */
  public void failed() {
    if (task == null) {
      counters.add(where, WorkTotals.rows(0, 0, 1));
    } else {
      errors++;
    }
  }

  /** Begins the call at which {@link #left} reached 0, as {@link #begin} does. */
  public long due() {
    if (task == null) {
      left = 1;
      counters.add(where, WorkTotals.rows(1, 0, 0));
      return now();
    }
    rows += gap;
    weight = gap;
    if (task.isTracked()) {
      if (++samples % FLUSH == 0) {
        flush(rows);
      }
      gap = Math.min(2 * gap + 1, GAP);
    }
    left = gap;
    return task.isTracked() ? now() : 0;
  }

  /** Never 0, which means that the call is not timed. */
  private static long now() {
    return System.nanoTime() | 1;
  }

  private void measured(long elapsed) {
    if (task == null) {
      counters.add(where, WorkTotals.rows(0, elapsed, 0));
    } else {
      last = elapsed;
      nanos += elapsed * weight;
    }
  }

  @Override
  public void onTaskCompletion(TaskContext context) {
    int unsampled = gap - left;
    nanos += last * unsampled;
    flush(rows + unsampled);
    ended = true;
  }

  private void flush(long rowsSoFar) {
    WorkTotals work = WorkTotals.rows(rowsSoFar - published, nanos, errors);
    published = rowsSoFar;
    nanos = 0;
    errors = 0;
    counters.add(where, work);
    task.add(counters.function(), where, work);
  }

  /** Returns whether the plugin evaluates this CPU expression inside a GPU operator. */
  private static boolean isInBridge() {
    return STACK.walk(frames -> frames.anyMatch(f -> f.getClassName().contains("GpuCpuBridge")));
  }

  private static long clockNanos() {
    long least = Long.MAX_VALUE;
    for (int i = 0; i < 10_000; i++) {
      long begun = System.nanoTime();
      least = Math.min(least, System.nanoTime() - begun);
    }
    return least;
  }
}
