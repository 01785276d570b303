// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.testkit.values;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructType;

/**
 * Compares two values of a type. All NaNs are equal; 0.0 and -0.0 are not, unless a tolerance is
 * given. The order of a map's entries does not matter.
 */
public final class Differences {
  private final double tolerance;
  private final String expectedName;
  private final String foundName;

  /**
   * Compares the results of the row-wise and the columnar body.
   *
   * @param tolerance greatest |a − b| / max(|a|, |b|) of floating-point values; 0 for equality
   */
  public Differences(double tolerance) {
    this(tolerance, "row-wise", "columnar");
  }

  /** As the other constructor, with names for the two values in descriptions. */
  public Differences(double tolerance, String expectedName, String foundName) {
    this.tolerance = tolerance;
    this.expectedName = expectedName;
    this.foundName = foundName;
  }

  /** A description of the first difference, or null if there is none. */
  public String between(DataType type, Object expected, Object actual) {
    return at("", type, expected, actual);
  }

  private String at(String path, DataType type, Object expected, Object actual) {
    if (expected == null
        || actual == null
        || expected instanceof Malformed
        || actual instanceof Malformed) {
      return Objects.equals(expected, actual) ? null : differ(path, type, expected, actual);
    }
    if (type instanceof ArrayType array) {
      return lists(path, array, (List<?>) expected, (List<?>) actual);
    }
    if (type instanceof MapType map) {
      return maps(path, map, (Map<?, ?>) expected, (Map<?, ?>) actual);
    }
    if (type instanceof StructType struct) {
      for (int i = 0; i < struct.length(); i++) {
        String name = path + "." + struct.apply(i).name();
        DataType of = struct.apply(i).dataType();
        String field = at(name, of, ((Row) expected).get(i), ((Row) actual).get(i));
        if (field != null) {
          return field;
        }
      }
      return null;
    }
    return same(expected, actual) ? null : differ(path, type, expected, actual);
  }

  private boolean same(Object expected, Object actual) {
    if (expected instanceof byte[] a && actual instanceof byte[] b) {
      return Arrays.equals(a, b);
    }
    if (expected instanceof BigDecimal a && actual instanceof BigDecimal b) {
      return a.compareTo(b) == 0;
    }
    boolean real = expected instanceof Float || expected instanceof Double;
    return expected.equals(actual)
        || (real
            && expected.getClass() == actual.getClass()
            && close(((Number) expected).doubleValue(), ((Number) actual).doubleValue()));
  }

  private boolean close(double a, double b) {
    return tolerance > 0
        && Double.isFinite(a)
        && Double.isFinite(b)
        && Math.abs(a - b) <= tolerance * Math.max(Math.abs(a), Math.abs(b));
  }

  private String lists(String path, ArrayType type, List<?> expected, List<?> actual) {
    for (int i = 0; i < Math.min(expected.size(), actual.size()); i++) {
      String item = at(path + "[" + i + "]", type.elementType(), expected.get(i), actual.get(i));
      if (item != null) {
        return item;
      }
    }
    return expected.size() == actual.size() ? null : differ(path, type, expected, actual);
  }

  private String maps(String path, MapType type, Map<?, ?> expected, Map<?, ?> actual) {
    Map<String, Object> left = byText(type, expected);
    Map<String, Object> right = byText(type, actual);
    if (!left.keySet().equals(right.keySet())) {
      return differ(path, type, expected, actual);
    }
    for (Map.Entry<String, Object> entry : left.entrySet()) {
      String where = path + "[" + entry.getKey() + "]";
      String item = at(where, type.valueType(), entry.getValue(), right.get(entry.getKey()));
      if (item != null) {
        return item;
      }
    }
    return null;
  }

  private static Map<String, Object> byText(MapType type, Map<?, ?> map) {
    Map<String, Object> texts = new TreeMap<>();
    map.forEach((k, v) -> texts.put(SqlLiterals.of(type.keyType(), k), v));
    return texts;
  }

  private String differ(String path, DataType type, Object expected, Object actual) {
    return "%s%s %s, %s %s"
        .formatted(
            path.isEmpty() ? "" : "at " + path + ": ",
            expectedName,
            SqlLiterals.of(type, expected),
            foundName,
            SqlLiterals.of(type, actual));
  }
}
