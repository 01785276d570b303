// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.hive;

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
import org.apache.hadoop.hive.serde2.objectinspector.StructField;
import org.apache.hadoop.hive.serde2.objectinspector.StructObjectInspector;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfoUtils;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.catalyst.util.DateTimeUtils;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;

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
    switch (inspector.getCategory()) {
      case LIST:
        return list(value, (ListObjectInspector) inspector);
      case MAP:
        return map(value, (MapObjectInspector) inspector);
      case STRUCT:
        return struct(value, (StructObjectInspector) inspector);
      default:
        return primitive(value, inspector);
    }
  }

  private static List<Object> list(Object value, ListObjectInspector inspector) {
    List<Object> list = new ArrayList<>();
    for (Object item : inspector.getList(value)) {
      list.add(fromHive(item, inspector.getListElementObjectInspector()));
    }
    return list;
  }

  private static Map<Object, Object> map(Object value, MapObjectInspector inspector) {
    Map<Object, Object> map = new LinkedHashMap<>();
    inspector
        .getMap(value)
        .forEach(
            (k, v) ->
                map.put(
                    fromHive(k, inspector.getMapKeyObjectInspector()),
                    fromHive(v, inspector.getMapValueObjectInspector())));
    return map;
  }

  private static Row struct(Object value, StructObjectInspector inspector) {
    List<Object> fields = new ArrayList<>();
    for (StructField field : inspector.getAllStructFieldRefs()) {
      Object item = inspector.getStructFieldData(value, field);
      fields.add(fromHive(item, field.getFieldObjectInspector()));
    }
    return RowFactory.create(fields.toArray());
  }

  private static Object primitive(Object value, ObjectInspector inspector) {
    if (value instanceof HiveDecimal) {
      return ((HiveDecimal) value).bigDecimalValue();
    }
    if (value instanceof HiveDecimalWritable) {
      return ((HiveDecimalWritable) value).getHiveDecimal().bigDecimalValue();
    }
    Object plain =
        ObjectInspectorUtils.copyToStandardObject(value, inspector, ObjectInspectorCopyOption.JAVA);
    if (plain instanceof Date) {
      return LocalDate.ofEpochDay(DateTimeUtils.fromJavaDate((Date) plain));
    }
    if (plain instanceof Timestamp) {
      return DateTimeUtils.microsToInstant(DateTimeUtils.fromJavaTimestamp((Timestamp) plain));
    }
    return plain;
  }

  /** Converts the result of a row-wise call to Hive's standard Java object. */
  public Object toHive(Object value) {
    return toHive(value, result);
  }

  private static Object toHive(Object value, DataType type) {
    if (value == null) {
      return null;
    }
    if (type instanceof DecimalType) {
      return HiveDecimal.create(
          value instanceof Decimal decimal ? decimal.toJavaBigDecimal() : (BigDecimal) value);
    }
    if (value instanceof UTF8String) {
      return value.toString();
    }
    if (value instanceof LocalDate) {
      return DateTimeUtils.toJavaDate((int) ((LocalDate) value).toEpochDay());
    }
    if (value instanceof Instant) {
      return DateTimeUtils.toJavaTimestamp(DateTimeUtils.instantToMicros((Instant) value));
    }
    if (type instanceof ArrayType) {
      List<Object> list = new ArrayList<>();
      ((List<?>) value).forEach(item -> list.add(toHive(item, ((ArrayType) type).elementType())));
      return list;
    }
    if (type instanceof MapType) {
      MapType map = (MapType) type;
      Map<Object, Object> out = new LinkedHashMap<>();
      ((Map<?, ?>) value)
          .forEach((k, v) -> out.put(toHive(k, map.keyType()), toHive(v, map.valueType())));
      return out;
    }
    if (type instanceof StructType) {
      List<Object> fields = new ArrayList<>();
      for (int i = 0; i < ((StructType) type).fields().length; i++) {
        fields.add(toHive(((Row) value).get(i), ((StructType) type).fields()[i].dataType()));
      }
      return fields;
    }
    return value;
  }
}
