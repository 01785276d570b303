// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.golden;

import ai.rapids.cudf.BinaryOp;
import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.DType;
import ai.rapids.cudf.Scalar;
import ai.rapids.cudf.UnaryOp;
import com.nvidia.spark.rapids.jni.Hash;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/** Arithmetic, comparisons, casts, nulls and hashes of numbers and truth values. */
final class NumberCases {
  private static final Supplier<ColumnVector> BOOLS =
      () -> ColumnVector.fromBoxedBooleans(true, false, null, true, false, null, true);
  private static final Supplier<ColumnVector> OTHER_BOOLS =
      () -> ColumnVector.fromBoxedBooleans(true, true, true, false, false, null, null);
  private static final Supplier<ColumnVector> BYTES =
      () ->
          ColumnVector.fromBoxedBytes(
              Byte.MIN_VALUE, Byte.MAX_VALUE, (byte) 0, null, (byte) -7, (byte) 7, (byte) 1);
  private static final Supplier<ColumnVector> SHORTS =
      () ->
          ColumnVector.fromBoxedShorts(
              Short.MIN_VALUE, Short.MAX_VALUE, (short) 0, null, (short) -7, (short) 7, (short) 1);
  private static final Supplier<ColumnVector> INTS =
      () -> ColumnVector.fromBoxedInts(Integer.MIN_VALUE, Integer.MAX_VALUE, 0, null, -7, 7, 1);
  private static final Supplier<ColumnVector> LONGS =
      () -> ColumnVector.fromBoxedLongs(Long.MIN_VALUE, Long.MAX_VALUE, 0L, null, -7L, 7L, 1L);
  private static final Supplier<ColumnVector> FLOATS =
      () -> ColumnBuilders.floats("NaN -0.0 0.0 ∅ -Infinity 3.4028235e38 1.4e-45");
  private static final Supplier<ColumnVector> DOUBLES =
      () -> ColumnBuilders.doubles("NaN -0.0 0.0 ∅ Infinity -1.7976931348623157e308 4.9e-324");
  private static final Supplier<ColumnVector> OTHER_DOUBLES =
      () -> ColumnVector.fromBoxedDoubles(Double.NaN, 0.0, 0.0, 1.0, -2.5, 3.0, null);
  private static final List<BinaryOp> ORDER =
      Cases.named(
          BinaryOp::valueOf, "EQUAL NOT_EQUAL LESS GREATER LESS_EQUAL GREATER_EQUAL NULL_EQUALS");
  private static final List<BinaryOp> ARITHMETIC = Cases.named(BinaryOp::valueOf, "ADD SUB MUL");
  // Undefined for integers and therefore left out: division by zero, and of the least value by -1.
  private static final List<BinaryOp> DIVISION =
      Cases.named(BinaryOp::valueOf, "DIV TRUE_DIV FLOOR_DIV MOD PMOD");

  private static final List<DType> CASTS =
      Cases.named(
          name -> DType.create(DType.DTypeEnum.valueOf(name)),
          "INT8 INT16 INT32 INT64 FLOAT32 FLOAT64 BOOL8");

  private NumberCases() {}

  static void add(Cases cases) {
    Map<String, Supplier<ColumnVector>> columns =
        new TreeMap<>(
            Map.of(
                "int8", BYTES, "int16", SHORTS, "int32", INTS, "int64", LONGS, "float32", FLOATS,
                "float64", DOUBLES));
    columns.forEach(
        (name, column) -> {
          Supplier<ColumnVector> other = reversed(column);
          for (BinaryOp op : ARITHMETIC) {
            cases.add(
                op + " " + name, in -> in[0].binaryOp(op, in[1], in[0].getType()), column, other);
          }
          for (BinaryOp op : ORDER) {
            cases.add(op + " " + name, in -> in[0].binaryOp(op, in[1], DType.BOOL8), column, other);
          }
          casts(cases, name, column);
          nulls(cases, name, column);
        });
    for (BinaryOp op : DIVISION) {
      cases.add(
          op + " int32",
          in -> in[0].binaryOp(op, in[1], op == BinaryOp.TRUE_DIV ? DType.FLOAT64 : DType.INT32),
          INTS,
          () -> ColumnVector.fromBoxedInts(3, -3, 5, 1, 2, -2, null));
      cases.add(
          op + " int64",
          in -> in[0].binaryOp(op, in[1], op == BinaryOp.TRUE_DIV ? DType.FLOAT64 : DType.INT64),
          LONGS,
          () -> ColumnVector.fromBoxedLongs(3L, -3L, 5L, 1L, 2L, -2L, null));
      cases.add(
          op + " float64", in -> in[0].binaryOp(op, in[1], DType.FLOAT64), DOUBLES, OTHER_DOUBLES);
      cases.add(
          op + " float64 by float64",
          in -> in[1].binaryOp(op, in[0], DType.FLOAT64),
          DOUBLES,
          OTHER_DOUBLES);
    }
    bits(cases);
    truth(cases);
    unary(cases);
    reductions(cases);
    cases.add("murmurHash32", in -> Hash.murmurHash32(42, in), INTS, LONGS, DOUBLES, FLOATS, BOOLS);
    cases.add("xxhash64", in -> Hash.xxhash64(42L, in), INTS, LONGS, DOUBLES, FLOATS, BOOLS);
    cases.add(
        "sequence int32",
        in -> Cases.with(Scalar.fromInt(5), from -> ColumnVector.sequence(from, 4)));
    cases.add(
        "subVector then add",
        in -> {
          try (ColumnVector part = in[0].subVector(2, 6)) {
            return part.binaryOp(BinaryOp.ADD, part, DType.INT32);
          }
        },
        INTS);
    cases.add(
        "add of rows without any",
        in -> in[0].binaryOp(BinaryOp.ADD, in[0], DType.INT32),
        ColumnVector::fromInts);
  }

  private static void casts(Cases cases, String name, Supplier<ColumnVector> column) {
    boolean floating = name.startsWith("float");
    for (DType to : CASTS) {
      // A floating-point number beyond an integer's range is undefined in C++.
      Supplier<ColumnVector> from =
          floating && to.getTypeId().name().startsWith("INT") ? () -> fractions(name) : column;
      cases.add("castTo " + to + " from " + name, in -> in[0].castTo(to), from);
    }
    if (!floating) {
      cases.add("castTo STRING from " + name, in -> in[0].castTo(DType.STRING), column);
    }
  }

  private static ColumnVector fractions(String name) {
    return name.equals("float32")
        ? ColumnVector.fromBoxedFloats(1.5f, -1.5f, -0.0f, null, 0.99f)
        : ColumnVector.fromBoxedDoubles(1.5, -1.5, -0.0, null, 0.99);
  }

  private static void nulls(Cases cases, String name, Supplier<ColumnVector> column) {
    cases.add("isNull " + name, in -> in[0].isNull(), column);
    cases.add("isNotNull " + name, in -> in[0].isNotNull(), column);
    cases.add(
        "replaceNulls by a column " + name,
        in -> in[0].replaceNulls(in[1]),
        column,
        reversed(column));
    cases.add("ifElse " + name, in -> in[0].ifElse(in[1], in[2]), BOOLS, column, reversed(column));
    cases.add(
        "mergeAndSetValidity " + name,
        in -> in[0].mergeAndSetValidity(BinaryOp.BITWISE_AND, in[0], in[1]),
        column,
        BOOLS);
  }

  private static void bits(Cases cases) {
    Supplier<ColumnVector> shifts = () -> ColumnVector.fromBoxedInts(0, 31, 1, 3, null, 5, 8);
    for (BinaryOp op :
        Cases.named(BinaryOp::valueOf, "SHIFT_LEFT SHIFT_RIGHT SHIFT_RIGHT_UNSIGNED")) {
      cases.add(op + " int32", in -> in[0].binaryOp(op, in[1], DType.INT32), INTS, shifts);
      cases.add(op + " int64", in -> in[0].binaryOp(op, in[1], DType.INT64), LONGS, shifts);
    }
    for (BinaryOp op : Cases.named(BinaryOp::valueOf, "BITWISE_AND BITWISE_OR BITWISE_XOR")) {
      cases.add(
          op + " int64", in -> in[0].binaryOp(op, in[1], DType.INT64), LONGS, reversed(LONGS));
    }
  }

  private static void truth(Cases cases) {
    for (BinaryOp op :
        Cases.named(
            BinaryOp::valueOf, "LOGICAL_AND LOGICAL_OR NULL_LOGICAL_AND NULL_LOGICAL_OR EQUAL")) {
      cases.add(op + " bool", in -> in[0].binaryOp(op, in[1], DType.BOOL8), BOOLS, OTHER_BOOLS);
    }
    cases.add("NOT bool", in -> in[0].unaryOp(UnaryOp.NOT), BOOLS);
    cases.add("any and all", in -> new ColumnVector[] {one(in[0].any()), one(in[0].all())}, BOOLS);
  }

  private static void unary(Cases cases) {
    for (UnaryOp op : Cases.named(UnaryOp::valueOf, "ABS CEIL FLOOR RINT SQRT")) {
      cases.add(op + " float64", in -> in[0].unaryOp(op), DOUBLES);
    }
    for (UnaryOp op : Cases.named(UnaryOp::valueOf, "SIN COS TAN ARCTAN EXP LOG CBRT")) {
      cases.add(
          op + " float64",
          1e-14,
          in -> in[0].unaryOp(op),
          () -> ColumnVector.fromBoxedDoubles(0.5, 1.0, 2.0, 40.7, null));
    }
    cases.add(
        "ABS int32",
        in -> in[0].unaryOp(UnaryOp.ABS),
        () -> ColumnVector.fromBoxedInts(-7, 7, 0, null));
    cases.add("BIT_INVERT int32", in -> in[0].unaryOp(UnaryOp.BIT_INVERT), INTS);
    cases.add("isNan float64", in -> in[0].isNan(), DOUBLES);
    cases.add("normalizeNANsAndZeros float64", in -> in[0].normalizeNANsAndZeros(), DOUBLES);
    cases.add(
        "clamp float64",
        in -> {
          try (Scalar low = Scalar.fromDouble(0.0);
              Scalar high = Scalar.fromDouble(2.0)) {
            return in[0].clamp(low, high);
          }
        },
        DOUBLES);
    cases.add(
        "clamp int32 without a lower bound",
        in -> {
          try (Scalar low = Scalar.fromNull(DType.INT32);
              Scalar high = Scalar.fromInt(1)) {
            return in[0].clamp(low, high);
          }
        },
        INTS);
  }

  private static void reductions(Cases cases) {
    cases.add(
        "sum min max int32",
        in -> new ColumnVector[] {one(in[0].sum(DType.INT64)), one(in[0].min()), one(in[0].max())},
        INTS);
    cases.add(
        "sum min max float64",
        1e-14,
        in -> new ColumnVector[] {one(in[0].sum()), one(in[0].min()), one(in[0].max())},
        () -> ColumnVector.fromBoxedDoubles(1.5, -0.0, null, 3.25));
    cases.add(
        "sum min max of nothing",
        in -> new ColumnVector[] {one(in[0].sum(DType.INT64)), one(in[0].min()), one(in[0].max())},
        () -> ColumnVector.fromBoxedInts(null, null));
    cases.add(
        "prefixSum int32",
        in -> in[0].prefixSum(),
        () -> ColumnVector.fromBoxedInts(1, null, 2, -5));
  }

  /** The first value of a reduction, as a column. */
  static ColumnVector one(Scalar scalar) {
    try (scalar) {
      return ColumnVector.fromScalar(scalar, 1);
    }
  }

  /** The same column with its halves swapped, so that other values and nulls meet. */
  static Supplier<ColumnVector> reversed(Supplier<ColumnVector> column) {
    return () -> {
      try (ColumnVector whole = column.get();
          ColumnVector first = whole.subVector(0, 3);
          ColumnVector rest = whole.subVector(3)) {
        return ColumnVector.concatenate(rest, first);
      }
    };
  }
}
