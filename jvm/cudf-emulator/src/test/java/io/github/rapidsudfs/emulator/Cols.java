// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator;

import static org.junit.Assert.assertEquals;

import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.ColumnView;
import ai.rapids.cudf.DType;
import ai.rapids.cudf.HostColumnVector;
import ai.rapids.cudf.HostColumnVectorCore;
import ai.rapids.cudf.Table;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Columns as Java values, and back. */
final class Cols {
  private Cols() {}

  /**
   * All rows of a column: boxed numbers, strings, big decimals, lists, and lists of values for
   * structs.
   */
  static List<Object> values(ColumnView column) {
    try (HostColumnVector host = column.copyToHost()) {
      List<Object> values = new ArrayList<>();
      for (int i = 0; i < host.getRowCount(); i++) {
        values.add(value(host, i));
      }
      return values;
    }
  }

  private static Object value(HostColumnVectorCore c, int row) {
    if (c.isNull(row)) {
      return null;
    }
    DType type = c.getType();
    switch (type.getTypeId()) {
      case STRING:
        return c.getJavaString(row);
      case BOOL8:
        return c.getBoolean(row);
      case INT8, UINT8:
        return c.getByte(row);
      case INT16, UINT16:
        return c.getShort(row);
      case INT32, UINT32, TIMESTAMP_DAYS, DURATION_DAYS:
        return c.getInt(row);
      case FLOAT32:
        return c.getFloat(row);
      case FLOAT64:
        return c.getDouble(row);
      case DECIMAL32, DECIMAL64, DECIMAL128:
        return c.getBigDecimal(row);
      case LIST:
        {
          List<Object> list = new ArrayList<>();
          for (int k = (int) c.getStartListOffset(row); k < c.getEndListOffset(row); k++) {
            list.add(value(c.getChildColumnView(0), k));
          }
          return list;
        }
      case STRUCT:
        {
          List<Object> fields = new ArrayList<>();
          for (int f = 0; f < c.getNumChildren(); f++) {
            fields.add(value(c.getChildColumnView(f), row));
          }
          return fields;
        }
      default:
        return c.getLong(row);
    }
  }

  /** Checks a column's rows and closes it. */
  static void check(ColumnVector column, Object... expected) {
    try (column) {
      assertEquals(Arrays.asList(expected), values(column));
    }
  }

  static List<Object> list(Object... values) {
    return Arrays.asList(values);
  }

  @SafeVarargs
  @SuppressWarnings("varargs")
  static <T> ColumnVector lists(DType child, List<T>... rows) {
    return ColumnVector.fromLists(
        new HostColumnVector.ListType(true, new HostColumnVector.BasicType(true, child)), rows);
  }

  /** A table that has the columns; they are closed. */
  static Table table(ColumnVector... columns) {
    try {
      return new Table(columns);
    } finally {
      for (ColumnVector column : columns) {
        column.close();
      }
    }
  }
}
