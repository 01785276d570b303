// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.rows;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericRowWithSchema;
import org.apache.spark.sql.catalyst.util.ArrayBasedMapData;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.catalyst.util.DateTimeUtils;
import org.apache.spark.sql.catalyst.util.GenericArrayData;
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

/**
 * Conversions of Spark's internal values, for row-wise bodies whose type parameters ask for them:
 * STRING {@code UTF8String}, DATE {@code Integer} (days since 1970-01-01), TIMESTAMP {@code Long}
 * (microseconds), DECIMAL {@code Decimal}, ARRAY {@code ArrayData}, MAP {@code MapData}, STRUCT
 * {@code InternalRow}. Values of other types have the same class in both representations.
 */
final class InternalValues {
  private InternalValues() {}

  /** The internal class of values of a type; null if it is the class of {@link RowValues}. */
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

  /** Returns whether a body with this type parameter works on internal values of the type. */
  static boolean isInternal(DataType type, Class<?> parameter) {
    Class<?> internal = type == null ? null : internalClass(type);
    return internal != null
        && internal.isAssignableFrom(parameter)
        && !parameter.isAssignableFrom(RowValues.javaClass(type));
  }

  /** Converts values of Spark or Hive to internal values of the type. */
  static RowValues.Adapter adapter(DataType type) {
    if (type instanceof ArrayType) {
      return array((ArrayType) type);
    }
    if (type instanceof MapType) {
      return map((MapType) type);
    }
    if (type instanceof StructType) {
      return struct((StructType) type);
    }
    RowValues.Adapter toJava = RowValues.of(type);
    if (type instanceof StringType) {
      return value -> {
        if (value instanceof String text) {
          return UTF8String.fromString(text);
        }
        return value instanceof UTF8String ? value : toJava.adapt(value);
      };
    }
    // An Integer or Long argument is a number from the query, never days or microseconds.
    if (type instanceof DateType) {
      return value -> (int) ((LocalDate) toJava.adapt(value)).toEpochDay();
    }
    if (type instanceof TimestampType) {
      return value -> DateTimeUtils.instantToMicros((Instant) toJava.adapt(value));
    }
    if (type instanceof DecimalType decimal) {
      return value ->
          value instanceof Decimal
              ? value
              : Decimal.apply(
                  (BigDecimal) toJava.adapt(value), decimal.precision(), decimal.scale());
    }
    return toJava;
  }

  private static RowValues.Adapter array(ArrayType type) {
    RowValues.Adapter element = adapter(type.elementType());
    return value ->
        value instanceof ArrayData
            ? value
            : new GenericArrayData(RowValues.elements(value, type, element));
  }

  private static RowValues.Adapter map(MapType type) {
    RowValues.Adapter key = adapter(type.keyType());
    RowValues.Adapter item = adapter(type.valueType());
    return value -> {
      if (value instanceof MapData) {
        return value;
      }
      List<Object> keys = new ArrayList<>();
      List<Object> values = new ArrayList<>();
      RowValues.forEach(
          value,
          type,
          (k, v) -> {
            keys.add(RowValues.orNull(key, k));
            values.add(RowValues.orNull(item, v));
          });
      return new ArrayBasedMapData(
          new GenericArrayData(keys.toArray()), new GenericArrayData(values.toArray()));
    };
  }

  private static RowValues.Adapter struct(StructType type) {
    RowValues.Adapter[] fields = new RowValues.Adapter[type.length()];
    for (int i = 0; i < fields.length; i++) {
      fields[i] = adapter(type.fields()[i].dataType());
    }
    return value -> {
      if (value instanceof InternalRow) {
        return value;
      }
      Row row = RowValues.row(value, type);
      return row == null ? null : new GenericInternalRow(RowValues.values(row, fields));
    };
  }

  /** Converts an internal value to the class of {@link RowValues}. */
  static Object toJava(Object value, DataType type) {
    return external(value, type, false);
  }

  /**
   * Converts an internal value to what Spark takes from a UDF: like {@link #toJava}, except that
   * strings and decimals stay internal.
   */
  static Object toSpark(Object value, DataType type) {
    return external(value, type, true);
  }

  private static Object external(Object value, DataType type, boolean leaves) {
    if (value == null) {
      return null;
    }
    if (type instanceof StringType) {
      return leaves ? value : value.toString();
    }
    if (type instanceof DateType) {
      return LocalDate.ofEpochDay((Integer) value);
    }
    if (type instanceof TimestampType) {
      return DateTimeUtils.microsToInstant((Long) value);
    }
    if (type instanceof DecimalType) {
      return leaves ? value : ((Decimal) value).toJavaBigDecimal();
    }
    if (type instanceof ArrayType) {
      return list((ArrayData) value, ((ArrayType) type).elementType(), leaves);
    }
    if (type instanceof MapType map) {
      List<Object> keys = list(((MapData) value).keyArray(), map.keyType(), leaves);
      List<Object> values = list(((MapData) value).valueArray(), map.valueType(), leaves);
      return leaves ? new Entries(keys, values) : new LinkedHashMap<>(new Entries(keys, values));
    }
    if (type instanceof StructType struct) {
      Object[] fields = new Object[struct.length()];
      for (int i = 0; i < fields.length; i++) {
        DataType field = struct.fields()[i].dataType();
        InternalRow row = (InternalRow) value;
        fields[i] = row.isNullAt(i) ? null : external(row.get(i, field), field, leaves);
      }
      return new GenericRowWithSchema(fields, struct);
    }
    return value;
  }

  private static List<Object> list(ArrayData array, DataType element, boolean leaves) {
    List<Object> list = new ArrayList<>(array.numElements());
    for (int i = 0; i < array.numElements(); i++) {
      list.add(array.isNullAt(i) ? null : external(array.get(i, element), element, leaves));
    }
    return list;
  }

  /** A map without hashing, as Spark only iterates over it once. */
  private static final class Entries extends AbstractMap<Object, Object> {
    private final List<Object> keys;
    private final List<Object> values;

    Entries(List<Object> keys, List<Object> values) {
      this.keys = keys;
      this.values = values;
    }

    @Override
    public Set<Map.Entry<Object, Object>> entrySet() {
      return new AbstractSet<>() {
        @Override
        public int size() {
          return keys.size();
        }

        @Override
        public Iterator<Map.Entry<Object, Object>> iterator() {
          return IntStream.range(0, keys.size())
              .<Map.Entry<Object, Object>>mapToObj(
                  i -> new SimpleImmutableEntry<>(keys.get(i), values.get(i)))
              .iterator();
        }
      };
    }
  }
}
