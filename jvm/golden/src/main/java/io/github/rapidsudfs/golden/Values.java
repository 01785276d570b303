// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.golden;

import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.DType;
import ai.rapids.cudf.HostColumnVector;
import ai.rapids.cudf.HostColumnVectorCore;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Columns in the form of a golden file: a type and rows. Floating-point numbers and decimals are
 * strings that preserve every bit except the payload and sign of NaN; a string that is not valid
 * UTF-8 is an object with its bytes.
 */
final class Values {
  private Values() {}

  /** Type and rows of a column. */
  static Map<String, Object> of(ColumnVector column) {
    Map<String, Object> shown = new LinkedHashMap<>();
    // A copy, as copyToHost loses a view's offset.
    try (ColumnVector copy = column.subVector(0);
        HostColumnVector host = copy.copyToHost()) {
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
    return IntStream.range(0, column.getNumChildren())
        .mapToObj(i -> type(column.getChildColumnView(i)))
        .collect(Collectors.joining(", ", type.getTypeId() + "<", ">"));
  }

  private static List<Object> rows(HostColumnVectorCore column, int from, int to) {
    return IntStream.range(from, to)
        .mapToObj(i -> column.isNull(i) ? null : value(column, i))
        .toList();
  }

  private static Object value(HostColumnVectorCore column, int row) {
    return switch (column.getType().getTypeId()) {
      case BOOL8 -> column.getBoolean(row);
      case INT8, UINT8 -> (long) column.getByte(row);
      case INT16, UINT16 -> (long) column.getShort(row);
      case INT32, UINT32, TIMESTAMP_DAYS, DURATION_DAYS -> (long) column.getInt(row);
      case FLOAT32 -> Float.toString(column.getFloat(row));
      case FLOAT64 -> Double.toString(column.getDouble(row));
      case DECIMAL32, DECIMAL64, DECIMAL128 -> column.getBigDecimal(row).toString();
      case STRING -> text(column.getUTF8(row));
      case LIST ->
          rows(
              column.getChildColumnView(0),
              (int) column.getStartListOffset(row),
              (int) column.getEndListOffset(row));
      case STRUCT ->
          IntStream.range(0, column.getNumChildren())
              .mapToObj(f -> rows(column.getChildColumnView(f), row, row + 1).get(0))
              .toList();
      default -> column.getLong(row);
    };
  }

  private static Object text(byte[] bytes) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      return Map.of("bytes", HexFormat.of().formatHex(bytes));
    }
  }

  /** Returns whether two outputs are equal, floating-point numbers within a relative tolerance. */
  static boolean same(Object one, Object other, double tolerance) {
    if (tolerance > 0 && one instanceof List<?> a && other instanceof List<?> b) {
      return a.size() == b.size()
          && IntStream.range(0, a.size()).allMatch(i -> same(a.get(i), b.get(i), tolerance));
    }
    if (tolerance > 0 && one instanceof Map<?, ?> a && other instanceof Map<?, ?> b) {
      double of = String.valueOf(a.get("type")).contains("FLOAT") ? tolerance : 0;
      return Objects.equals(a.get("type"), b.get("type"))
          && close(a.get("rows"), b.get("rows"), of);
    }
    return Objects.equals(one, other);
  }

  private static boolean close(Object one, Object other, double tolerance) {
    if (one instanceof List<?> a && other instanceof List<?> b) {
      return a.size() == b.size()
          && IntStream.range(0, a.size()).allMatch(i -> close(a.get(i), b.get(i), tolerance));
    }
    if (tolerance > 0 && one instanceof String a && other instanceof String b) {
      double x = Double.parseDouble(a);
      double y = Double.parseDouble(b);
      return a.equals(b) || Math.abs(x - y) <= tolerance * Math.max(Math.abs(x), Math.abs(y));
    }
    return Objects.equals(one, other);
  }
}
