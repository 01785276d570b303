// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

/** An integer left 64 bits in the fast body: the row is computed again by the wide one. */
public final class Overflow extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** The only one: it says nothing, and has no stack trace. */
  public static final Overflow INSTANCE = new Overflow();

  private Overflow() {
    super("integer overflow", null, false, false);
  }
}
