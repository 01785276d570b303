package io.github.rapidsudfs.functions.text;

import static io.github.rapidsudfs.core.CudfAst.add;
import static io.github.rapidsudfs.core.CudfAst.and;
import static io.github.rapidsudfs.core.CudfAst.column;
import static io.github.rapidsudfs.core.CudfAst.multiply;
import static io.github.rapidsudfs.core.CudfAst.of;
import static io.github.rapidsudfs.core.CudfAst.subtract;

import ai.rapids.cudf.BinaryOp;
import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.DType;
import ai.rapids.cudf.Scalar;
import ai.rapids.cudf.Table;
import ai.rapids.cudf.ast.AstExpression;
import ai.rapids.cudf.ast.BinaryOperation;
import ai.rapids.cudf.ast.BinaryOperator;
import ai.rapids.cudf.ast.Literal;
import ai.rapids.cudf.ast.UnaryOperator;
import io.github.rapidsudfs.core.Category;
import io.github.rapidsudfs.core.CudfAst;
import io.github.rapidsudfs.core.Divergences;
import io.github.rapidsudfs.core.NullRule;
import io.github.rapidsudfs.core.Signature;
import io.github.rapidsudfs.core.Udf2;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.api.java.UDF2;

/** All runs of so many characters of a text. */
public final class CharNgrams extends Udf2<String, Integer, List<String>>
    implements UDF2<String, Integer, List<String>> {
  private static final long serialVersionUID = 1L;

  static final Signature SIGNATURE =
      Signature.named("char_ngrams")
          .in(Category.TEXT)
          .takes("text", "string")
          .takes("n", "int")
          .returns("array<string>")
          .nulls(NullRule.ANY_NULL)
          .summary("The runs of n characters of a text, from the first to the last")
          .description(
              "Characters are code points. A text of fewer than n characters has none, and neither"
                  + " has any where n is 0 or less. Meant for names and titles: in columns a text"
                  + " is held once for each of its characters.")
          .example("char_ngrams('spark', 3)", "[spa, par, ark]")
          .example("char_ngrams('spark', 6)", "[]")
          .divergence(Divergences.INVALID_UTF8)
          .since("0.1.0");

  @Override
  public Signature signature() {
    return SIGNATURE;
  }

  @Override
  protected List<String> row(String text, Integer n) {
    List<String> grams = new ArrayList<>();
    if (n <= 0 || n > text.codePointCount(0, text.length())) {
      return grams;
    }
    int from = 0;
    int to = text.offsetByCodePoints(0, n);
    grams.add(text.substring(from, to));
    while (to < text.length()) {
      from = text.offsetByCodePoints(from, 1);
      to = text.offsetByCodePoints(to, 1);
      grams.add(text.substring(from, to));
    }
    return grams;
  }

  @Override
  protected ColumnVector columnar(ColumnVector text, ColumnVector n) {
    try (ColumnVector counts = counts(text, n);
        ColumnVector offsets = counts.generateListOffsets();
        Table runs = runs(counts, text, n);
        ColumnVector ends =
            runs.getColumn(0).binaryOp(BinaryOp.ADD, runs.getColumn(2), DType.INT32);
        ColumnVector grams = runs.getColumn(1).substring(runs.getColumn(0), ends)) {
      return grams.makeListFromOffsets(text.getRowCount(), offsets);
    }
  }

  /** A row for each run: where it begins, its text and its length. */
  private static Table runs(ColumnVector counts, ColumnVector text, ColumnVector n) {
    try (Scalar zero = Scalar.fromInt(0);
        ColumnVector first = ColumnVector.fromScalar(zero, Math.toIntExact(counts.getRowCount()));
        ColumnVector begins = ColumnVector.sequence(first, counts);
        Table rows = new Table(begins, text, n)) {
      return rows.explode(0);
    }
  }

  /** The number of runs, 0 where a text or length is null. */
  private static ColumnVector counts(ColumnVector text, ColumnVector n) {
    try (ColumnVector lengths = text.getCharLengths();
        ColumnVector wide = Ast.compute(lengths, n);
        ColumnVector counts = wide.castTo(DType.INT32);
        Scalar zero = Scalar.fromInt(0)) {
      return counts.hasNulls() ? counts.replaceNulls(zero) : counts.incRefCount();
    }
  }

  private static final class Ast {
    static final AstExpression COUNT = count(wide(column(0)), wide(column(1)));

    private static AstExpression count(AstExpression length, AstExpression n) {
      AstExpression some =
          and(
              new BinaryOperation(BinaryOperator.GREATER, n, Literal.ofLong(0)),
              new BinaryOperation(BinaryOperator.LESS_EQUAL, n, length));
      return multiply(wide(some), add(subtract(length, n), Literal.ofLong(1)));
    }

    private static AstExpression wide(AstExpression a) {
      return of(UnaryOperator.CAST_TO_INT64, a);
    }

    static ColumnVector compute(ColumnVector lengths, ColumnVector n) {
      return CudfAst.compute(COUNT, lengths, n);
    }
  }
}
