// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.api

import org.apache.spark.sql.types._

/** Every type that the mapping refuses: the type, its name for test titles, the reason. */
object UnsupportedTypes {
  private val intervals = "the plugin does not pass intervals to UDFs; use a number of units"
  private val limited =
    "length-limited strings do not exist in a plan outside table schemas; use STRING"

  private val always: Seq[(DataType, String, String)] = Seq(
    (DayTimeIntervalType(), "DayTimeIntervalType", intervals),
    (YearMonthIntervalType(), "YearMonthIntervalType", intervals),
    (CalendarIntervalType, "CalendarIntervalType", intervals),
    (
      TimestampNTZType,
      "TimestampNTZType",
      "the plugin has no timestamp without time zone; cast it to TIMESTAMP"
    ),
    (CharType(5), "CharType", limited),
    (VarcharType(5), "VarcharType", limited),
    (ObjectType(classOf[String]), "ObjectType", "it holds JVM objects"),
    (
      new PointType,
      "a user-defined type",
      "the plugin does not take user-defined types; use the type it is stored as"
    )
  )

  /** Types that came with Spark 4, by their DDL: this file compiles with 3.5 too. */
  private val since4: Seq[(String, String, String)] = Seq(
    ("variant", "VariantType", "cuDF has no variant; extract the fields you need"),
    (
      "string collate UTF8_LCASE",
      "StringType with a collation",
      "cuDF compares strings by their UTF-8 bytes and knows no collation; use STRING"
    ),
    (
      "time(6)",
      "TimeType",
      "the plugin has no time of day; use a number of units since midnight"
    )
  )

  val all: Seq[(DataType, String, String)] =
    if (org.apache.spark.SPARK_VERSION.startsWith("3.")) always
    else always ++ since4.map { case (ddl, name, reason) => (Ddl.parse(ddl), name, reason) }
}

final case class Point(x: Double)

class PointType extends UserDefinedType[Point] {
  override def sqlType: DataType = ArrayType(DoubleType)
  override def serialize(point: Point): Any = Array(point.x)
  override def deserialize(datum: Any): Point = throw new UnsupportedOperationException
  override def userClass: Class[Point] = classOf[Point]
}
