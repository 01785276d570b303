package io.github.rapidsudfs.functions.bytes;

import static io.github.rapidsudfs.core.CudfAst.add;
import static io.github.rapidsudfs.core.CudfAst.column;
import static io.github.rapidsudfs.core.CudfAst.divide;
import static io.github.rapidsudfs.core.CudfAst.multiply;
import static io.github.rapidsudfs.core.CudfAst.of;

import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.ColumnView;
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
import io.github.rapidsudfs.core.NullRule;
import io.github.rapidsudfs.core.Signature;
import io.github.rapidsudfs.core.Udf1;
import java.util.Base64;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * Bytes as text of 64 characters.
 *
 * <p>In columns every three bytes, or what is left of them, are a row: a number of 24 bits, of
 * which 12 pick the first two characters from a table, and 12 the others.
 */
public final class Base64Encode extends Udf1<byte[], UTF8String>
    implements UDF1<byte[], UTF8String> {
  private static final long serialVersionUID = 1L;
  private static final String DIGITS =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  private static final int PAIRS = DIGITS.length() * DIGITS.length();

  static final Signature SIGNATURE =
      Signature.named("base64_encode")
          .in(Category.BYTES)
          .takes("data", "binary")
          .returns("string")
          .nulls(NullRule.ANY_NULL_PROPAGATED)
          .summary("The Base64 encoding of a binary, with padding and without line breaks")
          .description(
              "By RFC 4648, with + and /. As Spark's base64 where"
                  + " spark.sql.chunkBase64String.enabled is false; by default that breaks lines"
                  + " after 76 characters, in all supported versions. unbase64 reads it. Meant for"
                  + " keys and digests: in columns, what lies on the way takes some thirty times"
                  + " the memory of the bytes.")
          .example("base64_encode(CAST('Spark SQL' AS BINARY))", "U3BhcmsgU1FM")
          .example("base64_encode(X'FBFF')", "+/8=")
          .since("0.1.0");

  @Override
  public Signature signature() {
    return SIGNATURE;
  }

  @Override
  protected UTF8String row(byte[] data) {
    return UTF8String.fromBytes(Base64.getEncoder().encode(data));
  }

  @Override
  protected ColumnVector columnar(ColumnVector data) {
    try (ColumnVector sizes = groups(data);
        ColumnVector firsts = bytes(data, sizes, 0);
        ColumnView first = firsts.getChildColumnView(0);
        ColumnVector seconds = bytes(data, sizes, 1);
        ColumnView second = seconds.getChildColumnView(0);
        ColumnVector thirds = bytes(data, sizes, 2);
        ColumnView third = thirds.getChildColumnView(0);
        ColumnVector texts = texts(first, second, third);
        ColumnView lists = firsts.replaceListChild(texts);
        Scalar nothing = Scalar.fromString("");
        Scalar none = Scalar.fromNull(DType.STRING)) {
      return lists.stringConcatenateListElements(nothing, none, false, true);
    }
  }

  /** How many threes of bytes there are, the last one begun; 0 for null. */
  private static ColumnVector groups(ColumnVector data) {
    try (ColumnVector lengths = data.countElements();
        ColumnVector wide = CudfAst.compute(Ast.GROUPS, lengths);
        ColumnVector groups = wide.castTo(DType.INT32);
        Scalar zero = Scalar.fromInt(0)) {
      return groups.hasNulls() ? groups.replaceNulls(zero) : groups.incRefCount();
    }
  }

  /** From each three the byte at a place; null where the data end before it. */
  private static ColumnVector bytes(ColumnVector data, ColumnVector groups, int place) {
    int rows = Math.toIntExact(data.getRowCount());
    try (Scalar first = Scalar.fromInt(place);
        Scalar three = Scalar.fromInt(3);
        ColumnVector starts = ColumnVector.fromScalar(first, rows);
        ColumnVector steps = ColumnVector.fromScalar(three, rows);
        ColumnVector places = ColumnVector.sequence(starts, groups, steps)) {
      return data.segmentedGather(places);
    }
  }

  private static ColumnVector texts(ColumnView first, ColumnView second, ColumnView third) {
    try (ColumnVector a = first.castTo(DType.INT64);
        ColumnVector b = second.castTo(DType.INT64);
        ColumnVector c = third.castTo(DType.INT64);
        Scalar zero = Scalar.fromLong(0);
        ColumnVector bOrZero = b.replaceNulls(zero);
        ColumnVector upper = CudfAst.compute(Ast.UPPER, a, bOrZero);
        ColumnVector lower = lower(b, c);
        ColumnVector table = ColumnVector.fromStrings(pairs())) {
      return joined(table, upper, lower);
    }
  }

  /** The place of the last two characters: of all bits, of those of one byte, or of none. */
  private static ColumnVector lower(ColumnVector b, ColumnVector c) {
    try (ColumnVector full = CudfAst.compute(Ast.LOWER, b, c);
        ColumnVector padded = CudfAst.compute(Ast.PADDED, b);
        ColumnVector some = full.replaceNulls(padded);
        Scalar last = Scalar.fromLong(PAIRS + DIGITS.length())) {
      return some.replaceNulls(last);
    }
  }

  private static ColumnVector joined(ColumnVector table, ColumnVector upper, ColumnVector lower) {
    try (Table texts = new Table(table);
        Table starts = texts.gather(upper);
        Table ends = texts.gather(lower)) {
      return ColumnVector.stringConcatenate(
          new ColumnView[] {starts.getColumn(0), ends.getColumn(0)});
    }
  }

  /** Every two characters, then every one with padding, then padding alone. */
  private static String[] pairs() {
    String[] pairs = new String[PAIRS + DIGITS.length() + 1];
    for (int i = 0; i < DIGITS.length(); i++) {
      for (int k = 0; k < DIGITS.length(); k++) {
        pairs[i * DIGITS.length() + k] = "" + DIGITS.charAt(i) + DIGITS.charAt(k);
      }
      pairs[PAIRS + i] = DIGITS.charAt(i) + "=";
    }
    pairs[pairs.length - 1] = "==";
    return pairs;
  }

  private static final class Ast {
    static final AstExpression GROUPS =
        divide(add(of(UnaryOperator.CAST_TO_INT64, column(0)), whole(2)), whole(3));

    /** Eight bits of the first byte, four of the second. */
    static final AstExpression UPPER =
        add(multiply(column(0), whole(16)), divide(column(1), whole(16)));

    static final AstExpression LOWER = add(multiply(low4(), whole(256)), column(1));

    static final AstExpression PADDED = add(multiply(low4(), whole(4)), whole(PAIRS));

    private static AstExpression low4() {
      return new BinaryOperation(BinaryOperator.BITWISE_AND, column(0), whole(15));
    }

    private static AstExpression whole(long number) {
      return Literal.ofLong(number);
    }
  }
}
