// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.memory;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Fault injection, at another point in each call of a columnar body: the first call fails at its
 * first allocation or kernel call, the second at its second, and so on. One query over many like
 * batches so meets them all. A call that repeats one that failed is left alone, and so is one over
 * other than whole batches: what the plugin tries again must then go well.
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

  private CallFaults() {}

  private enum Kind {
    RETRY,
    SPLIT,
    PLAIN
  }

  /** What is to happen in a thread's current call. */
  private static final class Round {
    long left = Long.MAX_VALUE;
    boolean armed;
    boolean failed;
    Throwable plain;
    String point;
  }

  /**
   * The plugin will try the same batch again.
   *
   * @param rows of a whole batch
   * @param first the point at which the first call fails, counted from 1
   * @param step how many points further the next call fails
   */
  public static void retry(long rows, long first, long step) {
    begin(Kind.RETRY, rows, first, step);
  }

  /** The plugin will split the batch. See {@link #retry}. */
  public static void split(long rows, long first, long step) {
    begin(Kind.SPLIT, rows, first, step);
  }

  /**
   * The error is a plain one, a {@code CudfException} of a kernel call or an {@code
   * OutOfMemoryError} of an allocation. It would end the query: where it has come out of the body,
   * the plugin is given one upon which it tries again instead, so that one query meets them all.
   * See {@link #retry}, and {@link #lost}.
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

  /** How many calls have failed: at as many points. */
  public static long failed() {
    return FAILED.get();
  }

  /** How many calls had fewer points than their number: at least one, where all points were met. */
  public static long passed() {
    return PASSED.get();
  }

  /**
   * What was wrong after the first failure that a body did not take as it should; empty where all
   * was well.
   */
  public static String lost() {
    return LOST.get();
  }

  /** An outermost columnar body is entered. */
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

  /** An outermost columnar body has returned. */
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
   * An outermost columnar body has thrown, and did to its arguments what the fault says, if that is
   * not null. Throws an error upon which the plugin tries again for a plain one that came out.
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
      throw OomPolicy.injected(false);
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

  /** An allocation comes: throws where it is the one to fail. */
  static void allocation(long bytes) {
    if (fails()) {
      OutOfMemoryError error =
          new OutOfMemoryError(
              "Could not allocate native memory: std::bad_alloc: injected failure");
      fail("an allocation of " + bytes + " bytes", error);
      throw error;
    }
  }

  /** A kernel call comes: throws where it is the one to fail. */
  static void kernel(String name) {
    if (fails()) {
      RuntimeException error = Cudf.error("injected failure of the kernel call " + name);
      fail(name, error);
      throw error;
    }
  }

  /** Throws the plugin's error where one of those is wanted, and else notes the plain one. */
  private static void fail(String point, Throwable error) {
    Round round = ROUND.get();
    round.point = point;
    Kind now = kind;
    if (now == Kind.RETRY || now == Kind.SPLIT) {
      throw OomPolicy.injected(now != Kind.RETRY);
    }
    round.plain = error;
  }

  /** Whether the point at hand is the one to fail. */
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
