// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.testkit;

import io.github.rapidsudfs.api.Ddl;
import io.github.rapidsudfs.api.TypeMapping;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.NullType;
import org.apache.spark.sql.types.StructType;

/** Parses types, and lists the types of the mapping table. */
final class Types {
  private Types() {}

  /** Splits types like {@code int, map<string,int>} at commas outside brackets and backticks. */
  static List<String> split(String text) {
    List<String> types = new ArrayList<>();
    StringBuilder type = new StringBuilder();
    int depth = 0;
    boolean name = false;
    for (char c : text.toCharArray()) {
      name ^= c == '`';
      depth += name ? 0 : c == '(' || c == '<' ? 1 : c == ')' || c == '>' ? -1 : 0;
      if (c == ',' && depth == 0 && !name) {
        types.add(type.toString().trim());
        type.setLength(0);
      } else {
        type.append(c);
      }
    }
    if (!text.isBlank()) {
      types.add(type.toString().trim());
    }
    return types;
  }

  /** Parses a type that the plugin supports from DDL or Spark's JSON, nullable at every level. */
  static DataType parse(String text) {
    boolean json = text.startsWith("{") || text.startsWith("\"");
    DataType type = (json ? DataType.fromJson(text) : Ddl.parse(text)).asNullable();
    TypeMapping.toCudf(type);
    if (type.existsRecursively(
        t -> t instanceof MapType map && map.keyType().existsRecursively(Types::isNoKey))) {
      throw new IllegalArgumentException(
          type.catalogString() + ": Spark takes no such keys in a map");
    }
    return type;
  }

  private static boolean isNoKey(DataType type) {
    return type instanceof NullType || type instanceof MapType;
  }

  /** The type table: plain types, decimals of each width, and nested types of these. */
  static List<DataType> table() {
    List<DataType> flat = new ArrayList<>(TypeMapping.plainTypes());
    flat.add(DataTypes.BinaryType);
    for (String decimal : List.of("decimal(9,2)", "decimal(18,4)", "decimal(38,10)")) {
      flat.add(Ddl.parse(decimal));
    }
    List<DataType> all = new ArrayList<>(flat);
    StructType struct = new StructType();
    for (DataType type : flat) {
      all.add(DataTypes.createArrayType(type));
      struct = struct.add("f" + struct.length(), type);
      if (!(type instanceof NullType)) {
        all.add(DataTypes.createMapType(type, type));
      }
    }
    all.add(struct);
    for (String nested :
        List.of(
            "array<array<array<string>>>",
            "array<map<string,bigint>>",
            "array<struct<a:int,b:string>>",
            "map<int,array<string>>",
            "map<struct<a:int,b:string>,map<int,boolean>>",
            "struct<a:array<int>,m:map<string,int>>",
            "struct<id:bigint,tags:array<map<string,decimal(20,4)>>,at:struct<d:date,t:timestamp>>")) {
      all.add(Ddl.parse(nested));
    }
    return all;
  }
}
