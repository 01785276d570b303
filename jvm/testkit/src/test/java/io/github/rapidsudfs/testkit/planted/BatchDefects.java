// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.testkit.planted;

import ai.rapids.cudf.BinaryOp;
import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.ColumnView;
import ai.rapids.cudf.DType;
import ai.rapids.cudf.Scalar;
import ai.rapids.cudf.Table;
import io.github.rapidsudfs.testkit.Violation.Kind;
import java.util.List;
import java.util.Optional;

/** Defects that show in some batches only. */
final class BatchDefects {
  private static final List<String> BIGINT = List.of("bigint");

  private BatchDefects() {}

  static List<Planted> all() {
    return List.of(
        Planted.of(
            "wrong on a sliced column",
            BIGINT,
            "timestamp",
            args -> args[0] == null ? null : new java.sql.Timestamp(0L),
            (rows, args) -> zeros(args[0], raw(args[0])),
            (rows, args) -> zeros(args[0], args[0].incRefCount()),
            Kind.OFFSET_LOST,
            "castTo of a timestamp"),
        Planted.of(
            "wrong on a batch without rows",
            BIGINT,
            "bigint",
            args -> args[0],
            (rows, args) -> {
              args[0].getScalarElement(0).close();
              return args[0].incRefCount();
            },
            (rows, args) -> args[0].incRefCount(),
            Kind.ERRORS_DIFFER,
            "columnar throws"),
        Planted.of(
            "wrong on a batch of nulls alone",
            BIGINT,
            "bigint",
            args -> args[0] == null ? 0L : args[0],
            (rows, args) -> {
              if (rows > 0 && args[0].getNullCount() == rows) {
                return args[0].incRefCount();
              }
              return orZero(args[0]);
            },
            (rows, args) -> orZero(args[0]),
            Kind.WRONG_ANSWER,
            "columnar NULL"),
        Planted.of(
            "an argument is taken for a literal",
            List.of("bigint", "bigint"),
            "bigint",
            args -> args[0] == null || args[1] == null ? null : (Long) args[0] + (Long) args[1],
            (rows, args) -> {
              if (rows == 0) {
                return args[0].incRefCount();
              }
              try (Scalar literal = args[1].getScalarElement(0)) {
                return args[0].add(literal);
              }
            },
            (rows, args) -> args[0].add(args[1]),
            Kind.WRONG_ANSWER,
            "rows differ"),
        Planted.of(
            "what lies under nulls is read",
            BIGINT,
            "bigint",
            args -> args[0] == null ? 0L : args[0],
            (rows, args) -> {
              if (!args[0].hasNulls()) {
                return args[0].incRefCount();
              }
              try (ColumnView full =
                  new ColumnView(DType.INT64, rows, Optional.of(0L), args[0].getData(), null)) {
                return full.copyToColumnVector();
              }
            },
            (rows, args) -> orZero(args[0]),
            Kind.WRONG_ANSWER,
            "row-wise 0L"),
        Planted.of(
            "rows are dropped",
            BIGINT,
            "bigint",
            args -> args[0],
            (rows, args) -> {
              try (Table table = new Table(args[0]);
                  ColumnVector there = args[0].isNotNull();
                  Table kept = table.filter(there)) {
                return kept.getColumn(0).incRefCount();
              }
            },
            (rows, args) -> args[0].incRefCount(),
            Kind.WRONG_ROWS,
            "rows for a batch of"),
        Planted.of(
            "no column at all",
            BIGINT,
            "bigint",
            args -> args[0],
            (rows, args) -> rows == 1 ? null : args[0].incRefCount(),
            (rows, args) -> args[0].incRefCount(),
            Kind.WRONG_ROWS,
            "no column"),
        Planted.of(
            "the columnar body answers where the row-wise one throws",
            List.of("string"),
            "boolean",
            args -> {
              if (args[0] != null && ((String) args[0]).isEmpty()) {
                throw new IllegalArgumentException("an empty code");
              }
              return args[0] == null ? null : ((String) args[0]).startsWith("a");
            },
            (rows, args) -> startsWithA(args[0]),
            (rows, args) -> {
              try (Scalar empty = Scalar.fromString("");
                  ColumnVector none = args[0].equalTo(empty);
                  Scalar any = none.any()) {
                if (any.isValid() && any.getBoolean()) {
                  throw new IllegalArgumentException("an empty code");
                }
              }
              return startsWithA(args[0]);
            },
            Kind.ERRORS_DIFFER,
            "row-wise throws java.lang.IllegalArgumentException: an empty code"));
  }

  private static ColumnVector startsWithA(ColumnVector strings) {
    try (Scalar a = Scalar.fromString("a")) {
      return strings.startsWith(a);
    }
  }

  private static ColumnVector orZero(ColumnVector column) {
    try (Scalar zero = Scalar.fromLong(0)) {
      return column.replaceNulls(zero);
    }
  }

  /** The same column from its buffers, which lack the offset of a view in its mask. */
  private static ColumnVector raw(ColumnVector column) {
    if (column.getRowCount() == 0 || !column.hasNulls()) {
      return column.incRefCount();
    }
    try (ColumnView same =
        new ColumnView(
            DType.INT64,
            column.getRowCount(),
            Optional.empty(),
            column.getData(),
            column.getValid())) {
      return same.copyToColumnVector();
    }
  }

  /** Closes the mask. */
  private static ColumnVector zeros(ColumnVector column, ColumnVector mask) {
    try (ColumnVector closed = mask;
        Scalar epoch = Scalar.timestampFromLong(DType.TIMESTAMP_MICROSECONDS, 0L);
        ColumnVector full = ColumnVector.fromScalar(epoch, (int) column.getRowCount())) {
      return full.mergeAndSetValidity(BinaryOp.BITWISE_AND, closed);
    }
  }
}
