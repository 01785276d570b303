// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.builtins;

import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.DType;
import ai.rapids.cudf.HostColumnVectorCore;
import java.util.Arrays;
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

  /** A column of strings, booleans or longs from Spark's internal values. */
  static ColumnVector column(Object[] values, DType type) {
    switch (type.getTypeId()) {
      case STRING:
        byte[][] texts = new byte[values.length][];
        for (int i = 0; i < texts.length; i++) {
          texts[i] = values[i] == null ? null : ((UTF8String) values[i]).getBytes();
        }
        return ColumnVector.fromUTF8Strings(texts);
      case BOOL8:
        return ColumnVector.fromBoxedBooleans(
            Arrays.copyOf(values, values.length, Boolean[].class));
      case INT64:
        return ColumnVector.fromBoxedLongs(Arrays.copyOf(values, values.length, Long[].class));
      default:
        throw new IllegalStateException("no body leaves rows of " + type + " to the builtin");
    }
  }
}
