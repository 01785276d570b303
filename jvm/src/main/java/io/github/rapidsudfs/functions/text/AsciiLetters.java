package io.github.rapidsudfs.functions.text;

import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.ColumnView;

/** ASCII case, both ways of a function. */
public final class AsciiLetters {
  private AsciiLetters() {}

  /** A to Z as a to z, every other character as it is. */
  public static String lower(String text) {
    int first = 0;
    while (first < text.length() && !isUpper(text.charAt(first))) {
      first++;
    }
    if (first == text.length()) {
      return text;
    }
    char[] chars = text.toCharArray();
    for (int i = first; i < chars.length; i++) {
      if (isUpper(chars[i])) {
        chars[i] += 'a' - 'A';
      }
    }
    return new String(chars);
  }

  private static boolean isUpper(char c) {
    return c >= 'A' && c <= 'Z';
  }

  /**
   * As {@link #lower(String)}, for a column: a new one, the argument is borrowed.
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
