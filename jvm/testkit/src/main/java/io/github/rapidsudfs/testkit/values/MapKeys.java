package io.github.rapidsudfs.testkit.values;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.expressions.GenericRowWithSchema;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DoubleType;
import org.apache.spark.sql.types.FloatType;
import org.apache.spark.sql.types.StructType;

/** Keys as Spark stores them: it makes 0.0 of -0.0 and one NaN of all. */
final class MapKeys {
  private MapKeys() {}

  static Object normal(DataType type, Object key) {
    if (key == null) {
      return null;
    }
    if (type instanceof DoubleType) {
      double value = (Double) key;
      return value == 0 ? 0.0 : Double.isNaN(value) ? Double.NaN : value;
    }
    if (type instanceof FloatType) {
      float value = (Float) key;
      return value == 0 ? 0.0f : Float.isNaN(value) ? Float.NaN : value;
    }
    if (type instanceof ArrayType) {
      List<Object> list = new ArrayList<>();
      ((List<?>) key).forEach(item -> list.add(normal(((ArrayType) type).elementType(), item)));
      return list;
    }
    if (type instanceof StructType) {
      Object[] fields = new Object[((StructType) type).length()];
      for (int i = 0; i < fields.length; i++) {
        fields[i] = normal(((StructType) type).apply(i).dataType(), ((Row) key).get(i));
      }
      return new GenericRowWithSchema(fields, (StructType) type);
    }
    return key;
  }
}
