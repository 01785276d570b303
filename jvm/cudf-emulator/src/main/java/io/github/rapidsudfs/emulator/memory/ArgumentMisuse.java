// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.memory;

/** Thrown for a columnar body that closed an argument, or returned it without a reference. */
public final class ArgumentMisuse extends IllegalStateException {
  ArgumentMisuse(String message) {
    super(message);
  }
}
