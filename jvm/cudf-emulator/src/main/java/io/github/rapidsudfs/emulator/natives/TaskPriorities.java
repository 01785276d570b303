// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.natives;

import io.github.rapidsudfs.emulator.agent.Natives;

/** Task priorities, higher for older tasks. They have no effect, as nothing here waits for them. */
@Natives(value = "com.nvidia.spark.rapids.jni.TaskPriority", bookkeeping = true)
public final class TaskPriorities {
  private TaskPriorities() {}

  public static long getTaskPriority(long task) {
    return task < 0 ? Long.MAX_VALUE : Long.MAX_VALUE - 1 - task;
  }
}
