// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.hive;

import io.github.rapidsudfs.api.TypeKind;
import io.github.rapidsudfs.api.TypeMapping;
import io.github.rapidsudfs.rows.RowValues;
import java.math.BigDecimal;
import java.sql.Date;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hive.common.type.HiveDecimal;
import org.apache.hadoop.hive.serde2.io.HiveDecimalWritable;
import org.apache.hadoop.hive.serde2.objectinspector.ListObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.MapObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.ObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.ObjectInspectorUtils;
import org.apache.hadoop.hive.serde2.objectinspector.ObjectInspectorUtils.ObjectInspectorCopyOption;
import org.apache.hadoop.hive.serde2.objectinspector.StructObjectInspector;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfoUtils;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.catalyst.util.DateTimeUtils;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.Decimal;

/** Converts between Hive's standard Java objects and the classes of {@link RowValues}. */
public final class HiveValues {
  private final DataType result;
  private final ObjectInspector inspector;

  private HiveValues(DataType result) {
    this.result = result;
    this.inspector =
        TypeInfoUtils.getStandardJavaObjectInspectorFromTypeInfo(HiveTypes.toHive(result));
  }

  /** A converter for values of a type that {@link TypeMapping} supports. */
  public static HiveValues of(DataType result) {
    return new HiveValues(result);
  }

  /** The inspector of Hive's standard Java objects of the type. */
  public ObjectInspector inspector() {
    return inspector;
  }

  /**
   * Converts a value to the classes of {@link RowValues}, without Hive's lazy and writable
   * wrappers.
   *
   * <p>Spark describes every decimal to Hive as decimal(38,18); Hive's own conversion would change
   * values to fit that.
   */
  public static Object fromHive(Object value, ObjectInspector inspector) {
    if (value == null) {
      return null;
    }
    return switch (inspector.getCategory()) {
      case LIST -> {
        ListObjectInspector lists = (ListObjectInspector) inspector;
        List<Object> list = new ArrayList<>();
        lists
            .getList(value)
            .forEach(item -> list.add(fromHive(item, lists.getListElementObjectInspector())));
        yield list;
      }
      case MAP -> map(value, (MapObjectInspector) inspector);
      case STRUCT -> {
        StructObjectInspector structs = (StructObjectInspector) inspector;
        yield RowFactory.create(
            structs.getAllStructFieldRefs().stream()
                .map(
                    f ->
                        fromHive(structs.getStructFieldData(value, f), f.getFieldObjectInspector()))
                .toArray());
      }
      default -> primitive(value, inspector);
    };
  }

  private static Map<Object, Object> map(Object value, MapObjectInspector inspector) {
    ObjectInspector keys = inspector.getMapKeyObjectInspector();
    ObjectInspector values = inspector.getMapValueObjectInspector();
    Map<Object, Object> map = new LinkedHashMap<>();
    inspector.getMap(value).forEach((k, v) -> map.put(fromHive(k, keys), fromHive(v, values)));
    return map;
  }

  private static Object primitive(Object value, ObjectInspector inspector) {
    if (value instanceof HiveDecimal decimal) {
      return decimal.bigDecimalValue();
    }
    if (value instanceof HiveDecimalWritable decimal) {
      return decimal.getHiveDecimal().bigDecimalValue();
    }
    Object plain =
        ObjectInspectorUtils.copyToStandardObject(value, inspector, ObjectInspectorCopyOption.JAVA);
    if (plain instanceof Date day) {
      return LocalDate.ofEpochDay(DateTimeUtils.fromJavaDate(day));
    }
    return plain instanceof Timestamp time
        ? DateTimeUtils.microsToInstant(DateTimeUtils.fromJavaTimestamp(time))
        : plain;
  }

  /** Converts the result of a row-wise call to Hive's standard Java object. */
  public Object toHive(Object value) {
    return toHive(value, result);
  }

  private static Object toHive(Object value, DataType type) {
    if (value == null) {
      return null;
    }
    List<DataType> parts = TypeKind.parts(type);
    return switch (TypeKind.of(type)) {
      case DECIMAL ->
          HiveDecimal.create(
              value instanceof Decimal decimal ? decimal.toJavaBigDecimal() : (BigDecimal) value);
      case STRING -> value.toString();
      case DATE -> DateTimeUtils.toJavaDate((int) ((LocalDate) value).toEpochDay());
      case TIMESTAMP ->
          DateTimeUtils.toJavaTimestamp(DateTimeUtils.instantToMicros((Instant) value));
      case ARRAY -> {
        List<Object> list = new ArrayList<>();
        ((List<?>) value).forEach(item -> list.add(toHive(item, parts.get(0))));
        yield list;
      }
      case MAP -> {
        Map<Object, Object> map = new LinkedHashMap<>();
        ((Map<?, ?>) value)
            .forEach((k, v) -> map.put(toHive(k, parts.get(0)), toHive(v, parts.get(1))));
        yield map;
      }
      case STRUCT -> {
        List<Object> fields = new ArrayList<>();
        for (int i = 0; i < parts.size(); i++) {
          fields.add(toHive(((Row) value).get(i), parts.get(i)));
        }
        yield fields;
      }
      default -> value;
    };
  }
}
