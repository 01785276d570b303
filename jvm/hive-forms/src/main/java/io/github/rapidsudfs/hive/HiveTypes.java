// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.hive;

import io.github.rapidsudfs.api.Ddl;
import io.github.rapidsudfs.api.TypeMapping;
import io.github.rapidsudfs.api.UnsupportedTypeException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hive.serde2.typeinfo.DecimalTypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.ListTypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.MapTypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.StructTypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfoFactory;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * Converts between Spark's types and Hive's, part by part: neither's DDL can express all field
 * names.
 */
final class HiveTypes {
  private HiveTypes() {}

  /**
   * The Spark type of a Hive type.
   *
   * @throws UnsupportedTypeException for Hive types without a counterpart on the GPU
   */
  static DataType toSpark(TypeInfo type) {
    switch (type.getCategory()) {
      case LIST:
        return DataTypes.createArrayType(toSpark(((ListTypeInfo) type).getListElementTypeInfo()));
      case MAP:
        MapTypeInfo map = (MapTypeInfo) type;
        return DataTypes.createMapType(
            toSpark(map.getMapKeyTypeInfo()), toSpark(map.getMapValueTypeInfo()));
      case STRUCT:
        return struct((StructTypeInfo) type);
      case PRIMITIVE:
        return primitive(type);
      default:
        throw unsupported(type);
    }
  }

  private static StructType struct(StructTypeInfo type) {
    List<StructField> fields = new ArrayList<>();
    for (int i = 0; i < type.getAllStructFieldNames().size(); i++) {
      DataType field = toSpark(type.getAllStructFieldTypeInfos().get(i));
      fields.add(DataTypes.createStructField(type.getAllStructFieldNames().get(i), field, true));
    }
    return DataTypes.createStructType(fields);
  }

  private static DataType primitive(TypeInfo type) {
    if (type instanceof DecimalTypeInfo) {
      DecimalTypeInfo decimal = (DecimalTypeInfo) type;
      return DataTypes.createDecimalType(decimal.precision(), decimal.scale());
    }
    switch (type.getTypeName()) {
      case "interval_day_time":
      case "interval_year_month":
        throw unsupported(type);
      default:
        // All other names are the same in Spark.
        return Ddl.parse(type.getTypeName());
    }
  }

  private static UnsupportedTypeException unsupported(TypeInfo type) {
    return new UnsupportedTypeException(
        type.getTypeName().toUpperCase(java.util.Locale.ROOT), "", "cuDF has no such type");
  }

  /** The Hive type of a Spark type that {@link TypeMapping} supports. */
  static TypeInfo toHive(DataType type) {
    if (type instanceof ArrayType) {
      return TypeInfoFactory.getListTypeInfo(toHive(((ArrayType) type).elementType()));
    }
    if (type instanceof MapType) {
      MapType map = (MapType) type;
      return TypeInfoFactory.getMapTypeInfo(toHive(map.keyType()), toHive(map.valueType()));
    }
    if (type instanceof StructType) {
      List<TypeInfo> fields = new ArrayList<>();
      for (StructField field : ((StructType) type).fields()) {
        fields.add(toHive(field.dataType()));
      }
      return TypeInfoFactory.getStructTypeInfo(List.of(((StructType) type).fieldNames()), fields);
    }
    if (type instanceof DecimalType) {
      DecimalType decimal = (DecimalType) type;
      return TypeInfoFactory.getDecimalTypeInfo(decimal.precision(), decimal.scale());
    }
    return TypeInfoFactory.getPrimitiveTypeInfo(type.catalogString());
  }
}
