// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.testkit.planted;

import ai.rapids.cudf.BinaryOp;
import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.DType;
import ai.rapids.cudf.Scalar;
import io.github.rapidsudfs.columns.ColumnMath;
import io.github.rapidsudfs.testkit.Violation.Kind;
import io.github.rapidsudfs.testkit.planted.Planted.Columnar;
import io.github.rapidsudfs.testkit.planted.Planted.Row;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;

/** Defects that give wrong values of atomic types. */
final class ValueDefects {
  private ValueDefects() {}

  private static Planted of(
      String name,
      String type,
      String result,
      Row row,
      Columnar wrong,
      Columnar right,
      String says) {
    return Planted.of(name, List.of(type), result, row, wrong, right, Kind.WRONG_ANSWER, says);
  }

  static List<Planted> all() {
    return List.of(
        Planted.of(
            "the arguments are swapped",
            List.of("bigint", "bigint"),
            "bigint",
            args -> args[0] == null || args[1] == null ? null : (Long) args[0] - (Long) args[1],
            (rows, args) -> args[1].sub(args[0]),
            (rows, args) -> args[0].sub(args[1]),
            Kind.WRONG_ANSWER,
            "rows differ"),
        of(
            "the null mask is off by one",
            "int",
            "int",
            args -> args[0],
            ValueDefects::shifted,
            (rows, args) -> args[0].incRefCount(),
            "NULL"),
        of(
            "an overflow wraps",
            "int",
            "int",
            args -> addOrNull(args[0]),
            ValueDefects::plusMillion,
            ValueDefects::plusMillionOrNull,
            "row-wise NULL, columnar -2"),
        Planted.of(
            "NaN is not equal to itself",
            List.of("double", "double"),
            "boolean",
            args ->
                args[0] == null || args[1] == null
                    ? null
                    : ((Double) args[0] + 0.0 == (Double) args[1] + 0.0
                        || ((Double) args[0]).isNaN() && ((Double) args[1]).isNaN()),
            (rows, args) -> args[0].binaryOp(BinaryOp.EQUAL, args[1], DType.BOOL8),
            ValueDefects::equalOrBothNan,
            Kind.WRONG_ANSWER,
            "NaN"),
        of(
            "-0.0 becomes 0.0",
            "double",
            "double",
            args -> args[0] == null ? null : -(Double) args[0],
            (rows, args) -> {
              try (Scalar zero = Scalar.fromDouble(0.0)) {
                return zero.sub(args[0]);
              }
            },
            (rows, args) -> {
              try (Scalar minus = Scalar.fromDouble(-1.0)) {
                return args[0].mul(minus);
              }
            },
            "row-wise -0.0D, columnar 0.0D"),
        of(
            "an empty string becomes null",
            "string",
            "string",
            args -> args[0],
            ValueDefects::emptyToNull,
            (rows, args) -> args[0].incRefCount(),
            "columnar NULL"),
        of(
            "bytes are counted for characters",
            "string",
            "int",
            args ->
                args[0] == null
                    ? null
                    : ((String) args[0]).codePointCount(0, ((String) args[0]).length()),
            (rows, args) -> args[0].getByteCount(),
            (rows, args) -> args[0].getCharLengths(),
            "rows differ"),
        Planted.of(
            "a decimal of another scale",
            List.of("decimal(9,2)"),
            "decimal(9,1)",
            args -> args[0] == null ? null : ((BigDecimal) args[0]).setScale(1, RoundingMode.DOWN),
            (rows, args) -> args[0].incRefCount(),
            (rows, args) -> args[0].castTo(DType.create(DType.DTypeEnum.DECIMAL32, -1)),
            Kind.WRONG_TYPE,
            "scale=-2"),
        of(
            "a decimal has more digits than its type",
            "int",
            "decimal(5,0)",
            args -> fiveDigits(args[0]),
            (rows, args) -> args[0].castTo(DType.create(DType.DTypeEnum.DECIMAL32, 0)),
            ValueDefects::fiveDigitsOrNull,
            "more digits than DECIMAL(5,0)"),
        of(
            "division rounds towards zero, not down",
            "bigint",
            "bigint",
            args -> args[0] == null ? null : Math.floorDiv((Long) args[0], 1000L),
            (rows, args) -> ColumnMath.with(BinaryOp.DIV, args[0], 1000L, DType.INT64),
            (rows, args) -> ColumnMath.with(BinaryOp.FLOOR_DIV, args[0], 1000L, DType.INT64),
            "rows differ"));
  }

  /** Each row is null where the one before it is. */
  private static ColumnVector shifted(int rows, ColumnVector[] args) {
    if (rows < 2 || !args[0].hasNulls()) {
      return args[0].incRefCount();
    }
    try (Scalar none = Scalar.fromNull(DType.INT32);
        Scalar zero = Scalar.fromInt(0);
        ColumnVector nulls = args[0].isNull();
        ColumnVector first = nulls.subVector(0, 1);
        ColumnVector others = nulls.subVector(0, rows - 1);
        ColumnVector moved = ColumnVector.concatenate(first, others);
        ColumnVector full = args[0].replaceNulls(zero)) {
      return moved.ifElse(none, full);
    }
  }

  private static Object addOrNull(Object value) {
    if (value == null) {
      return null;
    }
    long sum = (Integer) value + 1_000_000L;
    return sum > Integer.MAX_VALUE ? null : (Object) (int) sum;
  }

  private static ColumnVector plusMillion(int rows, ColumnVector[] args) {
    return ColumnMath.with(BinaryOp.ADD, args[0], 1_000_000, DType.INT32);
  }

  private static ColumnVector plusMillionOrNull(int rows, ColumnVector[] args) {
    int most = Integer.MAX_VALUE - 1_000_000;
    try (ColumnVector fits = ColumnMath.with(BinaryOp.LESS_EQUAL, args[0], most, DType.BOOL8);
        ColumnVector sum = plusMillion(rows, args)) {
      return ColumnMath.nullUnless(fits, sum);
    }
  }

  private static ColumnVector equalOrBothNan(int rows, ColumnVector[] args) {
    try (ColumnVector equal = args[0].binaryOp(BinaryOp.EQUAL, args[1], DType.BOOL8);
        ColumnVector a = args[0].isNan();
        ColumnVector b = args[1].isNan();
        ColumnVector both = a.and(b);
        ColumnVector either = equal.or(both)) {
      return either.mergeAndSetValidity(BinaryOp.BITWISE_AND, args[0], args[1]);
    }
  }

  private static ColumnVector emptyToNull(int rows, ColumnVector[] args) {
    try (Scalar empty = Scalar.fromString("");
        ColumnVector isEmpty = args[0].equalTo(empty)) {
      return ColumnMath.nullWhere(isEmpty, args[0]);
    }
  }

  private static Object fiveDigits(Object value) {
    return value == null || Math.abs((long) (Integer) value) > 99_999
        ? null
        : BigDecimal.valueOf((Integer) value);
  }

  private static ColumnVector fiveDigitsOrNull(int rows, ColumnVector[] args) {
    try (ColumnVector few = ColumnMath.nullOutside(args[0], -99_999, 99_999)) {
      return few.castTo(DType.create(DType.DTypeEnum.DECIMAL32, 0));
    }
  }
}
