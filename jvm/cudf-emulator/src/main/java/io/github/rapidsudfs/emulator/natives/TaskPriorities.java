// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.natives;

import io.github.rapidsudfs.emulator.agent.Natives;

/**
 * Task priorities: older tasks have a higher one; nothing here ever waits, so it decides nothing.
 */
@Natives(value = "com.nvidia.spark.rapids.jni.TaskPriority", bookkeeping = true)
public final class TaskPriorities {
  private TaskPriorities() {}

  public static long getTaskPriority(long task) {
    return task < 0 ? Long.MAX_VALUE : Long.MAX_VALUE - 1 - task;
  }
}
