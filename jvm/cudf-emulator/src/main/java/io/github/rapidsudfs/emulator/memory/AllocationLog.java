// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.memory;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalTime;
import java.time.format.DateTimeFormatter;

/** RMM's log of allocations: a line of CSV for each, in the columns of RMM's own. */
public final class AllocationLog {
  private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss:SSSSSS");
  private static volatile AllocationLog open;

  private final PrintWriter out;

  /** A log in a file, which takes the place of another. */
  public AllocationLog(String file) {
    try {
      out = new PrintWriter(Files.newBufferedWriter(Path.of(file)), true);
    } catch (IOException e) {
      throw new UncheckedIOException("RMM's log cannot be written to " + file, e);
    }
    out.println("Thread,Time,Action,Pointer,Size,Stream");
    open = this;
  }

  public void close() {
    open = null;
    out.close();
  }

  static void line(String action, long address, long bytes) {
    AllocationLog log = open;
    if (log != null) {
      long thread = Thread.currentThread().getId();
      log.out.printf(
          "%d,%s,%s,0x%x,%d,0x0%n", thread, LocalTime.now().format(TIME), action, address, bytes);
    }
  }
}
