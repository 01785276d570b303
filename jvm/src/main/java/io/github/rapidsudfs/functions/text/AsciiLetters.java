// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.functions.text;

import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.ColumnView;
import io.github.rapidsudfs.columns.StringBytes;
import io.github.rapidsudfs.rows.Utf8;
import org.apache.spark.unsafe.types.UTF8String;

/** ASCII case conversion, row-wise and columnar. */
public final class AsciiLetters {
  private AsciiLetters() {}

  /** Maps A to Z to a to z and keeps other bytes: those of non-ASCII characters are negative. */
  static UTF8String lower(UTF8String text) {
    int length = text.numBytes();
    byte[] lower = new byte[length];
    long upper = 0;
    int i = 0;
    for (; i <= length - Long.BYTES; i += Long.BYTES) {
      long word = Utf8.word(text, i);
      long capital = Utf8.above(word, 'A' - 1) & ~Utf8.above(word, 'Z');
      upper |= capital;
      // The highest bit of a byte, two places lower: the bit in which A and a differ.
      Utf8.putWord(lower, i, word | capital >>> 2);
    }
    for (; i < length; i++) {
      byte b = Utf8.at(text, i);
      boolean capital = isUpper(b);
      upper |= capital ? 1 : 0;
      lower[i] = capital ? (byte) (b + ('a' - 'A')) : b;
    }
    return upper == 0 ? text : UTF8String.fromBytes(lower);
  }

  static boolean isUpper(byte b) {
    return b >= 'A' && b <= 'Z';
  }

  /** As {@link #lower(UTF8String)}, for a column: a new one, the argument is borrowed. */
  public static ColumnVector lower(ColumnView text) {
    return StringBytes.map(text, lowerTable());
  }

  /** The replacement of each byte, for {@link StringBytes#map}. */
  static byte[] lowerTable() {
    byte[] table = StringBytes.sameBytes();
    for (char c = 'A'; c <= 'Z'; c++) {
      table[c] += 'a' - 'A';
    }
    return table;
  }
}
