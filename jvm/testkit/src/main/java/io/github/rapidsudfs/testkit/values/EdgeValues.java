// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.testkit.values;

import io.github.rapidsudfs.api.TypeKind;
import io.github.rapidsudfs.columns.DecimalRange;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.sql.catalyst.expressions.GenericRowWithSchema;
import org.apache.spark.sql.catalyst.util.DateTimeUtils;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructType;

/** The edge values of types, as the classes of {@code RowValues}. */
public final class EdgeValues {
  // Separated by bars; the last one is long.
  private static final List<Object> STRINGS =
      Stream.of(
              ("| |a|A|0|-1|  both ends  |Ärger, naïve, Ω|e\u0301|ß İ ı ǅ ς|🦀👩\u200d👩\u200d👧"
                      + "|line\nbreak\ttab\r\n|nul\0inside|%41+%zz%|'\"\\|null|A b|%2B+&=;'"
                      + "|o\u0308\u0323|"
                      + "long ".repeat(200))
                  .split("\\|"))
          .<Object>map(text -> text)
          .toList();
  private static final List<Object> BINARIES =
      List.of(
          new byte[0],
          new byte[] {0},
          new byte[] {0, -1, -128, (byte) 0xC3, 0x28},
          allBytes(),
          "Ä".getBytes(StandardCharsets.UTF_8),
          "b".repeat(300).getBytes(StandardCharsets.UTF_8));
  // The years of the last two are out of the range of SQL literals.
  private static final String DATES =
      "1970-01-01 1969-12-31 2024-02-29 1900-03-01 2000-12-31 0001-01-01 1582-10-04 1582-10-15"
          + " 9999-12-31 -0400-02-29 +12345-06-07";
  // A day that the calendar of java.sql.Date skips.
  private static final String SKIPPED = " 1582-10-10";
  // The last two, in microseconds, are the last and the first timestamp of java.sql.Timestamp.
  private static final String TIMESTAMPS =
      "1970-01-01T00:00:00Z 1969-12-31T23:59:59.999999Z 2024-03-10T10:30:00.000001Z"
          + " 2024-11-03T08:59:59.5Z 0001-01-02T00:00:00Z 1582-10-04T23:59:59.999999Z"
          + " 1582-10-15T00:00:00Z 1883-11-18T19:52:58Z 9999-12-31T23:59:59.999999Z"
          + " 9223372036854775807 -9200000000000000000";
  private static final String FLOATS =
      "0.0 -0.0 1.5 -0.1 NaN Infinity -Infinity 0x1p-149 0x1p-126 0x1p24 0x1.fffffep127"
          + " -0x1.fffffep127";
  private static final String DOUBLES =
      "0.0 -0.0 1.5 -0.1 NaN Infinity -Infinity 0x1p-1074 0x1p-1022 0x1.fffffffffffffp1023"
          + " -0x1.fffffffffffffp1023 0x1p53 1e16";
  private static final String LONGS =
      "0 1 -1 9223372036854775807 -9223372036854775808 2147483648 3037000500"
          + " -9223372036854775807 -10";

  private EdgeValues() {}

  /**
   * The edge values of a type, without null; none for void. Those of nested types contain all edge
   * values of their parts, including null, and include an empty one, one with a single element and
   * one with a single null.
   *
   * @param skippedDays whether dates may be days of October 1582 that {@code java.sql.Date} cannot
   *     name
   */
  public static List<Object> of(DataType type, boolean skippedDays) {
    return switch (TypeKind.of(type)) {
      case ARRAY -> arrays(of(((ArrayType) type).elementType(), skippedDays));
      case MAP -> maps((MapType) type, skippedDays);
      case STRUCT -> structs((StructType) type, skippedDays);
      default -> atomic(type, skippedDays);
    };
  }

  static List<Object> atomic(DataType type, boolean skippedDays) {
    return switch (TypeKind.of(type)) {
      case BOOLEAN -> List.of(true, false);
      case BYTE -> each("0 1 -1 127 -128 7", Byte::valueOf);
      case SHORT -> each("0 1 -1 32767 -32768 -10", Short::valueOf);
      case INTEGER ->
          each("0 1 -1 2147483647 -2147483648 46341 -2147483647 7 -10", Integer::valueOf);
      case LONG -> each(LONGS, Long::valueOf);
      case FLOAT -> and(each(FLOATS, Float::valueOf), Float.intBitsToFloat(0x7fc00123));
      case DOUBLE ->
          and(each(DOUBLES, Double::valueOf), Double.longBitsToDouble(0x7ff8000000000123L));
      case DECIMAL -> decimals((DecimalType) type);
      case STRING -> STRINGS;
      case BINARY -> BINARIES;
      case DATE -> each(skippedDays ? DATES + SKIPPED : DATES, LocalDate::parse);
      case TIMESTAMP -> each(TIMESTAMPS, EdgeValues::instant);
      default -> List.of();
    };
  }

  private static List<Object> each(String texts, Function<String, Object> parse) {
    return Stream.of(texts.split(" ")).map(parse).toList();
  }

  private static Instant instant(String text) {
    return text.endsWith("Z")
        ? Instant.parse(text)
        : DateTimeUtils.microsToInstant(Long.parseLong(text));
  }

  private static List<Object> decimals(DecimalType type) {
    BigInteger max = DecimalRange.max(type).unscaledValue();
    // The first value that needs all digits, and halves, for rounding.
    BigInteger power = BigInteger.TEN.pow(type.precision() - 1);
    BigInteger half = power.multiply(BigInteger.valueOf(5)).divide(BigInteger.TEN);
    BigInteger five = BigInteger.valueOf(5);
    return Stream.of(BigInteger.ZERO, max, BigInteger.ONE, power, max.shiftRight(1), half, five)
        .flatMap(unit -> Stream.of(unit, unit.negate()))
        .distinct()
        .<Object>map(unit -> new BigDecimal(unit, type.scale()))
        .toList();
  }

  private static byte[] allBytes() {
    ByteBuffer bytes = ByteBuffer.allocate(256);
    IntStream.range(0, 256).forEach(i -> bytes.put((byte) i));
    return bytes.array();
  }

  private static List<Object> arrays(List<Object> items) {
    List<Object> all = and(items, null);
    List<Object> reversed = new ArrayList<>(all);
    Collections.reverse(reversed);
    List<Object> arrays =
        new ArrayList<>(List.of(List.of(), Arrays.asList((Object) null), all, reversed));
    if (!items.isEmpty()) {
      arrays.add(items.subList(0, 1));
      arrays.add(items.subList(0, Math.min(2, items.size())));
    }
    return arrays;
  }

  private static List<Object> maps(MapType type, boolean skippedDays) {
    List<Object> values = orNull(type.valueType(), skippedDays);
    Map<Object, Object> all = new LinkedHashMap<>();
    Set<String> seen = new HashSet<>();
    for (Object each : of(type.keyType(), skippedDays)) {
      Object key = MapKeys.normal(type.keyType(), each);
      if (seen.add(SqlLiterals.of(type.keyType(), key))) {
        all.put(key, values.get(all.size() % values.size()));
      }
    }
    List<Object> keys = new ArrayList<>(all.keySet());
    Map<Object, Object> one = Collections.singletonMap(keys.get(0), all.get(keys.get(0)));
    Map<Object, Object> none = Collections.singletonMap(keys.get(0), null);
    Collections.reverse(keys);
    Map<Object, Object> reversed = new LinkedHashMap<>();
    keys.forEach(key -> reversed.put(key, all.get(key)));
    return List.of(Map.of(), one, none, all, reversed);
  }

  private static List<Object> structs(StructType type, boolean skippedDays) {
    List<List<Object>> options =
        Stream.of(type.fields()).map(f -> orNull(f.dataType(), skippedDays)).toList();
    int longest = options.stream().mapToInt(List::size).max().orElse(1);
    List<Object> structs = new ArrayList<>();
    for (int row = 0; row < longest; row++) {
      int at = row;
      Object[] fields = options.stream().map(o -> o.get(at % o.size())).toArray();
      structs.add(new GenericRowWithSchema(fields, type));
    }
    return and(structs, new GenericRowWithSchema(new Object[type.length()], type));
  }

  /** The edge values of a type, and null. */
  public static List<Object> orNull(DataType type, boolean skippedDays) {
    return and(of(type, skippedDays), null);
  }

  private static List<Object> and(List<Object> values, Object more) {
    List<Object> all = new ArrayList<>(values);
    all.add(more);
    return all;
  }
}
