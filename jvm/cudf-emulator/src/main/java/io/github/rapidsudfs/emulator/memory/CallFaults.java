// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.memory;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Injects faults at a different point in each call of a columnar body: the first call fails at its
 * first allocation or kernel call, the second at its second, and so on, so that one query over many
 * similar batches covers them all. A call that repeats a failed one is left alone, and so is one
 * over less than a whole batch: the plugin's retries must then succeed.
 */
public final class CallFaults {
  private static final ThreadLocal<Round> ROUND = ThreadLocal.withInitial(Round::new);
  private static final AtomicLong NEXT = new AtomicLong(1);
  private static final AtomicLong FAILED = new AtomicLong();
  private static final AtomicLong PASSED = new AtomicLong();
  private static final AtomicReference<String> LOST = new AtomicReference<>("");
  private static volatile Kind kind;
  private static volatile long batch;
  private static volatile long distance;

  private enum Kind {
    RETRY,
    SPLIT,
    PLAIN
  }

  /** The fault planned for a thread's current call. */
  private static final class Round {
    long left = Long.MAX_VALUE;
    boolean armed;
    boolean failed;
    Throwable plain;
    String point;
  }

  /**
   * Fails so that the plugin retries the same batch.
   *
   * @param rows of a whole batch
   * @param first the point at which the first call fails, counted from 1
   * @param step the number of points by which the next call fails later
   */
  public static void retry(long rows, long first, long step) {
    begin(Kind.RETRY, rows, first, step);
  }

  /** Fails so that the plugin splits the batch. See {@link #retry}. */
  public static void split(long rows, long first, long step) {
    begin(Kind.SPLIT, rows, first, step);
  }

  /**
   * Fails with a plain error: a {@code CudfException} of a kernel call or an {@code
   * OutOfMemoryError} of an allocation. It would end the query; once it has left the body, it is
   * therefore replaced with an error after which the plugin retries, so that one query covers all
   * points. See {@link #retry}, and {@link #lost}.
   */
  public static void plain(long rows, long first, long step) {
    begin(Kind.PLAIN, rows, first, step);
  }

  private static void begin(Kind wanted, long rows, long first, long step) {
    batch = rows;
    distance = step;
    NEXT.set(first);
    FAILED.set(0);
    PASSED.set(0);
    LOST.set("");
    kind = wanted;
  }

  /** Ends all fault injection. */
  public static void end() {
    kind = null;
  }

  /** The number of failed calls, each at a different point. */
  public static long failed() {
    return FAILED.get();
  }

  /** The number of calls with fewer points than their number: at least one if all were covered. */
  public static long passed() {
    return PASSED.get();
  }

  /** The first defect of a body after an injected failure; empty if there is none. */
  public static String lost() {
    return LOST.get();
  }

  /** Called on entry to an outermost columnar body. */
  static void entered(long rows) {
    Round round = ROUND.get();
    round.plain = null;
    if (kind == null || rows != batch) {
      round.armed = false;
      round.failed = false;
      return;
    }
    round.armed = !round.failed;
    round.left = round.armed ? NEXT.getAndAdd(distance) : Long.MAX_VALUE;
    round.failed = false;
  }

  /** Called when an outermost columnar body has returned. */
  static void returned() {
    Round round = ROUND.get();
    if (kind != null && round.armed) {
      PASSED.incrementAndGet();
    }
    if (round.plain != null) {
      lost("that of " + round.point + " was swallowed");
      round.plain = null;
      round.failed = false; // the plugin does not repeat this call
    }
    round.armed = false;
    round.left = Long.MAX_VALUE;
  }

  /**
   * Called when an outermost columnar body has thrown, having misused its arguments as described,
   * if that is not null. Replaces a plain error with one after which the plugin retries.
   */
  static void threw(Throwable thrown, String fault) {
    Round round = ROUND.get();
    Throwable plain = round.plain;
    round.plain = null;
    if (round.failed && fault != null) {
      lost("where " + round.point + " failed, " + fault);
    }
    if (plain == null) {
      return;
    }
    if (carries(thrown, plain, 0)) {
      throw SparkResources.injected(false);
    }
    lost("that of " + round.point + " was replaced by " + thrown);
  }

  private static boolean carries(Throwable thrown, Throwable plain, int depth) {
    for (Throwable at = thrown; at != null && depth < 50; at = at.getCause(), depth++) {
      if (at == plain) {
        return true;
      }
      for (Throwable beside : at.getSuppressed()) {
        if (carries(beside, plain, depth + 1)) {
          return true;
        }
      }
    }
    return false;
  }

  private static void lost(String what) {
    LOST.compareAndSet("", what);
  }

  /** Called before an allocation; throws if it is the one to fail. */
  static void allocation(long bytes) {
    if (fails()) {
      OutOfMemoryError error =
          new OutOfMemoryError(
              "Could not allocate native memory: std::bad_alloc: injected failure");
      fail("an allocation of " + bytes + " bytes", error);
      throw error;
    }
  }

  /** Called before a kernel call; throws if it is the one to fail. */
  static void kernel(String name) {
    if (fails()) {
      RuntimeException error = CudfClasses.error("injected failure of the kernel call " + name);
      fail(name, error);
      throw error;
    }
  }

  /** Throws the plugin's error if one is requested, and otherwise records the plain one. */
  private static void fail(String point, Throwable error) {
    Round round = ROUND.get();
    round.point = point;
    Kind now = kind;
    if (now == Kind.RETRY || now == Kind.SPLIT) {
      throw SparkResources.injected(now != Kind.RETRY);
    }
    round.plain = error;
  }

  /** Whether the current point is the one to fail. */
  private static boolean fails() {
    if (kind == null || !UdfLedger.inside()) {
      return false;
    }
    Round round = ROUND.get();
    if (!round.armed || --round.left != 0) {
      return false;
    }
    round.failed = true;
    round.armed = false;
    FAILED.incrementAndGet();
    return true;
  }
}
