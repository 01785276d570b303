// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.functions.time;

import ai.rapids.cudf.BinaryOp;
import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.ColumnView;
import ai.rapids.cudf.DType;
import io.github.rapidsudfs.api.Category;
import io.github.rapidsudfs.api.NullRule;
import io.github.rapidsudfs.api.Signature;
import io.github.rapidsudfs.columns.ColumnMath;
import io.github.rapidsudfs.columns.Columns;
import io.github.rapidsudfs.udf.Udf2;
import org.apache.spark.sql.api.java.UDF2;

/** Timestamps rounded down to a grid of minutes that starts at the epoch. */
public final class TsFloor extends Udf2<Long, Integer, Long> implements UDF2<Long, Integer, Long> {
  public TsFloor() {
    super(
        Signature.named("ts_floor")
            .in(Category.TIME)
            .takes("at", "timestamp")
            .takesLiteral("minutes", "int")
            .returns("timestamp")
            .nulls(NullRule.ANY_NULL_PROPAGATED)
            .summary("Rounds a timestamp down to a multiple of a number of minutes")
            .description(
                "Multiples count from 1970-01-01 00:00 UTC, whatever the session's time zone:"
                    + " unlike date_trunc, a day (1440) starts at midnight UTC. 0 or fewer minutes"
                    + " give null, and so does a result before the earliest timestamp, which is"
                    + " some 292,000 years back.")
            .example("ts_floor(TIMESTAMP '2024-03-01 12:44:59', 15)", "2024-03-01 12:30:00")
            .since("0.1.0"));
  }

  private static final long MICROS_PER_MINUTE = 60_000_000L;

  /** From this timestamp on, no multiple lies before the earliest timestamp. */
  private static final long LEAST_SAFE = Long.MIN_VALUE + Integer.MAX_VALUE * MICROS_PER_MINUTE;

  @Override
  protected Long row(Long at, Integer minutes) {
    long micros = at;
    long width = minutes * MICROS_PER_MINUTE;
    if (width <= 0) {
      return null;
    }
    long floor = micros - Math.floorMod(micros, width);
    // Below the earliest timestamp it wraps around.
    return floor > micros ? null : (Long) floor;
  }

  @Override
  protected ColumnVector columnar(ColumnVector at, ColumnVector minutes) {
    try (Columns c = new Columns()) {
      ColumnView micros = c.own(at.bitCastTo(DType.INT64));
      ColumnVector valid = c.own(ColumnMath.nullOutside(minutes, 1, Integer.MAX_VALUE));
      ColumnVector width = c.own(width(valid));
      ColumnVector past = c.longs(micros).with(BinaryOp.PMOD, width).get();
      ColumnVector floor = c.longs(micros).with(BinaryOp.SUB, past).get();
      ColumnView floorAt = c.own(floor.bitCastTo(DType.TIMESTAMP_MICROSECONDS));
      if (ColumnMath.allWithin(micros, LEAST_SAFE, Long.MAX_VALUE)) {
        return floorAt.copyToColumnVector();
      }
      // Below the earliest timestamp it has wrapped around.
      return ColumnMath.nullUnless(c.is(floor, BinaryOp.LESS_EQUAL, micros), floorAt);
    }
  }

  /** The width in microseconds; never 0, not even under nulls, as it is used as a divisor. */
  private static ColumnVector width(ColumnVector minutes) {
    try (ColumnVector known = ColumnMath.orElse(minutes, 1);
        ColumnVector width = ColumnMath.with(BinaryOp.MUL, known, MICROS_PER_MINUTE, DType.INT64)) {
      return ColumnMath.masked(width, minutes);
    }
  }
}
