// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.memory;

/** Thrown for calls whose result in libcudf the emulator does not know, instead of guessing. */
public final class Refused extends UnsupportedOperationException {
  /** Whether an argument of this thread's current call starts at an offset, as slices do. */
  private static final ThreadLocal<boolean[]> OFFSET =
      ThreadLocal.withInitial(() -> new boolean[1]);

  private final boolean ofOffset;

  /** A refusal of one kind of input to an operation that is otherwise emulated. */
  public Refused(String what) {
    this(Ledger.current() + ": " + what, false);
  }

  private Refused(String operation, boolean ofOffset) {
    super(operation + " is not emulated" + advice());
    this.ofOffset = ofOffset;
  }

  /** Refuses an input if a condition holds. */
  public static void when(boolean condition, String what) {
    if (condition) {
      throw new Refused(what);
    }
  }

  /** Whether only columns that start at an offset are refused. */
  public boolean isOfOffset() {
    return ofOffset;
  }

  /** Advice for calls by the plan rather than by a UDF, whose line is in the stack trace. */
  private static String advice() {
    return UdfLedger.inside()
        ? ""
        : "; if the plugin evaluated an expression (a class GpuNAME in this stack), "
            + "spark.rapids.sql.expression.NAME=false keeps that on the CPU";
  }

  /** The refusal of a native that is not emulated at all; called by rewritten classes. */
  public static RuntimeException absent(String operation) {
    return new Refused(operation, false);
  }

  /** Notes whether an argument of the current call starts at an offset; false for a new call. */
  public static void offsetSeen(boolean seen) {
    OFFSET.get()[0] = seen;
  }

  /**
   * Refuses the current call if an argument starts at an offset: libcudf or its Java classes lose
   * it here and read other rows.
   *
   * @param instead a workaround for the message, or nothing
   */
  public static void offset(String... instead) {
    if (OFFSET.get()[0]) {
      String what = ": a column that starts at an offset, which cuDF itself reads wrongly here";
      throw new Refused(Ledger.current() + what + String.join("", instead) + ",", true);
    }
  }
}
