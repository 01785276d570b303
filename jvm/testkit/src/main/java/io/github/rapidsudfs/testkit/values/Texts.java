package io.github.rapidsudfs.testkit.values;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.util.DateTimeUtils;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructType;

/** Values as SQL that makes them: exact, so that two values of one type have equal texts only if they are equal. */
public final class Texts {
  private static final HexFormat HEX = HexFormat.of().withUpperCase();

  private Texts() {}

  /** An SQL expression for a value of the classes of {@code RowValues}; {@code NULL} for null. */
  public static String of(DataType type, Object value) {
    if (value == null) {
      return "NULL";
    }
    if (value instanceof String) {
      return string((String) value);
    }
    if (value instanceof byte[]) {
      return "X'" + HEX.formatHex((byte[]) value) + "'";
    }
    if (value instanceof BigDecimal) {
      return cast(((BigDecimal) value).toPlainString(), type);
    }
    if (value instanceof Instant) {
      return "timestamp_micros(" + DateTimeUtils.instantToMicros((Instant) value) + "L)";
    }
    if (value instanceof List && type instanceof ArrayType) {
      List<String> items = new ArrayList<>();
      ((List<?>) value).forEach(item -> items.add(of(((ArrayType) type).elementType(), item)));
      return "array(" + String.join(", ", items) + ")";
    }
    if (value instanceof Map && type instanceof MapType) {
      List<String> items = new ArrayList<>();
      ((Map<?, ?>) value)
          .forEach(
              (k, v) -> {
                items.add(of(((MapType) type).keyType(), k));
                items.add(of(((MapType) type).valueType(), v));
              });
      return "map(" + String.join(", ", items) + ")";
    }
    if (value instanceof Row && type instanceof StructType) {
      List<String> items = new ArrayList<>();
      for (int i = 0; i < ((StructType) type).length(); i++) {
        items.add(string(((StructType) type).apply(i).name()));
        items.add(of(((StructType) type).apply(i).dataType(), ((Row) value).get(i)));
      }
      return "named_struct(" + String.join(", ", items) + ")";
    }
    return value instanceof Boolean || value instanceof Integer ? value.toString() : cast(value, type);
  }

  /** As {@link #of}, with the type said where the expression alone would have another one. */
  public static String typed(DataType type, Object value) {
    String text = of(type, value);
    boolean nested = type instanceof ArrayType || type instanceof MapType || type instanceof StructType;
    return value == null || nested ? "CAST(" + text + " AS " + name(type) + ")" : text;
  }

  private static String cast(Object value, DataType type) {
    return "CAST('" + value + "' AS " + name(type) + ")";
  }

  private static String name(DataType type) {
    return type.sql().toUpperCase(Locale.ROOT).equals(type.sql()) ? type.sql() : type.catalogString();
  }

  private static String string(String text) {
    boolean plain = text.chars().allMatch(c -> c >= ' ' && c != '\\' && c != '\'' && c != 0x7f && !invisible(c));
    // As bytes, where a literal would need escapes that depend on settings.
    return plain
        ? "'" + text + "'"
        : "CAST(X'" + HEX.formatHex(text.getBytes(StandardCharsets.UTF_8)) + "' AS STRING) /* "
            + visible(text) + " */";
  }

  private static boolean invisible(int c) {
    return c == 0xa0 || Character.getType(c) == Character.FORMAT || Character.getType(c) == Character.NON_SPACING_MARK;
  }

  private static String visible(String text) {
    StringBuilder out = new StringBuilder();
    text.chars().forEach(c -> out.append(c >= ' ' && c < 0x7f && c != '*' ? String.valueOf((char) c) : String.format("\\u%04X", c)));
    return out.toString();
  }
}
