// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.kernels;

import io.github.rapidsudfs.emulator.column.StructVec;
import io.github.rapidsudfs.emulator.column.Vec;

/**
 * A row of one or more vectors as a key. Keys are equal if all values are; nulls are equal, and so
 * are NaNs.
 */
record RowKey(Vec[] vecs, int row) {
  RowKey(Vec vec, int row) {
    this(new Vec[] {vec}, row);
  }

  boolean isNull() {
    for (Vec vec : vecs) {
      if (vec.isNull(row)) {
        return true;
      }
    }
    return false;
  }

  /** Returns whether a value or a field of a struct is null. */
  boolean hasNull() {
    for (Vec vec : vecs) {
      if (vec.isNull(row) || vec instanceof StructVec s && new RowKey(s.fields, row).hasNull()) {
        return true;
      }
    }
    return false;
  }

  @Override
  public boolean equals(Object other) {
    if (!(other instanceof RowKey key)) {
      return false;
    }
    for (int v = 0; v < vecs.length; v++) {
      if (!vecs[v].sameOrBothNull(row, key.vecs[v], key.row)) {
        return false;
      }
    }
    return true;
  }

  @Override
  public int hashCode() {
    int hash = 1;
    for (Vec vec : vecs) {
      hash = hash * 31 + (vec.isNull(row) ? 0 : vec.hash(row));
    }
    return hash;
  }
}
