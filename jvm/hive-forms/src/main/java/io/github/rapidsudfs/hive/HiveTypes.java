// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.hive;

import io.github.rapidsudfs.api.Ddl;
import io.github.rapidsudfs.api.TypeKind;
import io.github.rapidsudfs.api.TypeMapping;
import io.github.rapidsudfs.api.UnsupportedTypeException;
import java.util.List;
import org.apache.hadoop.hive.serde2.typeinfo.DecimalTypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.ListTypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.MapTypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.StructTypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfoFactory;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.StructType;

/** Converts between Spark's types and Hive's by parts: neither's DDL has all field names. */
final class HiveTypes {
  private HiveTypes() {}

  /** The Spark type of a Hive type, or an {@link UnsupportedTypeException}. */
  static DataType toSpark(TypeInfo type) {
    return switch (type.getCategory()) {
      case LIST ->
          DataTypes.createArrayType(toSpark(((ListTypeInfo) type).getListElementTypeInfo()));
      case MAP -> {
        MapTypeInfo map = (MapTypeInfo) type;
        yield DataTypes.createMapType(
            toSpark(map.getMapKeyTypeInfo()), toSpark(map.getMapValueTypeInfo()));
      }
      case STRUCT -> struct((StructTypeInfo) type);
      case PRIMITIVE -> primitive(type);
      default -> throw unsupported(type);
    };
  }

  private static StructType struct(StructTypeInfo type) {
    StructType struct = new StructType();
    for (int i = 0; i < type.getAllStructFieldNames().size(); i++) {
      DataType field = toSpark(type.getAllStructFieldTypeInfos().get(i));
      struct = struct.add(type.getAllStructFieldNames().get(i), field);
    }
    return struct;
  }

  private static DataType primitive(TypeInfo type) {
    if (type instanceof DecimalTypeInfo decimal) {
      return DataTypes.createDecimalType(decimal.precision(), decimal.scale());
    }
    if (type.getTypeName().startsWith("interval_")) {
      throw unsupported(type);
    }
    // All other names are the same in Spark.
    return Ddl.parse(type.getTypeName());
  }

  private static UnsupportedTypeException unsupported(TypeInfo type) {
    return new UnsupportedTypeException(
        type.getTypeName().toUpperCase(java.util.Locale.ROOT), "", "cuDF has no such type");
  }

  /** The Hive type of a Spark type that {@link TypeMapping} supports. */
  static TypeInfo toHive(DataType type) {
    List<TypeInfo> parts = TypeKind.parts(type).stream().map(HiveTypes::toHive).toList();
    return switch (TypeKind.of(type)) {
      case ARRAY -> TypeInfoFactory.getListTypeInfo(parts.get(0));
      case MAP -> TypeInfoFactory.getMapTypeInfo(parts.get(0), parts.get(1));
      case STRUCT ->
          TypeInfoFactory.getStructTypeInfo(List.of(((StructType) type).fieldNames()), parts);
      case DECIMAL -> {
        DecimalType decimal = (DecimalType) type;
        yield TypeInfoFactory.getDecimalTypeInfo(decimal.precision(), decimal.scale());
      }
      default -> TypeInfoFactory.getPrimitiveTypeInfo(type.catalogString());
    };
  }
}
