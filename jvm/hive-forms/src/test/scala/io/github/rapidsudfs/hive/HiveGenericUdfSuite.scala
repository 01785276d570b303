// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.hive

import io.github.rapidsudfs.api.{NullRule, ResultRule, Signature}
import io.github.rapidsudfs.udf.{Probes, RowProbe}
import io.github.rapidsudfs.PatientSuite
import org.apache.hadoop.hive.common.`type`.HiveDecimal
import org.apache.hadoop.hive.ql.exec._
import org.apache.hadoop.hive.ql.udf.generic.GenericUDF.{DeferredJavaObject, DeferredObject}
import org.apache.hadoop.hive.serde2.io.HiveDecimalWritable
import org.apache.hadoop.hive.serde2.objectinspector.primitive.PrimitiveObjectInspectorFactory
import org.apache.hadoop.hive.serde2.objectinspector.{ObjectInspector, ObjectInspectorFactory}
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfoUtils
import org.apache.hadoop.io.{IntWritable, Text}
import org.apache.spark.sql.Row

import java.sql.Date
import java.time.LocalDate
import java.util.Arrays.{asList => list}

/** Generic Hive functions: conversion of Hive's types and values to the body's classes and back. */
class HiveGenericUdfSuite extends PatientSuite {
  private val ints = PrimitiveObjectInspectorFactory.javaIntObjectInspector
  private val strings = PrimitiveObjectInspectorFactory.javaStringObjectInspector
  // Spark describes decimals of any precision this way.
  private val decimals = PrimitiveObjectInspectorFactory.javaHiveDecimalObjectInspector

  private def inspector(hiveType: String): ObjectInspector =
    TypeInfoUtils.getStandardJavaObjectInspectorFromTypeInfo(
      TypeInfoUtils.getTypeInfoFromTypeString(hiveType)
    )

  private def echo(argument: String) =
    new HiveProbe(
      if (argument == "any") {
        val rule: ResultRule = types => types.get(0)
        Probes.of("any", "").returns("the type of value", rule).since("0")
      } else Probes.of(argument, argument).since("0")
    )(_.head)

  private def call(function: HiveGenericUdf, values: AnyRef*): Any =
    function.evaluate(values.map(v => new DeferredJavaObject(v): DeferredObject).toArray)

  private def decimal(text: String) = HiveDecimal.create(text)

  test("types in and out, by their Hive names") {
    Seq(
      "array<int>",
      "map<string,bigint>",
      "struct<a:int,b:array<struct<c:date>>>",
      "decimal(20,3)",
      "timestamp",
      "binary"
    ).foreach(t => assertEquals(echo("any").initialize(Array(inspector(t))).getTypeName, t))
  }

  test("a wrong number of arguments") {
    val e = intercept[UDFArgumentLengthException](echo("int").initialize(Array(ints, ints)))
    assert(e.getMessage.endsWith("takes 1 arguments, got 2"), e.getMessage)
  }

  test("a wrong type") {
    val function = echo("int")
    val e = intercept[UDFArgumentTypeException](function.initialize(Array(strings)))
    assertEquals(
      e.getMessage,
      s"argument 1 (value) of ${function.signature.name()} must be INT, got STRING; " +
        "cast it in the query: CAST(... AS INT)"
    )
  }

  test("a type that the GPU cannot take") {
    val interval = PrimitiveObjectInspectorFactory.javaHiveIntervalDayTimeObjectInspector
    val e = intercept[UDFArgumentException](echo("any").initialize(Array(interval)))
    assert(e.getMessage.contains("INTERVAL_DAY_TIME"), e.getMessage)
    assert(e.getMessage.contains("cannot be an argument or result of a RAPIDS UDF"), e.getMessage)
  }

  test("decimals of any precision pass whole, though Spark says decimal(38,18) of all") {
    val digits = "12345678901234567890123456789012345678"
    Seq("decimal(38,0)" -> digits, "decimal(38,38)" -> s"0.$digits", "decimal(9,2)" -> "1234567.89")
      .foreach { case (ddl, text) =>
        val function = echo(ddl)
        function.initialize(Array(decimals))
        assertEquals(call(function, decimal(text)), decimal(text): Any)
        assertEquals(call(function, new HiveDecimalWritable(decimal(text))), decimal(text): Any)
      }
  }

  test("a decimal that does not fit the declared type is refused, not rounded") {
    val function = echo("decimal(9,2)")
    function.initialize(Array(decimals))
    val e = intercept[IllegalArgumentException](call(function, decimal("1.005")))
    assert(
      e.getMessage.contains("must be DECIMAL(9,2), got java.math.BigDecimal 1.005"),
      e.getMessage
    )
  }

  test("nested values are unwrapped to the body's classes, and wrapped again") {
    var seen: Any = null
    val ddl = "array<struct<day:date,amount:decimal(20,3),tags:map<string,int>>>"
    val function = new HiveProbe(Probes.of(ddl, ddl).since("0"))({ args =>
      seen = args.head; args.head
    })
    val struct = ObjectInspectorFactory.getStandardStructObjectInspector(
      list("day", "amount", "tags"),
      list[ObjectInspector](
        PrimitiveObjectInspectorFactory.javaDateObjectInspector,
        decimals,
        ObjectInspectorFactory.getStandardMapObjectInspector(
          PrimitiveObjectInspectorFactory.writableStringObjectInspector,
          PrimitiveObjectInspectorFactory.writableIntObjectInspector
        )
      )
    )
    function.initialize(Array(ObjectInspectorFactory.getStandardListObjectInspector(struct)))
    val tags = java.util.Collections.singletonMap(new Text("k"), new IntWritable(7))
    val handed = list(
      list[AnyRef](Date.valueOf("2024-02-29"), decimal("12345678901234567.891"), tags),
      null,
      list[AnyRef](null, null, null)
    )
    val back = call(function, handed)
    val rows = seen.asInstanceOf[java.util.List[Row]]
    assertEquals(rows.get(0).getAs[Any](0), LocalDate.of(2024, 2, 29): Any)
    assertEquals(rows.get(0).getDecimal(1), new java.math.BigDecimal("12345678901234567.891"))
    assertEquals(rows.get(0).get(2), java.util.Map.of("k", 7): Any)
    assertEquals(rows.get(1), null)
    assertEquals(rows.get(2).toSeq, Seq[Any](null, null, null))
    val plain = java.util.Collections.singletonMap("k", 7)
    assertEquals(
      back,
      list(
        list[AnyRef](Date.valueOf("2024-02-29"), decimal("12345678901234567.891"), plain),
        null,
        list[AnyRef](null, null, null)
      ): Any
    )
  }

  test("null in, null out; and a null of no type passes anywhere") {
    val function = new HiveProbe(Probes.of("int", "int", NullRule.ANY_NULL).since("0"))(_ =>
      fail("the body was called")
    )
    function.initialize(Array(PrimitiveObjectInspectorFactory.javaVoidObjectInspector))
    assertEquals(call(function, null), null)
  }

  test("the display string") {
    val function = echo("int")
    assertEquals(function.getDisplayString(Array("a", "b")), s"${function.signature.name()}(a, b)")
  }
}

/** A generic Hive function with a given row-wise body. */
final class HiveProbe(val signature: Signature)(body: Seq[Any] => Any)
    extends HiveGenericUdf(new RowProbe(signature)(body))
