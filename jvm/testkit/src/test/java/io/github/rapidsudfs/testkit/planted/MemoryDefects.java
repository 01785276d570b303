// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.testkit.planted;

import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.Cuda;
import ai.rapids.cudf.DType;
import ai.rapids.cudf.Scalar;
import io.github.rapidsudfs.testkit.Violation.Kind;
import io.github.rapidsudfs.testkit.planted.Planted.Columnar;
import io.github.rapidsudfs.testkit.planted.Planted.Row;
import java.util.List;

/** Defects in the ownership of columns. */
final class MemoryDefects {
  private static final List<String> INT = List.of("int");
  // (value + 1) * 3, wrapping
  private static final Row PLUS_TIMES =
      args -> args[0] == null ? null : ((Integer) args[0] + 1) * 3;
  private static final Row SAME = args -> args[0];

  private MemoryDefects() {}

  private static ColumnVector plusTimes(int rows, ColumnVector[] args) {
    try (Scalar one = Scalar.fromInt(1);
        Scalar three = Scalar.fromInt(3);
        ColumnVector plus = args[0].add(one)) {
      return plus.mul(three);
    }
  }

  private static ColumnVector timesAndClose(ColumnVector column, Scalar factor) {
    try (ColumnVector mine = column) {
      return mine.mul(factor);
    }
  }

  private static Planted of(String name, Columnar wrong, Kind kind, String says) {
    return Planted.of(name, INT, "int", PLUS_TIMES, wrong, MemoryDefects::plusTimes, kind, says);
  }

  static List<Planted> all() {
    return List.of(
        of(
            "an intermediate column is never closed",
            (rows, args) -> {
              try (Scalar one = Scalar.fromInt(1);
                  Scalar three = Scalar.fromInt(3)) {
                ColumnVector plus = args[0].add(one);
                return plus.mul(three);
              }
            },
            Kind.LEAK,
            "are left open"),
        of(
            "a scalar is never closed",
            (rows, args) -> {
              Scalar three = Scalar.fromInt(3);
              try (Scalar one = Scalar.fromInt(1);
                  ColumnVector plus = args[0].add(one)) {
                return plus.mul(three);
              }
            },
            Kind.LEAK,
            "cuDF objects are left open"),
        of(
            "an intermediate column is not closed where there are nulls",
            (rows, args) -> {
              if (!args[0].hasNulls()) {
                return plusTimes(rows, args);
              }
              try (Scalar one = Scalar.fromInt(1);
                  Scalar three = Scalar.fromInt(3)) {
                return args[0].add(one).mul(three);
              }
            },
            Kind.LEAK,
            "are left open"),
        of(
            "an intermediate column is closed only if nothing fails",
            (rows, args) -> {
              try (Scalar one = Scalar.fromInt(1);
                  Scalar three = Scalar.fromInt(3)) {
                ColumnVector plus = args[0].add(one);
                ColumnVector result = plus.mul(three);
                plus.close();
                return result;
              }
            },
            Kind.LEAK_ON_ERROR,
            "are left open"),
        of(
            "a result is not closed where a later step fails",
            (rows, args) -> {
              ColumnVector result = plusTimes(rows, args);
              args[0].isNull().close();
              return result;
            },
            Kind.LEAK_ON_ERROR,
            "are left open"),
        of(
            "an argument is closed",
            (rows, args) -> {
              try (ColumnVector mine = args[0]) {
                return plusTimes(rows, new ColumnVector[] {mine});
              }
            },
            Kind.INPUT_CLOSED,
            "argument 1"),
        of(
            "an argument is closed for good",
            (rows, args) -> {
              ColumnVector result = plusTimes(rows, args);
              while (args[0].getRefCount() > 0) {
                args[0].close();
              }
              return result;
            },
            Kind.INPUT_CLOSED,
            "argument 1"),
        of(
            "an argument is closed for good where something fails",
            (rows, args) -> {
              try {
                return plusTimes(rows, args);
              } catch (RuntimeException e) {
                while (args[0].getRefCount() > 0) {
                  args[0].close();
                }
                throw e;
              }
            },
            Kind.INPUT_CLOSED,
            "argument 1"),
        of(
            "an intermediate column is closed twice",
            (rows, args) -> {
              try (Scalar one = Scalar.fromInt(1);
                  Scalar three = Scalar.fromInt(3);
                  ColumnVector plus = args[0].add(one)) {
                return timesAndClose(plus, three);
              }
            },
            Kind.CLOSED_TWICE,
            "Close called too many times"),
        Planted.of(
            "an argument is returned without a reference of its own",
            INT,
            "int",
            SAME,
            (rows, args) -> args[0],
            (rows, args) -> args[0].incRefCount(),
            Kind.INPUT_CLOSED,
            "borrowed"),
        Planted.of(
            "a reference to an argument is kept",
            INT,
            "int",
            PLUS_TIMES,
            (rows, args) -> {
              ColumnVector mine = args[0].incRefCount();
              return plusTimes(rows, new ColumnVector[] {mine});
            },
            (rows, args) -> {
              try (ColumnVector mine = args[0].incRefCount()) {
                return plusTimes(rows, new ColumnVector[] {mine});
              }
            },
            Kind.INPUT_KEPT,
            "argument 1"),
        Planted.of(
            "an argument is overwritten",
            INT,
            "boolean",
            args -> args[0] == null,
            (rows, args) -> {
              ColumnVector nulls = args[0].isNull();
              if (rows > 0) {
                Cuda.memset(args[0].getData().getAddress(), (byte) 7, 4);
              }
              return nulls;
            },
            (rows, args) -> args[0].isNull(),
            Kind.INPUT_CHANGED,
            "bytes of an argument"),
        Planted.of(
            "a column of another type",
            INT,
            "bigint",
            args -> args[0] == null ? null : (Object) ((Integer) args[0]).longValue(),
            (rows, args) -> args[0].incRefCount(),
            (rows, args) -> args[0].castTo(DType.INT64),
            Kind.WRONG_TYPE,
            "INT32"));
  }
}
