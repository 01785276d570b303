// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.memory;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A memory resource of RMM that has a size, or counts. All resources are the same device memory,
 * and each sees every allocation from the time it was made.
 */
public final class Resource {
  private static final List<Resource> OPEN = new CopyOnWriteArrayList<>();

  private final long limit;
  private long total;
  private long most;
  private long scoped;
  private long mostScoped;

  /** A resource of so many bytes; it counts from now on. */
  public Resource(long limit) {
    this.limit = limit;
    OPEN.add(this);
  }

  public void close() {
    OPEN.remove(this);
  }

  /** Whether every resource has so many bytes left. */
  static boolean haveRoom(long bytes) {
    return OPEN.stream().allMatch(resource -> resource.total() + bytes <= resource.limit);
  }

  static void allocated(long bytes) {
    OPEN.forEach(resource -> resource.count(bytes));
  }

  static void freed(long bytes) {
    OPEN.forEach(resource -> resource.count(-bytes));
  }

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
