// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.column;

/**
 * A list column of bytes, without nulls: what whole rows are packed into, and too much for a vector
 * of longs.
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
