// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.functions.geo;

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
import io.github.rapidsudfs.udf.Udf3;
import org.apache.spark.sql.api.java.UDF3;

/**
 * The cell of a grid over the earth, numbered along Morton's curve.
 *
 * <p>Both bodies compute the cell at the finest level and truncate its number: without its last two
 * bits it is the number of the enclosing cell, as scaling by a power of two is exact.
 */
public final class GeoCell extends Udf3<Double, Double, Integer, Long>
    implements UDF3<Double, Double, Integer, Long> {
  private static final int FINEST = 31;
  private static final long LAST = (1L << FINEST) - 1;
  private static final double CELLS = 1L << FINEST;
  private static final double LATITUDES = 180;
  private static final double LONGITUDES = 360;

  /** The positions of the bits after they have been spread in runs of 16, 8, 4, 2 and 1. */
  private static final long[] MASKS = {
    0x0000FFFF0000FFFFL,
    0x00FF00FF00FF00FFL,
    0x0F0F0F0F0F0F0F0FL,
    0x3333333333333333L,
    0x5555555555555555L
  };

  public GeoCell() {
    super(
        Signature.named("geo_cell")
            .in(Category.GEO)
            .takes("latitude", "double")
            .takes("longitude", "double")
            .takesLiteral("level", "int")
            .returns("bigint")
            .nulls(NullRule.ANY_NULL_PROPAGATED)
            .summary(
                "The number of the grid cell that a point in degrees lies in, at a level from 0 to"
                    + " 31")
            .description(
                "At level n the latitudes from -90 to 90 and the longitudes from -180 to 180 are"
                    + " cut into 2^n equal parts each. A part holds its lower end, the last one its"
                    + " upper end too; what lies outside is moved to the nearest end, infinities"
                    + " too. The parts' numbers, floor((latitude + 90) / 180 * 2^n) and"
                    + " floor((longitude + 180) / 360 * 2^n) in doubles, are interleaved bit by"
                    + " bit, latitude in the lowest place: the 2n bits of the point's geohash."
                    + " shiftright(cell, 2) is the cell around it, one level up. NaN or another"
                    + " level gives null.")
            .example("geo_cell(52.5200, 13.4050, 10)", "855148")
            .example("geo_cell(-90, -180, 31)", "0")
            .example("geo_cell(0, 0, 32)", "NULL")
            .since("0.1.0"));
  }

  @Override
  protected Long row(Double latitude, Double longitude, Integer level) {
    if (latitude.isNaN() || longitude.isNaN() || level < 0 || level > FINEST) {
      return null;
    }
    long cell = spread(part(latitude, LATITUDES)) | spread(part(longitude, LONGITUDES)) << 1;
    return cell >> 2 * (FINEST - level);
  }

  /** The number of the part of the finest level that a coordinate is in. */
  private static long part(double degrees, double span) {
    double floor = Math.floor((degrees + span / 2) / span * CELLS);
    return (long) Math.max(0, Math.min(floor, LAST));
  }

  /** Spreads the 31 bits of a number to the even positions. */
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
    try (Columns c = new Columns()) {
      ColumnVector known = c.own(ColumnMath.nullOutside(level, 0, FINEST));
      ColumnVector twice = c.own(known.binaryOp(BinaryOp.ADD, known, DType.INT32));
      Scalar most = c.own(Scalar.fromInt(2 * FINEST));
      ColumnVector cut = c.own(most.binaryOp(BinaryOp.SUB, twice, DType.INT32));
      ColumnVector finest = c.own(finest(latitude, longitude));
      ColumnVector cell = c.own(finest.binaryOp(BinaryOp.SHIFT_RIGHT, cut, DType.INT64));
      // False for NaN, null for null.
      ColumnVector isLatitude = c.own(latitude.equalTo(latitude));
      ColumnVector isLongitude = c.own(longitude.equalTo(longitude));
      return ColumnMath.nullUnless(c.own(isLatitude.and(isLongitude)), cell);
    }
  }

  private static ColumnVector finest(ColumnVector latitude, ColumnVector longitude) {
    try (ColumnVector low = spread(latitude, LATITUDES, 0);
        ColumnVector high = spread(longitude, LONGITUDES, 1);
        ColumnView lowBits = ColumnMath.reinterpret(low, DType.INT64);
        ColumnView highBits = ColumnMath.reinterpret(high, DType.INT64)) {
      return lowBits.binaryOp(BinaryOp.BITWISE_OR, highBits, DType.INT64);
    }
  }

  /** The part of each coordinate with its bits spread, which turns every byte into two. */
  private static ColumnVector spread(ColumnVector degrees, double span, int shift) {
    try (ColumnVector parts = parts(degrees, span);
        ColumnView bytes = ColumnMath.reinterpret(parts, DType.UINT8);
        ColumnVector table = ColumnVector.fromShorts(spreadBytes(shift))) {
      return ListSums.at(table, bytes);
    }
  }

  /** The number of the part of the finest level that each coordinate is in; unspecified for NaN. */
  private static ColumnVector parts(ColumnVector degrees, double span) {
    try (Columns c = new Columns()) {
      // Dividing by a part's width rounds as the row-wise body does: they differ by a power of two.
      Computation above = c.doubles(degrees).with(BinaryOp.ADD, span / 2);
      ColumnVector share = above.with(BinaryOp.DIV, span / CELLS).get();
      Scalar first = c.own(Scalar.fromDouble(0));
      Scalar last = c.own(Scalar.fromDouble(LAST));
      return c.own(share.clamp(first, last)).castTo(DType.INT32);
    }
  }

  private static short[] spreadBytes(int shift) {
    short[] table = new short[256];
    for (int i = 0; i < table.length; i++) {
      table[i] = (short) (spread(i) << shift);
    }
    return table;
  }
}
