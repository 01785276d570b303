// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.column;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Strings as bytes, which need not be valid UTF-8. Null rows are empty. */
public final class StringVec extends Vec {
  public final byte[] bytes;
  public final int[] offsets;

  public StringVec(byte[] bytes, int[] offsets, boolean[] valid) {
    super(Type.of(Type.STRING), offsets.length - 1, valid);
    this.bytes = bytes;
    this.offsets = offsets;
  }

  /** One row. */
  public static StringVec one(byte[] value, boolean valid) {
    return new StringVec(value, new int[] {0, value.length}, valid ? null : Valid.none(1));
  }

  public int start(int row) {
    return offsets[row];
  }

  public int end(int row) {
    return offsets[row + 1];
  }

  public int length(int row) {
    return offsets[row + 1] - offsets[row];
  }

  public byte[] get(int row) {
    return Arrays.copyOfRange(bytes, offsets[row], offsets[row + 1]);
  }

  /** A row with one character per byte, for searches of ASCII text. */
  public String latin1(int row) {
    return new String(bytes, start(row), length(row), StandardCharsets.ISO_8859_1);
  }

  /** Strings written by a function for each row that is not null. */
  public StringVec map(StringsOut.RowWriter writer) {
    return StringsOut.each(size, bytes.length, valid, writer);
  }

  @Override
  public StringVec with(boolean[] validity) {
    boolean[] now = Valid.orNull(validity);
    if (now == null) {
      return new StringVec(bytes, offsets, null);
    }
    return StringsOut.each(size, bytes.length, now, (i, out) -> out.add(bytes, start(i), end(i)));
  }

  @Override
  public StringVec gather(int[] map) {
    return StringsOut.each(
        map.length,
        Math.min(bytes.length, 1 << 20),
        gatherValid(map),
        (i, out) -> out.add(bytes, start(map[i]), end(map[i])));
  }

  @Override
  public int hash(int row) {
    int hash = 1;
    for (int i = start(row); i < end(row); i++) {
      hash = hash * 31 + bytes[i];
    }
    return hash;
  }

  @Override
  public int compare(int row, Vec other, int otherRow) {
    StringVec o = (StringVec) other;
    return Arrays.compareUnsigned(
        bytes, start(row), end(row), o.bytes, o.start(otherRow), o.end(otherRow));
  }
}
