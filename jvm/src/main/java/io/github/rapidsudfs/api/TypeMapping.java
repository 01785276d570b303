// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.api;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.UserDefinedType;

/** The mapping between Spark's types and cuDF's, recursive, in both directions. */
public final class TypeMapping {
  /** A row of the mapping table whose types have no parameters. */
  private record Plain(DataType spark, String cudf) {}

  private static final List<Plain> PLAIN =
      List.of(
          new Plain(DataTypes.BooleanType, "BOOL8"),
          new Plain(DataTypes.ByteType, "INT8"),
          new Plain(DataTypes.ShortType, "INT16"),
          new Plain(DataTypes.IntegerType, "INT32"),
          new Plain(DataTypes.LongType, "INT64"),
          new Plain(DataTypes.FloatType, "FLOAT32"),
          new Plain(DataTypes.DoubleType, "FLOAT64"),
          new Plain(DataTypes.DateType, "TIMESTAMP_DAYS"),
          new Plain(DataTypes.TimestampType, "TIMESTAMP_MICROSECONDS"),
          new Plain(DataTypes.StringType, "STRING"),
          // After tinyint, so that INT8 maps back to tinyint: a void column is INT8, all null.
          new Plain(DataTypes.NullType, "INT8"));

  private static final CudfType BYTES = CudfType.list(CudfType.of("UINT8"));

  private TypeMapping() {}

  /** The Spark types without parameters in the mapping table. */
  public static List<DataType> plainTypes() {
    return PLAIN.stream().map(Plain::spark).toList();
  }

  /**
   * The cuDF type of a column of the Spark type.
   *
   * @throws UnsupportedTypeException naming the (nested) type that the plugin cannot take, and why
   */
  public static CudfType toCudf(DataType type) {
    return toCudf(type, "");
  }

  private static CudfType toCudf(DataType type, String path) {
    for (Plain row : PLAIN) {
      // In Spark 4 char(n) and varchar(n) are subclasses of string.
      if (row.spark.equals(type) && !isLengthLimited(type)) {
        return CudfType.of(row.cudf);
      }
    }
    if (type instanceof DecimalType decimal) {
      int bits = decimal.precision() <= 9 ? 32 : decimal.precision() <= 18 ? 64 : 128;
      return CudfType.decimal(bits, decimal.scale());
    }
    if (DataTypes.BinaryType.equals(type)) {
      return BYTES;
    }
    if (type instanceof ArrayType array) {
      return CudfType.list(toCudf(array.elementType(), path + ".element"));
    }
    if (type instanceof MapType map) {
      CudfType key = toCudf(map.keyType(), path + ".key");
      return CudfType.list(CudfType.struct(List.of(key, toCudf(map.valueType(), path + ".value"))));
    }
    if (type instanceof StructType struct) {
      return CudfType.struct(
          Stream.of(struct.fields())
              .map(field -> toCudf(field.dataType(), path + "." + field.name()))
              .toList());
    }
    throw new UnsupportedTypeException(
        type.sql(), path.startsWith(".") ? path.substring(1) : path, whyNot(type));
  }

  private static boolean isLengthLimited(DataType type) {
    String name = type.getClass().getSimpleName();
    return name.equals("CharType") || name.equals("VarcharType");
  }

  /** By class name, as several types do not exist in every supported Spark version. */
  private static String whyNot(DataType type) {
    if (type instanceof UserDefinedType) {
      return "the plugin does not take user-defined types; use the type it is stored as";
    }
    return switch (type.getClass().getSimpleName().replace("$", "")) {
      case "TimestampNTZType" ->
          "the plugin has no timestamp without time zone; cast it to TIMESTAMP";
      case "DayTimeIntervalType", "YearMonthIntervalType", "CalendarIntervalType" ->
          "the plugin does not pass intervals to UDFs; use a number of units";
      case "VariantType" -> "cuDF has no variant; extract the fields you need";
      case "CharType", "VarcharType" ->
          "length-limited strings do not exist in a plan outside table schemas; use STRING";
      case "StringType" ->
          "cuDF compares strings by their UTF-8 bytes and knows no collation; use STRING";
      case "TimeType" -> "the plugin has no time of day; use a number of units since midnight";
      case "ObjectType" -> "it holds JVM objects";
      default -> "cuDF has no such type";
    };
  }

  /**
   * The Spark type as which a column of the cuDF type is read.
   *
   * <p>A cuDF type carries less information than Spark's: a decimal gets the greatest precision of
   * its width, a struct the field names {@code _0, _1, ...}, a map comes back as an array of
   * two-field structs, void as tinyint, and everything is nullable. {@code toCudf(toSpark(t))} is
   * {@code t}.
   *
   * @throws UnsupportedTypeException for cuDF types that no Spark type maps to
   */
  public static DataType toSpark(CudfType type) {
    if (type.equals(BYTES)) {
      return DataTypes.BinaryType;
    }
    if (type.isDecimal()) {
      int precision = type.maxPrecision();
      int scale = -type.scale();
      if (scale < 0 || scale > precision) {
        throw new UnsupportedTypeException(
            type.toString(), "", "Spark's decimals have a scale from 0 to their precision");
      }
      return DataTypes.createDecimalType(precision, scale);
    }
    if (type.id().equals("LIST")) {
      return DataTypes.createArrayType(toSpark(type.children().get(0)));
    }
    if (type.id().equals("STRUCT")) {
      List<StructField> fields = new ArrayList<>();
      for (CudfType child : type.children()) {
        fields.add(DataTypes.createStructField("_" + fields.size(), toSpark(child), true));
      }
      return DataTypes.createStructType(fields);
    }
    for (Plain row : PLAIN) {
      if (row.cudf.equals(type.id())) {
        return row.spark;
      }
    }
    throw new UnsupportedTypeException(type.toString(), "", "no Spark type is stored this way");
  }
}
