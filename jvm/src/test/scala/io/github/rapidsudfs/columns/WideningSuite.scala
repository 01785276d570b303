// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.columns

import ai.rapids.cudf.ColumnVector
import io.github.rapidsudfs.PatientSuite
import io.github.rapidsudfs.api.{CudfType, Ddl, TypeMapping, Widening}
import io.github.rapidsudfs.rows.RowValues
import org.apache.spark.sql.Row
import org.apache.spark.sql.types.DataType

import java.math.BigDecimal
import java.util.Arrays.{asList => list}
import scala.util.{Failure, Success, Try}

/** Rows, columns and types agree on what may pass where another type is declared. */
class WideningSuite extends PatientSuite {

  /** Values at the edges of each type, as Spark hands them to a row-wise body. */
  private val samples: Seq[(String, Seq[Any])] = Seq(
    "boolean" -> Seq(true, false),
    "tinyint" -> Seq(Byte.MinValue, 5.toByte),
    "smallint" -> Seq(Short.MinValue, 7.toShort),
    "int" -> Seq(Int.MinValue, 3),
    "bigint" -> Seq(Long.MinValue, Long.MaxValue, 9007199254740993L),
    "float" -> Seq(1.1f, Float.NaN, -0.0f),
    "double" -> Seq(1.1, Double.NaN),
    "string" -> Seq("a", ""),
    "decimal(3,2)" -> Seq(decimal("9.99"), decimal("-9.99")),
    "decimal(5,0)" -> Seq(decimal("99999"), decimal("1")),
    "decimal(9,2)" -> Seq(decimal("9999999.99"), decimal("0.00")),
    "decimal(18,4)" -> Seq(decimal("99999999999999.9999"), decimal("0.0100")),
    "decimal(18,18)" -> Seq(decimal("0.999999999999999999")),
    "decimal(20,10)" -> Seq(decimal("5.0000000000"), decimal("7.5000000000")),
    "decimal(38,0)" -> Seq(decimal("9" * 38), decimal("1")),
    "decimal(38,10)" -> Seq(decimal("1.2500000000"), decimal("-3.0000000000")),
    "decimal(38,38)" -> Seq(decimal("0." + "9" * 38)),
    "array<int>" -> Seq(list(1, null), list()),
    "array<tinyint>" -> Seq(list(1.toByte, 2.toByte)),
    "array<double>" -> Seq(list(1.5)),
    "array<decimal(3,2)>" -> Seq(list(decimal("1.50"), null)),
    "array<decimal(9,2)>" -> Seq(list(decimal("1.50"), decimal("9999999.99"))),
    "array<array<smallint>>" -> Seq(list(list(1.toShort, null), null)),
    "array<array<bigint>>" -> Seq(list(list(1L, null), null)),
    "struct<a:int>" -> Seq(Row(1)),
    "struct<a:int,b:string>" -> Seq(Row(1, "x"), Row(null, null)),
    "struct<a:bigint,b:string>" -> Seq(Row(1L, "x")),
    "struct<a:int,b:string,c:int>" -> Seq(Row(1, "x", 2)),
    "array<struct<x:tinyint,y:string>>" -> Seq(list(Row(1.toByte, "q"), null)),
    "array<struct<x:int,y:string>>" -> Seq(list(Row(1, "q"), null)),
    // Once more, with values that narrow decimals hold too.
    "tinyint" -> Seq(1.toByte),
    "int" -> Seq(-99999, 99999),
    "bigint" -> Seq(0L, 9L),
    "decimal(18,4)" -> Seq(decimal("9.9900")),
    "decimal(9,2)" -> Seq(decimal("-99.00")),
    "decimal(38,10)" -> Seq(decimal("0E-10"))
  ).map { case (ddl, values) => ddl -> (values :+ null) }

  private val types: Seq[String] = samples.map(_._1).distinct

  private def decimal(text: String) = new BigDecimal(text)

  private def spark(ddl: String): DataType = Ddl.parse(ddl)

  private def byRows(declared: String, values: Seq[Any]): Option[Seq[String]] = {
    val adapter = RowValues.of(spark(declared))
    Try(values.map(v => if (v == null) null else adapter.adapt(v))) match {
      case Success(adapted)                 => Some(adapted.map(HostValues.text))
      case Failure(_: RowValues.WrongClass) => None
      case Failure(other)                   => throw other
    }
  }

  private def byColumn(from: String, declared: String, values: Seq[Any]): Option[Seq[String]] = {
    val cudf = TypeMapping.toCudf(spark(from))
    Resources.withResource(HostValues.column(cudf, values)) { column =>
      try
        Resources.withResource(widened(column, declared)) { wide =>
          assertEquals(CudfColumns.typeOf(wide), TypeMapping.toCudf(spark(declared)))
          Some(HostValues.texts(wide))
        }
      catch { case _: ColumnWidening.Unfit => None }
      finally assertEquals(column.getRefCount, 1, s"references of $from after $declared")
    }
  }

  private def widened(column: ColumnVector, declared: String): ColumnVector =
    Option(ColumnWidening.widen(column, CudfColumns.typeOf(column), spark(declared)))
      .getOrElse(column.incRefCount())

  for ((from, values) <- samples)
    test(s"$from (${values.map(HostValues.text).mkString(", ")}) where another type is declared") {
      for (declared <- types) {
        val rows = byRows(declared, values)
        assertEquals(byColumn(from, declared, values), rows, s"$from as $declared")
        val accepted = Widening.accepts(spark(declared), spark(from))
        assert(accepted || rows.isEmpty, s"$from passes as $declared, but its type is refused")
        val byValue = declared.contains("decimal")
        assert(
          !accepted || rows.nonEmpty || byValue,
          s"$from is refused as $declared, but its type passes"
        )
      }
    }

  for (declared <- types)
    test(s"an untyped null where $declared is declared") {
      Resources.withResource(ColumnVector.fromBoxedBytes(null, null)) { void =>
        Resources.withResource(widened(void, declared)) { nulls =>
          assertEquals(CudfColumns.typeOf(nulls), TypeMapping.toCudf(spark(declared)))
          assertEquals(HostValues.texts(nulls), Seq("null", "null"))
        }
      }
      assert(Widening.accepts(spark(declared), spark("void")))
    }

  test("the same cuDF type does not hide a decimal with too many digits") {
    assertEquals(
      byColumn("decimal(9,2)", "decimal(5,2)", Seq(decimal("999.99"))),
      Some(Seq("999.99"))
    )
    assertEquals(byColumn("decimal(9,2)", "decimal(5,2)", Seq(decimal("1000.00"))), None)
    assertEquals(byColumn("decimal(9,2)", "decimal(5,2)", Seq(decimal("-1000.00"))), None)
  }

  test("a refusal names the type that came") {
    val refused = intercept[ColumnWidening.Unfit] {
      Resources.withResource(
        HostValues.column(CudfType.decimal(32, 2), Seq(decimal("12.34"), decimal("-1000.00")))
      )(widened(_, "decimal(5,2)").close())
    }
    assertEquals(refused.getMessage, "-1000.00")
  }
}
