// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.builtins;

import ai.rapids.cudf.BinaryOp;
import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.HostColumnVectorCore;
import io.github.rapidsudfs.api.TypeKind;
import io.github.rapidsudfs.columns.Columns;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.catalyst.util.GenericArrayData;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.unsafe.types.UTF8String;

/** Cells of host columns as Spark's internal values, and back. */
final class HostCells {
  private HostCells() {}

  /** One value, of a type that builtins which refuse rows take; null for a null. */
  static Object internal(HostColumnVectorCore column, int row, DataType type) {
    if (column.isNull(row)) {
      return null;
    }
    return switch (TypeKind.of(type)) {
      case STRING -> UTF8String.fromBytes(column.getUTF8(row));
      case BOOLEAN -> column.getBoolean(row);
      case BYTE -> column.getByte(row);
      case SHORT -> column.getShort(row);
      case INTEGER, DATE -> column.getInt(row);
      case LONG, TIMESTAMP -> column.getLong(row);
      case FLOAT -> column.getFloat(row);
      case DOUBLE -> column.getDouble(row);
      case BINARY -> column.getBytesFromList(row);
      case DECIMAL -> {
        DecimalType decimal = (DecimalType) type;
        yield Decimal.apply(column.getBigDecimal(row), decimal.precision(), decimal.scale());
      }
      case ARRAY -> elements(column, row, ((ArrayType) type).elementType());
      default ->
          throw new IllegalStateException("no builtin that refuses rows takes " + type.sql());
    };
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

  /** A column of Spark's internal values, of a type that bodies leave to rows. */
  static ColumnVector column(Object[] values, DataType type) {
    return switch (TypeKind.of(type)) {
      case STRING ->
          ColumnVector.fromUTF8Strings(
              Stream.of(values)
                  .map(text -> text == null ? null : ((UTF8String) text).getBytes())
                  .toArray(byte[][]::new));
      case BOOLEAN -> ColumnVector.fromBoxedBooleans(as(Boolean[].class, values));
      case LONG -> ColumnVector.fromBoxedLongs(as(Long[].class, values));
      case INTEGER -> ColumnVector.fromBoxedInts(as(Integer[].class, values));
      case SHORT -> ColumnVector.fromBoxedShorts(as(Short[].class, values));
      case BYTE -> ColumnVector.fromBoxedBytes(as(Byte[].class, values));
      case DOUBLE -> ColumnVector.fromBoxedDoubles(as(Double[].class, values));
      case FLOAT -> ColumnVector.fromBoxedFloats(as(Float[].class, values));
      case DATE -> ColumnVector.timestampDaysFromBoxedInts(as(Integer[].class, values));
      case STRUCT -> struct(values, TypeKind.parts(type));
      case ARRAY -> lists(values, ((ArrayType) type).elementType());
      default ->
          throw new IllegalStateException("no body leaves rows of " + type.sql() + " to rows");
    };
  }

  private static <T> T[] as(Class<T[]> boxes, Object[] values) {
    return Arrays.copyOf(values, values.length, boxes);
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
    Boolean[] present = Stream.of(values).map(v -> v == null ? null : true).toArray(Boolean[]::new);
    if (!Arrays.asList(present).contains(null)) {
      return whole.incRefCount();
    }
    try (ColumnVector valid = ColumnVector.fromBoxedBooleans(present)) {
      return whole.mergeAndSetValidity(BinaryOp.BITWISE_AND, valid);
    }
  }

  private static ColumnVector struct(Object[] rows, List<DataType> types) {
    ColumnVector[] fields = new ColumnVector[types.size()];
    try (Columns c = new Columns()) {
      for (int f = 0; f < fields.length; f++) {
        int field = f;
        Object[] values =
            Stream.of(rows)
                .map(row -> row == null ? null : ((InternalRow) row).get(field, types.get(field)))
                .toArray();
        fields[f] = c.own(column(values, types.get(f)));
      }
      return nulled(c.own(ColumnVector.makeStruct(rows.length, fields)), rows);
    }
  }
}
