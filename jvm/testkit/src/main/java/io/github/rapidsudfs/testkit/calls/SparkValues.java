package io.github.rapidsudfs.testkit.calls;

import io.github.rapidsudfs.testkit.values.Malformed;
import io.github.rapidsudfs.testkit.values.Texts;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.spark.sql.catalyst.CatalystTypeConverters;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericRowWithSchema;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.catalyst.util.DateTimeUtils;
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
import org.apache.spark.sql.types.ShortType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.TimestampType;
import org.apache.spark.unsafe.types.UTF8String;
import scala.Function1;

/**
 * Between the classes of {@code RowValues} and those that Spark gives to a UDF and takes from it,
 * by Spark's own converters.
 */
public final class SparkValues {
  private final List<Function1<Object, Object>> in = new ArrayList<>();
  private final List<Function1<Object, Object>> out = new ArrayList<>();
  private final Function1<Object, Object> answer;
  private final DataType result;
  private final boolean asTheyAre;

  private SparkValues(List<DataType> arguments, DataType result, boolean asTheyAre) {
    for (DataType type : arguments) {
      in.add(CatalystTypeConverters.createToCatalystConverter(type));
      out.add(CatalystTypeConverters.createToScalaConverter(type));
    }
    this.answer = CatalystTypeConverters.createToCatalystConverter(result);
    this.result = result;
    this.asTheyAre = asTheyAre;
  }

  /**
   * @param asTheyAre whether the function takes the classes of {@code RowValues} too, which know
   *     more dates than {@code java.sql.Date}
   */
  static SparkValues of(List<DataType> arguments, DataType result, boolean asTheyAre) {
    return new SparkValues(arguments, result, asTheyAre);
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

  /**
   * @throws IllegalArgumentException for a class that Spark does not take for the type
   */
  Object result(Object value) {
    return decode(result, answer.apply(value));
  }

  /**
   * A value as Spark holds it, of the classes of {@code RowValues}, or {@link Malformed}.
   *
   * @throws IllegalArgumentException for a class that Spark does not use for the type
   */
  public static Object decode(DataType type, Object value) {
    if (value == null) {
      return null;
    }
    if (type instanceof StringType) {
      return Malformed.orString(expect(UTF8String.class, type, value).getBytes());
    }
    if (type instanceof DecimalType) {
      Decimal decimal = expect(Decimal.class, type, value);
      return decimal.toJavaBigDecimal().setScale(((DecimalType) type).scale());
    }
    if (type instanceof DateType) {
      return LocalDate.ofEpochDay(expect(Integer.class, type, value));
    }
    if (type instanceof TimestampType) {
      return DateTimeUtils.microsToInstant(expect(Long.class, type, value));
    }
    if (type instanceof ArrayType) {
      return list(((ArrayType) type).elementType(), expect(ArrayData.class, type, value));
    }
    if (type instanceof MapType) {
      MapData map = expect(MapData.class, type, value);
      List<Object> keys = list(((MapType) type).keyType(), map.keyArray());
      List<Object> items = list(((MapType) type).valueType(), map.valueArray());
      Map<Object, Object> decoded = new LinkedHashMap<>();
      Set<String> seen = new HashSet<>();
      for (int i = 0; i < keys.size(); i++) {
        String key = Texts.of(((MapType) type).keyType(), keys.get(i));
        if (keys.get(i) == null || !seen.add(key)) {
          return new Malformed("a map with the key " + key + (seen.contains(key) ? " twice" : ""));
        }
        decoded.put(keys.get(i), items.get(i));
      }
      return decoded;
    }
    if (type instanceof StructType) {
      InternalRow row = expect(InternalRow.class, type, value);
      Object[] fields = new Object[((StructType) type).length()];
      for (int i = 0; i < fields.length; i++) {
        DataType field = ((StructType) type).apply(i).dataType();
        fields[i] = decode(field, row.isNullAt(i) ? null : row.get(i, field));
      }
      return new GenericRowWithSchema(fields, (StructType) type);
    }
    return expect(plainClass(type), type, value);
  }

  private static List<Object> list(DataType element, ArrayData data) {
    List<Object> list = new ArrayList<>();
    for (int i = 0; i < data.numElements(); i++) {
      list.add(decode(element, data.isNullAt(i) ? null : data.get(i, element)));
    }
    return list;
  }

  private static <T> T expect(Class<T> wanted, DataType type, Object value) {
    if (!wanted.isInstance(value)) {
      throw new IllegalArgumentException(
          "the row-wise body answered a " + value.getClass().getName() + " for " + type.sql());
    }
    return wanted.cast(value);
  }

  private static Class<?> plainClass(DataType type) {
    if (type instanceof BooleanType) {
      return Boolean.class;
    }
    if (type instanceof ByteType) {
      return Byte.class;
    }
    if (type instanceof ShortType) {
      return Short.class;
    }
    if (type instanceof IntegerType) {
      return Integer.class;
    }
    if (type instanceof LongType) {
      return Long.class;
    }
    if (type instanceof FloatType) {
      return Float.class;
    }
    if (type instanceof DoubleType) {
      return Double.class;
    }
    if (type instanceof BinaryType) {
      return byte[].class;
    }
    throw new IllegalArgumentException("no row-wise answers of type " + type.sql());
  }

  /**
   * As {@link #result}, for a value that is of the classes of {@code RowValues} but for a decimal's
   * scale.
   */
  static Object normal(DataType type, Object value) {
    return decode(type, CatalystTypeConverters.createToCatalystConverter(type).apply(value));
  }
}
