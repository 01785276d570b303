// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.rows

import ai.rapids.cudf.ColumnVector
import io.github.rapidsudfs.api.{Ddl, DualFunction, Signature}
import io.github.rapidsudfs.PatientSuite
import io.github.rapidsudfs.udf.{Probes, ResolvedFunction, RowProbe, Udf1}
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.util.{ArrayBasedMapData, ArrayData, GenericArrayData, MapData}
import org.apache.spark.sql.Row
import org.apache.spark.sql.types._
import org.apache.spark.unsafe.types.UTF8String

import java.math.BigDecimal
import java.time.{Instant, LocalDate}
import java.util
import java.util.Arrays.{asList => list}
import scala.collection.JavaConverters._

/** Row-wise bodies whose type parameters ask for Spark's internal values. */
class InternalValuesSuite extends PatientSuite {
  private val day = LocalDate.of(1582, 10, 10)
  private val instant = Instant.parse("1582-10-10T01:02:03.456789Z")

  private def echo[T](ddl: String)(make: Signature => Echo[T]): Echo[T] =
    make(Probes.of(ddl, ddl).since("0"))

  private def called(function: Echo[_], value: Any): Any =
    RowCall.of(function).call(value.asInstanceOf[AnyRef])

  private def requires(ddl: String, function: Echo[_], value: Any, internal: Class[_]): Unit =
    test(s"$ddl as ${internal.getSimpleName}, and back for Spark") {
      assertEquals(InternalValuesSuite.plain(called(function, value)), value)
      assert(internal.isInstance(function.seen), function.seen)
      val types = list(function.signature.argument(0).`type`())
      val resolved = ResolvedFunction.functionObject(function, types).asInstanceOf[Any => Any]
      assertEquals(InternalValuesSuite.plain(resolved(value)), value)
      assertEquals(RowCall.of(function).call(null), null)
    }

  private val struct = "struct<day:date,tags:map<string,array<decimal(20,3)>>>"
  requires("string", echo("string")(new OnUtf8(_)), "Grüße", classOf[UTF8String])
  requires("date", echo("date")(new OnInt(_)), day, classOf[Integer])
  requires("timestamp", echo("timestamp")(new OnLong(_)), instant, classOf[java.lang.Long])
  requires(
    "decimal(20,3)",
    echo("decimal(20,3)")(new OnDecimal(_)),
    new BigDecimal("12345678901234567.891"),
    classOf[Decimal]
  )
  requires("array<date>", echo("array<date>")(new OnArray(_)), list(day, null), classOf[ArrayData])
  requires(
    "map<string,timestamp>",
    echo("map<string,timestamp>")(new OnMap(_)),
    java.util.Map.of("k", instant),
    classOf[MapData]
  )
  requires(
    struct,
    echo(struct)(new OnRow(_)),
    Row(day, java.util.Map.of("k", list(new BigDecimal("1.250"), null))),
    classOf[InternalRow]
  )

  test("internal values pass unchanged, except for days and microseconds") {
    val text = UTF8String.fromString("x")
    val strings = echo("string")(new OnUtf8(_))
    assert(RowCall.of(strings).call(text).asInstanceOf[AnyRef] eq text)
    val e = intercept[IllegalArgumentException](called(echo("date")(new OnInt(_)), Int.box(7)))
    assert(e.getMessage.contains("must be DATE, got java.lang.Integer 7"), e.getMessage)
    intercept[IllegalArgumentException](called(echo("timestamp")(new OnLong(_)), Long.box(7)))
  }

  test("an internal decimal beyond the declared precision is null, as in columns") {
    val signature = Probes.of("decimal(5,2)", "decimal(5,2)").since("0")
    def answer(result: String) =
      RowCall
        .of(new OnDecimal(signature) {
          override protected def row(value: Decimal) = Decimal(new java.math.BigDecimal(result))
        })
        .call(new BigDecimal("1.00"))
    assertEquals(answer("999.99"), Decimal("999.99"): Any)
    assertEquals(answer("1000"), null)
    intercept[ArithmeticException](answer("1.005"))
  }

  test("an internal decimal gets the declared precision and scale") {
    val signature = Probes.of("decimal(10,2)", "decimal(10,2)").since("0")
    val types = Seq[DataType](DecimalType(10, 2)).asJava
    Seq((150L, 10, 2), (150L, 3, 2), (15L, 10, 1), (15L, 2, 1)).foreach {
      case (unscaled, precision, scale) =>
        val function = new OnDecimal(signature) {
          override protected def row(value: Decimal) =
            Decimal.createUnsafe(unscaled, precision, scale)
        }
        val call = new InternalCall(function, types, DecimalType(10, 2))
        val answer = call.call(Array(Decimal("1.00"))).asInstanceOf[Decimal]
        assertEquals(
          (answer.precision, answer.scale, answer.toString),
          (10, 2, "1.50"),
          (precision, scale)
        )
    }
  }

  test("a body of Java's classes gets them at any depth, and its result becomes internal") {
    val ddl = "struct<s:string,n:decimal(5,2),d:array<date>,m:map<string,timestamp>>"
    val signature = Probes.of(ddl, ddl).since("0")
    var seen: Any = null
    val function = new RowProbe(signature)(args => {
      seen = args.head
      seen
    })
    val micros = instant.getEpochSecond * 1000000 + instant.getNano / 1000
    val value = InternalRow(
      UTF8String.fromString("Grüße"),
      Decimal("1.50"),
      new GenericArrayData(Array[Any](day.toEpochDay.toInt, null)),
      ArrayBasedMapData(Array[Any](UTF8String.fromString("k")), Array[Any](micros))
    )
    val type_ = Ddl.parse(ddl).asInstanceOf[StructType]
    val call = new InternalCall(function, Seq[DataType](type_).asJava, type_)
    val answer = call.call(Array(value)).asInstanceOf[InternalRow]
    val row = seen.asInstanceOf[Row]
    assertEquals(
      row.toSeq,
      Seq[Any]("Grüße", new BigDecimal("1.50"), list(day, null), java.util.Map.of("k", instant))
    )
    assertEquals(answer.getString(0), "Grüße")
    assertEquals(answer.getDecimal(1, 5, 2), Decimal("1.50"))
    assertEquals(answer.getArray(2).getInt(0), day.toEpochDay.toInt)
    assert(answer.getArray(2).isNullAt(1))
    assertEquals(answer.getMap(3).valueArray().getLong(0), micros)
    assertEquals(call.call(Array(null)), null)
  }

  test("types whose values have the same form in every session") {
    Seq(StringType, IntegerType, DoubleType, BooleanType).foreach { t =>
      assert(InternalCall.isSameEverywhere(t), t)
    }
    Seq(DateType, TimestampType, DecimalType(10, 2), ArrayType(IntegerType)).foreach { t =>
      assert(!InternalCall.isSameEverywhere(t), t)
    }
  }

  test("type parameters that do not fit the signature are refused, with what to write") {
    def refused(function: DualFunction, text: String): Unit = {
      val types = list(function.signature.argument(0).`type`())
      Seq[() => Any](
        () => RowCall.of(function),
        () => ResolvedFunction.functionObject(function, types)
      ).foreach { use =>
        val e = intercept[IllegalStateException](use())
        assert(e.getMessage.endsWith(text), e.getMessage)
      }
    }
    refused(
      echo("int")(new OnUtf8(_)),
      "is org.apache.spark.unsafe.types.UTF8String, but INT is declared: use java.lang.Integer"
    )
    refused(
      echo("timestamp")(new OnInt(_)),
      "is java.lang.Integer, but TIMESTAMP is declared: use java.time.Instant or java.lang.Long"
    )
    refused(
      new OnUtf8(Probes.of("string", "int").since("0")),
      "is org.apache.spark.unsafe.types.UTF8String, but INT is declared: use java.lang.Integer"
    )
  }

  test("the type parameters of the library's functions fit their signatures") {
    io.github.rapidsudfs.registry.Catalogue.all.foreach(BodyClasses.of(_))
  }
}

private object InternalValuesSuite {

  /** Spark takes strings and decimals as they are, at any depth. */
  def plain(answer: Any): Any = answer match {
    case text: UTF8String    => text.toString
    case number: Decimal     => number.toJavaBigDecimal
    case row: Row            => Row.fromSeq(row.toSeq.map(plain))
    case items: util.List[_] => items.asScala.map(plain).asJava
    case entries: util.Map[_, _] =>
      entries.asScala.map { case (k, v) => plain(k) -> plain(v) }.asJava
    case other => other
  }
}

/** Answers its argument, and keeps it. */
sealed abstract class Echo[T](signature: Signature) extends Udf1[T, T](signature) {
  @transient var seen: Any = _
  override protected def row(value: T): T = {
    seen = value
    value
  }
  override protected def columnar(value: ColumnVector): ColumnVector = value.incRefCount()
}

class OnUtf8(signature: Signature) extends Echo[UTF8String](signature)
class OnInt(signature: Signature) extends Echo[Integer](signature)
class OnLong(signature: Signature) extends Echo[java.lang.Long](signature)
class OnDecimal(signature: Signature) extends Echo[Decimal](signature)
class OnArray(signature: Signature) extends Echo[ArrayData](signature)
class OnMap(signature: Signature) extends Echo[MapData](signature)
class OnRow(signature: Signature) extends Echo[InternalRow](signature)
