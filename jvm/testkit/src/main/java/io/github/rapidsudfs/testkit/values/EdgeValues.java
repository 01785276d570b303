package io.github.rapidsudfs.testkit.values;

import io.github.rapidsudfs.core.DecimalRange;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
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
import org.apache.spark.sql.types.ShortType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.TimestampType;

/** The values of a type at which code goes wrong, as the classes of {@code RowValues}. */
public final class EdgeValues {
  private static final List<Object> STRINGS =
      List.of(
          "",
          " ",
          "a",
          "A",
          "0",
          "-1",
          "  both ends  ",
          "Ärger, naïve, Ω",
          "e\u0301",
          "ß İ ı ǅ ς",
          "🦀👩\u200d👩\u200d👧",
          "line\nbreak\ttab\r\n",
          "nul\0inside",
          "%41+%zz%",
          "'\"\\",
          "null",
          "A b",
          "%2B+&=;'",
          "o\u0308\u0323",
          "long ".repeat(200));
  private static final List<Object> BINARIES =
      List.of(
          new byte[0],
          new byte[] {0},
          new byte[] {0, -1, -128, (byte) 0xC3, 0x28},
          allBytes(),
          "Ä".getBytes(StandardCharsets.UTF_8),
          "b".repeat(300).getBytes(StandardCharsets.UTF_8));
  private static final List<String> DATES =
      List.of(
          "1970-01-01",
          "1969-12-31",
          "2024-02-29",
          "1900-03-01",
          "2000-12-31",
          "0001-01-01",
          "1582-10-04",
          "1582-10-15",
          "9999-12-31",
          // Years beyond those of SQL literals.
          "-0400-02-29",
          "+12345-06-07");
  // The calendar of java.sql.Date left it out.
  private static final LocalDate SKIPPED = LocalDate.of(1582, 10, 10);
  private static final List<String> TIMESTAMPS =
      List.of(
          "1970-01-01T00:00:00Z",
          "1969-12-31T23:59:59.999999Z",
          "2024-03-10T10:30:00.000001Z",
          "2024-11-03T08:59:59.5Z",
          "0001-01-02T00:00:00Z",
          "1582-10-04T23:59:59.999999Z",
          "1582-10-15T00:00:00Z",
          "1883-11-18T19:52:58Z",
          "9999-12-31T23:59:59.999999Z");
  // What is still earlier, java.sql.Timestamp does not know.
  private static final long[] MICROS = {Long.MAX_VALUE, -9_200_000_000_000_000_000L};

  private EdgeValues() {}

  /**
   * The edge values of a type, null not among them; none for void. Those of nested types hold all
   * those of their parts, null too, and are also empty, of one element and of one null.
   *
   * @param skippedDays whether dates may be days of October 1582 that {@code java.sql.Date} cannot
   *     name
   */
  public static List<Object> of(DataType type, boolean skippedDays) {
    if (type instanceof ArrayType) {
      return arrays(of(((ArrayType) type).elementType(), skippedDays));
    }
    if (type instanceof MapType) {
      return maps((MapType) type, skippedDays);
    }
    return type instanceof StructType
        ? structs((StructType) type, skippedDays)
        : atomic(type, skippedDays);
  }

  static List<Object> atomic(DataType type, boolean skippedDays) {
    if (type instanceof BooleanType) {
      return List.of(true, false);
    }
    if (type instanceof ByteType) {
      return List.of((byte) 0, (byte) 1, (byte) -1, Byte.MAX_VALUE, Byte.MIN_VALUE, (byte) 7);
    }
    if (type instanceof ShortType) {
      return List.of(
          (short) 0, (short) 1, (short) -1, Short.MAX_VALUE, Short.MIN_VALUE, (short) -10);
    }
    if (type instanceof IntegerType) {
      return List.of(
          0, 1, -1, Integer.MAX_VALUE, Integer.MIN_VALUE, 46341, Integer.MIN_VALUE + 1, 7, -10);
    }
    if (type instanceof LongType) {
      return List.of(
          0L,
          1L,
          -1L,
          Long.MAX_VALUE,
          Long.MIN_VALUE,
          1L << 31,
          3037000500L,
          Long.MIN_VALUE + 1,
          -10L);
    }
    if (type instanceof FloatType) {
      return List.of(
          0.0f,
          -0.0f,
          1.5f,
          -0.1f,
          Float.NaN,
          Float.intBitsToFloat(0x7fc00123),
          Float.POSITIVE_INFINITY,
          Float.NEGATIVE_INFINITY,
          Float.MIN_VALUE,
          Float.MIN_NORMAL,
          0x1p24f,
          Float.MAX_VALUE,
          -Float.MAX_VALUE);
    }
    if (type instanceof DoubleType) {
      return List.of(
          0.0,
          -0.0,
          1.5,
          -0.1,
          Double.NaN,
          Double.longBitsToDouble(0x7ff8000000000123L),
          Double.POSITIVE_INFINITY,
          Double.NEGATIVE_INFINITY,
          Double.MIN_VALUE,
          Double.MIN_NORMAL,
          Double.MAX_VALUE,
          -Double.MAX_VALUE,
          0x1p53,
          1e16);
    }
    if (type instanceof DecimalType) {
      return decimals((DecimalType) type);
    }
    if (type instanceof StringType) {
      return STRINGS;
    }
    if (type instanceof BinaryType) {
      return BINARIES;
    }
    if (type instanceof DateType) {
      return dates(skippedDays);
    }
    return type instanceof TimestampType ? timestamps() : List.of();
  }

  private static List<Object> decimals(DecimalType type) {
    BigInteger max = DecimalRange.max(type).unscaledValue();
    // The first value that a digit less could not hold, and halves, for roundings.
    BigInteger power = BigInteger.TEN.pow(type.precision() - 1);
    Set<BigInteger> units = new LinkedHashSet<>(List.of(BigInteger.ZERO, max, BigInteger.ONE));
    units.addAll(
        List.of(
            power,
            max.shiftRight(1),
            power.multiply(BigInteger.valueOf(5)).divide(BigInteger.TEN)));
    units.add(BigInteger.valueOf(5));
    List<Object> decimals = new ArrayList<>();
    for (BigInteger unit : units) {
      decimals.add(new BigDecimal(unit, type.scale()));
      if (unit.signum() > 0) {
        decimals.add(new BigDecimal(unit.negate(), type.scale()));
      }
    }
    return decimals;
  }

  private static List<Object> dates(boolean skippedDays) {
    List<Object> dates = new ArrayList<>();
    DATES.forEach(text -> dates.add(LocalDate.parse(text)));
    if (skippedDays) {
      dates.add(SKIPPED);
    }
    return dates;
  }

  private static List<Object> timestamps() {
    List<Object> timestamps = new ArrayList<>();
    TIMESTAMPS.forEach(text -> timestamps.add(Instant.parse(text)));
    for (long micros : MICROS) {
      timestamps.add(DateTimeUtils.microsToInstant(micros));
    }
    return timestamps;
  }

  private static byte[] allBytes() {
    byte[] bytes = new byte[256];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) i;
    }
    return bytes;
  }

  private static List<Object> arrays(List<Object> items) {
    List<Object> arrays = new ArrayList<>(List.of(List.of(), Arrays.asList((Object) null)));
    if (!items.isEmpty()) {
      arrays.add(items.subList(0, 1));
      arrays.add(items.subList(0, Math.min(2, items.size())));
    }
    List<Object> all = new ArrayList<>(items);
    all.add(null);
    arrays.add(all);
    List<Object> reversed = new ArrayList<>(all);
    Collections.reverse(reversed);
    arrays.add(reversed);
    return arrays;
  }

  private static List<Object> maps(MapType type, boolean skippedDays) {
    List<Object> values = new ArrayList<>(of(type.valueType(), skippedDays));
    values.add(null);
    Map<Object, Object> all = new LinkedHashMap<>();
    Set<String> seen = new HashSet<>();
    for (Object each : of(type.keyType(), skippedDays)) {
      Object key = MapKeys.normal(type.keyType(), each);
      if (seen.add(Texts.of(type.keyType(), key))) {
        all.put(key, values.get(all.size() % values.size()));
      }
    }
    Map.Entry<Object, Object> first = all.entrySet().iterator().next();
    Map<Object, Object> none = new LinkedHashMap<>();
    none.put(first.getKey(), null);
    List<Object> keys = new ArrayList<>(all.keySet());
    Collections.reverse(keys);
    Map<Object, Object> reversed = new LinkedHashMap<>();
    keys.forEach(key -> reversed.put(key, all.get(key)));
    Map<Object, Object> one = new LinkedHashMap<>();
    one.put(first.getKey(), first.getValue());
    return List.of(new LinkedHashMap<>(), one, none, all, reversed);
  }

  private static List<Object> structs(StructType type, boolean skippedDays) {
    List<List<Object>> options = new ArrayList<>();
    int longest = 1;
    for (StructField field : type.fields()) {
      List<Object> values = new ArrayList<>(of(field.dataType(), skippedDays));
      values.add(null);
      options.add(values);
      longest = Math.max(longest, values.size());
    }
    List<Object> structs = new ArrayList<>();
    for (int row = 0; row <= longest; row++) {
      int at = row;
      Object[] fields = options.stream().map(o -> o.get(at % o.size())).toArray();
      structs.add(
          new GenericRowWithSchema(row == longest ? new Object[fields.length] : fields, type));
    }
    return structs;
  }
}
