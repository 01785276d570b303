// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.column;

/**
 * A list column of bytes without nulls, into which whole rows are packed; a vector of longs would
 * be too large.
 */
public record ByteRows(int[] offsets, byte[] bytes) {
  public int size() {
    return offsets.length - 1;
  }

  public int start(int row) {
    return offsets[row];
  }

  public int length(int row) {
    return offsets[row + 1] - offsets[row];
  }
}
