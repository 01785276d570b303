package io.github.rapidsudfs.functions.text;

import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.RegexProgram;
import ai.rapids.cudf.Scalar;
import io.github.rapidsudfs.core.Category;
import io.github.rapidsudfs.core.NullRule;
import io.github.rapidsudfs.core.Signature;
import io.github.rapidsudfs.core.Udf1;
import io.github.rapidsudfs.core.Utf8;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.unsafe.types.UTF8String;

/** How many words a text has: runs of characters above U+0020. */
public final class WordCount extends Udf1<UTF8String, Integer>
    implements UDF1<UTF8String, Integer> {
  private static final long serialVersionUID = 1L;

  /**
   * A word and the blanks after it; cuDF reads the end of a range as it stands, hence the bare
   * space.
   */
  private static final String WORD = "[^\\x00- ]+[\\x00- ]*";

  static final Signature SIGNATURE =
      Signature.named("word_count")
          .in(Category.TEXT)
          .takes("text", "string")
          .returns("int")
          .nulls(NullRule.ANY_NULL_PROPAGATED)
          .summary("Counts the words of a text")
          .description(
              "Words are separated by characters up to U+0020 (space, tab, line break and every"
                  + " other control character of ASCII), and by nothing else: punctuation,"
                  + " non-breaking and other Unicode spaces belong to a word. Empty or blank text"
                  + " has 0 words.")
          .example("word_count(' one, two\\n three ')", "3")
          .since("0.1.0");

  @Override
  public Signature signature() {
    return SIGNATURE;
  }

  @Override
  protected Integer row(UTF8String text) {
    int words = 0;
    boolean inWord = false;
    for (int i = 0; i < text.numBytes(); i++) {
      boolean blank = TextNormalize.isBlank(Utf8.at(text, i));
      if (!blank && !inWord) {
        words++;
      }
      inWord = !blank;
    }
    return words;
  }

  /** Each word becomes one byte, so that the bytes left are the words. */
  @Override
  protected ColumnVector columnar(ColumnVector text) {
    try (ColumnVector marks = marks(text)) {
      return marks.getByteCount();
    }
  }

  private static ColumnVector marks(ColumnVector text) {
    try (Scalar mark = Scalar.fromString("w");
        ColumnVector indented = text.replaceRegex(new RegexProgram(WORD), mark)) {
      // Only blanks before the first word are left, and stripping is cheaper once the words are
      // gone.
      return indented.lstrip();
    }
  }
}
