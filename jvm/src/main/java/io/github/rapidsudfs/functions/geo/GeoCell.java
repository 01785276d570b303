package io.github.rapidsudfs.functions.geo;

import static io.github.rapidsudfs.core.CudfAst.add;
import static io.github.rapidsudfs.core.CudfAst.and;
import static io.github.rapidsudfs.core.CudfAst.column;
import static io.github.rapidsudfs.core.CudfAst.divide;
import static io.github.rapidsudfs.core.CudfAst.equal;
import static io.github.rapidsudfs.core.CudfAst.multiply;
import static io.github.rapidsudfs.core.CudfAst.number;
import static io.github.rapidsudfs.core.CudfAst.of;
import static io.github.rapidsudfs.core.CudfAst.subtract;

import ai.rapids.cudf.BinaryOp;
import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.DType;
import ai.rapids.cudf.Scalar;
import ai.rapids.cudf.ast.AstExpression;
import ai.rapids.cudf.ast.BinaryOperation;
import ai.rapids.cudf.ast.BinaryOperator;
import ai.rapids.cudf.ast.Literal;
import ai.rapids.cudf.ast.UnaryOperator;
import io.github.rapidsudfs.core.Category;
import io.github.rapidsudfs.core.CudfAst;
import io.github.rapidsudfs.core.NullRule;
import io.github.rapidsudfs.core.Signature;
import io.github.rapidsudfs.core.Udf3;
import org.apache.spark.sql.api.java.UDF3;

/**
 * The cell of a grid over the earth, numbered along Morton's curve.
 *
 * <p>Both bodies find the cell of the finest level and cut it: a cell's number without its last two
 * bits is that of the cell around it, for scaling by a power of two is exact.
 */
public final class GeoCell extends Udf3<Double, Double, Integer, Long>
    implements UDF3<Double, Double, Integer, Long> {
  private static final long serialVersionUID = 1L;
  private static final int FINEST = 31;
  private static final long LAST = (1L << FINEST) - 1;
  private static final double CELLS = 1L << FINEST;
  private static final double LATITUDES = 180;
  private static final double LONGITUDES = 360;

  /** Where bits are when they have been moved apart in runs of 16, 8, 4, 2 and 1. */
  private static final long[] MASKS = {
    0x0000FFFF0000FFFFL,
    0x00FF00FF00FF00FFL,
    0x0F0F0F0F0F0F0F0FL,
    0x3333333333333333L,
    0x5555555555555555L
  };

  static final Signature SIGNATURE =
      Signature.named("geo_cell")
          .in(Category.GEO)
          .takes("latitude", "double")
          .takes("longitude", "double")
          .takes("level", "int")
          .returns("bigint")
          .nulls(NullRule.ANY_NULL_PROPAGATED)
          .summary(
              "The number of the grid cell that a point in degrees lies in, at a level from 0 to"
                  + " 31")
          .description(
              "At level n the latitudes from -90 to 90 and the longitudes from -180 to 180 are cut"
                  + " into 2^n equal parts each. A part holds its lower end, the last one its upper"
                  + " end too; what lies outside is moved to the nearest end, infinities too. The"
                  + " parts' numbers, floor((latitude + 90) / 180 * 2^n) and floor((longitude +"
                  + " 180) / 360 * 2^n) in doubles, are interleaved bit by bit, latitude in the"
                  + " lowest place: the 2n bits of the point's geohash. shiftright(cell, 2) is the"
                  + " cell around it, one level up. NaN or another level gives null.")
          .example("geo_cell(52.5200, 13.4050, 10)", "855148")
          .example("geo_cell(-90, -180, 31)", "0")
          .example("geo_cell(0, 0, 32)", "NULL")
          .since("0.1.0");

  @Override
  public Signature signature() {
    return SIGNATURE;
  }

  @Override
  protected Long row(Double latitude, Double longitude, Integer level) {
    if (latitude.isNaN() || longitude.isNaN() || level < 0 || level > FINEST) {
      return null;
    }
    long cell = spread(part(latitude, LATITUDES)) | spread(part(longitude, LONGITUDES)) << 1;
    return cell >> 2 * (FINEST - level);
  }

  /** Which part of the finest level a coordinate is in. */
  private static long part(double degrees, double span) {
    double floor = Math.floor((degrees + span / 2) / span * CELLS);
    return (long) Math.max(0, Math.min(floor, LAST));
  }

  /** The bits of a number of 31 in the even places. */
  private static long spread(long bits) {
    long spread = bits;
    for (int i = 0; i < MASKS.length; i++) {
      spread = (spread | spread << (16 >> i)) & MASKS[i];
    }
    return spread;
  }

  @Override
  protected ColumnVector columnar(
      ColumnVector latitude, ColumnVector longitude, ColumnVector level) {
    try (ColumnVector valid = CudfAst.compute(Ast.VALID, latitude, longitude, level);
        Scalar none = Scalar.fromNull(DType.INT32);
        ColumnVector known = valid.ifElse(level, none);
        ColumnVector cut = CudfAst.compute(Ast.CUT, known);
        ColumnVector finest = finest(latitude, longitude)) {
      return finest.binaryOp(BinaryOp.SHIFT_RIGHT, cut, DType.INT64);
    }
  }

  private static ColumnVector finest(ColumnVector latitude, ColumnVector longitude) {
    try (ColumnVector low = halfSpread(latitude, LATITUDES);
        ColumnVector high = halfSpread(longitude, LONGITUDES)) {
      return CudfAst.compute(Ast.CELL, low, high);
    }
  }

  /** A coordinate's part, its bits on half of their way. NaN becomes some number. */
  private static ColumnVector halfSpread(ColumnVector degrees, double span) {
    try (ColumnVector floor = CudfAst.compute(Ast.floor(span), degrees);
        Scalar first = Scalar.fromDouble(0);
        Scalar last = Scalar.fromDouble(LAST);
        ColumnVector part = floor.clamp(first, last)) {
      return CudfAst.compute(Ast.HALF_SPREAD, part);
    }
  }

  private static final class Ast {
    /** In two launches, for every step doubles what is evaluated. */
    private static final int HALF = 3;

    static final AstExpression VALID = valid(column(0), column(1), long64(column(2)));
    static final AstExpression CUT =
        subtract(Literal.ofLong(2 * FINEST), multiply(long64(column(0)), Literal.ofLong(2)));
    static final AstExpression HALF_SPREAD = spread(long64(column(0)), 0, HALF);
    static final AstExpression CELL =
        binary(
            BinaryOperator.BITWISE_OR,
            spread(column(0), HALF, MASKS.length),
            multiply(spread(column(1), HALF, MASKS.length), Literal.ofLong(2)));

    private static AstExpression valid(
        AstExpression latitude, AstExpression longitude, AstExpression level) {
      AstExpression numbers = and(equal(latitude, latitude), equal(longitude, longitude));
      AstExpression known =
          and(
              binary(BinaryOperator.GREATER_EQUAL, level, Literal.ofLong(0)),
              binary(BinaryOperator.LESS_EQUAL, level, Literal.ofLong(FINEST)));
      return and(numbers, known);
    }

    static AstExpression floor(double span) {
      AstExpression share = divide(add(column(0), number(span / 2)), number(span));
      return of(UnaryOperator.FLOOR, multiply(share, number(CELLS)));
    }

    private static AstExpression spread(AstExpression bits, int from, int to) {
      AstExpression spread = bits;
      for (int i = from; i < to; i++) {
        AstExpression moved = multiply(spread, Literal.ofLong(1L << (16 >> i)));
        spread =
            binary(
                BinaryOperator.BITWISE_AND,
                binary(BinaryOperator.BITWISE_OR, spread, moved),
                Literal.ofLong(MASKS[i]));
      }
      return spread;
    }

    private static AstExpression long64(AstExpression a) {
      return of(UnaryOperator.CAST_TO_INT64, a);
    }

    private static AstExpression binary(BinaryOperator op, AstExpression a, AstExpression b) {
      return new BinaryOperation(op, a, b);
    }
  }
}
