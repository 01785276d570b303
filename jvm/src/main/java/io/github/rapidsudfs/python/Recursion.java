// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

/** The recursion depth of this thread. */
public final class Recursion {
  /** CPython's limit of 1,000 includes the worker's frames. */
  private static final int MOST = 900;

  private static final ThreadLocal<int[]> DEPTH = ThreadLocal.withInitial(() -> new int[1]);

  public static void enter() {
    int[] depth = DEPTH.get();
    if (depth[0] >= MOST) throw new Unsupported("a recursion of more than " + MOST + " calls");
    depth[0]++;
  }

  public static void leave() {
    DEPTH.get()[0]--;
  }

  /** Leaves a call that threw; returns the error to rethrow. */
  public static Error leave(Error e) {
    int left = --DEPTH.get()[0];
    if (left == 0 && e instanceof StackOverflowError) {
      throw new Unsupported("a recursion that is too deep for the thread's stack");
    }
    return e;
  }
}
