// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.rows;

import io.github.rapidsudfs.api.TypeKind;
import io.github.rapidsudfs.api.Widening;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.sql.Date;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.expressions.GenericRowWithSchema;
import org.apache.spark.sql.catalyst.util.DateTimeUtils;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructType;

/**
 * Converts values of Spark or Hive to the one class that a row-wise body sees for each type,
 * independently of the session's settings:
 *
 * <p>BOOLEAN {@code Boolean}, TINYINT {@code Byte}, SMALLINT {@code Short}, INT {@code Integer},
 * BIGINT {@code Long}, FLOAT {@code Float}, DOUBLE {@code Double}, DECIMAL {@code BigDecimal} of
 * the declared scale, STRING {@code String}, BINARY {@code byte[]}, DATE {@code LocalDate},
 * TIMESTAMP {@code Instant}, ARRAY {@code java.util.List}, MAP {@code java.util.Map}, STRUCT {@code
 * Row}.
 *
 * <p>Numbers are widened by the rule of {@link Widening}, as {@code ColumnWidening} does for
 * columns; any other mismatch throws an {@link IllegalArgumentException}.
 */
public final class RowValues {
  /** Adapts one non-null value; the result may be null (for an empty {@code Option}). */
  @FunctionalInterface
  public interface Adapter {
    Object adapt(Object value);
  }

  /** Thrown by adapters; {@link RowCall} adds the argument and the function. */
  public static final class WrongClass extends IllegalArgumentException {
    WrongClass(DataType type, Object value) {
      super(
          "must be %s, got %s%s"
              .formatted(
                  type.sql(),
                  value.getClass().getName(),
                  value instanceof Number ? " " + value : ""));
    }
  }

  private RowValues() {}

  /** The adapter of values of a declared type; of any type if {@code type} is null. */
  public static Adapter of(DataType type) {
    if (type == null) {
      return value -> value;
    }
    return switch (TypeKind.of(type)) {
      case DATE -> value -> date(value, type);
      case TIMESTAMP -> value -> timestamp(value, type);
      case DECIMAL -> value -> decimal(value, (DecimalType) type);
      case ARRAY -> array((ArrayType) type);
      case MAP -> map((MapType) type);
      case STRUCT -> struct((StructType) type);
      case LONG ->
          value -> value.getClass() == Long.class ? value : (Object) integer(value, type, 8);
      case INTEGER ->
          value ->
              value.getClass() == Integer.class ? value : (Object) (int) integer(value, type, 4);
      case SHORT ->
          value ->
              value.getClass() == Short.class ? value : (Object) (short) integer(value, type, 2);
      case DOUBLE -> value -> value.getClass() == Double.class ? value : (Object) real(value, type);
      default -> {
        Class<?> wanted = TypeKind.of(type).javaClass();
        yield value -> {
          if (value.getClass() != wanted) {
            throw new WrongClass(type, value);
          }
          return value;
        };
      }
    };
  }

  /** An integer of fewer bytes. */
  private static long integer(Object value, DataType type, int bytes) {
    if (value instanceof Byte
        || (value instanceof Short && bytes > 2)
        || (value instanceof Integer && bytes > 4)
        || (value instanceof Long && bytes > 8)) {
      return ((Number) value).longValue();
    }
    throw new WrongClass(type, value);
  }

  private static double real(Object value, DataType type) {
    return value instanceof Float single ? single : integer(value, type, 8);
  }

  private static BigDecimal decimal(Object value, DecimalType type) {
    BigDecimal exact =
        value instanceof BigDecimal own ? own : BigDecimal.valueOf(integer(value, type, 16));
    try {
      BigDecimal scaled = exact.setScale(type.scale(), RoundingMode.UNNECESSARY);
      if (scaled.precision() <= type.precision()) {
        return scaled;
      }
    } catch (ArithmeticException e) {
      // It has more decimals.
    }
    throw new WrongClass(type, value);
  }

  private static LocalDate date(Object value, DataType type) {
    if (value instanceof LocalDate day) {
      return day;
    }
    if (value instanceof Date day) {
      // Spark's own conversion from the hybrid calendar of java.sql.Date.
      return LocalDate.ofEpochDay(DateTimeUtils.fromJavaDate(day));
    }
    throw new WrongClass(type, value);
  }

  private static Instant timestamp(Object value, DataType type) {
    if (value instanceof Instant time) {
      return time;
    }
    if (value instanceof Timestamp time) {
      return DateTimeUtils.microsToInstant(DateTimeUtils.fromJavaTimestamp(time));
    }
    throw new WrongClass(type, value);
  }

  private static Adapter array(ArrayType type) {
    Adapter element = of(type.elementType());
    return value -> elements(value, type, element);
  }

  /** The adapted elements of an array of Spark or Hive. */
  static List<Object> elements(Object array, DataType type, Adapter element) {
    List<Object> elements = new ArrayList<>();
    if (array instanceof scala.collection.Seq<?> seq) {
      scala.collection.Iterator<?> items = seq.iterator();
      while (items.hasNext()) {
        elements.add(orNull(element, items.next()));
      }
    } else if (array instanceof List<?> list) {
      list.forEach(item -> elements.add(orNull(element, item)));
    } else {
      throw new WrongClass(type, array);
    }
    return elements;
  }

  private static Adapter map(MapType type) {
    Adapter key = of(type.keyType());
    Adapter item = of(type.valueType());
    return value -> {
      Map<Object, Object> map = new LinkedHashMap<>();
      forEach(value, type, (k, v) -> map.put(orNull(key, k), orNull(item, v)));
      return map;
    };
  }

  /** Passes on the entries of a map of Spark or Hive. */
  static void forEach(Object map, DataType type, BiConsumer<Object, Object> entries) {
    if (map instanceof scala.collection.Map<?, ?> pairs) {
      scala.collection.Iterator<?> items = pairs.iterator();
      while (items.hasNext()) {
        scala.Tuple2<?, ?> entry = (scala.Tuple2<?, ?>) items.next();
        entries.accept(entry._1(), entry._2());
      }
    } else if (map instanceof Map<?, ?> pairs) {
      pairs.forEach(entries);
    } else {
      throw new WrongClass(type, map);
    }
  }

  private static Adapter struct(StructType type) {
    List<Adapter> fields = TypeKind.parts(type).stream().map(RowValues::of).toList();
    return value -> {
      Row row = row(value, type);
      return row == null ? null : new GenericRowWithSchema(values(row, fields), type);
    };
  }

  /** The adapted fields of a row. */
  static Object[] values(Row row, List<Adapter> fields) {
    Object[] values = new Object[fields.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = orNull(fields.get(i), row.get(i));
    }
    return values;
  }

  /** A struct of Spark or Hive as a row; null for an empty option. */
  static Row row(Object struct, StructType type) {
    // Spark's encoders pass a nullable struct as an Option.
    if (struct instanceof scala.Option<?> option) {
      return option.isEmpty() ? null : row(option.get(), type);
    }
    if (struct instanceof Row row && row.length() == type.length()) {
      return row;
    }
    throw new WrongClass(type, struct);
  }

  static Object orNull(Adapter adapter, Object value) {
    return value == null ? null : adapter.adapt(value);
  }
}
