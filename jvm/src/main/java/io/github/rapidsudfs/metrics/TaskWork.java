// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.metrics;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import org.apache.spark.SparkEnv;
import org.apache.spark.TaskContext;
import org.apache.spark.util.TaskFailureListener;

/** The accumulators of a task: the application's, and those of its job's driver code. */
public final class TaskWork {
  /** The local property that passes packed accumulators to tasks, separated by commas. */
  public static final String PROPERTY = "rapidsudfs.track";

  private static final Map<TaskContext, TaskWork> RUNNING = new WeakHashMap<>();
  private static volatile String ofApplication;

  private final List<WorkAccumulator> accumulators = new ArrayList<>();
  private final String executor;
  private final long execution;

  /** Sets the packed accumulator in which every task of this process counts; null for none. */
  public static void ofApplication(String packed) {
    ofApplication = packed;
  }

  /** The accumulators of a running task, from any of its threads. */
  static TaskWork of(TaskContext task) {
    synchronized (RUNNING) {
      return RUNNING.computeIfAbsent(task, TaskWork::new);
    }
  }

  private TaskWork(TaskContext task) {
    SparkEnv env = SparkEnv.get();
    executor = env == null ? "" : env.executorId();
    String id = task.getLocalProperty("spark.sql.execution.id");
    execution = id == null ? -1 : Long.parseLong(id);
    String application = ofApplication;
    if (application != null) {
      accumulators.add(WorkAccumulator.open(application));
    }
    String tracked = task.getLocalProperty(PROPERTY);
    if (tracked != null && !tracked.isEmpty()) {
      for (String packed : tracked.split(",")) {
        accumulators.add(WorkAccumulator.open(packed));
      }
    }
    if (isTracked()) {
      TaskFailureListener fail = (failed, error) -> accumulators.forEach(WorkAccumulator::fail);
      task.addTaskFailureListener(fail);
    }
  }

  /** Returns whether any accumulator is set. */
  boolean isTracked() {
    return !accumulators.isEmpty();
  }

  void add(String function, ExecutionPath where, WorkTotals work) {
    if (isTracked()) {
      WorkLine line = new WorkLine(execution, executor, function, where);
      accumulators.forEach(accumulator -> accumulator.add(line, work));
    }
  }
}
