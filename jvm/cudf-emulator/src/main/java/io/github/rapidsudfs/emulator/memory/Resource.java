// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.memory;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalTime;
import java.time.format.DateTimeFormatter;

/**
 * An RMM memory resource that limits, counts, or passes on to an upstream resource. All share the
 * same device memory; an allocation passes through the resources from the current one to the last
 * upstream.
 */
public class Resource {
  private static volatile Resource current;

  private final Resource upstream;
  private final long limit;
  private long total;
  private long most;
  private long scoped;
  private long mostScoped;

  /** A resource with a limit in bytes on top of another one, or of none. */
  public Resource(long upstream, long limit) {
    this.upstream = of(upstream);
    this.limit = limit;
  }

  /** A resource without a limit of its own, on top of another one. */
  public Resource(long upstream) {
    this(upstream, Long.MAX_VALUE);
  }

  private static Resource of(long handle) {
    return Handles.holds(handle, Resource.class) ? Handles.get(handle, Resource.class) : null;
  }

  /** Sets the resource that allocations use. */
  public static void makeCurrent(long handle) {
    current = of(handle);
  }

  /** The resource that allocations use; null if it neither limits nor counts. */
  static Resource current() {
    return current;
  }

  /** Returns whether the current resource and those below it have bytes left. */
  static boolean haveRoom(long bytes) {
    for (Resource r = current; r != null; r = r.upstream) {
      if (bytes > r.limit - r.total()) {
        return false;
      }
    }
    return true;
  }

  static void allocated(Buffer buffer) {
    for (Resource r = buffer.resource; r != null; r = r.upstream) {
      r.count(buffer.size);
      r.note("allocate", buffer);
    }
  }

  static void freed(Buffer buffer) {
    for (Resource r = buffer.resource; r != null; r = r.upstream) {
      r.count(-buffer.size);
      r.note("free", buffer);
    }
  }

  /** Hook for a resource that logs. */
  void note(String action, Buffer buffer) {}

  private synchronized void count(long bytes) {
    total += bytes;
    scoped += bytes;
    most = Math.max(most, total);
    mostScoped = Math.max(mostScoped, scoped);
  }

  /** The currently allocated bytes. */
  public synchronized long total() {
    return total;
  }

  /** The peak of allocated bytes. */
  public synchronized long most() {
    return most;
  }

  /** The peak of allocated bytes since {@link #resetScoped}. */
  public synchronized long mostScoped() {
    return mostScoped;
  }

  /** Restarts the scoped count at a number of bytes. */
  public synchronized void resetScoped(long initial) {
    scoped = initial;
    mostScoped = initial;
  }

  /** RMM's log of allocations as CSV, with the columns of RMM's own log. */
  public static final class AllocationLog extends Resource {
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
}
