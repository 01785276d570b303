package io.github.rapidsudfs.functions.text;

import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.ColumnView;
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

  /**
   * As {@link #lower(UTF8String)}, for a column: a new one, the argument is borrowed.
   *
   * <p>cuDF's {@code lower} follows Unicode for the BMP; replacing letter by letter is exact.
   */
  public static ColumnVector lower(ColumnView text) {
    String[] upper = new String[26];
    String[] lower = new String[26];
    for (int i = 0; i < 26; i++) {
      upper[i] = String.valueOf((char) ('A' + i));
      lower[i] = String.valueOf((char) ('a' + i));
    }
    try (ColumnVector from = ColumnVector.fromStrings(upper);
        ColumnVector to = ColumnVector.fromStrings(lower)) {
      return text.stringReplace(from, to);
    }
  }
}
