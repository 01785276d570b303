// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.column;

import io.github.rapidsudfs.emulator.memory.CudfClasses;

/**
 * A table: views of columns with the same number of rows. A kernel reads each column once, however
 * often it is used.
 */
public final class TableView {
  public final Column[] columns;
  private final Vec[] read;

  public TableView(Column[] columns) {
    this.columns = columns;
    read = new Vec[columns.length];
  }

  public int rows() {
    return columns.length == 0 ? 0 : columns[0].size;
  }

  public Vec vec(int index) {
    CudfClasses.expects(index < read.length, "Requested column index is out of range: " + index);
    if (read[index] == null) {
      read[index] = Read.vec(columns[index]);
    }
    return read[index];
  }

  public Vec[] vecs() {
    for (int i = 0; i < read.length; i++) {
      vec(i);
    }
    return read;
  }
}
