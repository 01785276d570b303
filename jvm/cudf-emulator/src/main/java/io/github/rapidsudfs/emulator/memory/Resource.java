// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.memory;

/**
 * A memory resource of RMM that has a size, counts, or passes on to one that does. All are the same
 * device memory; an allocation is seen by those between the current one and the last upstream.
 */
public class Resource {
  private static volatile Resource current;

  private final Resource upstream;
  private final long limit;
  private long total;
  private long most;
  private long scoped;
  private long mostScoped;

  /** A resource of so many bytes on top of another, of which null and others are without limit. */
  public Resource(long upstream, long limit) {
    this.upstream = of(upstream);
    this.limit = limit;
  }

  /** A resource without a limit of its own on top of another. */
  public Resource(long upstream) {
    this(upstream, Long.MAX_VALUE);
  }

  private static Resource of(long handle) {
    return Handles.holds(handle, Resource.class) ? Handles.get(handle, Resource.class) : null;
  }

  /** Makes a resource the one that allocations come from. */
  public static void makeCurrent(long handle) {
    current = of(handle);
  }

  /** The one that allocations come from; null for one that has no limit and does not count. */
  static Resource current() {
    return current;
  }

  /** Whether the current resource, and all upstream, have so many bytes left. */
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

  /** For a resource that writes what it sees. */
  void note(String action, Buffer buffer) {}

  private synchronized void count(long bytes) {
    total += bytes;
    scoped += bytes;
    most = Math.max(most, total);
    mostScoped = Math.max(mostScoped, scoped);
  }

  /** The bytes that are allocated. */
  public synchronized long total() {
    return total;
  }

  /** The most that were at a time. */
  public synchronized long most() {
    return most;
  }

  /** The most that were at a time since {@link #resetScoped}. */
  public synchronized long mostScoped() {
    return mostScoped;
  }

  /** Starts the scoped count anew, at so many bytes. */
  public synchronized void resetScoped(long initial) {
    scoped = initial;
    mostScoped = initial;
  }
}
