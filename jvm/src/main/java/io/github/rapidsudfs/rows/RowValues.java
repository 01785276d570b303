// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.rows;

import io.github.rapidsudfs.api.Widening;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.sql.Date;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.apache.spark.sql.Row;
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
import org.apache.spark.sql.types.TimestampType;

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
      super("must be " + type.sql() + ", got " + describe(value));
    }

    private static String describe(Object value) {
      return value.getClass().getName()
          + (value instanceof BigDecimal || value instanceof Number ? " " + value : "");
    }
  }

  private static final List<Map.Entry<Class<? extends DataType>, Class<?>>> CLASSES =
      List.of(
          Map.entry(BooleanType.class, Boolean.class),
          Map.entry(ByteType.class, Byte.class),
          Map.entry(ShortType.class, Short.class),
          Map.entry(IntegerType.class, Integer.class),
          Map.entry(LongType.class, Long.class),
          Map.entry(FloatType.class, Float.class),
          Map.entry(DoubleType.class, Double.class),
          Map.entry(DecimalType.class, BigDecimal.class),
          Map.entry(StringType.class, String.class),
          Map.entry(BinaryType.class, byte[].class),
          Map.entry(DateType.class, LocalDate.class),
          Map.entry(TimestampType.class, Instant.class),
          Map.entry(ArrayType.class, List.class),
          Map.entry(MapType.class, Map.class),
          Map.entry(StructType.class, Row.class),
          Map.entry(NullType.class, Void.class));

  private RowValues() {}

  /** The adapter of values of a declared type; of any type if {@code type} is null. */
  public static Adapter of(DataType type) {
    if (type == null) {
      return value -> value;
    }
    if (type instanceof DateType) {
      return value -> date(value, type);
    }
    if (type instanceof TimestampType) {
      return value -> timestamp(value, type);
    }
    if (type instanceof DecimalType) {
      return value -> decimal(value, (DecimalType) type);
    }
    if (type instanceof ArrayType) {
      return array((ArrayType) type);
    }
    if (type instanceof MapType) {
      return map((MapType) type);
    }
    if (type instanceof StructType) {
      return struct((StructType) type);
    }
    if (type instanceof LongType) {
      return value -> value.getClass() == Long.class ? value : (Object) integer(value, type, 8);
    }
    if (type instanceof IntegerType) {
      return value ->
          value.getClass() == Integer.class ? value : (Object) (int) integer(value, type, 4);
    }
    if (type instanceof ShortType) {
      return value ->
          value.getClass() == Short.class ? value : (Object) (short) integer(value, type, 2);
    }
    if (type instanceof DoubleType) {
      return value -> value.getClass() == Double.class ? value : (Object) real(value, type);
    }
    Class<?> wanted = javaClass(type);
    return value -> {
      if (value.getClass() != wanted) {
        throw new WrongClass(type, value);
      }
      return value;
    };
  }

  /** The class of a body's values of a type. */
  public static Class<?> javaClass(DataType type) {
    return CLASSES.stream()
        .filter(entry -> entry.getKey().isInstance(type))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no row-wise values of type " + type.sql()))
        .getValue();
  }

  private static long integer(Object value, DataType type, int bytes) {
    if (value instanceof Byte
        || (value instanceof Short && bytes > 2)
        || (value instanceof Integer && bytes > 4)) {
      return ((Number) value).longValue();
    }
    throw new WrongClass(type, value);
  }

  private static double real(Object value, DataType type) {
    if (value instanceof Float
        || value instanceof Byte
        || value instanceof Short
        || value instanceof Integer) {
      return ((Number) value).doubleValue();
    }
    throw new WrongClass(type, value);
  }

  private static BigDecimal decimal(Object value, DecimalType type) {
    BigDecimal exact;
    if (value instanceof BigDecimal) {
      exact = (BigDecimal) value;
    } else if (value instanceof Byte
        || value instanceof Short
        || value instanceof Integer
        || value instanceof Long) {
      exact = BigDecimal.valueOf(((Number) value).longValue());
    } else {
      throw new WrongClass(type, value);
    }
    BigDecimal scaled = exact.scale() == type.scale() ? exact : rescaled(exact, type);
    if (scaled.precision() > type.precision()) {
      throw new WrongClass(type, value);
    }
    return scaled;
  }

  private static BigDecimal rescaled(BigDecimal value, DecimalType type) {
    try {
      return value.setScale(type.scale(), RoundingMode.UNNECESSARY);
    } catch (ArithmeticException e) {
      throw new WrongClass(type, value);
    }
  }

  private static LocalDate date(Object value, DataType type) {
    if (value instanceof LocalDate) {
      return (LocalDate) value;
    }
    if (value instanceof Date) {
      // Spark's own conversion from the hybrid calendar of java.sql.Date.
      return LocalDate.ofEpochDay(DateTimeUtils.fromJavaDate((Date) value));
    }
    throw new WrongClass(type, value);
  }

  private static Instant timestamp(Object value, DataType type) {
    if (value instanceof Instant) {
      return (Instant) value;
    }
    if (value instanceof Timestamp) {
      return DateTimeUtils.microsToInstant(DateTimeUtils.fromJavaTimestamp((Timestamp) value));
    }
    throw new WrongClass(type, value);
  }

  private static Adapter array(ArrayType type) {
    Adapter element = of(type.elementType());
    return value -> new ArrayList<>(Arrays.asList(elements(value, type, element)));
  }

  /** The adapted elements of an array of Spark or Hive. */
  static Object[] elements(Object array, DataType type, Adapter element) {
    Object[] elements;
    if (array instanceof scala.collection.Seq<?> seq) {
      elements = new Object[seq.size()];
      scala.collection.Iterator<?> items = seq.iterator();
      for (int i = 0; i < elements.length; i++) {
        elements[i] = orNull(element, items.next());
      }
    } else if (array instanceof List<?> list) {
      elements = list.toArray();
      for (int i = 0; i < elements.length; i++) {
        elements[i] = orNull(element, elements[i]);
      }
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
    if (map instanceof scala.collection.Map) {
      scala.collection.Iterator<?> items = ((scala.collection.Map<?, ?>) map).iterator();
      while (items.hasNext()) {
        scala.Tuple2<?, ?> entry = (scala.Tuple2<?, ?>) items.next();
        entries.accept(entry._1(), entry._2());
      }
    } else if (map instanceof Map) {
      ((Map<?, ?>) map).forEach(entries);
    } else {
      throw new WrongClass(type, map);
    }
  }

  private static Adapter struct(StructType type) {
    Adapter[] fields = new Adapter[type.fields().length];
    for (int i = 0; i < fields.length; i++) {
      fields[i] = of(type.fields()[i].dataType());
    }
    return value -> {
      Row row = row(value, type);
      return row == null ? null : new GenericRowWithSchema(values(row, fields), type);
    };
  }

  /** The adapted fields of a row. */
  static Object[] values(Row row, Adapter[] fields) {
    Object[] values = new Object[fields.length];
    for (int i = 0; i < fields.length; i++) {
      values[i] = orNull(fields[i], row.get(i));
    }
    return values;
  }

  /** A struct of Spark or Hive as a row; null for an empty option. */
  static Row row(Object struct, StructType type) {
    // Spark's encoders pass a nullable struct as an Option.
    if (struct instanceof scala.Option<?> option) {
      return option.isEmpty() ? null : row(option.get(), type);
    }
    if (struct instanceof Row && ((Row) struct).length() == type.length()) {
      return (Row) struct;
    }
    throw new WrongClass(type, struct);
  }

  static Object orNull(Adapter adapter, Object value) {
    return value == null ? null : adapter.adapt(value);
  }
}
