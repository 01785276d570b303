// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

/** A case that the run time cannot decide as CPython would; fails the query with the message. */
public final class Unsupported extends RuntimeException {
  /** The line in the user's file; 0 if unknown. */
  public int line;

  /** The number of the program's function. */
  public int function;

  public Unsupported(String what) {
    super(what);
  }

  public Unsupported at(int line, int function) {
    if (this.line == 0) {
      this.line = line;
      this.function = function;
    }
    return this;
  }
}
