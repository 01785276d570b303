// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.builtins;

import ai.rapids.cudf.BinaryOp;
import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.HostColumnVectorCore;
import io.github.rapidsudfs.columns.Columns;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.catalyst.util.GenericArrayData;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.ByteType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.DoubleType;
import org.apache.spark.sql.types.FloatType;
import org.apache.spark.sql.types.IntegerType;
import org.apache.spark.sql.types.LongType;
import org.apache.spark.sql.types.ShortType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.TimestampType;
import org.apache.spark.unsafe.types.UTF8String;

/** Cells of host columns as Spark's internal values, and back. */
final class HostCells {
  private HostCells() {}

  /**
   * One value; null for a null.
   *
   * @throws IllegalStateException for a type that no builtin which refuses rows takes
   */
  static Object internal(HostColumnVectorCore column, int row, DataType type) {
    if (column.isNull(row)) {
      return null;
    }
    if (type instanceof StringType) {
      return UTF8String.fromBytes(column.getUTF8(row));
    }
    if (type instanceof BooleanType) {
      return column.getBoolean(row);
    }
    if (type instanceof ByteType) {
      return column.getByte(row);
    }
    if (type instanceof ShortType) {
      return column.getShort(row);
    }
    if (type instanceof IntegerType || type instanceof DateType) {
      return column.getInt(row);
    }
    if (type instanceof LongType || type instanceof TimestampType) {
      return column.getLong(row);
    }
    if (type instanceof FloatType) {
      return column.getFloat(row);
    }
    if (type instanceof DoubleType) {
      return column.getDouble(row);
    }
    if (type instanceof BinaryType) {
      return column.getBytesFromList(row);
    }
    if (type instanceof DecimalType decimal) {
      return Decimal.apply(column.getBigDecimal(row), decimal.precision(), decimal.scale());
    }
    if (type instanceof ArrayType array) {
      return elements(column, row, array.elementType());
    }
    throw new IllegalStateException("no builtin that refuses rows takes " + type.sql());
  }

  private static GenericArrayData elements(HostColumnVectorCore column, int row, DataType type) {
    int start = (int) column.getStartListOffset(row);
    Object[] values = new Object[(int) column.getEndListOffset(row) - start];
    HostColumnVectorCore child = column.getChildColumnView(0);
    for (int i = 0; i < values.length; i++) {
      values[i] = internal(child, start + i, type);
    }
    return new GenericArrayData(values);
  }

  /**
   * A column of Spark's internal values.
   *
   * @throws IllegalStateException for a type that no body leaves to rows
   */
  static ColumnVector column(Object[] values, DataType type) {
    int n = values.length;
    if (type instanceof StringType) {
      byte[][] texts = new byte[n][];
      for (int i = 0; i < n; i++) {
        texts[i] = values[i] == null ? null : ((UTF8String) values[i]).getBytes();
      }
      return ColumnVector.fromUTF8Strings(texts);
    }
    if (type instanceof BooleanType) {
      return ColumnVector.fromBoxedBooleans(Arrays.copyOf(values, n, Boolean[].class));
    }
    if (type instanceof LongType) {
      return ColumnVector.fromBoxedLongs(Arrays.copyOf(values, n, Long[].class));
    }
    if (type instanceof IntegerType) {
      return ColumnVector.fromBoxedInts(Arrays.copyOf(values, n, Integer[].class));
    }
    if (type instanceof ShortType) {
      return ColumnVector.fromBoxedShorts(Arrays.copyOf(values, n, Short[].class));
    }
    if (type instanceof ByteType) {
      return ColumnVector.fromBoxedBytes(Arrays.copyOf(values, n, Byte[].class));
    }
    if (type instanceof DoubleType) {
      return ColumnVector.fromBoxedDoubles(Arrays.copyOf(values, n, Double[].class));
    }
    if (type instanceof FloatType) {
      return ColumnVector.fromBoxedFloats(Arrays.copyOf(values, n, Float[].class));
    }
    if (type instanceof DateType) {
      return ColumnVector.timestampDaysFromBoxedInts(Arrays.copyOf(values, n, Integer[].class));
    }
    if (type instanceof StructType struct) {
      return struct(values, struct);
    }
    if (type instanceof ArrayType array) {
      return lists(values, array.elementType());
    }
    throw new IllegalStateException("no body leaves rows of " + type.sql() + " to rows");
  }

  private static ColumnVector lists(Object[] arrays, DataType type) {
    int[] offsets = new int[arrays.length + 1];
    List<Object> items = new ArrayList<>();
    for (int i = 0; i < arrays.length; i++) {
      if (arrays[i] != null) {
        items.addAll(Arrays.asList(((ArrayData) arrays[i]).toObjectArray(type)));
      }
      offsets[i + 1] = items.size();
    }
    try (ColumnVector children = column(items.toArray(), type);
        ColumnVector ends = ColumnVector.fromInts(offsets);
        ColumnVector whole = children.makeListFromOffsets(arrays.length, ends)) {
      return nulled(whole, arrays);
    }
  }

  /** The same column with nulls where there is no value. */
  private static ColumnVector nulled(ColumnVector whole, Object[] values) {
    Boolean[] present = new Boolean[values.length];
    for (int i = 0; i < values.length; i++) {
      present[i] = values[i] == null ? null : true;
    }
    if (!Arrays.asList(present).contains(null)) {
      return whole.incRefCount();
    }
    try (ColumnVector valid = ColumnVector.fromBoxedBooleans(present)) {
      return whole.mergeAndSetValidity(BinaryOp.BITWISE_AND, valid);
    }
  }

  private static ColumnVector struct(Object[] rows, StructType type) {
    ColumnVector[] fields = new ColumnVector[type.size()];
    try (Columns c = new Columns()) {
      for (int f = 0; f < fields.length; f++) {
        Object[] values = new Object[rows.length];
        for (int i = 0; i < rows.length; i++) {
          InternalRow row = (InternalRow) rows[i];
          values[i] = row == null ? null : row.get(f, type.apply(f).dataType());
        }
        fields[f] = c.own(column(values, type.apply(f).dataType()));
      }
      return nulled(c.own(ColumnVector.makeStruct(rows.length, fields)), rows);
    }
  }
}
