// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.functions.text;

import static io.github.rapidsudfs.columns.CudfAst.add;
import static io.github.rapidsudfs.columns.CudfAst.and;
import static io.github.rapidsudfs.columns.CudfAst.column;
import static io.github.rapidsudfs.columns.CudfAst.multiply;
import static io.github.rapidsudfs.columns.CudfAst.of;
import static io.github.rapidsudfs.columns.CudfAst.subtract;
import static io.github.rapidsudfs.columns.CudfAst.wide;

import ai.rapids.cudf.BinaryOp;
import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.ColumnView;
import ai.rapids.cudf.DType;
import ai.rapids.cudf.Scalar;
import ai.rapids.cudf.Table;
import ai.rapids.cudf.ast.AstExpression;
import ai.rapids.cudf.ast.BinaryOperator;
import ai.rapids.cudf.ast.Literal;
import io.github.rapidsudfs.api.Category;
import io.github.rapidsudfs.api.Divergences;
import io.github.rapidsudfs.api.NullRule;
import io.github.rapidsudfs.api.Signature;
import io.github.rapidsudfs.columns.ColumnMath;
import io.github.rapidsudfs.columns.Columns;
import io.github.rapidsudfs.columns.CudfAst;
import io.github.rapidsudfs.columns.ListSums;
import io.github.rapidsudfs.columns.StringBytes;
import io.github.rapidsudfs.rows.UnsafeStrings;
import io.github.rapidsudfs.rows.Utf8;
import io.github.rapidsudfs.udf.Udf2;
import java.util.Optional;
import org.apache.spark.sql.api.java.UDF2;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.unsafe.types.UTF8String;

/** All runs of n characters of a string. */
public final class CharNgrams extends Udf2<UTF8String, Integer, ArrayData>
    implements UDF2<UTF8String, Integer, ArrayData> {
  public CharNgrams() {
    super(
        Signature.named("char_ngrams")
            .in(Category.TEXT)
            .takes("text", "string")
            .takesLiteral("n", "int")
            .returns("array<string>")
            .nulls(NullRule.ANY_NULL)
            .summary("The runs of n characters of a text, from the first to the last")
            .description(
                "Characters are code points. A text of fewer than n characters has none, and"
                    + " neither has any where n is 0 or less.")
            .example("char_ngrams('spark', 3)", "[spa, par, ark]")
            .example("char_ngrams('spark', 6)", "[]")
            .divergence(Divergences.INVALID_UTF8)
            .since("0.1.0"));
  }

  @Override
  protected ArrayData row(UTF8String text, Integer n) {
    if (n > 0 && Utf8.isAscii(text)) {
      return ofAscii(text, n);
    }
    int runs = n > 0 ? Math.max(0, Utf8.countCharacters(text, text.numBytes()) - n + 1) : 0;
    long[] bytes = {0};
    forEachRun(text, n, runs, (from, to) -> bytes[0] += UnsafeStrings.stored(to - from));
    UnsafeStrings grams = UnsafeStrings.of(runs, bytes[0]);
    forEachRun(text, n, runs, (from, to) -> grams.add(text, from, to));
    return grams.toArray();
  }

  private static ArrayData ofAscii(UTF8String text, int n) {
    int runs = Math.max(0, text.numBytes() - n + 1);
    UnsafeStrings grams = UnsafeStrings.of(runs, runs * UnsafeStrings.stored(n));
    for (int i = 0; i < runs; i++) {
      grams.add(text, i, i + n);
    }
    return grams.toArray();
  }

  private interface Run {
    void of(int from, int to);
  }

  private static void forEachRun(UTF8String text, int n, int runs, Run run) {
    int from = Utf8.nextCharacter(text, 0);
    int to = from;
    for (int i = 0; runs > 0 && i < n; i++) {
      to = Utf8.nextCharacter(text, to + 1);
    }
    for (int i = 0; i < runs; i++) {
      run.of(from, to);
      from = Utf8.nextCharacter(text, from + 1);
      to = Utf8.nextCharacter(text, to + 1);
    }
  }

  @Override
  protected ColumnVector columnar(ColumnVector text, ColumnVector n) {
    try (Columns c = new Columns()) {
      // As a copy without nulls: the bytes of a slice would be those of the whole column.
      ColumnVector texts = c.own(text.replaceNulls(c.own(Scalar.fromString(""))));
      ColumnVector characters = c.own(texts.getCharLengths());
      ColumnVector counts = c.own(counts(characters, n));
      ColumnVector offsets = c.own(counts.generateListOffsets());
      return lists(texts, c.own(runs(texts, characters, counts, n)), offsets);
    }
  }

  /** A row for each run: its first character, where its text ends in bytes, and n. */
  private static Table runs(
      ColumnVector texts, ColumnVector characters, ColumnVector counts, ColumnVector n) {
    int rows = Math.toIntExact(texts.getRowCount());
    try (Columns c = new Columns()) {
      ColumnVector firsts = c.own(c.own(characters.generateListOffsets()).subVector(0, rows));
      ColumnVector begins = c.own(ColumnVector.sequence(firsts, counts));
      ColumnVector bounds = c.own(c.own(texts.getByteCount()).generateListOffsets());
      ColumnVector ends = c.own(bounds.subVector(1, rows + 1));
      return c.own(new Table(begins, ends, n)).explode(0);
    }
  }

  private static ColumnVector lists(ColumnVector texts, Table runs, ColumnVector offsets) {
    long rows = texts.getRowCount();
    try (Columns c = new Columns()) {
      if (runs.getRowCount() == 0) {
        return c.own(ColumnVector.fromStrings()).makeListFromOffsets(rows, offsets);
      }
      ColumnView bytes = c.own(c.own(StringBytes.lists(texts)).getChildColumnView(0));
      ColumnVector places = c.own(characterPlaces(bytes));
      ColumnVector starts = c.own(ListSums.at(places, runs.getColumn(0)));
      ColumnVector lengths = c.own(lengthsOf(places, runs, starts));
      ColumnVector picks = c.own(ColumnVector.sequence(starts, lengths));
      ColumnVector bounds = c.own(lengths.generateListOffsets());
      ColumnVector picked = c.own(gathered(bytes, picks));
      ColumnView grams =
          c.own(
              new ColumnView(
                  DType.STRING,
                  runs.getRowCount(),
                  Optional.of(0L),
                  picked.getData(),
                  null,
                  bounds.getData()));
      ColumnView lists =
          c.own(
              new ColumnView(
                  DType.LIST,
                  rows,
                  Optional.of(0L),
                  null,
                  offsets.getData(),
                  new ColumnView[] {grams}));
      return lists.copyToColumnVector();
    }
  }

  /** The position of each character's first byte, then the end of the last character. */
  private static ColumnVector characterPlaces(ColumnView bytes) {
    boolean[] isFirst = new boolean[256];
    for (int i = 0; i < isFirst.length; i++) {
      isFirst[i] = Utf8.startsCharacter((byte) i);
    }
    int count = Math.toIntExact(bytes.getRowCount());
    try (Columns c = new Columns()) {
      ColumnVector first = c.own(ListSums.at(c.own(ColumnVector.fromBooleans(isFirst)), bytes));
      ColumnVector places = c.own(ColumnVector.sequence(c.own(Scalar.fromInt(0)), count));
      ColumnVector firsts = c.own(ListSums.filtered(places, first));
      return ColumnVector.concatenate(firsts, c.own(ColumnVector.fromInts(count)));
    }
  }

  /** The number of bytes to the character after a run, or to the end of its text. */
  private static ColumnVector lengthsOf(ColumnVector places, Table runs, ColumnVector starts) {
    try (Columns c = new Columns()) {
      ColumnVector next = c.ints(runs.getColumn(0)).with(BinaryOp.ADD, runs.getColumn(2)).get();
      return c.ints(c.own(ListSums.at(places, next)))
          .with(BinaryOp.NULL_MIN, runs.getColumn(1))
          .with(BinaryOp.SUB, starts)
          .release();
    }
  }

  private static ColumnVector gathered(ColumnView bytes, ColumnVector picks) {
    try (ColumnVector owned = bytes.copyToColumnVector();
        ColumnView places = picks.getChildColumnView(0)) {
      return ListSums.at(owned, places);
    }
  }

  /** The number of runs, 0 where n is null. */
  private static ColumnVector counts(ColumnVector characters, ColumnVector n) {
    try (ColumnVector counts = CudfAst.compute(Ast.COUNT, characters, n)) {
      return ColumnMath.orZero(counts.castTo(DType.INT32));
    }
  }

  private static final class Ast {
    static final AstExpression COUNT = count(wide(column(0)), wide(column(1)));

    private static AstExpression count(AstExpression length, AstExpression n) {
      AstExpression some =
          and(
              of(BinaryOperator.GREATER, n, Literal.ofLong(0)),
              of(BinaryOperator.LESS_EQUAL, n, length));
      return multiply(wide(some), add(subtract(length, n), Literal.ofLong(1)));
    }
  }
}
