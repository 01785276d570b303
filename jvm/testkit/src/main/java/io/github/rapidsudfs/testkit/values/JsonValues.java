// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.testkit.values;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.github.rapidsudfs.api.TypeKind;
import io.github.rapidsudfs.columns.DecimalRange;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.expressions.GenericRowWithSchema;
import org.apache.spark.sql.catalyst.util.DateTimeUtils;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.DoubleType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructType;

/**
 * Rows as JSON, for callers in other languages: a date is its days since 1970, a timestamp its
 * microseconds, a struct an array of its fields and a map an array of its pairs. Tagged objects are
 * {@code {"binary": hex}}, {@code {"decimal": text}} and {@code {"utf8": hex}} (a string that is
 * not UTF-8). A map or a struct may also be given as {@code {"map": [[key, value], ...]}}.
 */
public final class JsonValues {
  private static final ObjectMapper JSON =
      JsonMapper.builder()
          .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
          .disable(JsonWriteFeature.WRITE_NAN_AS_STRINGS)
          .build();

  private JsonValues() {}

  /** Writes rows as JSON. */
  public static String write(List<Object[]> rows) {
    try {
      return JSON.writeValueAsString(rows.stream().map(JsonValues::list).toList());
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  private static List<Object> list(Object... values) {
    return Arrays.stream(values).map(JsonValues::plain).toList();
  }

  private static Object plain(Object value) {
    if (value instanceof Float single) {
      return single.doubleValue();
    }
    if (value instanceof BigDecimal decimal) {
      return Map.of("decimal", decimal.toPlainString());
    }
    if (value instanceof byte[] bytes) {
      return Map.of("binary", HexFormat.of().formatHex(bytes));
    }
    if (value instanceof LocalDate day) {
      return day.toEpochDay();
    }
    if (value instanceof Instant time) {
      return DateTimeUtils.instantToMicros(time);
    }
    if (value instanceof Malformed malformed) {
      return malformed.utf8() == null ? malformed.toString() : Map.of("utf8", malformed.utf8());
    }
    if (value instanceof List<?> list) {
      return list(list.toArray());
    }
    if (value instanceof Map<?, ?> map) {
      return map.entrySet().stream().map(e -> list(e.getKey(), e.getValue())).toList();
    }
    return value instanceof Row row
        ? list(IntStream.range(0, row.length()).mapToObj(row::get).toArray())
        : value;
  }

  /**
   * Reads rows of the classes of {@code RowValues} from JSON.
   *
   * @throws IllegalArgumentException naming the row and the value that is not of its type
   */
  public static List<Object[]> read(List<DataType> types, String text) {
    JsonNode all;
    try {
      all = JSON.readTree(text);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e.getOriginalMessage(), e);
    }
    List<Object[]> rows = new ArrayList<>();
    for (JsonNode row : all) {
      String where = "row " + rows.size();
      if (!row.isArray() || row.size() != types.size()) {
        throw wrong(where, row, "a row of " + types.size() + " values");
      }
      Object[] values = new Object[types.size()];
      for (int i = 0; i < values.length; i++) {
        values[i] = value(types.get(i), row.get(i), where + ", argument " + (i + 1) + ",");
      }
      rows.add(values);
    }
    return rows;
  }

  private static IllegalArgumentException wrong(String where, JsonNode actual, String wanted) {
    String text = actual.toString();
    String few = text.length() > 120 ? text.substring(0, 120) + "…" : text;
    return new IllegalArgumentException(where + " is " + few + ", which is not " + wanted);
  }

  private static Object value(DataType type, JsonNode node, String where) {
    if (node == null || node.isNull()) {
      return null;
    }
    Object value =
        switch (TypeKind.of(type)) {
          case ARRAY -> node.isArray() ? array((ArrayType) type, node, where) : null;
          case MAP -> map((MapType) type, node.has("map") ? node.get("map") : node, where);
          case STRUCT -> struct((StructType) type, node, where);
          case BOOLEAN -> node.isBoolean() ? node.booleanValue() : null;
          case STRING -> node.isTextual() && isText(node.textValue()) ? node.textValue() : null;
          case BINARY ->
              node.has("binary") ? HexFormat.of().parseHex(node.get("binary").textValue()) : null;
          case DECIMAL -> decimal((DecimalType) type, node);
          case FLOAT, DOUBLE -> node.isNumber() ? real(type, node) : null;
          case NULL -> null;
          default -> node.isIntegralNumber() ? integer(type, node.bigIntegerValue()) : null;
        };
    if (value == null) {
      throw wrong(where, node, type.catalogString());
    }
    return value;
  }

  private static Object real(DataType type, JsonNode node) {
    double real = node.doubleValue();
    if (node.isIntegralNumber() && Double.isInfinite(real)) {
      return null;
    }
    float single = (float) real;
    boolean overflows = Float.isInfinite(single) && !Double.isInfinite(real);
    return type instanceof DoubleType ? (Object) real : overflows ? null : (Object) single;
  }

  /** A value of an integral type, or null if it is out of range. */
  static Object integer(DataType type, BigInteger value) {
    // A date's days have the range of an int, a timestamp's microseconds that of a long.
    if (value.bitLength() >= type.defaultSize() * 8) {
      return null;
    }
    return switch (TypeKind.of(type)) {
      case BYTE -> value.byteValue();
      case SHORT -> value.shortValue();
      case INTEGER -> value.intValue();
      case DATE -> LocalDate.ofEpochDay(value.longValue());
      case TIMESTAMP -> DateTimeUtils.microsToInstant(value.longValue());
      default -> value.longValue();
    };
  }

  private static BigDecimal decimal(DecimalType type, JsonNode node) {
    String text = node.has("decimal") ? node.get("decimal").textValue() : node.asText();
    if (node.isFloatingPointNumber() || node.isBoolean()) {
      return null;
    }
    try {
      BigDecimal value = new BigDecimal(text).setScale(type.scale());
      return value.abs().compareTo(DecimalRange.max(type)) <= 0 ? value : null;
    } catch (ArithmeticException | NumberFormatException e) {
      return null;
    }
  }

  /** Returns whether a string has no unpaired surrogate. */
  private static boolean isText(String text) {
    return text.codePoints().noneMatch(c -> c >= 0xd800 && c <= 0xdfff);
  }

  private static List<Object> array(ArrayType type, JsonNode node, String where) {
    List<Object> list = new ArrayList<>();
    node.forEach(item -> list.add(value(type.elementType(), item, where + " element")));
    return list;
  }

  private static Map<Object, Object> map(MapType type, JsonNode pairs, String where) {
    Map<Object, Object> map = new LinkedHashMap<>();
    Set<String> seen = new HashSet<>();
    for (JsonNode pair : pairs) {
      if (!pair.isArray() || pair.size() != 2) {
        return null;
      }
      Object parsed = value(type.keyType(), pair.get(0), where + " key");
      Object key = MapKeys.normal(type.keyType(), parsed);
      if (key == null || !seen.add(SqlLiterals.of(type.keyType(), key))) {
        throw wrong(where, pairs, "a map: a key is null or a duplicate");
      }
      map.put(key, value(type.valueType(), pair.get(1), where + " value"));
    }
    return pairs.isArray() ? map : null;
  }

  private static Row struct(StructType type, JsonNode node, String where) {
    Object[] fields = new Object[type.length()];
    List<String> names = List.of(type.fieldNames());
    boolean isNamed = node.has("map");
    if (!isNamed && (!node.isArray() || node.size() != fields.length)) {
      return null;
    }
    JsonNode items = isNamed ? node.get("map") : node;
    for (int i = 0; i < items.size(); i++) {
      // A missing field is null; an unknown name is an error.
      int at = isNamed ? names.indexOf(items.get(i).get(0).asText()) : i;
      if (at < 0) {
        return null;
      }
      JsonNode item = isNamed ? items.get(i).get(1) : items.get(i);
      fields[at] = value(type.apply(at).dataType(), item, where + " field " + names.get(at));
    }
    return new GenericRowWithSchema(fields, type);
  }
}
