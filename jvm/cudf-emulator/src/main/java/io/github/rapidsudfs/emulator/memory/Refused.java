// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.memory;

/** Thrown for calls whose result in libcudf the emulator does not know, instead of guessing. */
public final class Refused extends UnsupportedOperationException {
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

  /** A refusal of columns that start at an offset, which cuDF itself misreads. */
  static Refused atOffset(String instead) {
    String what = ": a column that starts at an offset, which cuDF itself reads wrongly here";
    return new Refused(Ledger.current() + what + instead + ",", true);
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
}
