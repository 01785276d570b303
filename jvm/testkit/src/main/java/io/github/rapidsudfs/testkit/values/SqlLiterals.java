// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.testkit.values;

import io.github.rapidsudfs.api.TypeKind;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.util.DateTimeUtils;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructType;

/** Values as exact SQL expressions; within a type, equal texts mean equal values. */
public final class SqlLiterals {
  private static final HexFormat HEX = HexFormat.of().withUpperCase();

  private SqlLiterals() {}

  /** An SQL expression for a value of the classes of {@code RowValues}; {@code NULL} for null. */
  public static String of(DataType type, Object value) {
    if (value == null) {
      return "NULL";
    }
    if (value instanceof String text) {
      return string(text);
    }
    if (value instanceof byte[] bytes) {
      return "X'" + HEX.formatHex(bytes) + "'";
    }
    if (value instanceof BigDecimal decimal) {
      return cast(decimal.toPlainString(), type);
    }
    if (value instanceof LocalDate day) {
      return day.getYear() >= 1 && day.getYear() <= 9999
          ? "DATE '" + day + "'"
          : "date_from_unix_date(" + day.toEpochDay() + ")";
    }
    if (value instanceof Instant time) {
      return "timestamp_micros(" + DateTimeUtils.instantToMicros(time) + "L)";
    }
    if (value instanceof Double real && Double.isFinite(real)) {
      return value + "D";
    }
    if (value instanceof Byte || value instanceof Short || value instanceof Long) {
      return value + value.getClass().getSimpleName().substring(0, 1).replace('B', 'Y');
    }
    List<String> items = new ArrayList<>();
    if (value instanceof List<?> list && type instanceof ArrayType array) {
      list.forEach(item -> items.add(of(array.elementType(), item)));
      return "array(" + String.join(", ", items) + ")";
    }
    if (value instanceof Map<?, ?> entries && type instanceof MapType map) {
      entries.forEach((k, v) -> items.add(of(map.keyType(), k) + ", " + of(map.valueType(), v)));
      return "map(" + String.join(", ", items) + ")";
    }
    if (value instanceof Row row && type instanceof StructType struct) {
      for (int i = 0; i < struct.length(); i++) {
        items.add(string(struct.apply(i).name()));
        items.add(of(struct.apply(i).dataType(), row.get(i)));
      }
      return "named_struct(" + String.join(", ", items) + ")";
    }
    return value instanceof Boolean || value instanceof Integer || value instanceof Malformed
        ? value.toString()
        : cast(value, type);
  }

  /** As {@link #of}, with a cast where the expression alone would have another type. */
  public static String typed(DataType type, Object value) {
    String text = of(type, value);
    return value == null || TypeKind.isNested(type)
        ? "CAST(" + text + " AS " + type.sql() + ")"
        : text;
  }

  /** Returns whether a text is a plain literal, without a cast or function. */
  public static boolean isLiteral(String text) {
    return text.matches("(?s)[0-9].*|'.*'|DATE '.*'|true|false");
  }

  /** Rows as a table in SQL with the columns {@code id, a0, a1, ...}. */
  public static String values(List<DataType> types, List<Object[]> rows) {
    List<String> lines = new ArrayList<>();
    StringBuilder names = new StringBuilder("id");
    for (Object[] row : rows) {
      StringBuilder line = new StringBuilder("(" + lines.size() + "L");
      for (int i = 0; i < row.length; i++) {
        line.append(", ").append(typed(types.get(i), row[i]));
      }
      lines.add(line.append(')').toString());
    }
    for (int i = 0; i < types.size(); i++) {
      names.append(", a").append(i);
    }
    return "VALUES " + String.join(", ", lines) + " AS t(" + names + ")";
  }

  private static String cast(Object value, DataType type) {
    return "CAST('" + value + "' AS " + type.sql() + ")";
  }

  private static String string(String text) {
    boolean plain =
        text.chars()
            .allMatch(c -> c >= ' ' && c != '\\' && c != '\'' && c != 0x7f && !invisible(c));
    // Written as bytes if a literal would need escapes, which depend on settings.
    return plain
        ? "'" + text + "'"
        : "CAST(X'"
            + HEX.formatHex(text.getBytes(StandardCharsets.UTF_8))
            + "' AS STRING) /* "
            + visible(text)
            + " */";
  }

  private static boolean invisible(int c) {
    return c == 0xa0
        || Character.getType(c) == Character.FORMAT
        || Character.getType(c) == Character.NON_SPACING_MARK;
  }

  private static String visible(String text) {
    StringBuilder out = new StringBuilder();
    text.chars()
        .forEach(
            c ->
                out.append(
                    c >= ' ' && c < 0x7f && c != '*'
                        ? String.valueOf((char) c)
                        : String.format("\\u%04X", c)));
    return out.toString();
  }
}
