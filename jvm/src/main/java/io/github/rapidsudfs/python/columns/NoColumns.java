// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python.columns;

/** Thrown for code without a columnar form; the message names it. */
public final class NoColumns extends RuntimeException {
  public NoColumns(String reason) {
    super(reason, null, false, false);
  }
}
