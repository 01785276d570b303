// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.kernels;

import io.github.rapidsudfs.emulator.column.Valid;
import io.github.rapidsudfs.emulator.column.Vec;

/** A column, or a scalar: a single row that applies to every row. */
public record Operand(Vec vec, boolean scalar) {
  int row(int row) {
    return scalar ? 0 : row;
  }

  boolean isNull(int row) {
    return vec.isNull(row(row));
  }

  boolean hasRows(int rows) {
    return scalar || vec.size == rows;
  }

  /** The validity, for a number of rows. */
  boolean[] valid(int rows) {
    return scalar ? (vec.isNull(0) ? Valid.none(rows) : null) : vec.valid;
  }
}
