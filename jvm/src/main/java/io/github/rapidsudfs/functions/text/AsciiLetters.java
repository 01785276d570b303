package io.github.rapidsudfs.functions.text;

import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.ColumnView;
import org.apache.spark.unsafe.types.UTF8String;

/** ASCII case, both ways of a function. */
public final class AsciiLetters {
  private AsciiLetters() {}

  /** A to Z as a to z, every other byte as it is: those of other characters are all negative. */
  static UTF8String lower(UTF8String text) {
    byte[] bytes = text.getBytes();
    int first = 0;
    while (first < bytes.length && !isUpper(bytes[first])) {
      first++;
    }
    if (first == bytes.length) {
      return text;
    }
    byte[] lower = bytes.clone();
    for (int i = first; i < lower.length; i++) {
      if (isUpper(lower[i])) {
        lower[i] += 'a' - 'A';
      }
    }
    return UTF8String.fromBytes(lower);
  }

  private static boolean isUpper(byte b) {
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
