// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.columns;

import ai.rapids.cudf.ColumnVector;
import io.github.rapidsudfs.api.CudfType;
import io.github.rapidsudfs.api.Signature;
import io.github.rapidsudfs.api.TypeMapping;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.types.DataType;

/**
 * The arguments of one columnar call, checked and widened to the declared types.
 *
 * <p>Owns only the widened copies; the columns passed in stay the caller's.
 */
final class ArgumentColumns implements AutoCloseable {
  private final Signature signature;
  private final boolean analysed;
  private final ColumnVector[] given;
  private final int[] references;
  private final ColumnVector[] columns;
  private final List<CudfType> types = new ArrayList<>();
  private final List<ColumnVector> owned = new ArrayList<>();

  private ArgumentColumns(Signature signature, boolean analysed, ColumnVector[] given) {
    this.signature = signature;
    this.analysed = analysed;
    this.given = given;
    this.columns = given.clone();
    this.references = new int[given.length];
  }

  /**
   * Checks the number of arguments, their row counts and their types.
   *
   * @param analysed whether Spark coerced the arguments to the declared types during analysis
   * @throws IllegalArgumentException for a wrong number or type of arguments, naming the argument
   * @throws IllegalStateException for a column whose row count is not the batch's
   */
  static ArgumentColumns check(
      Signature signature, boolean analysed, int rows, ColumnVector[] given) {
    signature.requireCount(given.length);
    ArgumentColumns arguments = new ArgumentColumns(signature, analysed, given);
    try {
      for (int i = 0; i < given.length; i++) {
        arguments.check(i, rows);
      }
      return arguments;
    } catch (Throwable t) {
      arguments.closeAfter(t);
      throw t;
    }
  }

  private void check(int index, int rows) {
    ColumnVector column = given[index];
    if (column == null) {
      throw new IllegalArgumentException(where(index) + " is null instead of a column");
    }
    if (column.getRowCount() != rows) {
      throw new IllegalStateException(
          where(index) + " has " + column.getRowCount() + " rows, the batch has " + rows);
    }
    references[index] = column.getRefCount();
    CudfType type = CudfColumns.typeOf(column);
    DataType declared = signature.argument(index).type();
    if (declared != null && !analysed) {
      ColumnVector widened = widened(index, column, type, declared);
      if (widened != null) {
        owned.add(widened);
        columns[index] = widened;
      }
      type = TypeMapping.toCudf(declared);
    }
    types.add(type);
  }

  private ColumnVector widened(int index, ColumnVector column, CudfType type, DataType declared) {
    try {
      return ColumnWidening.widen(column, type, declared);
    } catch (ColumnWidening.Unfit e) {
      // Without its cause, as in RowCall.
      throw new IllegalArgumentException(
          where(index)
              + " must be "
              + declared.sql()
              + " (cuDF "
              + TypeMapping.toCudf(declared)
              + "), got "
              + e.getMessage()
              + "; cast it in the query: CAST(... AS "
              + declared.sql()
              + ")");
    }
  }

  private String where(int index) {
    return "argument "
        + (index + 1)
        + " ("
        + signature.argument(index).name()
        + ") of "
        + signature.name();
  }

  ColumnVector[] columns() {
    return columns.clone();
  }

  List<CudfType> types() {
    return types;
  }

  boolean anyNulls() {
    for (ColumnVector column : columns) {
      if (column.hasNulls()) {
        return true;
      }
    }
    return false;
  }

  /**
   * Checks that the body left its arguments as it found them.
   *
   * <p>Other threads may take and release references to a column, so a lower reference count alone
   * proves nothing: unless {@link Ownership#strict()}, only a column without any reference is
   * reported.
   *
   * @param result the body's result, possibly an argument with its reference count raised
   * @throws IllegalStateException naming the argument that was closed, or returned without a
   *     reference of its own
   */
  void requireUntouched(ColumnVector result) {
    for (int i = 0; i < columns.length; i++) {
      if (columns[i].getRefCount() < expectedReferences(i)) {
        throw new IllegalStateException(
            where(i)
                + " was closed by the columnar body; arguments are borrowed, do not close them");
      }
    }
    int lent = lent(result);
    if (lent >= 0) {
      throw new IllegalStateException(
          where(lent) + " was returned as is by the columnar body; return incRefCount() of it");
    }
  }

  private int expectedReferences(int index) {
    boolean widened = columns[index] != given[index];
    return Ownership.strict() && !widened ? references[index] : 1;
  }

  /**
   * The index of the argument that was returned without an added reference; -1 if there is none.
   */
  int lent(ColumnVector result) {
    for (int i = 0; i < columns.length; i++) {
      boolean alone = columns[i] != given[i] || Ownership.strict();
      int before = columns[i] != given[i] ? 1 : references[i];
      if (result == columns[i] && alone && result.getRefCount() <= before) {
        return i;
      }
    }
    return -1;
  }

  private void closeAfter(Throwable cause) {
    try {
      close();
    } catch (RuntimeException e) {
      cause.addSuppressed(e);
    }
  }

  @Override
  public void close() {
    for (ColumnVector column : owned) {
      // A widened copy that the body closed is already reported; a second close would mask that
      // error.
      if (column.getRefCount() > 0) {
        column.close();
      }
    }
    owned.clear();
  }
}
