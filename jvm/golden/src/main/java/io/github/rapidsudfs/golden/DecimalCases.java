// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.golden;

import ai.rapids.cudf.BinaryOp;
import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.DType;
import ai.rapids.cudf.Scalar;
import com.nvidia.spark.rapids.jni.DecimalUtils;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/** Decimals: the scales of results, and overflow of a width or of 38 digits. */
final class DecimalCases {
  private static final BigInteger NINES = BigInteger.TEN.pow(38).subtract(BigInteger.ONE);
  private static final Supplier<ColumnVector> SMALL =
      () -> column(DType.DTypeEnum.DECIMAL32, -2, "1.25", "-1.25", "0.00", null, "9999999.99");
  private static final Supplier<ColumnVector> OTHER =
      () -> column(DType.DTypeEnum.DECIMAL32, -2, "0.75", "2.00", "-0.01", "1.00", "-9999999.99");
  private static final Supplier<ColumnVector> LONG =
      () ->
          column(
              DType.DTypeEnum.DECIMAL64,
              -4,
              "1.2345",
              "-1.2345",
              "0.0000",
              null,
              "99999999999999.9999");
  private static final Supplier<ColumnVector> WIDE =
      () ->
          column(
              DType.DTypeEnum.DECIMAL128,
              -2,
              "1.25",
              "-1.25",
              "0.00",
              null,
              new BigDecimal(NINES, 2).toString());
  private static final Supplier<ColumnVector> NO_ZERO =
      () ->
          column(
              DType.DTypeEnum.DECIMAL128, -2, "1.25", "-1.25", "0.01", null, "123456789012345.67");
  private static final Supplier<ColumnVector> DIVISOR =
      () -> column(DType.DTypeEnum.DECIMAL128, -1, "3.0", "-3.0", "0.0", "1.0", "0.1");

  private static final Supplier<ColumnVector> INTS =
      () -> ColumnVector.fromBoxedInts(7, -2, 3, 1, 12);

  private DecimalCases() {}

  private static DType wide(int scale) {
    return type(DType.DTypeEnum.DECIMAL128, scale);
  }

  private static ColumnVector wholes(
      ColumnVector ints, DType type, Function<ColumnVector, ColumnVector> body) {
    try (ColumnVector cast = ints.castTo(type)) {
      return body.apply(cast);
    }
  }

  static void add(Cases cases) {
    for (BinaryOp op : Cases.named(BinaryOp::valueOf, "ADD SUB")) {
      cases.add(op + " decimal32", in -> in[0].binaryOp(op, in[1], in[0].getType()), SMALL, OTHER);
    }
    for (BinaryOp op : Cases.named(BinaryOp::valueOf, "ADD SUB MUL DIV MOD")) {
      for (DType whole : List.of(DType.INT32, DType.INT64)) {
        for (int scale : new int[] {-1, -2, 0}) {
          cases.add(
              op + " decimal128 and " + whole + " as scale " + scale,
              in -> wholes(in[1], whole, w -> in[0].binaryOp(op, w, wide(scale))),
              NO_ZERO,
              INTS);
          cases.add(
              op + " " + whole + " and decimal128 as scale " + scale,
              in -> wholes(in[1], whole, w -> w.binaryOp(op, in[0], wide(scale))),
              NO_ZERO,
              INTS);
        }
      }
    }
    cases.add(
        "MUL decimal32 as decimal64",
        in -> {
          try (ColumnVector a = in[0].castTo(type(DType.DTypeEnum.DECIMAL64, -2));
              ColumnVector b = in[1].castTo(type(DType.DTypeEnum.DECIMAL64, -2))) {
            return a.binaryOp(BinaryOp.MUL, b, type(DType.DTypeEnum.DECIMAL64, -4));
          }
        },
        SMALL,
        OTHER);
    for (BinaryOp op : Cases.named(BinaryOp::valueOf, "EQUAL LESS GREATER_EQUAL NULL_EQUALS")) {
      cases.add(op + " decimal32", in -> in[0].binaryOp(op, in[1], DType.BOOL8), SMALL, OTHER);
      cases.add(op + " decimal128", in -> in[0].binaryOp(op, in[1], DType.BOOL8), WIDE, WIDE);
    }
    for (DType to :
        List.of(
            type(DType.DTypeEnum.DECIMAL32, 0),
            type(DType.DTypeEnum.DECIMAL64, -6),
            type(DType.DTypeEnum.DECIMAL128, -1))) {
      cases.add(
          "castTo " + to.getTypeId() + " of scale " + to.getScale(),
          in -> in[0].castTo(to),
          () -> column(DType.DTypeEnum.DECIMAL64, -4, "1.9999", "-1.9999", null, "12.0000"));
    }
    cases.add("castTo INT64 from decimal64", in -> in[0].castTo(DType.INT64), LONG);
    cases.add("castTo FLOAT64 from decimal64", in -> in[0].castTo(DType.FLOAT64), LONG);
    cases.add(
        "castTo decimal64 from int32",
        in -> in[0].castTo(type(DType.DTypeEnum.DECIMAL64, -2)),
        () -> ColumnVector.fromBoxedInts(1, -7, null, 0));
    cases.add(
        "multiply128", in -> DecimalUtils.multiply128(in[0], in[1], -2, false), WIDE, DIVISOR);
    cases.add(
        "multiply128 rounded twice",
        in -> DecimalUtils.multiply128(in[0], in[1], -2),
        WIDE,
        DIVISOR);
    cases.add("divide128", in -> DecimalUtils.divide128(in[0], in[1], -6), WIDE, DIVISOR);
    for (int scale : new int[] {-2, -1, -4}) {
      cases.add(
          "remainder128 at scale " + scale,
          in -> DecimalUtils.remainder128(in[0], in[1], scale),
          WIDE,
          DIVISOR);
    }
    cases.add(
        "remainder128 by a divisor of more digits",
        in -> DecimalUtils.remainder128(in[1], in[0], -2),
        WIDE,
        DIVISOR);
    cases.add("add128", in -> DecimalUtils.add128(in[0], in[1], -2), WIDE, DIVISOR);
    cases.add("subtract128", in -> DecimalUtils.subtract128(in[0], in[1], -2), WIDE, DIVISOR);
    cases.add(
        "min and max decimal128",
        in -> new ColumnVector[] {NumberCases.one(in[0].min()), NumberCases.one(in[0].max())},
        WIDE);
    cases.add(
        "ifElse decimal32 by null",
        in -> {
          try (Scalar one = Scalar.fromDecimal(-2, 100);
              Scalar none = Scalar.fromNull(in[0].getType());
              ColumnVector large = in[0].greaterThan(one)) {
            return large.ifElse(in[0], none);
          }
        },
        SMALL);
  }

  static DType type(DType.DTypeEnum id, int scale) {
    return DType.create(id, scale);
  }

  /** A column of decimals of one scale; null for null. */
  static ColumnVector column(DType.DTypeEnum id, int scale, String... values) {
    BigDecimal[] decimals = new BigDecimal[values.length];
    for (int i = 0; i < values.length; i++) {
      decimals[i] = values[i] == null ? null : new BigDecimal(values[i]).setScale(-scale);
    }
    try (ColumnVector narrowest = ColumnVector.fromDecimals(decimals)) {
      return narrowest.castTo(type(id, scale));
    }
  }
}
