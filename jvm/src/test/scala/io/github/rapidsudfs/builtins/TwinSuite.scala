// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.builtins

import io.github.rapidsudfs.PatientSuite
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.{
  NextDay => SparkNextDay,
  TimestampDiff => SparkTimestampDiff,
  UnixDate => SparkUnixDate,
  WidthBucket => SparkWidthBucket,
  _
}
import org.apache.spark.sql.rapidsudfs.builtins.{Twin, Twins}
import org.apache.spark.sql.types._

/** Calls of twins apart from any plan. */
class TwinSuite extends PatientSuite {
  private val date = AttributeReference("d", DateType)()
  private val at = AttributeReference("at", TimestampType)()
  private val days = AttributeReference("n", IntegerType)()

  private def call(builtin: Expression): Option[ScalaUDF] =
    Twins.of(builtin.getClass).flatMap(_.call(builtin)).headOption

  private def nextDay(of: Expression, day: String = "MO"): Expression =
    new SparkNextDay(of, Literal(day))

  test("a call that somebody keeps on the CPU answers as the builtin does") {
    val bound = BoundReference(0, DateType, nullable = true)
    Seq[Any](0, -719162, 2932896, null).foreach { value =>
      val row = InternalRow(value)
      assertEquals(call(nextDay(bound)).get.eval(row), nextDay(bound).eval(row))
    }
  }

  test("what is put back is the builtin that was replaced, over the arguments of now") {
    val before = nextDay(DateFromUnixDate(days))
    val udf = call(before).get
    assertEquals(Twin.builtin(udf), Some(before))
    val renamed = udf.withNewChildren(Seq(date)).asInstanceOf[ScalaUDF]
    assertEquals(Twin.builtin(renamed), Some(nextDay(date)))
  }

  test("calls are equal if the builtins are") {
    assertEquals(call(nextDay(date)).get.canonicalized, call(nextDay(date)).get.canonicalized)
    assertNotEquals(
      call(nextDay(date)).get.canonicalized,
      call(nextDay(date, "TU")).get.canonicalized
    )
    val certain = date.withNullability(false)
    assertEquals(
      Twin.function(call(nextDay(date)).get),
      Twin.function(call(nextDay(certain)).get)
    )
  }

  test("type and nullability are the builtin's") {
    val udf = call(SparkUnixDate(date.withNullability(false))).get
    assertEquals((udf.dataType, udf.nullable), (IntegerType: DataType, false))
  }

  test("what a twin does not cover stays Spark's") {
    val random = Cast(Rand(Literal(1L)), IntegerType)
    val refused = Seq[Expression](
      SparkUnixDate(Literal(1, DateType)),
      DateFromUnixDate(random),
      nextDay(date, "no day"),
      new SparkNextDay(date, AttributeReference("day", StringType)()),
      DayOfYear(date),
      // Spark's parser takes this unit, and the function throws.
      SparkTimestampDiff("DAYOFYEAR", at, at, Some("UTC"))
    )
    assert(call(SparkTimestampDiff("DAY", at, at, Some("UTC"))).nonEmpty)
    assertEquals(refused.flatMap(call(_)), Nil)
  }

  test("buckets whose arithmetic would overflow stay Spark's") {
    val value = AttributeReference("f", DoubleType)()
    def covers(from: Double, to: Double, buckets: Long): Boolean =
      call(SparkWidthBucket(value, Literal(from), Literal(to), Literal(buckets))).nonEmpty
    assert(covers(0, 1, 1))
    assert(covers(10, -10, (1L << 52) - 1))
    assert(covers(-1e307, 1e307, 8))
    Seq(
      (1.0, 1.0, 10L),
      (0.0, 1.0, 0L),
      (0.0, 1.0, -1L),
      (0.0, 1.0, 1L << 52),
      (-1e308, 1e308, 1L),
      (-1e307, 1e307, 9L),
      (0.0, Double.PositiveInfinity, 2L)
    ).foreach { case (from, to, buckets) =>
      assert(!covers(from, to, buckets), (from, to, buckets))
    }
  }
}
