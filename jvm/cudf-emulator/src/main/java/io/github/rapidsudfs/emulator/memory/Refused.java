// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.memory;

/** The emulator does not know how libcudf answers this call, and says so instead of guessing. */
public final class Refused extends UnsupportedOperationException {
  private static final long serialVersionUID = 1L;

  /** A refusal of one kind of input to an operation that is otherwise emulated. */
  public Refused(String what) {
    super(Ledger.current() + ": " + what + " is not emulated" + advice());
  }

  private Refused(String operation, boolean absent) {
    super(operation + " is not emulated" + advice());
  }

  /** What to do where not a UDF but the plan around it asked; a UDF has its line in the stack. */
  private static String advice() {
    return UdfLedger.inside()
        ? ""
        : "; where the plugin asked for an expression (a class GpuNAME in this stack), "
            + "spark.rapids.sql.expression.NAME=false keeps that on the CPU";
  }

  /** The refusal of a native that has no emulation at all; called by rewritten classes. */
  public static RuntimeException absent(String operation) {
    return new Refused(operation, true);
  }
}
