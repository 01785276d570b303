// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.testkit.columns;

import ai.rapids.cudf.ColumnView;
import ai.rapids.cudf.HostColumnVector;
import ai.rapids.cudf.HostColumnVectorCore;
import io.github.rapidsudfs.api.TypeKind;
import io.github.rapidsudfs.testkit.values.Malformed;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.expressions.GenericRowWithSchema;
import org.apache.spark.sql.catalyst.util.DateTimeUtils;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructType;

/** Values of the classes of {@code RowValues} from cuDF columns. */
public final class FromColumns {
  private FromColumns() {}

  /**
   * The values of a column of the cuDF type that the plugin uses for the Spark type. Invalid values
   * (invalid UTF-8, a map with a duplicate key, a decimal of too many digits) become {@link
   * Malformed}.
   */
  public static List<Object> of(DataType type, ColumnView column) {
    try (HostColumnVector host = column.copyToHost()) {
      return IntStream.range(0, (int) host.getRowCount())
          .mapToObj(row -> value(type, host, row))
          .toList();
    }
  }

  private static Object value(DataType type, HostColumnVectorCore host, int row) {
    if (host.isNull(row)) {
      return null;
    }
    return switch (TypeKind.of(type)) {
      case BOOLEAN -> host.getBoolean(row);
      case BYTE, NULL -> host.getByte(row);
      case SHORT -> host.getShort(row);
      case INTEGER -> host.getInt(row);
      case LONG -> host.getLong(row);
      case FLOAT -> host.getFloat(row);
      case DOUBLE -> host.getDouble(row);
      case DATE -> LocalDate.ofEpochDay(host.getInt(row));
      case TIMESTAMP -> DateTimeUtils.microsToInstant(host.getLong(row));
      case DECIMAL -> decimal((DecimalType) type, host.getBigDecimal(row));
      case STRING -> Malformed.orString(host.getUTF8(row));
      case BINARY -> bytes(host, row);
      case STRUCT -> struct((StructType) type, host, row);
      case MAP -> map((MapType) type, host, row);
      case ARRAY -> list((ArrayType) type, host, row);
    };
  }

  private static Object decimal(DecimalType type, BigDecimal value) {
    return value.precision() - value.scale() > type.precision() - type.scale()
        ? new Malformed(value.toPlainString() + " has more digits than " + type.sql())
        : value;
  }

  private static Row struct(StructType type, HostColumnVectorCore host, int row) {
    Object[] fields = new Object[type.length()];
    for (int i = 0; i < fields.length; i++) {
      fields[i] = value(type.apply(i).dataType(), host.getChildColumnView(i), row);
    }
    return new GenericRowWithSchema(fields, type);
  }

  private static byte[] bytes(HostColumnVectorCore host, int row) {
    HostColumnVectorCore child = host.getChildColumnView(0);
    int start = (int) host.getStartListOffset(row);
    byte[] bytes = new byte[(int) host.getEndListOffset(row) - start];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = child.getByte(start + i);
    }
    return bytes;
  }

  private static List<Object> list(ArrayType type, HostColumnVectorCore host, int row) {
    return IntStream.range((int) host.getStartListOffset(row), (int) host.getEndListOffset(row))
        .mapToObj(i -> value(type.elementType(), host.getChildColumnView(0), i))
        .toList();
  }

  private static Object map(MapType type, HostColumnVectorCore host, int row) {
    HostColumnVectorCore entries = host.getChildColumnView(0);
    List<Object> keys = new ArrayList<>();
    List<Object> values = new ArrayList<>();
    for (int i = (int) host.getStartListOffset(row); i < host.getEndListOffset(row); i++) {
      boolean none = entries.isNull(i);
      keys.add(none ? null : value(type.keyType(), entries.getChildColumnView(0), i));
      values.add(none ? null : value(type.valueType(), entries.getChildColumnView(1), i));
    }
    return Malformed.orMap(type, keys, values);
  }
}
