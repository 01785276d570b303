// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.api

import io.github.rapidsudfs.PatientSuite
import org.apache.spark.sql.types._
import org.scalacheck.Gen
import org.scalacheck.Prop.forAll

import scala.collection.JavaConverters._

/** Both directions of the type mapping, row by row and for nested types of any shape. */
class TypeMappingSuite extends munit.ScalaCheckSuite with PatientSuite {

  /** The rows of the table as its documentation has them. */
  private val table: Seq[(String, String)] = Seq(
    "boolean" -> "BOOL8",
    "tinyint" -> "INT8",
    "smallint" -> "INT16",
    "int" -> "INT32",
    "bigint" -> "INT64",
    "float" -> "FLOAT32",
    "double" -> "FLOAT64",
    "date" -> "TIMESTAMP_DAYS",
    "timestamp" -> "TIMESTAMP_MICROSECONDS",
    "string" -> "STRING",
    "void" -> "INT8",
    "binary" -> "LIST<UINT8>",
    "array<int>" -> "LIST<INT32>",
    "array<tinyint>" -> "LIST<INT8>",
    "map<string,double>" -> "LIST<STRUCT<STRING, FLOAT64>>",
    "struct<a:date,b:array<boolean>>" -> "STRUCT<TIMESTAMP_DAYS, LIST<BOOL8>>",
    "decimal(1,0)" -> "DECIMAL32(scale=0)",
    "decimal(9,2)" -> "DECIMAL32(scale=-2)",
    "decimal(9,9)" -> "DECIMAL32(scale=-9)",
    "decimal(10,2)" -> "DECIMAL64(scale=-2)",
    "decimal(18,18)" -> "DECIMAL64(scale=-18)",
    "decimal(19,0)" -> "DECIMAL128(scale=0)",
    "decimal(38,38)" -> "DECIMAL128(scale=-38)",
    "array<map<string,struct<d:decimal(12,3),raw:binary>>>" ->
      "LIST<LIST<STRUCT<STRING, STRUCT<DECIMAL64(scale=-3), LIST<UINT8>>>>>"
  )

  table.foreach { case (spark, cudf) =>
    test(s"$spark is $cudf") {
      assertEquals(TypeMapping.toCudf(Ddl.parse(spark)).toString, cudf)
    }
  }

  private val decimals: Gen[DecimalType] = for {
    precision <- Gen.oneOf(Gen.choose(1, 38), Gen.oneOf(9, 10, 18, 19, 38))
    scale <- Gen.choose(0, precision)
  } yield DecimalType(precision, scale)

  private val plain: Seq[DataType] =
    Seq(BooleanType, ByteType, ShortType, IntegerType, LongType, FloatType, DoubleType, DateType) ++
      Seq(TimestampType, StringType, BinaryType, NullType)

  private val flat: Gen[DataType] = Gen.oneOf(Gen.oneOf(plain), decimals)

  private def types(depth: Int): Gen[DataType] =
    if (depth == 0) flat
    else {
      val inner = types(depth - 1)
      Gen.frequency(
        2 -> flat,
        1 -> inner.flatMap(t => Gen.oneOf(true, false).map(ArrayType(t, _))),
        1 -> Gen.zip(inner, inner, Gen.oneOf(true, false)).map { case (k, v, n) =>
          MapType(k, v, n)
        },
        1 -> Gen.choose(0, 4).flatMap(Gen.listOfN(_, inner)).map { fields =>
          StructType(fields.zipWithIndex.map { case (t, i) => StructField(s"field$i", t) })
        }
      )
    }

  private val cudfFlat: Gen[CudfType] = Gen.oneOf(
    Gen.oneOf(table.map(_._2).filterNot(_.exists("<(".contains(_)))).map(CudfType.of),
    Gen.oneOf(32 -> 9, 64 -> 18, 128 -> 38).flatMap { case (bits, precision) =>
      Gen.choose(0, precision).map(CudfType.decimal(bits, _))
    },
    Gen.const(CudfType.list(CudfType.of("UINT8")))
  )

  private def cudfTypes(depth: Int): Gen[CudfType] =
    if (depth == 0) cudfFlat
    else {
      val inner = cudfTypes(depth - 1)
      Gen.frequency(
        2 -> cudfFlat,
        1 -> inner.map(CudfType.list),
        1 -> Gen.choose(0, 4).flatMap(Gen.listOfN(_, inner)).map(f => CudfType.struct(f.asJava))
      )
    }

  property("from cuDF to Spark and back nothing is lost") {
    forAll(cudfTypes(4))(t => assertEquals(TypeMapping.toCudf(TypeMapping.toSpark(t)), t))
  }

  property("from Spark to cuDF and back only what cuDF cannot say is lost") {
    forAll(types(4))(t => assertEquals(TypeMapping.toSpark(TypeMapping.toCudf(t)), asCudfSaysIt(t)))
  }

  /** A type with the losses that the documentation of `toSpark` names. */
  private def asCudfSaysIt(dataType: DataType): DataType = dataType match {
    case d: DecimalType        => DecimalType(Seq(9, 18, 38).find(_ >= d.precision).get, d.scale)
    case NullType              => ByteType
    case ArrayType(element, _) => ArrayType(asCudfSaysIt(element), containsNull = true)
    case MapType(key, value, _) =>
      ArrayType(fields(Seq(key, value).map(asCudfSaysIt)), containsNull = true)
    case StructType(declared) => fields(declared.toSeq.map(f => asCudfSaysIt(f.dataType)))
    case other                => other
  }

  private def fields(types: Seq[DataType]): StructType =
    StructType(types.zipWithIndex.map { case (t, i) => StructField(s"_$i", t, nullable = true) })

  property("a type is unsupported wherever it stands") {
    forAll(types(3), Gen.oneOf(UnsupportedTypes.all)) { case (around, (bad, _, reason)) =>
      val holder = StructType(
        Seq(StructField("ok", around), StructField("m", MapType(StringType, ArrayType(bad))))
      )
      val e = intercept[UnsupportedTypeException](TypeMapping.toCudf(holder))
      assert(e.getMessage.contains("(at m.value.element)"), e.getMessage)
      assert(e.getMessage.contains(reason), e.getMessage)
    }
  }

  UnsupportedTypes.all.foreach { case (bad, name, reason) =>
    test(s"$name is unsupported, with the reason") {
      val e = intercept[UnsupportedTypeException](TypeMapping.toCudf(bad))
      val wanted = s"type ${bad.sql} cannot be an argument or result of a RAPIDS UDF: $reason"
      assertEquals(e.getMessage, wanted)
    }
  }

  test("a map's key is named in the path") {
    val bad = MapType(StructType(Seq(StructField("since", TimestampNTZType))), StringType)
    val e = intercept[UnsupportedTypeException](TypeMapping.toCudf(ArrayType(bad)))
    val text = "type TIMESTAMP_NTZ (at element.key.since) cannot be"
    assert(e.getMessage.startsWith(text), e.getMessage)
  }

  Seq("UINT32", "UINT8", "DURATION_DAYS", "TIMESTAMP_NANOSECONDS", "DICTIONARY32", "EMPTY")
    .foreach { id =>
      test(s"cuDF's $id has no Spark type") {
        val e = intercept[UnsupportedTypeException](TypeMapping.toSpark(CudfType.of(id)))
        assert(e.getMessage.contains(id) && e.getMessage.contains("no Spark type"), e.getMessage)
      }
    }

  Seq(CudfType.decimal(32, -1), CudfType.decimal(32, 10), CudfType.decimal(128, 39)).foreach { t =>
    test(s"cuDF's $t has no Spark type") {
      val e = intercept[UnsupportedTypeException](TypeMapping.toSpark(t))
      assert(e.getMessage.contains("scale from 0 to their precision"), e.getMessage)
    }
  }

  test("a string that is not a type") {
    val e = intercept[IllegalArgumentException](Ddl.parse("array<nonsense"))
    val text = "'array<nonsense' is not a Spark SQL type such as"
    assert(e.getMessage.startsWith(text), e.getMessage)
  }
}
