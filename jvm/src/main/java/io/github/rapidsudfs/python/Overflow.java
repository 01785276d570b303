// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

/** An integer left the 64-bit range in the fast body: the wide body recomputes the row. */
public final class Overflow extends RuntimeException {
  /** The only instance: it has no message and no stack trace. */
  public static final Overflow INSTANCE = new Overflow();

  private Overflow() {
    super("integer overflow", null, false, false);
  }
}
