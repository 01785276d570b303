// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

/** What the run time cannot decide as CPython would. The query fails with the text: no guess. */
public final class Unsupported extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** The line of the user's file; 0 while not known. */
  public int line;

  public Unsupported(String what) {
    super(what);
  }

  public Unsupported at(int line) {
    if (this.line == 0) this.line = line;
    return this;
  }
}
