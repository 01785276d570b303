package io.github.rapidsudfs.testkit.columns;

import ai.rapids.cudf.ColumnView;
import ai.rapids.cudf.HostColumnVector;
import ai.rapids.cudf.HostColumnVectorCore;
import io.github.rapidsudfs.testkit.values.Malformed;
import io.github.rapidsudfs.testkit.values.Texts;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.spark.sql.catalyst.expressions.GenericRowWithSchema;
import org.apache.spark.sql.catalyst.util.DateTimeUtils;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.ByteType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.DoubleType;
import org.apache.spark.sql.types.FloatType;
import org.apache.spark.sql.types.IntegerType;
import org.apache.spark.sql.types.LongType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.NullType;
import org.apache.spark.sql.types.ShortType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructType;

/** Values of the classes of {@code RowValues} from cuDF columns. */
public final class FromColumns {
  private FromColumns() {}

  /**
   * The values of a column of the cuDF type that the plugin uses for the Spark type. What no value
   * of the type can be (invalid UTF-8, a map with a key twice, a decimal of too many digits) comes
   * as {@link Malformed}.
   */
  public static List<Object> of(DataType type, ColumnView column) {
    try (HostColumnVector host = column.copyToHost()) {
      List<Object> values = new ArrayList<>();
      for (int row = 0; row < host.getRowCount(); row++) {
        values.add(value(type, host, row));
      }
      return values;
    }
  }

  private static Object value(DataType type, HostColumnVectorCore host, int row) {
    if (host.isNull(row)) {
      return null;
    }
    if (type instanceof BooleanType) {
      return host.getBoolean(row);
    }
    if (type instanceof ByteType || type instanceof NullType) {
      return host.getByte(row);
    }
    if (type instanceof ShortType) {
      return host.getShort(row);
    }
    if (type instanceof IntegerType) {
      return host.getInt(row);
    }
    if (type instanceof LongType) {
      return host.getLong(row);
    }
    if (type instanceof FloatType) {
      return host.getFloat(row);
    }
    if (type instanceof DoubleType) {
      return host.getDouble(row);
    }
    if (type instanceof DateType) {
      return LocalDate.ofEpochDay(host.getInt(row));
    }
    if (type instanceof org.apache.spark.sql.types.TimestampType) {
      return DateTimeUtils.microsToInstant(host.getLong(row));
    }
    if (type instanceof DecimalType) {
      BigDecimal value = host.getBigDecimal(row);
      return value.precision() - value.scale()
              > ((DecimalType) type).precision() - ((DecimalType) type).scale()
          ? new Malformed(value.toPlainString() + " has more digits than " + type.sql())
          : value;
    }
    if (type instanceof StringType) {
      return Malformed.orString(host.getUTF8(row));
    }
    if (type instanceof BinaryType) {
      return bytes(host, row);
    }
    if (type instanceof StructType) {
      Object[] fields = new Object[((StructType) type).length()];
      for (int i = 0; i < fields.length; i++) {
        fields[i] = value(((StructType) type).apply(i).dataType(), host.getChildColumnView(i), row);
      }
      return new GenericRowWithSchema(fields, (StructType) type);
    }
    return type instanceof MapType
        ? map((MapType) type, host, row)
        : list((ArrayType) type, host, row);
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
    List<Object> list = new ArrayList<>();
    for (int i = (int) host.getStartListOffset(row); i < host.getEndListOffset(row); i++) {
      list.add(value(type.elementType(), host.getChildColumnView(0), i));
    }
    return list;
  }

  private static Object map(MapType type, HostColumnVectorCore host, int row) {
    Map<Object, Object> map = new LinkedHashMap<>();
    Set<String> seen = new HashSet<>();
    HostColumnVectorCore entries = host.getChildColumnView(0);
    for (int i = (int) host.getStartListOffset(row); i < host.getEndListOffset(row); i++) {
      Object key =
          entries.isNull(i) ? null : value(type.keyType(), entries.getChildColumnView(0), i);
      if (key == null) {
        return new Malformed("a map with a null key");
      }
      if (!seen.add(Texts.of(type.keyType(), key))) {
        return new Malformed("a map with the key " + Texts.of(type.keyType(), key) + " twice");
      }
      map.put(key, value(type.valueType(), entries.getChildColumnView(1), i));
    }
    return map;
  }
}
