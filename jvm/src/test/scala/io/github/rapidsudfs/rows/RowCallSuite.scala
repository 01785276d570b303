// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.rows

import io.github.rapidsudfs.api.{Ddl, DualFunction, NullRule}
import io.github.rapidsudfs.metrics.Counters
import io.github.rapidsudfs.PatientSuite
import io.github.rapidsudfs.udf.{Probes, ResolvedFunction, RowProbe}
import java.math.BigDecimal
import org.apache.spark.sql.types.Decimal

/** The frame of a row-wise body. */
class RowCallSuite extends PatientSuite {
  private def call(function: DualFunction, args: Any*): Any =
    RowCall.of(function).call(args.map(_.asInstanceOf[AnyRef]): _*)

  private def two(rule: NullRule) =
    Probes.named("string", rule).takes("a", "bigint").takes("b", "string").since("0")

  Seq(NullRule.ANY_NULL, NullRule.ANY_NULL_PROPAGATED).foreach { rule =>
    test(s"$rule: the body never sees a null") {
      val function = new RowProbe(two(rule))(args => args.mkString("|"))
      assertEquals(call(function, null, "x"), null)
      assertEquals(call(function, 1L, null), null)
      assertEquals(call(function, null, null), null)
      assertEquals(call(function, 1, "x"), "1|x": Any)
    }
  }

  Seq(NullRule.CALLED_ON_NULL, NullRule.NEVER_NULL).foreach { rule =>
    test(s"$rule: the body sees nulls") {
      val function = new RowProbe(two(rule))(args => args.mkString("|"))
      assertEquals(call(function, null, "x"), "null|x": Any)
      assertEquals(call(function, 1L, null), "1|null": Any)
    }
  }

  test("an Option of no struct is a null argument") {
    val signature = Probes.of("struct<a:int>", "int", NullRule.ANY_NULL).since("0")
    val function = new RowProbe(signature)(_ => fail("the body was called"))
    assertEquals(call(function, None), null)
  }

  test("a wrong class is reported with function, argument and fix") {
    val function = new RowProbe(two(NullRule.ANY_NULL))(_ => fail("the body was called"))
    val name = function.signature.name()
    val e = intercept[IllegalArgumentException](call(function, 1.5, "x"))
    assertEquals(
      e.getMessage,
      s"argument 1 (a) of $name must be BIGINT, got java.lang.Double 1.5; cast it in the query"
    )
    assertEquals(e.getCause, null) // which could not be read back over Spark Connect
    val second = intercept[IllegalArgumentException](call(function, 1L, 2))
    assert(
      second.getMessage.startsWith(s"argument 2 (b) of $name must be STRING"),
      second.getMessage
    )
  }

  test("a wrong number of arguments") {
    val function = new RowProbe(two(NullRule.ANY_NULL))(_ => fail("the body was called"))
    val row = RowCall.of(function)
    val e = intercept[IllegalArgumentException](row.call("x"))
    assert(e.getMessage.endsWith("takes 2 arguments, got 1"), e.getMessage)
  }

  private def decimals(result: Any) =
    new RowProbe(Probes.of("int", "decimal(5,2)", NullRule.ANY_NULL).since("0"))(_ => result)

  test("a decimal of fewer decimals is filled up") {
    assertEquals(call(decimals(new BigDecimal("1.5")), 0), new BigDecimal("1.50"): Any)
    assertEquals(call(decimals(new BigDecimal("1E+2")), 0), new BigDecimal("100.00"): Any)
  }

  test("a decimal beyond the declared precision is null, as in columns") {
    assertEquals(call(decimals(new BigDecimal("999.99")), 0), new BigDecimal("999.99"): Any)
    assertEquals(call(decimals(new BigDecimal("1000")), 0), null)
    assertEquals(call(decimals(new BigDecimal("-1000.00")), 0), null)
  }

  test("Spark's own decimals, with few and with many digits") {
    val long = "12345678901234567890.12"
    val wide = new RowProbe(Probes.of("int", "decimal(38,2)", NullRule.ANY_NULL).since("0"))(_ =>
      Decimal(long)
    )
    assertEquals(call(wide, 0).toString, long)
    assertEquals(call(decimals(Decimal("999.99")), 0).toString, "999.99")
    assertEquals(call(decimals(Decimal("1.5")), 0), Decimal("1.5"): Any)
    assertEquals(call(decimals(Decimal("1000.00")), 0), null)
    assertEquals(call(decimals(Decimal(long)), 0), null)
    // Its precision says 5 digits, but it has 6.
    assertEquals(call(decimals(Decimal.createUnsafe(100000, 5, 2)), 0), null)
    intercept[ArithmeticException](call(decimals(Decimal("1.005")), 0))
  }

  test("a decimal of more decimals than declared is a fault of the body") {
    intercept[ArithmeticException](call(decimals(new BigDecimal("1.005")), 0))
  }

  test("an exception of the body is passed on unchanged") {
    val fault = new IllegalStateException("the body's own")
    val function = new RowProbe(two(NullRule.ANY_NULL))(_ => throw fault)
    assert(intercept[IllegalStateException](call(function, 1L, "x")) eq fault)
  }

  test("the types that analysis found count, where the declared one is any") {
    val signature = Probes.of("any", "string", NullRule.ANY_NULL).since("0")
    val function = new RowProbe(signature)(args => args.head.getClass.getName)
    val types = java.util.Collections.singletonList(Ddl.parse("array<int>"))
    val adapter = ResolvedFunction.functionObject(function, types).asInstanceOf[Any => Any]
    assertEquals(adapter(Seq(1)), "java.util.ArrayList": Any)
  }

  test("every call is counted, null rows and failed calls too") {
    val function = new RowProbe(two(NullRule.ANY_NULL))(_ => "x")
    val counters = Counters.of(function.signature.name())
    call(function, 1L, "x")
    call(function, null, "x")
    intercept[IllegalArgumentException](call(function, "y", "x"))
    assertEquals(counters.rowCalls(), 3L)
    assertEquals(counters.columnarBatches(), 0L)
  }
}
