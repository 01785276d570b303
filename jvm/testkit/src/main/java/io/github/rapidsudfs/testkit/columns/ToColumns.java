// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.testkit.columns;

import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.HostColumnVector;
import ai.rapids.cudf.HostColumnVector.StructData;
import io.github.rapidsudfs.api.TypeKind;
import io.github.rapidsudfs.api.TypeMapping;
import io.github.rapidsudfs.columns.CudfColumns;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.util.DateTimeUtils;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructType;

/** Makes cuDF columns from values of the classes of {@code RowValues}. */
public final class ToColumns {
  private ToColumns() {}

  /** A column of the cuDF type that the plugin uses for the Spark type. The caller closes it. */
  public static ColumnVector of(DataType type, List<Object> values) {
    HostColumnVector.DataType host = CudfColumns.hostType(TypeMapping.toCudf(type));
    try (HostColumnVector.ColumnBuilder builder =
        new HostColumnVector.ColumnBuilder(host, Math.max(1, values.size()))) {
      for (Object value : values) {
        append(builder, type, value);
      }
      return builder.buildAndPutOnDevice();
    }
  }

  private static void append(HostColumnVector.ColumnBuilder builder, DataType type, Object value) {
    Object host = toHost(type, value);
    if (host == null) {
      builder.appendNull();
      return;
    }
    try {
      switch (TypeKind.of(type)) {
        case BOOLEAN -> builder.append((boolean) host);
        case BYTE, NULL -> builder.append((byte) host);
        case SHORT -> builder.append((short) host);
        case INTEGER, DATE -> builder.append((int) host);
        case LONG, TIMESTAMP -> builder.append((long) host);
        case FLOAT -> builder.append((float) host);
        case DOUBLE -> builder.append((double) host);
        case DECIMAL -> builder.append((BigDecimal) host);
        case STRING -> builder.append((String) host);
        case STRUCT -> builder.appendStructValues((StructData) host);
        case BINARY, ARRAY, MAP -> builder.appendLists((List<?>) host);
        default -> throw new IllegalArgumentException("no columns of " + type.sql());
      }
    } catch (ClassCastException e) {
      throw new IllegalArgumentException(
          "no column of " + type.sql() + " holds a " + value.getClass().getName(), e);
    }
  }

  /** The value for cuDF's builders: a list, a struct, or a boxed value. */
  private static Object toHost(DataType type, Object value) {
    if (value instanceof byte[] bytes) {
      List<Byte> list = new ArrayList<>();
      for (byte each : bytes) {
        list.add(each);
      }
      return list;
    }
    if (value instanceof LocalDate day) {
      return (int) day.toEpochDay();
    }
    if (value instanceof Instant time) {
      return DateTimeUtils.instantToMicros(time);
    }
    List<Object> parts = new ArrayList<>();
    if (value instanceof List<?> list && type instanceof ArrayType array) {
      list.forEach(item -> parts.add(toHost(array.elementType(), item)));
    } else if (value instanceof Map<?, ?> entries && type instanceof MapType map) {
      entries.forEach(
          (k, v) -> parts.add(entry(toHost(map.keyType(), k), toHost(map.valueType(), v))));
    } else if (value instanceof Row row && type instanceof StructType struct) {
      for (int i = 0; i < struct.length(); i++) {
        parts.add(toHost(struct.apply(i).dataType(), row.get(i)));
      }
      return new StructData(parts);
    } else {
      return value;
    }
    return parts;
  }

  private static StructData entry(Object key, Object value) {
    return new StructData(Arrays.asList(key, value));
  }
}
