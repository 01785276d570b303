// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.api;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.catalyst.util.MapData;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.ByteType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.DoubleType;
import org.apache.spark.sql.types.FloatType;
import org.apache.spark.sql.types.IntegerType;
import org.apache.spark.sql.types.LongType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.NullType;
import org.apache.spark.sql.types.ShortType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.TimestampType;
import org.apache.spark.unsafe.types.UTF8String;

/** The kinds of Spark types that functions take, with the classes of their values. */
public enum TypeKind {
  BOOLEAN(BooleanType.class, Boolean.class),
  BYTE(ByteType.class, Byte.class),
  SHORT(ShortType.class, Short.class),
  INTEGER(IntegerType.class, Integer.class),
  LONG(LongType.class, Long.class),
  FLOAT(FloatType.class, Float.class),
  DOUBLE(DoubleType.class, Double.class),
  DECIMAL(DecimalType.class, BigDecimal.class, Decimal.class),
  STRING(StringType.class, String.class, UTF8String.class),
  BINARY(BinaryType.class, byte[].class),
  DATE(DateType.class, LocalDate.class, Integer.class),
  TIMESTAMP(TimestampType.class, Instant.class, Long.class),
  NULL(NullType.class, Void.class),
  ARRAY(ArrayType.class, List.class, ArrayData.class),
  MAP(MapType.class, Map.class, MapData.class),
  STRUCT(StructType.class, Row.class, InternalRow.class);

  private static final Map<Class<?>, TypeKind> KINDS = new ConcurrentHashMap<>();

  private final Class<? extends DataType> type;
  private final Class<?> java;
  private final Class<?> internal;

  TypeKind(Class<? extends DataType> type, Class<?> java) {
    this(type, java, null);
  }

  TypeKind(Class<? extends DataType> type, Class<?> java, Class<?> internal) {
    this.type = type;
    this.java = java;
    this.internal = internal;
  }

  /** The kind of a type; an {@link IllegalArgumentException} for one that functions cannot take. */
  public static TypeKind of(DataType type) {
    return KINDS.computeIfAbsent(
        type.getClass(),
        c ->
            find(type)
                .orElseThrow(
                    () ->
                        new IllegalArgumentException("there are no values of type " + type.sql())));
  }

  /** The kind of a type; empty for a type that functions cannot take. */
  public static Optional<TypeKind> find(DataType type) {
    return Stream.of(values()).filter(kind -> kind.type.isInstance(type)).findFirst();
  }

  /** The class of the values that row-wise bodies take by default. */
  public Class<?> javaClass() {
    return java;
  }

  /** The class of Spark's internal values; null if it is {@link #javaClass}. */
  public Class<?> internalClass() {
    return internal;
  }

  public static boolean isNested(DataType type) {
    return type instanceof ArrayType || type instanceof MapType || type instanceof StructType;
  }

  /** An array's element type, a map's key and value types, a struct's field types; else none. */
  public static List<DataType> parts(DataType type) {
    if (type instanceof ArrayType array) {
      return List.of(array.elementType());
    }
    if (type instanceof MapType map) {
      return List.of(map.keyType(), map.valueType());
    }
    return type instanceof StructType struct
        ? Stream.of(struct.fields()).map(StructField::dataType).toList()
        : List.of();
  }
}
