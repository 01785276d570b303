package io.github.rapidsudfs.host.memory;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Failures on purpose, another one in each call of a columnar body: the first call fails at its first allocation or kernel
 * call, the second at its second, and so on. One query over many like batches so meets them all. A call that repeats one
 * that failed is left alone, and so is one over other than whole batches: what the plugin tries again must then go well.
 */
public final class CallFaults {
  private static final ThreadLocal<Round> ROUND = ThreadLocal.withInitial(Round::new);
  private static final AtomicLong NEXT = new AtomicLong(1);
  private static final AtomicLong FAILED = new AtomicLong();
  private static final AtomicLong PASSED = new AtomicLong();
  private static volatile Kind kind;
  private static volatile long batch;

  private CallFaults() {}

  private enum Kind {
    RETRY,
    SPLIT
  }

  /** What is to happen in a thread's current call. */
  private static final class Round {
    long left = Long.MAX_VALUE;
    boolean armed;
    boolean failed;
  }

  /** Begins with the first point of batches of so many rows; the plugin will try the same batch again. */
  public static void retry(long rows) {
    begin(Kind.RETRY, rows);
  }

  /** Begins with the first point of batches of so many rows; the plugin will split the batch. */
  public static void split(long rows) {
    begin(Kind.SPLIT, rows);
  }

  private static void begin(Kind wanted, long rows) {
    batch = rows;
    NEXT.set(1);
    FAILED.set(0);
    PASSED.set(0);
    kind = wanted;
  }

  /** Ends all failing on purpose. */
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

  /** An outermost columnar body is entered. */
  static void entered(long rows) {
    Round round = ROUND.get();
    if (kind == null || rows != batch) {
      round.armed = false;
      round.failed = false;
      return;
    }
    round.armed = !round.failed;
    round.left = round.armed ? NEXT.getAndIncrement() : Long.MAX_VALUE;
    round.failed = false;
  }

  /** An outermost columnar body has returned. */
  static void returned() {
    Round round = ROUND.get();
    if (kind != null && round.armed) {
      PASSED.incrementAndGet();
    }
    round.armed = false;
    round.left = Long.MAX_VALUE;
  }

  /** An allocation or a kernel call comes: throws where it is the one to fail. */
  static void point() {
    Kind now = kind;
    if (now == null || !UdfLedger.inside()) {
      return;
    }
    Round round = ROUND.get();
    if (round.armed && --round.left == 0) {
      round.failed = true;
      round.armed = false;
      FAILED.incrementAndGet();
      throw now == Kind.RETRY ? OomPolicy.retry() : OomPolicy.split();
    }
  }
}
