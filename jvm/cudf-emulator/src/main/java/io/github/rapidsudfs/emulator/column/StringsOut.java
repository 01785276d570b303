// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.column;

import io.github.rapidsudfs.emulator.memory.CudfClasses;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.IntFunction;

/** Collects strings row by row: add bytes, then end the row. */
public final class StringsOut {
  private byte[] bytes;
  private int length;
  private final int[] offsets;
  private int row;

  /** Adds the bytes of one row. */
  public interface RowWriter {
    void write(int row, StringsOut out);
  }

  /** Strings written row by row; null rows stay empty. */
  public static StringVec each(int rows, int expectedBytes, boolean[] valid, RowWriter writer) {
    StringsOut out = new StringsOut(rows, expectedBytes);
    for (int row = 0; row < rows; row++) {
      if (valid == null || valid[row]) {
        writer.write(row, out);
      }
      out.end();
    }
    return out.vec(valid);
  }

  /** The string that a function returns for each row, null where it returns none. */
  public static StringVec orNull(int rows, int expectedBytes, IntFunction<String> text) {
    boolean[] valid = new boolean[rows];
    StringsOut out = new StringsOut(rows, expectedBytes);
    for (int row = 0; row < rows; row++) {
      String found = text.apply(row);
      valid[row] = found != null;
      out.add(found == null ? "" : found);
      out.end();
    }
    return out.vec(valid);
  }

  public StringsOut(int rows, int expectedBytes) {
    offsets = new int[rows + 1];
    bytes = new byte[Math.max(16, expectedBytes)];
  }

  private void room(long more) {
    long needed = length + more;
    CudfClasses.expects(
        needed <= Integer.MAX_VALUE - 16, "Size of output exceeds the column size limit");
    if (needed > bytes.length) {
      bytes =
          Arrays.copyOf(
              bytes, (int) Math.min(Integer.MAX_VALUE - 16, Math.max(needed, bytes.length * 2L)));
    }
  }

  public void add(byte[] source, int from, int to) {
    room(to - from);
    System.arraycopy(source, from, bytes, length, to - from);
    length += to - from;
  }

  public void add(byte[] source) {
    add(source, 0, source.length);
  }

  public void add(int oneByte) {
    room(1);
    bytes[length++] = (byte) oneByte;
  }

  /** Adds ASCII text. */
  public void add(String ascii) {
    add(ascii.getBytes(StandardCharsets.UTF_8));
  }

  public void end() {
    offsets[++row] = length;
  }

  public StringVec vec(boolean[] valid) {
    if (row != offsets.length - 1) {
      throw new IllegalStateException(row + " of " + (offsets.length - 1) + " strings were made");
    }
    return new StringVec(
        bytes.length == length ? bytes : Arrays.copyOf(bytes, length), offsets, valid);
  }
}
