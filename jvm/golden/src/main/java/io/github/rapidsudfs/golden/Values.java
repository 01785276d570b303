package io.github.rapidsudfs.golden;

import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.DType;
import ai.rapids.cudf.HostColumnVector;
import ai.rapids.cudf.HostColumnVectorCore;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Columns as a golden file shows them: a type and rows. Floating-point numbers and decimals are
 * strings that give back every bit, but for the payload and sign of NaN; a string that is not valid
 * UTF-8 is an object with its bytes.
 */
final class Values {
  private Values() {}

  /** Type and rows of a column. */
  static Map<String, Object> of(ColumnVector column) {
    Map<String, Object> shown = new LinkedHashMap<>();
    try (HostColumnVector host = column.copyToHost()) {
      shown.put("type", type(host));
      shown.put("rows", rows(host, 0, (int) host.getRowCount()));
    }
    return shown;
  }

  private static String type(HostColumnVectorCore column) {
    DType type = column.getType();
    if (!type.isNestedType()) {
      return type.isDecimalType()
          ? type.getTypeId() + "(" + type.getScale() + ")"
          : type.getTypeId().toString();
    }
    List<String> children = new ArrayList<>();
    for (int i = 0; i < column.getNumChildren(); i++) {
      children.add(type(column.getChildColumnView(i)));
    }
    return type.getTypeId() + "<" + String.join(", ", children) + ">";
  }

  private static List<Object> rows(HostColumnVectorCore column, int from, int to) {
    List<Object> rows = new ArrayList<>();
    for (int i = from; i < to; i++) {
      rows.add(column.isNull(i) ? null : value(column, i));
    }
    return rows;
  }

  private static Object value(HostColumnVectorCore column, int row) {
    switch (column.getType().getTypeId()) {
      case BOOL8:
        return column.getBoolean(row);
      case INT8:
      case UINT8:
        return (long) column.getByte(row);
      case INT16:
      case UINT16:
        return (long) column.getShort(row);
      case INT32:
      case UINT32:
      case TIMESTAMP_DAYS:
      case DURATION_DAYS:
        return (long) column.getInt(row);
      case FLOAT32:
        return Float.toString(column.getFloat(row));
      case FLOAT64:
        return Double.toString(column.getDouble(row));
      case DECIMAL32:
      case DECIMAL64:
      case DECIMAL128:
        return column.getBigDecimal(row).toString();
      case STRING:
        return text(column.getUTF8(row));
      case LIST:
        return rows(
            column.getChildColumnView(0),
            (int) column.getStartListOffset(row),
            (int) column.getEndListOffset(row));
      case STRUCT:
        {
          List<Object> fields = new ArrayList<>();
          for (int f = 0; f < column.getNumChildren(); f++) {
            fields.addAll(rows(column.getChildColumnView(f), row, row + 1));
          }
          return fields;
        }
      default:
        return column.getLong(row);
    }
  }

  private static Object text(byte[] bytes) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      StringBuilder hex = new StringBuilder();
      for (byte b : bytes) {
        hex.append(String.format("%02x", b));
      }
      return Map.of("bytes", hex.toString());
    }
  }

  /**
   * Whether two outputs are the same, numbers in floating-point columns up to a relative tolerance.
   */
  static boolean same(Object one, Object other, double tolerance) {
    return tolerance == 0
        ? java.util.Objects.equals(one, other)
        : close(one, other, tolerance, false);
  }

  private static boolean close(Object one, Object other, double tolerance, boolean floating) {
    if (one instanceof List && other instanceof List) {
      List<?> a = (List<?>) one;
      List<?> b = (List<?>) other;
      boolean same = a.size() == b.size();
      for (int i = 0; same && i < a.size(); i++) {
        same = close(a.get(i), b.get(i), tolerance, floating);
      }
      return same;
    }
    if (one instanceof Map && other instanceof Map) {
      Map<?, ?> a = (Map<?, ?>) one;
      Map<?, ?> b = (Map<?, ?>) other;
      boolean floats = String.valueOf(a.get("type")).contains("FLOAT");
      return a.keySet().equals(b.keySet())
          && a.keySet().stream()
              .allMatch(
                  key -> close(a.get(key), b.get(key), tolerance, floats && key.equals("rows")));
    }
    if (floating && one instanceof String && other instanceof String) {
      double x = Double.parseDouble((String) one);
      double y = Double.parseDouble((String) other);
      return one.equals(other) || Math.abs(x - y) <= tolerance * Math.max(Math.abs(x), Math.abs(y));
    }
    return java.util.Objects.equals(one, other);
  }
}
