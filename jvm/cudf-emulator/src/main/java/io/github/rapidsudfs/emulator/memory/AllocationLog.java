// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.memory;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalTime;
import java.time.format.DateTimeFormatter;

/** RMM's log of allocations as CSV, with the columns of RMM's own log. */
public final class AllocationLog extends Resource {
  private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss:SSSSSS");

  private final PrintWriter out;

  /** Logs a resource's allocations to a file. */
  public AllocationLog(long upstream, String file) {
    super(upstream);
    try {
      out = new PrintWriter(Files.newBufferedWriter(Path.of(file)), true);
    } catch (IOException e) {
      throw new UncheckedIOException("RMM's log cannot be written to " + file, e);
    }
    out.println("Thread,Time,Action,Pointer,Size,Stream");
  }

  public void close() {
    out.close();
  }

  @Override
  void note(String action, Buffer buffer) {
    out.printf(
        "%d,%s,%s,0x%x,%d,0x0%n",
        Thread.currentThread().getId(),
        LocalTime.now().format(TIME),
        action,
        buffer.address,
        buffer.size);
  }
}
