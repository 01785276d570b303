// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.functions.text;

import ai.rapids.cudf.BinaryOp;
import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.ColumnView;
import ai.rapids.cudf.DType;
import ai.rapids.cudf.Scalar;
import io.github.rapidsudfs.api.Category;
import io.github.rapidsudfs.api.NullRule;
import io.github.rapidsudfs.api.Signature;
import io.github.rapidsudfs.columns.ColumnMath;
import io.github.rapidsudfs.columns.Columns;
import io.github.rapidsudfs.columns.Computation;
import io.github.rapidsudfs.columns.ListSums;
import io.github.rapidsudfs.columns.StringBytes;
import io.github.rapidsudfs.rows.Utf8;
import io.github.rapidsudfs.udf.Udf1;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.unsafe.types.UTF8String;

/** The number of words in a string: runs of characters above U+0020. */
public final class WordCount extends Udf1<UTF8String, Integer>
    implements UDF1<UTF8String, Integer> {
  public WordCount() {
    super(
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
            .since("0.1.0"));
  }

  @Override
  protected Integer row(UTF8String text) {
    int words = 0;
    long before = 0; // 1 after a byte of a word
    int i = 0;
    for (; i <= text.numBytes() - Long.BYTES; i += Long.BYTES) {
      long word = Utf8.word(text, i);
      // The highest bit of each non-blank byte, which includes those of all non-ASCII characters.
      long inWord = Utf8.above(word, ' ') | word & Utf8.HIGHEST_BITS;
      words += Long.bitCount(inWord & ~(inWord << Byte.SIZE | before << Byte.SIZE - 1));
      before = inWord >>> Long.SIZE - 1;
    }
    for (; i < text.numBytes(); i++) {
      long inWord = TextNormalize.isBlank(Utf8.at(text, i)) ? 0 : 1;
      words += (int) (inWord & ~before);
      before = inWord;
    }
    return words;
  }

  /**
   * Counts the bytes of words that come after a blank. A word at the start of a string may directly
   * follow a word of the previous string, and is then counted separately.
   */
  @Override
  protected ColumnVector columnar(ColumnVector text) {
    try (StringBytes bytes = StringBytes.of(text);
        ColumnVector begun = begun(bytes);
        ColumnVector adjoining = adjoining(bytes, text)) {
      return begun.binaryOp(BinaryOp.ADD, adjoining, DType.INT32);
    }
  }

  private static ColumnVector begun(StringBytes bytes) {
    try (Columns c = new Columns()) {
      ColumnVector wasBlank = c.own(wasBlank(bytes));
      ColumnVector isWord = c.own(flags(bytes.bytes(), false));
      ColumnVector begins = c.own(isWord.binaryOp(BinaryOp.BITWISE_AND, wasBlank, DType.INT32));
      c.free(isWord, wasBlank);
      return ListSums.between(c.own(ListSums.before(begins)), bytes.offsets());
    }
  }

  /** 1 for each byte that is a blank, or for each that is not. */
  private static ColumnVector flags(ColumnView bytes, boolean blanks) {
    byte[] table = new byte[256];
    for (int i = 0; i < table.length; i++) {
      table[i] = (byte) (TextNormalize.isBlank((byte) i) == blanks ? 1 : 0);
    }
    try (ColumnVector flags = ColumnVector.fromUnsignedBytes(table)) {
      return ListSums.at(flags, bytes);
    }
  }

  /** 1 for each byte whose predecessor is a blank, and for the first byte. */
  private static ColumnVector wasBlank(StringBytes bytes) {
    try (Columns c = new Columns()) {
      ColumnVector isBlank = c.own(flags(bytes.bytes(), true));
      Scalar one = c.own(Scalar.fromUnsignedByte((byte) 1));
      ColumnVector first = c.own(ColumnVector.fromScalar(one, 1));
      ColumnVector others = c.own(isBlank.subVector(0, Math.toIntExact(isBlank.getRowCount()) - 1));
      return ColumnVector.concatenate(first, others);
    }
  }

  /** True where a string starts with a word right after another; null for a null string. */
  private static ColumnVector adjoining(StringBytes bytes, ColumnVector text) {
    int rows = Math.toIntExact(text.getRowCount());
    try (Columns c = new Columns()) {
      ColumnVector starts = c.own(bytes.offsets().subVector(0, rows));
      ColumnVector isWord = c.own(flagsAt(bytes, starts, 0));
      ColumnVector wasWord = c.own(flagsAt(bytes, starts, 1));
      ColumnVector both = c.own(isWord.binaryOp(BinaryOp.BITWISE_AND, wasWord, DType.UINT8));
      ColumnVector adjoining = c.own(isPositive(both));
      ColumnVector isFilled = c.own(isPositive(c.own(text.getByteCount())));
      ColumnVector follows = c.own(isPositive(starts));
      return c.own(isFilled.and(follows)).and(adjoining);
    }
  }

  /** 1 for each string whose first byte, or the one {@code before} bytes earlier, is of a word. */
  private static ColumnVector flagsAt(StringBytes bytes, ColumnView starts, int before) {
    try (Columns c = new Columns()) {
      Computation earlier = c.ints(starts).with(BinaryOp.SUB, before);
      ColumnVector places = earlier.with(BinaryOp.NULL_MAX, 0).get();
      return flags(c.own(ListSums.at(bytes.bytes(), places)), false);
    }
  }

  private static ColumnVector isPositive(ColumnView numbers) {
    return ColumnMath.with(BinaryOp.GREATER, numbers, 0, DType.BOOL8);
  }
}
