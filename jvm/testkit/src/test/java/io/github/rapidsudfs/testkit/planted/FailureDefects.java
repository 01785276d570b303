// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.testkit.planted;

import ai.rapids.cudf.BinaryOp;
import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.DType;
import io.github.rapidsudfs.columns.ColumnMath;
import io.github.rapidsudfs.testkit.Subject;
import io.github.rapidsudfs.testkit.Violation.Kind;
import io.github.rapidsudfs.testkit.planted.Planted.Columnar;
import io.github.rapidsudfs.testkit.planted.Planted.Row;
import java.util.List;
import java.util.function.Supplier;

/** Defects that show when a call fails or is repeated. */
final class FailureDefects {
  private static final List<String> INT = List.of("int");
  private static final Row PLUS_ONE = args -> args[0] == null ? null : (Integer) args[0] + 1;

  private FailureDefects() {}

  private static ColumnVector plus(ColumnVector column, int addend) {
    return ColumnMath.with(BinaryOp.ADD, column, addend, DType.INT32);
  }

  private static final Columnar RIGHT = (rows, args) -> plus(args[0], 1);

  private static Planted of(String name, Supplier<Columnar> wrong, Kind kind, String says) {
    Supplier<Subject> subject = () -> Planted.subject(INT, "int", PLUS_ONE, wrong.get());
    return new Planted(
        name, subject, () -> Planted.subject(INT, "int", PLUS_ONE, RIGHT), kind, says);
  }

  static List<Planted> all() {
    return List.of(
        of(
            "a failure is swallowed",
            () ->
                (rows, args) -> {
                  try {
                    return plus(args[0], 1);
                  } catch (OutOfMemoryError | RuntimeException e) {
                    return args[0].incRefCount();
                  }
                },
            Kind.FAULT_HIDDEN,
            "as if nothing had happened"),
        of(
            "a failure comes out as another error without its cause",
            () ->
                (rows, args) -> {
                  try {
                    return plus(args[0], 1);
                  } catch (OutOfMemoryError | RuntimeException e) {
                    throw new IllegalStateException("the body failed: " + e.getMessage());
                  }
                },
            Kind.FAULT_HIDDEN,
            "among the causes"),
        of(
            "a failure leaves the body's own guard shut",
            Guarding::new,
            Kind.WRONG_AFTER_FAULT,
            "still busy"),
        of(
            "after a failure the body takes a cheaper way",
            Degrading::new,
            Kind.WRONG_AFTER_FAULT,
            "row"),
        of(
            "each call adds to what the last one left",
            Counting::new,
            Kind.NOT_REPEATABLE,
            "first"));
  }

  /** Does not say that it has ended where it fails. */
  private static final class Guarding implements Columnar {
    private boolean busy;

    @Override
    public ColumnVector answer(int rows, ColumnVector[] args) {
      if (busy) {
        throw new IllegalStateException("still busy");
      }
      busy = true;
      ColumnVector result = plus(args[0], 1);
      busy = false;
      return result;
    }
  }

  private static final class Degrading implements Columnar {
    private int addend = 1;

    @Override
    public ColumnVector answer(int rows, ColumnVector[] args) {
      try {
        return plus(args[0], addend);
      } catch (OutOfMemoryError | RuntimeException e) {
        addend = 0;
        throw e;
      }
    }
  }

  private static final class Counting implements Columnar {
    private int calls;

    @Override
    public ColumnVector answer(int rows, ColumnVector[] args) {
      return plus(args[0], ++calls);
    }
  }
}
