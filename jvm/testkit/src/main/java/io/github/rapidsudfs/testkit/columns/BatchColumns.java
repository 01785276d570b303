// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.testkit.columns;

import ai.rapids.cudf.BinaryOp;
import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.ColumnView;
import ai.rapids.cudf.ContiguousTable;
import ai.rapids.cudf.DeviceMemoryBuffer;
import ai.rapids.cudf.Table;
import io.github.rapidsudfs.api.CudfType;
import io.github.rapidsudfs.api.TypeMapping;
import io.github.rapidsudfs.columns.Ownership;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.NullType;

/** The argument columns of one call, in a layout. Holds one reference to each. */
public final class BatchColumns implements AutoCloseable {
  // Not a multiple of eight, so that a sliced null mask starts inside a byte.
  private static final int BEFORE = 3;

  private final int rows;
  private final List<ColumnVector> columns = new ArrayList<>();

  /** The columns that own the memory; the columns themselves unless they are views. */
  private final List<ColumnVector> memory = new ArrayList<>();

  private final Layout layout;

  private BatchColumns(int rows, Layout layout) {
    this.rows = rows;
    this.layout = layout;
  }

  /** Makes the columns of rows of values of the classes of {@code RowValues}. */
  public static BatchColumns of(List<DataType> types, List<Object[]> rows, Layout layout) {
    BatchColumns batch = new BatchColumns(rows.size(), layout);
    try {
      for (int i = 0; i < types.size(); i++) {
        int at = i;
        batch.add(types.get(i), rows.stream().map(row -> row[at]).toList());
      }
      return batch;
    } catch (Throwable t) {
      batch.close();
      throw t;
    }
  }

  private void add(DataType type, List<Object> values) {
    if (layout == Layout.SLICED && rows > 0) {
      List<Object> more = new ArrayList<>();
      for (int i = 0; i < BEFORE; i++) {
        more.add(values.get(values.size() - 1 - i % values.size()));
      }
      more.addAll(values);
      more.add(values.get(0));
      ColumnVector whole = ToColumns.of(type, more);
      if (TypeMapping.toCudf(type).isNested()) {
        ColumnVector part = packedSlice(whole, BEFORE, BEFORE + values.size());
        memory.add(part);
        columns.add(part);
      } else {
        memory.add(whole);
        columns.add(offsetSlice(whole, BEFORE, BEFORE + values.size()));
      }
      return;
    }
    ColumnVector column = ToColumns.of(type, values);
    if (layout == Layout.VALUES_UNDER_NULLS) {
      column = withValuesUnderNulls(type, values, column);
    }
    memory.add(column);
    columns.add(column);
  }

  private static ColumnVector offsetSlice(ColumnVector whole, int from, int to) {
    ColumnView[] views = whole.splitAsViews(from, to);
    views[0].close();
    views[2].close();
    // The vector takes over the middle view. This buffer is a placeholder: the memory belongs to
    // the whole column.
    try (DeviceMemoryBuffer instead = DeviceMemoryBuffer.allocate(1)) {
      return ColumnVector.fromViewWithContiguousAllocation(views[1].getNativeView(), instead);
    }
  }

  /** Takes ownership of the whole column. */
  private static ColumnVector packedSlice(ColumnVector whole, int from, int to) {
    try (ColumnVector closed = whole;
        Table table = new Table(closed)) {
      ContiguousTable[] parts = table.contiguousSplit(from, to);
      try {
        return parts[1].getTable().getColumn(0).incRefCount();
      } finally {
        for (ContiguousTable part : parts) {
          part.close();
        }
      }
    }
  }

  private static ColumnVector withValuesUnderNulls(
      DataType type, List<Object> values, ColumnVector column) {
    CudfType cudf = TypeMapping.toCudf(type);
    Object some = values.stream().filter(v -> v != null).findFirst().orElse(null);
    if (cudf.isNested()
        || cudf.id().equals("STRING")
        || type instanceof NullType
        || !column.hasNulls()
        || some == null) {
      return column;
    }
    List<Object> full = new ArrayList<>();
    values.forEach(value -> full.add(value == null ? some : value));
    try (ColumnVector mask = column;
        ColumnVector all = ToColumns.of(type, full)) {
      return all.mergeAndSetValidity(BinaryOp.BITWISE_AND, all, mask);
    }
  }

  public int rows() {
    return rows;
  }

  public Layout layout() {
    return layout;
  }

  /** The columns, borrowed. */
  public ColumnVector[] columns() {
    return columns.toArray(new ColumnVector[0]);
  }

  /** Returns whether no column is closed, so that they can be passed to another call. */
  public boolean alive() {
    return columns.stream().allMatch(Ownership::isOpen);
  }

  /** Hashes of the bytes of each column, including the neighbouring rows of slices. */
  public List<String> fingerprints() {
    return memory.stream().map(Fingerprint::of).toList();
  }

  @Override
  public void close() {
    for (ColumnVector column : columns) {
      if (!memory.contains(column)) {
        Ownership.closeIfOpen(column);
      }
    }
    memory.forEach(Ownership::closeIfOpen);
    columns.clear();
    memory.clear();
  }
}
