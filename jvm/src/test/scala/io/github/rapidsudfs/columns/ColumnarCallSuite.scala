// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.columns

import ai.rapids.cudf.{ColumnVector, Scalar}
import io.github.rapidsudfs.api.{CudfType, Ddl, DualFunction, NullRule, ResultRule, TypeMapping}
import io.github.rapidsudfs.emulator.testing.{DeviceLeaks, FaultSweep}
import io.github.rapidsudfs.metrics.Counters
import io.github.rapidsudfs.udf.{ColumnarProbe, Probes, ResolvedFunction}

import io.github.rapidsudfs.PatientSuite
import scala.collection.mutable

/** The frame of a columnar body: checks of arguments and results, and the ownership of columns.
  * Runs on the emulator, whose columns are real ones: closing twice or never shows.
  */
class ColumnarCallSuite extends PatientSuite {
  private var open: mutable.Buffer[ColumnVector] = _

  override def beforeEach(context: BeforeEach): Unit = {
    open = mutable.Buffer.empty
    Ownership.strict(false)
  }

  /** After every test its inputs are still its own, once. */
  override def afterEach(context: AfterEach): Unit = {
    Ownership.strict(false)
    open.foreach(_.close())
    open.foreach(c => assertEquals(c.getRefCount, 0, "an input had another holder left"))
  }

  /** An input: closed after the test, and by nobody else. */
  private def input(column: ColumnVector): ColumnVector = { open += column; column }

  private def ints(values: Integer*) = input(ColumnVector.fromBoxedInts(values: _*))
  private def longs(values: java.lang.Long*) = input(ColumnVector.fromBoxedLongs(values: _*))
  private def strings(values: String*) = input(ColumnVector.fromStrings(values: _*))

  private def takes(
      argument: String,
      result: String,
      rule: NullRule = NullRule.ANY_NULL_PROPAGATED
  )(
      body: Array[ColumnVector] => ColumnVector
  ) = new ColumnarProbe(Probes.of(argument, result, rule).since("0"))(body)

  private def texts(function: DualFunction, rows: Int, columns: ColumnVector*): Seq[String] =
    Resources.withResource(function.evaluateColumnar(rows, columns: _*))(HostValues.texts)

  private def untouched(columns: ColumnVector*): Unit =
    columns.foreach(c => assertEquals(c.getRefCount, 1, "an input was closed, or kept"))

  private def fails[E <: Throwable: reflect.ClassTag](message: String)(
      call: => Any
  )(implicit loc: munit.Location): E = {
    var error: E = null.asInstanceOf[E]
    DeviceLeaks.check { () =>
      error = intercept[E](call)
    }
    assert(error.getMessage.contains(message), error.getMessage)
    untouched(open.toSeq: _*)
    error
  }

  // ---- on the way in

  test("a wrong number of arguments") {
    val f = takes("int", "int")(_ => fail("the body was called"))
    val column = ints(1)
    fails[IllegalArgumentException]("takes 1 arguments, got 2")(
      f.evaluateColumnar(1, column, column)
    )
  }

  test("a column with another number of rows than the batch") {
    val f = takes("int", "int")(_ => fail("the body was called"))
    val column = ints(1, 2, 3)
    fails[IllegalStateException](
      s"argument 1 (value) of ${f.signature.name()} has 3 rows, the batch has 2"
    )(f.evaluateColumnar(2, column))
  }

  test("no column at all") {
    val f = takes("int", "int")(_ => fail("the body was called"))
    fails[IllegalArgumentException]("is null instead of a column")(
      ColumnarCall.unanalysed(f, 1, Array[ColumnVector](null))
    )
  }

  test("a column of a type that cannot pass") {
    val f = takes("string", "int")(_ => fail("the body was called"))
    val column = ints(1)
    fails[IllegalArgumentException](
      s"argument 1 (value) of ${f.signature.name()} must be STRING (cuDF STRING), got cuDF INT32; " +
        "cast it in the query: CAST(... AS STRING)"
    )(f.evaluateColumnar(1, column))
  }

  test("a widened argument is seen widened, and closed after the call") {
    var seen: ColumnVector = null
    val f = takes("bigint", "bigint") { args =>
      seen = args(0)
      assertEquals(CudfColumns.typeOf(seen).toString, "INT64")
      args(0).add(args(0))
    }
    val column = ints(1, null, Int.MaxValue)
    DeviceLeaks.check(() => assertEquals(texts(f, 3, column), Seq("2", "null", "4294967294")))
    assertEquals(seen.getRefCount, 0)
    untouched(column)
  }

  test("a widened argument is closed when the body throws") {
    var seen: ColumnVector = null
    val fault = new IllegalStateException("the body's own")
    val f = takes("bigint", "bigint") { args => seen = args(0); throw fault }
    val column = ints(1)
    assert(fails[IllegalStateException]("the body's own")(f.evaluateColumnar(1, column)) eq fault)
    assertEquals(seen.getRefCount, 0)
  }

  test("widened arguments are closed when a later one is refused") {
    val signature = Probes.of("bigint", "bigint").takes("text", "string").since("0")
    val f = new ColumnarProbe(signature)(_ => fail("the body was called"))
    val columns = Seq(ints(1), ints(2))
    fails[IllegalArgumentException]("argument 2 (text)")(f.evaluateColumnar(1, columns: _*))
  }

  test("an argument that needs no widening is the column itself") {
    val column = longs(1L)
    val f = takes("bigint", "bigint") { args => assert(args(0) eq column); args(0).incRefCount() }
    DeviceLeaks.check(() => assertEquals(texts(f, 1, column), Seq("1")))
    untouched(column)
  }

  test("coerced arguments are not checked again") {
    val f = takes("decimal(5,2)", "boolean")(args => args(0).isNull)
    val types = java.util.Collections.singletonList(Ddl.parse("decimal(5,2)"))
    val adapter = ResolvedFunction.functionObject(f, types).asInstanceOf[com.nvidia.spark.RapidsUDF]
    val tooBig = input(ColumnVector.decimalFromInts(-2, 10000000))
    Resources.withResource(adapter.evaluateColumnar(1, tooBig))(c =>
      assertEquals(HostValues.texts(c), Seq("false"))
    )
    fails[IllegalArgumentException]("must be DECIMAL(5,2)")(f.evaluateColumnar(1, tooBig))
  }

  test("a batch without rows never reaches the body, and gives a column of the right type") {
    Seq("string", "decimal(9,2)", "array<struct<a:int,b:map<string,binary>>>").foreach { ddl =>
      val f = takes("int", ddl)(_ => fail("the body was called"))
      val column = ints()
      Resources.withResource(f.evaluateColumnar(0, column)) { c =>
        assertEquals(c.getRowCount, 0L)
        assertEquals(CudfColumns.typeOf(c), TypeMapping.toCudf(Ddl.parse(ddl)))
      }
    }
  }

  // ---- on the way out

  Seq[(String, String, NullRule, () => ColumnVector, String)](
    (
      "with another number of rows",
      "int",
      NullRule.ANY_NULL,
      () => ColumnVector.fromInts(1, 2, 3),
      "returned 3 rows for a batch of 2"
    ),
    (
      "of another type",
      "bigint",
      NullRule.ANY_NULL,
      () => ColumnVector.fromInts(1, 2),
      "returned cuDF INT32, bigint is INT64"
    ),
    (
      "of another nested type",
      "array<int>",
      NullRule.ANY_NULL,
      () => Resources.withResource(ColumnVector.fromStrings("a b", "c"))(_.stringSplitRecord(" ")),
      "returned cuDF LIST<STRING>, array<int> is LIST<INT32>"
    ),
    (
      "that is a decimal of another scale",
      "decimal(9,2)",
      NullRule.ANY_NULL,
      () => ColumnVector.decimalFromInts(-1, 5, 6),
      "returned cuDF DECIMAL32(scale=-1), decimal(9,2) is DECIMAL32(scale=-2)"
    ),
    (
      "with an unexpected null",
      "int",
      NullRule.NEVER_NULL,
      () => ColumnVector.fromBoxedInts(1, null),
      "promises never to return null, but its columnar body did"
    )
  ).foreach { case (what, result, rule, body, message) =>
    test(s"a result $what is refused, and closed by the call") {
      var made: ColumnVector = null
      val f = takes("int", result, rule) { _ => made = body(); made }
      val column = ints(1, 2)
      fails[RuntimeException](message)(f.evaluateColumnar(2, column))
      assertEquals(made.getRefCount, 0)
    }
  }

  test("no result at all is refused") {
    val f = takes("int", "int")(_ => null)
    val column = ints(1)
    fails[IllegalStateException]("returned null")(f.evaluateColumnar(1, column))
  }

  test("ANY_NULL masks the result, and closes what it masked") {
    var made: ColumnVector = null
    val signature =
      Probes.named("int", NullRule.ANY_NULL).takes("a", "int").takes("b", "string").since("0")
    val f = new ColumnarProbe(signature)({ _ => made = ColumnVector.fromInts(1, 2, 3); made })
    val columns = Seq(ints(1, null, 3), strings("x", "y", null))
    DeviceLeaks.check(() => assertEquals(texts(f, 3, columns: _*), Seq("1", "null", "null")))
    assertEquals(made.getRefCount, 0)
    untouched(columns: _*)
  }

  test("ANY_NULL_PROPAGATED does not mask: the body did") {
    val f = takes("int", "int")(_ => ColumnVector.fromInts(1, 2))
    assertEquals(texts(f, 2, ints(1, null)), Seq("1", "2"))
  }

  test("CALLED_ON_NULL does not mask") {
    val f = takes("int", "boolean", NullRule.CALLED_ON_NULL)(_(0).isNull)
    assertEquals(texts(f, 2, ints(1, null)), Seq("false", "true"))
  }

  test("a decimal beyond the declared precision is null, and what held it is closed") {
    var made: ColumnVector = null
    val f = takes("int", "decimal(5,2)") { _ =>
      made = ColumnVector.decimalFromInts(-2, 99999, 100000, -99999, -100000); made
    }
    val column = ints(1, 2, 3, 4)
    DeviceLeaks.check(() =>
      assertEquals(texts(f, 4, column), Seq("999.99", "null", "-999.99", "null"))
    )
    assertEquals(made.getRefCount, 0)
  }

  test("a result type that depends on the arguments") {
    val rule: ResultRule = types => types.get(0)
    val signature = Probes.of("any", "").returns("the type of value", rule).since("0")
    val f = new ColumnarProbe(signature)(_(0).incRefCount())
    assertEquals(texts(f, 1, strings("x")), Seq("x"))
    val wrong = new ColumnarProbe(signature)(_ => ColumnVector.fromInts(1))
    val column = strings("x")
    fails[IllegalArgumentException]("returned cuDF INT32")(wrong.evaluateColumnar(1, column))
  }

  // ---- misuse of the arguments

  private def closing = takes("int", "int") { args => args(0).close(); ColumnVector.fromInts(1) }

  private def reported(call: => Any)(implicit loc: munit.Location): Unit = {
    val e = intercept[IllegalStateException](call)
    assert(e.getMessage.contains("argument 1 (value)"), e.getMessage)
    assert(
      e.getMessage.contains(
        "was closed by the columnar body; arguments are borrowed, do not close them"
      ),
      e.getMessage
    )
  }

  test("a body that closes its argument for good is always reported, and its result closed") {
    DeviceLeaks.check { () =>
      val column = ColumnVector.fromInts(7)
      reported(closing.evaluateColumnar(1, column))
      assertEquals(column.getRefCount, 0)
    }
  }

  test("a body that closes an argument which others hold is reported where that is certain") {
    Ownership.strict(true)
    DeviceLeaks.check { () =>
      val column = ColumnVector.fromInts(7).incRefCount()
      reported(closing.evaluateColumnar(1, column))
      // The emulator takes back the reference that was given away.
      assertEquals(column.getRefCount, 2)
      column.close()
      column.close()
    }
  }

  test("a body that closes a widened argument is always reported") {
    val f = takes("bigint", "int") { args => args(0).close(); ColumnVector.fromInts(1) }
    val column = ints(1)
    fails[IllegalStateException]("was closed by the columnar body")(f.evaluateColumnar(1, column))
  }

  test("a body that returns its argument without a reference of its own is reported") {
    Ownership.strict(true)
    val f = takes("int", "int")(_(0))
    val column = ints(1)
    fails[IllegalStateException](
      "was returned as is by the columnar body; return incRefCount() of it"
    )(f.evaluateColumnar(1, column))
  }

  test("a body that returns a widened argument without a reference of its own is always reported") {
    val f = takes("bigint", "bigint")(_(0))
    val column = ints(1)
    fails[IllegalStateException]("return incRefCount() of it")(f.evaluateColumnar(1, column))
  }

  Seq(false, true).foreach { strict =>
    test(s"a body may return an argument with a reference of its own (strict: $strict)") {
      Ownership.strict(strict)
      val f = takes("bigint", "bigint")(_(0).incRefCount())
      val widened = ints(1, null)
      val plain = longs(1L, null)
      Seq(widened, plain).foreach { column =>
        DeviceLeaks.check(() => assertEquals(texts(f, 2, column), Seq("1", "null")))
        untouched(column)
      }
    }
  }

  // ---- failures anywhere

  test("nothing is left open whichever allocation or kernel fails") {
    val signature = Probes
      .named("decimal(20,2)", NullRule.ANY_NULL)
      .takes("a", "decimal(20,2)")
      .takes("b", "double")
      .takes("c", "array<bigint>")
      .since("0")
    val f = new ColumnarProbe(signature)({ args =>
      Resources.withResource(Scalar.fromDecimal(-2, java.math.BigInteger.TEN))(
        args(0).mul(_, args(0).getType)
      )
    })
    val columns = Seq(
      input(ColumnVector.decimalFromLongs(-2, 100L, 200L)),
      ints(1, null),
      input(
        HostValues.column(
          CudfType.list(CudfType.of("INT32")),
          Seq(java.util.Collections.singletonList(Int.box(1)), java.util.List.of())
        )
      )
    )
    val outcome = FaultSweep.run(() => f.evaluateColumnar(2, columns: _*).close())
    assert(outcome.allocations() > 3 && outcome.kernels() > 3, outcome.toString)
    untouched(columns: _*)
  }

  test("batches and rows are counted, failed and empty ones too") {
    val f = takes("int", "int")(args => args(0).incRefCount())
    val counters = Counters.of(f.signature.name())
    texts(f, 3, ints(1, 2, 3))
    texts(f, 0, ints())
    val column = strings("x")
    intercept[IllegalArgumentException](f.evaluateColumnar(1, column))
    assertEquals(counters.columnarBatches(), 3L)
    assertEquals(counters.columnarRows(), 4L)
    assertEquals(counters.rowCalls(), 0L)
  }
}
