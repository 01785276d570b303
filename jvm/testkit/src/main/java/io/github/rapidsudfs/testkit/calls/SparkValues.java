// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.testkit.calls;

import io.github.rapidsudfs.api.TypeKind;
import io.github.rapidsudfs.testkit.values.Malformed;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.CatalystTypeConverters;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericRowWithSchema;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.catalyst.util.DateTimeUtils;
import org.apache.spark.sql.catalyst.util.MapData;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;
import scala.Function1;

/** Converts {@code RowValues} to what Spark passes to a UDF and back, by its own converters. */
public final class SparkValues {
  private final List<Function1<Object, Object>> in = new ArrayList<>();
  private final List<Function1<Object, Object>> out = new ArrayList<>();
  private final Function1<Object, Object> answer;
  private final DataType result;
  private final boolean asTheyAre;

  /**
   * @param asTheyAre whether the function also takes the classes of {@code RowValues}, which cover
   *     more dates than {@code java.sql.Date}
   */
  SparkValues(List<DataType> arguments, DataType result, boolean asTheyAre) {
    for (DataType type : arguments) {
      in.add(CatalystTypeConverters.createToCatalystConverter(type));
      out.add(CatalystTypeConverters.createToScalaConverter(type));
    }
    this.answer = CatalystTypeConverters.createToCatalystConverter(result);
    this.result = result;
    this.asTheyAre = asTheyAre;
  }

  Object[] arguments(Object[] args) {
    if (asTheyAre) {
      return args;
    }
    Object[] external = new Object[args.length];
    for (int i = 0; i < args.length; i++) {
      external[i] = out.get(i).apply(in.get(i).apply(args[i]));
    }
    return external;
  }

  Object result(Object value) {
    return decode(result, answer.apply(value));
  }

  /** Converts Spark's value to the classes of {@code RowValues}, or to {@link Malformed}. */
  public static Object decode(DataType type, Object value) {
    if (value == null) {
      return null;
    }
    return switch (TypeKind.of(type)) {
      case STRING -> Malformed.orString(expect(UTF8String.class, type, value).getBytes());
      case DECIMAL ->
          expect(Decimal.class, type, value)
              .toJavaBigDecimal()
              .setScale(((DecimalType) type).scale());
      case DATE -> LocalDate.ofEpochDay(expect(Integer.class, type, value));
      case TIMESTAMP -> DateTimeUtils.microsToInstant(expect(Long.class, type, value));
      case ARRAY -> list(((ArrayType) type).elementType(), expect(ArrayData.class, type, value));
      case MAP -> {
        MapData map = expect(MapData.class, type, value);
        List<Object> keys = list(((MapType) type).keyType(), map.keyArray());
        List<Object> items = list(((MapType) type).valueType(), map.valueArray());
        yield Malformed.orMap((MapType) type, keys, items);
      }
      case STRUCT -> struct((StructType) type, expect(InternalRow.class, type, value));
      default -> expect(TypeKind.of(type).javaClass(), type, value);
    };
  }

  private static Row struct(StructType type, InternalRow row) {
    Object[] fields = new Object[type.length()];
    for (int i = 0; i < fields.length; i++) {
      DataType field = type.apply(i).dataType();
      fields[i] = decode(field, row.isNullAt(i) ? null : row.get(i, field));
    }
    return new GenericRowWithSchema(fields, type);
  }

  private static List<Object> list(DataType element, ArrayData data) {
    return IntStream.range(0, data.numElements())
        .mapToObj(i -> decode(element, data.isNullAt(i) ? null : data.get(i, element)))
        .toList();
  }

  private static <T> T expect(Class<T> wanted, DataType type, Object value) {
    if (!wanted.isInstance(value)) {
      throw new IllegalArgumentException(
          "the row-wise body returned a " + value.getClass().getName() + " for " + type.sql());
    }
    return wanted.cast(value);
  }

  /** As {@link #result}, for decimals that may have another scale. */
  static Object normal(DataType type, Object value) {
    return decode(type, CatalystTypeConverters.createToCatalystConverter(type).apply(value));
  }
}
