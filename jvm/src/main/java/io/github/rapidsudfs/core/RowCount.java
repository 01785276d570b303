// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.core;

import org.apache.spark.TaskContext;
import org.apache.spark.util.TaskCompletionListener;

/**
 * Counts the row-wise calls of one function by one thread of one task, without an atomic operation
 * or a clock read per row; exact when the task ends.
 *
 * <p>Where somebody asked for the task's work, its time is estimated: one call in {@value #GAP} is
 * timed, more often at the start of a task, and is weighted by the number of calls since the
 * previous sample. The cost of reading the clock is deducted. Interruptions, for instance by the
 * garbage collector, count as part of a call.
 */
public final class RowCount implements TaskCompletionListener {
  private static final int GAP = 511;

  /** In samples; keeps the published count of a long task up to date. */
  private static final int FLUSH = 128;

  private static final long CLOCK_NANOS = clockNanos();
  private static final StackWalker STACK = StackWalker.getInstance();

  private final Counters counters;
  private final Where where;
  private final Thread thread;

  /** Null outside of tasks. */
  private final TaskWork task;

  /**
   * Whether {@link #begin} has more to do than count. Where it has not, the JVM's compiler sees no
   * call in the loop over the rows, which would keep it from moving reads out of the loop.
   */
  private final boolean sampling;

  private boolean ended;

  private int gap = 1;
  private int left = 1;
  private int weight;
  private int samples;
  private long last;
  private long rows;
  private long published;
  private long nanos;
  private long errors;

  private RowCount(Counters counters, Where where, Thread thread, TaskWork task) {
    this.counters = counters;
    this.where = where;
    this.thread = thread;
    this.task = task;
    sampling = task == null || task.isTracked();
  }

  /** The count of the running task; outside of a task, all threads share the count. */
  static RowCount of(Counters counters, Where where) {
    TaskContext task = TaskContext.get();
    if (task == null) {
      return outsideTasks(counters, where);
    }
    Where placed = isInBridge() ? Where.BRIDGE : where;
    RowCount count = new RowCount(counters, placed, Thread.currentThread(), TaskWork.of(task));
    task.addTaskCompletionListener(count);
    return count;
  }

  static RowCount outsideTasks(Counters counters, Where where) {
    return new RowCount(counters, where, null, null);
  }

  /** Returns whether this thread may keep using this count. */
  boolean isOwn() {
    return thread == Thread.currentThread() && !ended;
  }

  /** Begins a call; pass the result to {@link #end}. */
  public long begin() {
    // Outside of tasks threads share both fields without synchronization: the first is not used,
    // the second is always 1 or less.
    rows++;
    return sampling && --left <= 0 ? sample() : 0;
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
      counters.add(where, Work.rows(0, 0, 1));
    } else {
      errors++;
    }
  }

  private long sample() {
    if (task == null) {
      left = 1;
      counters.add(where, Work.rows(1, 0, 0));
    } else {
      if (++samples % FLUSH == 0) {
        flush();
      }
      weight = gap;
      gap = Math.min(2 * gap + 1, GAP);
      left = gap;
    }
    // Never 0, which means that the call is not timed.
    return System.nanoTime() | 1;
  }

  private void measured(long elapsed) {
    if (task == null) {
      counters.add(where, Work.rows(0, elapsed, 0));
    } else {
      last = elapsed;
      nanos += elapsed * weight;
    }
  }

  @Override
  public void onTaskCompletion(TaskContext context) {
    nanos += last * (gap - left);
    flush();
    ended = true;
  }

  private void flush() {
    Work work = Work.rows(rows - published, nanos, errors);
    published = rows;
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
