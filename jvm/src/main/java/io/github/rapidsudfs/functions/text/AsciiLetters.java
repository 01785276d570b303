// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.functions.text;

import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.ColumnView;
import io.github.rapidsudfs.core.StringBytes;
import io.github.rapidsudfs.core.Utf8;
import org.apache.spark.unsafe.types.UTF8String;

/** ASCII case, both ways of a function. */
public final class AsciiLetters {
  private AsciiLetters() {}

  /** A to Z as a to z, every other byte as it is: those of other characters are all negative. */
  static UTF8String lower(UTF8String text) {
    int length = text.numBytes();
    int first = 0;
    while (first < length && !isUpper(Utf8.at(text, first))) {
      first++;
    }
    if (first == length) {
      return text;
    }
    byte[] lower = new byte[length];
    Utf8.copy(text, 0, length, lower, 0);
    for (int i = first; i < length; i++) {
      if (isUpper(lower[i])) {
        lower[i] += 'a' - 'A';
      }
    }
    return UTF8String.fromBytes(lower);
  }

  static boolean isUpper(byte b) {
    return b >= 'A' && b <= 'Z';
  }

  /** As {@link #lower(UTF8String)}, for a column: a new one, the argument is borrowed. */
  public static ColumnVector lower(ColumnView text) {
    return StringBytes.map(text, lowerTable());
  }

  /** What {@link StringBytes#map} makes of each byte. */
  static byte[] lowerTable() {
    byte[] table = StringBytes.sameBytes();
    for (char c = 'A'; c <= 'Z'; c++) {
      table[c] += 'a' - 'A';
    }
    return table;
  }
}
