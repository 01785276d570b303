// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.functions.text;

import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.RegexProgram;
import ai.rapids.cudf.Scalar;
import io.github.rapidsudfs.api.Category;
import io.github.rapidsudfs.api.Divergences;
import io.github.rapidsudfs.api.NullRule;
import io.github.rapidsudfs.api.Signature;
import io.github.rapidsudfs.columns.StringBytes;
import io.github.rapidsudfs.rows.Utf8;
import io.github.rapidsudfs.udf.Udf1;
import java.util.Arrays;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.unsafe.types.UTF8String;

/** Lower-cases ASCII letters, collapses blanks to one space and trims both ends. */
public final class TextNormalize extends Udf1<UTF8String, UTF8String>
    implements UDF1<UTF8String, UTF8String> {
  public TextNormalize() {
    super(
        Signature.named("text_normalize")
            .in(Category.TEXT)
            .takes("text", "string")
            .returns("string")
            .nulls(NullRule.ANY_NULL_PROPAGATED)
            .summary("Lower-cases A to Z, squeezes runs of blanks to one space and trims the ends")
            .description(
                "A blank is a character up to U+0020: space, tab, line break and every other"
                    + " control character of ASCII, as for trim(). Non-breaking and other Unicode"
                    + " spaces stay, and so do letters outside ASCII.")
            .example("text_normalize('  Straße\\t\\n ÄB ')", "straße Äb")
            .divergence(Divergences.UNKNOWN_FOR_INVALID_UTF8)
            .since("0.1.0"));
  }

  @Override
  protected UTF8String row(UTF8String text) {
    int first = firstChange(text);
    return first == text.numBytes() ? text : normalizeFrom(first, text);
  }

  /** The position from which the text is not normalized; its length if there is none. */
  private static int firstChange(UTF8String text) {
    int last = text.numBytes() - 1;
    for (int i = 0; i <= last; i++) {
      byte b = Utf8.at(text, i);
      if (AsciiLetters.isUpper(b)) {
        return i;
      }
      if (isBlank(b) && (b != ' ' || i == 0 || i == last || isBlank(Utf8.at(text, i + 1)))) {
        return i;
      }
    }
    return text.numBytes();
  }

  private static UTF8String normalizeFrom(int first, UTF8String text) {
    byte[] normal = new byte[text.numBytes()];
    int length = Utf8.copy(text, 0, first, normal, 0);
    boolean gap = false;
    for (int i = first; i < normal.length; i++) {
      byte b = Utf8.at(text, i);
      if (isBlank(b)) {
        gap = length > 0;
        continue;
      }
      if (gap) {
        normal[length++] = ' ';
        gap = false;
      }
      normal[length++] = AsciiLetters.isUpper(b) ? (byte) (b + ('a' - 'A')) : b;
    }
    return UTF8String.fromBytes(normal, 0, length);
  }

  /** Bytes of non-ASCII characters are negative. */
  static boolean isBlank(byte b) {
    return b >= 0 && b <= ' ';
  }

  @Override
  protected ColumnVector columnar(ColumnVector text) {
    try (ColumnVector squeezed = squeezed(text)) {
      return squeezed.strip();
    }
  }

  private static ColumnVector squeezed(ColumnVector text) {
    try (ColumnVector spaced = StringBytes.map(text, table());
        Scalar space = Scalar.fromString(" ")) {
      return spaced.replaceRegex(new RegexProgram("  +"), space);
    }
  }

  /** Maps letters to lower case and every blank to a space. */
  private static byte[] table() {
    byte[] table = AsciiLetters.lowerTable();
    Arrays.fill(table, 0, ' ', (byte) ' ');
    return table;
  }
}
