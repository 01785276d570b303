// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.agent;

import java.lang.instrument.Instrumentation;

/**
 * The Java agent: {@code -javaagent:rapids-udfs-emulator.jar} implements the natives of the real
 * plugin and cuDF classes with the emulator.
 */
public final class EmulatorAgent {
  /** Called by the JVM before the application starts. */
  public static void premain(String arguments, Instrumentation instrumentation) {
    instrumentation.addTransformer(new NativeRewriter(), false);
  }

  /** Called by the JVM when the agent is attached; cuDF's classes must not be loaded yet. */
  public static void agentmain(String arguments, Instrumentation instrumentation) {
    for (Class<?> loaded : instrumentation.getAllLoadedClasses()) {
      if (loaded.getName().startsWith("ai.rapids.cudf.")) {
        throw new IllegalStateException(
            "The emulator must be loaded before the class "
                + loaded.getName()
                + ": start the JVM with -javaagent:rapids-udfs-emulator.jar");
      }
    }
    premain(arguments, instrumentation);
  }
}
