package io.github.rapidsudfs.testkit.columns;

import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.HostColumnVector;
import ai.rapids.cudf.HostColumnVector.StructData;
import io.github.rapidsudfs.core.CudfColumns;
import io.github.rapidsudfs.core.TypeMapping;
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

/** cuDF columns of values of the classes of {@code RowValues}. */
public final class ToColumns {
  private ToColumns() {}

  /**
   * A column of the cuDF type that the plugin uses for the Spark type; null is null. The caller
   * closes it.
   */
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
    } else if (host instanceof List) {
      builder.appendLists((List<?>) host);
    } else if (host instanceof StructData) {
      builder.appendStructValues((StructData) host);
    } else if (host instanceof String) {
      builder.append((String) host);
    } else if (host instanceof BigDecimal) {
      builder.append((BigDecimal) host);
    } else if (host instanceof Boolean) {
      builder.append((boolean) (Boolean) host);
    } else if (host instanceof Byte) {
      builder.append((byte) (Byte) host);
    } else if (host instanceof Short) {
      builder.append((short) (Short) host);
    } else if (host instanceof Integer) {
      builder.append((int) (Integer) host);
    } else if (host instanceof Long) {
      builder.append((long) (Long) host);
    } else if (host instanceof Float) {
      builder.append((float) (Float) host);
    } else if (host instanceof Double) {
      builder.append((double) (Double) host);
    } else {
      throw new IllegalArgumentException(
          "no column of " + type.sql() + " holds a " + value.getClass().getName());
    }
  }

  /** As cuDF's builders take it: a list, a struct, or a boxed value. */
  private static Object toHost(DataType type, Object value) {
    if (value instanceof byte[]) {
      List<Byte> bytes = new ArrayList<>();
      for (byte each : (byte[]) value) {
        bytes.add(each);
      }
      return bytes;
    }
    if (value instanceof LocalDate) {
      return (int) ((LocalDate) value).toEpochDay();
    }
    if (value instanceof Instant) {
      return DateTimeUtils.instantToMicros((Instant) value);
    }
    if (type instanceof ArrayType && value != null) {
      List<Object> list = new ArrayList<>();
      ((List<?>) value).forEach(item -> list.add(toHost(((ArrayType) type).elementType(), item)));
      return list;
    }
    if (type instanceof MapType && value != null) {
      MapType map = (MapType) type;
      List<Object> entries = new ArrayList<>();
      ((Map<?, ?>) value)
          .forEach(
              (k, v) ->
                  entries.add(
                      new StructData(
                          Arrays.asList(toHost(map.keyType(), k), toHost(map.valueType(), v)))));
      return entries;
    }
    if (type instanceof StructType && value != null) {
      List<Object> fields = new ArrayList<>();
      for (int i = 0; i < ((StructType) type).length(); i++) {
        fields.add(toHost(((StructType) type).apply(i).dataType(), ((Row) value).get(i)));
      }
      return new StructData(fields);
    }
    return value;
  }
}
