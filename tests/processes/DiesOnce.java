// SPDX-License-Identifier: Apache-2.0

package org.example;

import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A call that kills the first executor that runs it. */
public final class DiesOnce {
  private DiesOnce() {}

  /** Returns the process's id. Executors have the property, which names a file to create. */
  public static String ask() throws Exception {
    String mark = System.getProperty("org.example.mark");
    if (mark != null) {
      try {
        Files.createFile(Path.of(mark));
        Runtime.getRuntime().halt(1);
      } catch (FileAlreadyExistsException e) {
        // Another executor has died.
      }
    }
    return Long.toString(ProcessHandle.current().pid());
  }
}
