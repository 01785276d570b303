// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.rows

import io.github.rapidsudfs.api.Ddl
import io.github.rapidsudfs.PatientSuite
import org.apache.spark.sql.{Row, RowFactory}

import java.math.BigDecimal
import java.sql.{Date, Timestamp}
import java.time.{Instant, LocalDate}
import java.util.Arrays.{asList => list}
import scala.collection.mutable

/** Each class in which Spark or Hive may hand over a value becomes the one class of its type. */
class RowValuesSuite extends PatientSuite {
  private def adapt(ddl: String, value: Any): Any =
    RowValues.of(Ddl.parse(ddl)).adapt(value.asInstanceOf[AnyRef])

  private def decimal(text: String) = new BigDecimal(text)

  /** Type, given value, value that the body sees. */
  private val adapted: Seq[(String, Any, Any)] = Seq(
    ("boolean", true, true),
    ("tinyint", Byte.MinValue, Byte.MinValue),
    ("smallint", Short.MaxValue, Short.MaxValue),
    ("smallint", 1.toByte, 1.toShort),
    ("int", Int.MinValue, Int.MinValue),
    ("int", 1.toByte, 1),
    ("int", -1.toShort, -1),
    ("bigint", Long.MaxValue, Long.MaxValue),
    ("bigint", 1.toByte, 1L),
    ("bigint", 1.toShort, 1L),
    ("bigint", Int.MinValue, Int.MinValue.toLong),
    ("float", 1.5f, 1.5f),
    ("double", 1.5, 1.5),
    ("double", 1.5f, 1.5),
    ("double", 1.toByte, 1.0),
    ("double", 1.toShort, 1.0),
    ("double", 1, 1.0),
    ("string", "Ä", "Ä"),
    ("decimal(9,2)", decimal("1.5"), decimal("1.50")),
    ("decimal(9,2)", decimal("1.500"), decimal("1.50")),
    ("decimal(9,2)", decimal("9999999.99"), decimal("9999999.99")),
    ("decimal(9,2)", decimal("1E+3"), decimal("1000.00")),
    ("decimal(38,38)", decimal("0"), decimal("0E-38")),
    ("decimal(9,2)", 1.toByte, decimal("1.00")),
    ("decimal(9,2)", 1.toShort, decimal("1.00")),
    ("decimal(9,2)", 9999999, decimal("9999999.00")),
    ("decimal(38,0)", Long.MinValue, decimal(Long.MinValue.toString)),
    ("date", LocalDate.of(1582, 10, 10), LocalDate.of(1582, 10, 10)),
    ("date", Date.valueOf("2024-02-29"), LocalDate.of(2024, 2, 29)),
    ("date", Date.valueOf("1582-10-04"), LocalDate.of(1582, 10, 4)),
    ("timestamp", Instant.ofEpochSecond(-1, 999999000), Instant.ofEpochSecond(-1, 999999000)),
    ("timestamp", new Timestamp(-1), Instant.ofEpochMilli(-1)),
    ("array<int>", Seq(1, null, 2.toShort), list(1, null, 2)),
    ("array<int>", Vector(1), list(1)),
    ("array<int>", Array(1, 2).toSeq, list(1, 2)),
    ("array<int>", mutable.ArrayBuffer(3), list(3)),
    ("array<int>", list(3, null), list(3, null)),
    ("array<int>", Nil, list()),
    ("array<array<decimal(9,2)>>", Seq(Seq(decimal("1")), null), list(list(decimal("1.00")), null)),
    ("array<date>", Seq(Date.valueOf("2024-02-29")), list(LocalDate.of(2024, 2, 29)))
  )

  adapted.foreach { case (ddl, handed, seen) =>
    test(s"$ddl from ${handed.getClass.getSimpleName} $handed") {
      val got = adapt(ddl, handed)
      assertEquals(got, seen)
      // Equality alone would take an int for a long.
      if (!got.isInstanceOf[java.util.List[_]]) assertEquals(got.getClass: Any, seen.getClass: Any)
    }
  }

  test("binary stays the array that it is") {
    val bytes = Array[Byte](1, -1)
    assert(adapt("binary", bytes).asInstanceOf[AnyRef] eq bytes)
  }

  test("maps of Scala and Java, in their order") {
    val seen = new java.util.LinkedHashMap[Any, Any]
    ('a' to 'z').toList.reverse.foreach(c => seen.put(c.toString, if (c == 'c') null else c.toLong))
    val scalaMap = mutable.LinkedHashMap.empty[String, Any]
    ('a' to 'z').toList.reverse.foreach(c =>
      scalaMap.put(c.toString, if (c == 'c') null else c.toInt)
    )
    val javaMap = new java.util.LinkedHashMap[Any, Any]
    scalaMap.foreach { case (k, v) => javaMap.put(k, v) }
    Seq(scalaMap, javaMap).foreach { handed =>
      val got = adapt("map<string,bigint>", handed).asInstanceOf[java.util.Map[Any, Any]]
      assertEquals(got, seen: java.util.Map[Any, Any])
      assertEquals(list(got.keySet.toArray: _*), list(seen.keySet.toArray: _*))
    }
    assertEquals(adapt("map<string,bigint>", Map.empty), java.util.Map.of[Any, Any](): Any)
  }

  test("structs: fields adapted, by name too, nulls kept") {
    val ddl = "struct<a:bigint,b:struct<c:array<date>>>"
    val got = adapt(ddl, Row(1, Row(Seq(Date.valueOf("2024-01-01"), null)))).asInstanceOf[Row]
    assertEquals(got.getAs[Any]("a"), 1L)
    assertEquals(got.getStruct(1).get(0), list(LocalDate.of(2024, 1, 1), null): Any)
    assertEquals(got.schema, Ddl.parse(ddl))
    assertEquals(adapt(ddl, RowFactory.create(null, null)).asInstanceOf[Row].isNullAt(1), true)
  }

  test("a struct that may be null comes as an Option") {
    assertEquals(adapt("struct<a:int>", Some(Row(1))).asInstanceOf[Row].getInt(0), 1)
    assertEquals(adapt("struct<a:int>", None), null)
  }

  test("any type is passed as it is") {
    val value = new Object
    assert(RowValues.of(null).adapt(value) eq value)
  }

  /** Type, given value, and error. */
  private val refused: Seq[(String, Any, String)] = Seq(
    ("tinyint", 1.toShort, "must be TINYINT, got java.lang.Short 1"),
    ("smallint", 1, "must be SMALLINT, got java.lang.Integer 1"),
    ("int", 1L, "must be INT, got java.lang.Long 1"),
    ("bigint", 1.0, "must be BIGINT, got java.lang.Double 1.0"),
    ("bigint", decimal("1"), "must be BIGINT, got java.math.BigDecimal 1"),
    ("float", 1.5, "must be FLOAT, got java.lang.Double 1.5"),
    ("float", 1, "must be FLOAT, got java.lang.Integer 1"),
    ("double", decimal("1.5"), "must be DOUBLE, got java.math.BigDecimal 1.5"),
    ("double", 1L, "must be DOUBLE, got java.lang.Long 1"),
    ("double", "1.5", "must be DOUBLE, got java.lang.String"),
    ("string", 1, "must be STRING, got java.lang.Integer 1"),
    ("boolean", 1, "must be BOOLEAN, got java.lang.Integer 1"),
    ("binary", "text", "must be BINARY, got java.lang.String"),
    ("decimal(9,2)", decimal("1.005"), "must be DECIMAL(9,2), got java.math.BigDecimal 1.005"),
    (
      "decimal(9,2)",
      decimal("10000000"),
      "must be DECIMAL(9,2), got java.math.BigDecimal 10000000"
    ),
    ("decimal(9,2)", 10000000, "must be DECIMAL(9,2), got java.lang.Integer 10000000"),
    ("decimal(9,2)", 1.5, "must be DECIMAL(9,2), got java.lang.Double 1.5"),
    ("date", new Timestamp(0), "must be DATE, got java.sql.Timestamp"),
    ("date", "2024-01-01", "must be DATE, got java.lang.String"),
    ("timestamp", LocalDate.of(2024, 1, 1), "must be TIMESTAMP, got java.time.LocalDate"),
    ("timestamp", 0L, "must be TIMESTAMP, got java.lang.Long 0"),
    ("array<int>", Map.empty, "must be ARRAY<INT>, got scala.collection.immutable.Map$EmptyMap$"),
    ("array<int>", Seq("a"), "must be INT, got java.lang.String"),
    ("map<string,int>", list(1), "must be MAP<STRING, INT>, got java.util.Arrays$ArrayList"),
    ("map<string,int>", Map("a" -> 1L), "must be INT, got java.lang.Long 1"),
    ("struct<a:int>", Row(1, 2), "must be STRUCT<a: INT>, got "),
    ("struct<a:int>", list(1), "must be STRUCT<a: INT>, got java.util.Arrays$ArrayList"),
    ("void", 1, "must be VOID, got java.lang.Integer 1")
  )

  refused.foreach { case (ddl, handed, message) =>
    test(s"$ddl not from ${handed.getClass.getSimpleName} $handed") {
      val e = intercept[RowValues.WrongClass](adapt(ddl, handed))
      assert(e.getMessage.startsWith(message), e.getMessage)
    }
  }

  test("a type without row-wise values") {
    val e = intercept[IllegalArgumentException](RowValues.of(Ddl.parse("interval day")))
    assertEquals(e.getMessage, "there are no values of type INTERVAL DAY")
  }
}
