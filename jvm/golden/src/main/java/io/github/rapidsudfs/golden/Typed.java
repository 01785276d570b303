// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.golden;

import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.ColumnView;
import ai.rapids.cudf.DType;
import ai.rapids.cudf.Scalar;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * A column of nine rows of every type, with nulls, equal rows and extremes, and its forms: whole,
 * sliced, all null, without rows.
 */
final class Typed {
  static final String NUMBERS =
      "BOOL8 INT8 INT16 INT32 INT64 UINT8 UINT16 UINT32 UINT64 FLOAT32 FLOAT64";
  static final String DECIMALS = "DECIMAL32 DECIMAL64 DECIMAL128";
  static final String TIMES =
      "TIMESTAMP_DAYS TIMESTAMP_SECONDS TIMESTAMP_MICROSECONDS DURATION_DAYS DURATION_MICROSECONDS";
  static final String FLAT = NUMBERS + " " + DECIMALS + " " + TIMES + " STRING";
  static final String ALL = FLAT + " LIST STRUCT";

  /** One type of each width and kind. */
  static final String SOME =
      "BOOL8 INT8 INT64 UINT32 FLOAT32 FLOAT64 DECIMAL32 DECIMAL128 TIMESTAMP_DAYS DURATION_DAYS"
          + " STRING LIST STRUCT";

  /** The forms, by what they add to an operation's name. */
  static final Map<String, UnaryOperator<Supplier<ColumnVector>>> FORMS = new LinkedHashMap<>();

  static {
    FORMS.put("", column -> column);
    FORMS.put(", sliced", column -> () -> Cases.inner(column.get()));
    FORMS.put(", of nulls", column -> () -> gather(column, 1, 1, 1));
    FORMS.put(", of no rows", column -> () -> gather(column));
  }

  private Typed() {}

  private static ColumnVector gather(Supplier<ColumnVector> column, int... rows) {
    try (ColumnVector whole = column.get();
        ColumnVector map = ColumnVector.fromInts(rows);
        var table = new ai.rapids.cudf.Table(whole);
        var gathered = table.gather(map)) {
      return gathered.getColumn(0).incRefCount();
    }
  }

  /** The column of a type; the second row is null, and so is the seventh. */
  static ColumnVector column(String type) {
    switch (type) {
      case "FLOAT32":
        return ColumnVector.fromBoxedFloats(1.5f, null, -2.25f, 1.5f, -0f, 1e10f, null, 0.1f, 3f);
      case "FLOAT64":
        return ColumnVector.fromBoxedDoubles(1.5, null, -2.25, 1.5, -0.0, 1e10, null, 0.1, 3.0);
      case "STRING":
        return ColumnVector.fromStrings("b", null, "", "b", "ä日", "😀", null, "a", "abc");
      case "LIST":
        return ColumnBuilders.lists(
            DType.INT32,
            List.of(1, 2),
            null,
            List.of(),
            List.of(1, 2),
            Arrays.asList(1, null),
            List.of(3),
            null,
            Arrays.asList((Integer) null),
            List.of(1));
      case "STRUCT":
        return struct();
      case "BOOL8":
        return whole(type, 1L, null, 0L, 1L, 0L, 1L, null, 0L, 0L);
      default:
        return whole(type, 7L, null, -3L, 7L, 0L, greatest(type), null, least(type), 5L);
    }
  }

  private static long greatest(String type) {
    return switch (type) {
      case "INT8" -> 127;
      case "INT16" -> 32767;
      case "INT32", "DECIMAL32", "DURATION_DAYS" -> 2147483647;
      case "INT64", "DECIMAL64", "DECIMAL128", "DURATION_MICROSECONDS" -> Long.MAX_VALUE;
      case "TIMESTAMP_DAYS" -> 2932896;
      case "TIMESTAMP_SECONDS" -> 253402300799L;
      case "TIMESTAMP_MICROSECONDS" -> 253402300799999999L;
      default -> 99;
    };
  }

  private static long least(String type) {
    return switch (type) {
      case "TIMESTAMP_DAYS" -> -719162;
      case "TIMESTAMP_SECONDS" -> -62135596800L;
      case "TIMESTAMP_MICROSECONDS" -> -62135596800000000L;
      default -> greatest(type) == 99 ? 98 : ~greatest(type);
    };
  }

  /** Numbers, decimals of scale -2 and times from their stored values, which wrap. */
  static ColumnVector whole(String type, Long... values) {
    if (type.equals("DECIMAL128")) {
      return ColumnVector.decimalFromBigInt(
          -2,
          Arrays.stream(values)
              .map(v -> v == null ? null : BigInteger.valueOf(v))
              .toArray(BigInteger[]::new));
    }
    DType to =
        type.startsWith("DECIMAL")
            ? DType.create(DType.DTypeEnum.valueOf(type), -2)
            : DType.create(DType.DTypeEnum.valueOf(type));
    DType stored = to.getSizeInBytes() == 4 ? DType.INT32 : DType.INT64;
    try (ColumnVector longs = ColumnVector.fromBoxedLongs(values)) {
      if (!to.isDecimalType() && !to.isDurationType() && !to.isTimestampType()) {
        return longs.castTo(to);
      }
      try (ColumnVector bits = longs.castTo(stored);
          ColumnView view = bits.bitCastTo(to)) {
        return view.copyToColumnVector();
      }
    }
  }

  private static ColumnVector struct() {
    try (ColumnVector number = column("INT32");
        ColumnVector text =
            ColumnVector.fromStrings("x", "y", null, "x", "a", "b", null, "c", "d");
        ColumnVector there =
            ColumnVector.fromBooleans(true, false, true, true, true, true, false, true, true);
        ColumnView view = ColumnView.makeStructView(number, text);
        Scalar none =
            Scalar.structFromNull(
                new ai.rapids.cudf.HostColumnVector.BasicType(true, DType.INT32),
                new ai.rapids.cudf.HostColumnVector.BasicType(true, DType.STRING))) {
      return there.ifElse(view, none);
    }
  }

  /** The type with a name; decimals have scale -2. */
  static DType type(String name) {
    DType.DTypeEnum id = DType.DTypeEnum.valueOf(name);
    return name.startsWith("DECIMAL") ? DType.create(id, -2) : DType.create(id);
  }
}
