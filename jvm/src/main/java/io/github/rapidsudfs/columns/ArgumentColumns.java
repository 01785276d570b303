// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.columns;

import ai.rapids.cudf.ColumnVector;
import io.github.rapidsudfs.api.CudfType;
import io.github.rapidsudfs.api.Signature;
import io.github.rapidsudfs.api.TypeMapping;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.sql.types.DataType;

/** The arguments of a columnar call, checked and widened; owns only the widened copies. */
final class ArgumentColumns implements AutoCloseable {
  private final Signature signature;
  private final ColumnVector[] passed;
  private final ColumnVector[] columns;
  private final int[] references;
  private final List<CudfType> types = new ArrayList<>();

  private ArgumentColumns(Signature signature, ColumnVector[] passed) {
    this.signature = signature;
    this.passed = passed;
    this.columns = passed.clone();
    this.references = new int[passed.length];
  }

  /**
   * Checks the number of arguments, their row counts and their types.
   *
   * @param analysed whether Spark coerced the arguments to the declared types during analysis
   * @throws IllegalArgumentException for a wrong number or type of arguments, naming the argument
   * @throws IllegalStateException for a column whose row count is not the batch's
   */
  static ArgumentColumns check(
      Signature signature, boolean analysed, int rows, ColumnVector[] passed) {
    signature.requireCount(passed.length);
    ArgumentColumns arguments = new ArgumentColumns(signature, passed);
    try {
      for (int i = 0; i < passed.length; i++) {
        arguments.check(i, rows, analysed);
      }
      return arguments;
    } catch (Throwable t) {
      try (arguments) {
        throw t;
      }
    }
  }

  private void check(int index, int rows, boolean analysed) {
    ColumnVector column = passed[index];
    if (column == null) {
      throw new IllegalArgumentException(signature.where(index) + " is null instead of a column");
    }
    if (column.getRowCount() != rows) {
      throw new IllegalStateException(
          "%s has %d rows, the batch has %d"
              .formatted(signature.where(index), column.getRowCount(), rows));
    }
    CudfType type = CudfColumns.typeOf(column);
    DataType declared = signature.argument(index).type();
    if (declared != null && !analysed) {
      columns[index] = widened(index, column, type, declared);
      type = TypeMapping.toCudf(declared);
    }
    references[index] = columns[index].getRefCount();
    types.add(type);
  }

  private ColumnVector widened(int index, ColumnVector column, CudfType type, DataType declared) {
    try {
      ColumnVector wide = ColumnWidening.widen(column, type, declared);
      return wide == null ? column : wide;
    } catch (ColumnWidening.Unfit e) {
      // Without its cause, as in RowCall.
      throw new IllegalArgumentException(
          "%s must be %s (cuDF %s), got %s; cast it in the query: CAST(... AS %s)"
              .formatted(
                  signature.where(index),
                  declared.sql(),
                  TypeMapping.toCudf(declared),
                  e.getMessage(),
                  declared.sql()));
    }
  }

  ColumnVector[] columns() {
    return columns.clone();
  }

  List<CudfType> types() {
    return types;
  }

  boolean anyNulls() {
    return Stream.of(columns).anyMatch(ColumnVector::hasNulls);
  }

  /** Checks that the body closed no argument, and returned none without a reference of its own. */
  void requireUntouched(ColumnVector result) {
    for (int i = 0; i < columns.length; i++) {
      if (columns[i].getRefCount() < (isAlone(i) ? references[i] : 1)) {
        throw new IllegalStateException(
            signature.where(i)
                + " was closed by the columnar body; arguments are borrowed, do not close them");
      }
    }
    int lent = lent(result);
    if (lent >= 0) {
      throw new IllegalStateException(
          signature.where(lent)
              + " was returned as is by the columnar body; return incRefCount() of it");
    }
  }

  /** Whether nobody else takes or releases references, so that a lower count is a proof. */
  private boolean isAlone(int index) {
    return isWidened(index) || Ownership.strict();
  }

  private boolean isWidened(int index) {
    return columns[index] != passed[index];
  }

  /** The index of the argument that was returned without an added reference, or -1. */
  int lent(ColumnVector result) {
    for (int i = 0; i < columns.length; i++) {
      if (result == columns[i] && isAlone(i) && result.getRefCount() <= references[i]) {
        return i;
      }
    }
    return -1;
  }

  @Override
  public void close() {
    for (int i = 0; i < columns.length; i++) {
      if (isWidened(i)) {
        // A copy that the body closed is already reported.
        Ownership.closeIfOpen(columns[i]);
      }
    }
  }
}
