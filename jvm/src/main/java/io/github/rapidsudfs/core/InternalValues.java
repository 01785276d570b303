package io.github.rapidsudfs.core;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.catalyst.CatalystTypeConverters;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericRowWithSchema;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.catalyst.util.DateTimeUtils;
import org.apache.spark.sql.catalyst.util.MapData;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.TimestampType;
import org.apache.spark.unsafe.types.UTF8String;
import scala.Function1;

/**
 * Spark's internal values, for row-wise bodies whose type parameters ask for them: STRING {@code
 * UTF8String}, DATE {@code Integer} (days since 1970-01-01), TIMESTAMP {@code Long} (microseconds),
 * DECIMAL {@code Decimal}, ARRAY {@code ArrayData}, MAP {@code MapData}, STRUCT {@code
 * InternalRow}. Values of other types are the same in both worlds.
 */
final class InternalValues {
  private InternalValues() {}

  /** The internal class of values of a type; null where it is that of {@link RowValues}. */
  static Class<?> internalClass(DataType type) {
    if (type instanceof StringType) {
      return UTF8String.class;
    }
    if (type instanceof DateType) {
      return Integer.class;
    }
    if (type instanceof TimestampType) {
      return Long.class;
    }
    if (type instanceof DecimalType) {
      return Decimal.class;
    }
    if (type instanceof ArrayType) {
      return ArrayData.class;
    }
    if (type instanceof MapType) {
      return MapData.class;
    }
    return type instanceof StructType ? InternalRow.class : null;
  }

  /** Whether a body with this type parameter works on internal values of the type. */
  static boolean isInternal(DataType type, Class<?> parameter) {
    Class<?> internal = type == null ? null : internalClass(type);
    return internal != null
        && internal.isAssignableFrom(parameter)
        && !parameter.isAssignableFrom(RowValues.javaClass(type));
  }

  /** Converts values of Spark or Hive to internal values of the type. */
  static RowValues.Adapter adapter(DataType type) {
    RowValues.Adapter toJava = RowValues.of(type);
    if (type instanceof StringType) {
      return value ->
          value instanceof UTF8String ? value : UTF8String.fromString((String) toJava.adapt(value));
    }
    Function1<Object, Object> toInternal = CatalystTypeConverters.createToCatalystConverter(type);
    // An Integer or a Long that comes is a number of the query, never days or microseconds.
    boolean isTime = type instanceof DateType || type instanceof TimestampType;
    Class<?> internal = internalClass(type);
    return value ->
        !isTime && internal.isInstance(value) ? value : toInternal.apply(toJava.adapt(value));
  }

  /** An internal value as the class of {@link RowValues}. */
  static Object toJava(Object value, DataType type) {
    if (value == null) {
      return null;
    }
    if (type instanceof StringType) {
      return value.toString();
    }
    if (type instanceof DateType) {
      return LocalDate.ofEpochDay((Integer) value);
    }
    if (type instanceof TimestampType) {
      return DateTimeUtils.microsToInstant((Long) value);
    }
    if (type instanceof DecimalType) {
      return ((Decimal) value).toJavaBigDecimal();
    }
    if (type instanceof ArrayType) {
      return list((ArrayData) value, ((ArrayType) type).elementType());
    }
    if (type instanceof MapType) {
      List<Object> keys = list(((MapData) value).keyArray(), ((MapType) type).keyType());
      List<Object> values = list(((MapData) value).valueArray(), ((MapType) type).valueType());
      Map<Object, Object> map = new LinkedHashMap<>();
      for (int i = 0; i < keys.size(); i++) {
        map.put(keys.get(i), values.get(i));
      }
      return map;
    }
    if (type instanceof StructType) {
      StructType struct = (StructType) type;
      Object[] fields = new Object[struct.length()];
      for (int i = 0; i < fields.length; i++) {
        DataType field = struct.fields()[i].dataType();
        InternalRow row = (InternalRow) value;
        fields[i] = row.isNullAt(i) ? null : toJava(row.get(i, field), field);
      }
      return new GenericRowWithSchema(fields, struct);
    }
    return value;
  }

  private static List<Object> list(ArrayData array, DataType element) {
    List<Object> list = new ArrayList<>(array.numElements());
    for (int i = 0; i < array.numElements(); i++) {
      list.add(array.isNullAt(i) ? null : toJava(array.get(i, element), element));
    }
    return list;
  }
}
