// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.rows;

import io.github.rapidsudfs.api.TypeKind;
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
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructType;
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
    return TypeKind.find(type).map(TypeKind::internalClass).orElse(null);
  }

  /** Returns whether a body with this type parameter works on internal values of the type. */
  static boolean isInternal(DataType type, Class<?> parameter) {
    Class<?> internal = type == null ? null : internalClass(type);
    return internal != null
        && internal.isAssignableFrom(parameter)
        && !parameter.isAssignableFrom(TypeKind.of(type).javaClass());
  }

  /** Converts values of Spark or Hive to internal values of the type. */
  static RowValues.Adapter adapter(DataType type) {
    if (TypeKind.isNested(type)) {
      return type instanceof ArrayType array
          ? array(array)
          : type instanceof MapType map ? map(map) : struct((StructType) type);
    }
    RowValues.Adapter toJava = RowValues.of(type);
    return switch (TypeKind.of(type)) {
      case STRING ->
          value ->
              value instanceof UTF8String
                  ? value
                  : value instanceof String text
                      ? UTF8String.fromString(text)
                      : toJava.adapt(value);
      // An Integer or Long argument is a number from the query, never days or microseconds.
      case DATE -> value -> (int) ((LocalDate) toJava.adapt(value)).toEpochDay();
      case TIMESTAMP -> value -> DateTimeUtils.instantToMicros((Instant) toJava.adapt(value));
      case DECIMAL -> {
        DecimalType decimal = (DecimalType) type;
        yield value ->
            value instanceof Decimal
                ? value
                : Decimal.apply(
                    (BigDecimal) toJava.adapt(value), decimal.precision(), decimal.scale());
      }
      default -> toJava;
    };
  }

  private static RowValues.Adapter array(ArrayType type) {
    RowValues.Adapter element = adapter(type.elementType());
    return value ->
        value instanceof ArrayData
            ? value
            : new GenericArrayData(RowValues.elements(value, type, element).toArray());
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
    List<RowValues.Adapter> fields =
        TypeKind.parts(type).stream().map(InternalValues::adapter).toList();
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

  /** Converts an internal value to what Spark takes from a UDF: strings and decimals as is. */
  static Object toSpark(Object value, DataType type) {
    return external(value, type, true);
  }

  private static Object external(Object value, DataType type, boolean leaves) {
    if (value == null) {
      return null;
    }
    return switch (TypeKind.of(type)) {
      case STRING -> leaves ? value : value.toString();
      case DATE -> LocalDate.ofEpochDay((Integer) value);
      case TIMESTAMP -> DateTimeUtils.microsToInstant((Long) value);
      case DECIMAL -> leaves ? value : ((Decimal) value).toJavaBigDecimal();
      case ARRAY -> list((ArrayData) value, ((ArrayType) type).elementType(), leaves);
      case MAP -> {
        MapType map = (MapType) type;
        List<Object> keys = list(((MapData) value).keyArray(), map.keyType(), leaves);
        List<Object> values = list(((MapData) value).valueArray(), map.valueType(), leaves);
        Map<Object, Object> entries = new Entries(keys, values);
        yield leaves ? entries : new LinkedHashMap<>(entries);
      }
      case STRUCT -> {
        InternalRow row = (InternalRow) value;
        List<DataType> parts = TypeKind.parts(type);
        Object[] fields = new Object[parts.size()];
        for (int i = 0; i < fields.length; i++) {
          fields[i] =
              row.isNullAt(i) ? null : external(row.get(i, parts.get(i)), parts.get(i), leaves);
        }
        yield new GenericRowWithSchema(fields, (StructType) type);
      }
      default -> value;
    };
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
