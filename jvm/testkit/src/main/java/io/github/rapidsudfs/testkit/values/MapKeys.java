// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.testkit.values;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.expressions.GenericRowWithSchema;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructType;

/** Keys as Spark stores them: -0.0 becomes 0.0, and all NaNs become one. */
final class MapKeys {
  private MapKeys() {}

  static Object normal(DataType type, Object key) {
    if (key instanceof Double value) {
      return value == 0 ? 0.0 : value.isNaN() ? Double.NaN : value;
    }
    if (key instanceof Float value) {
      return value == 0 ? 0.0f : value.isNaN() ? Float.NaN : value;
    }
    if (key instanceof List<?> list) {
      List<Object> items = new ArrayList<>();
      list.forEach(item -> items.add(normal(((ArrayType) type).elementType(), item)));
      return items;
    }
    if (key instanceof Row row) {
      Object[] fields = new Object[row.length()];
      for (int i = 0; i < fields.length; i++) {
        fields[i] = normal(((StructType) type).apply(i).dataType(), row.get(i));
      }
      return new GenericRowWithSchema(fields, (StructType) type);
    }
    return key;
  }
}
