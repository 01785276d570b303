// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.functions

import ai.rapids.cudf.ColumnVector
import io.github.rapidsudfs.api.{DualFunction, TypeMapping}
import io.github.rapidsudfs.columns.{HostValues, Resources}
import io.github.rapidsudfs.functions.arrays.ArrayCosine
import io.github.rapidsudfs.functions.geo.{GeoCell, HaversineKm}
import io.github.rapidsudfs.functions.money.{MoneyGross, MoneyRound}
import io.github.rapidsudfs.rows.RowCall

import io.github.rapidsudfs.PatientSuite
import org.apache.spark.sql.types.Decimal

import java.math.BigDecimal
import java.util.Arrays
import scala.util.Random

/** Row-wise and columnar bodies side by side where numbers are hard: halves, ends of ranges, poles,
  * opposite points, sums whose order shows.
  */
class NumericBodiesSuite extends PatientSuite {
  private val random = new Random(20240229)

  /** Both bodies' answers, row by row; the columns are closed, and must have one holder left. */
  private def answers(
      function: DualFunction,
      rows: Seq[Seq[Any]]
  ): Seq[(Seq[Any], String, String)] = {
    val signature = function.signature()
    val types = rows.head.indices.map(i => TypeMapping.toCudf(signature.argument(i).`type`()))
    val columns = types.zipWithIndex.map { case (t, i) => HostValues.column(t, rows.map(_(i))) }
    val columnar =
      try
        Resources.withResource(function.evaluateColumnar(rows.size, columns: _*))(HostValues.texts)
      finally
        columns.foreach { c =>
          c.close()
          assertEquals(c.getRefCount, 0)
        }
    val rowCall = RowCall.of(function)
    rows.zip(columnar).map { case (row, byColumn) =>
      val objects = row.map(_.asInstanceOf[AnyRef]).toArray
      val byRow = rowCall.call(objects: _*) match {
        case decimal: Decimal => decimal.toJavaBigDecimal
        case other            => other
      }
      (row, HostValues.text(byRow), byColumn)
    }
  }

  private def requireSame(function: DualFunction, rows: Seq[Seq[Any]]): Unit =
    answers(function, rows).foreach { case (row, byRow, byColumn) =>
      assertEquals(byColumn, byRow, row.map(HostValues.text).mkString(", "))
    }

  private def sometimesNull(value: => Any): Any = if (random.nextInt(12) == 0) null else value

  private def decimal(precision: Int, scale: Int): BigDecimal = {
    val max = java.math.BigInteger.TEN.pow(precision).subtract(java.math.BigInteger.ONE)
    val unscaled = random.nextInt(4) match {
      case 0 => max
      case 1 => java.math.BigInteger.valueOf(random.nextInt(10000))
      case _ => new java.math.BigInteger(random.nextInt(64) + 1, random.self).mod(max)
    }
    new BigDecimal(if (random.nextBoolean()) unscaled.negate else unscaled, scale)
  }

  test("money_round: every amount around zero, and random ones") {
    val around = (-1000 to 1000).map(i => Seq[Any](BigDecimal.valueOf(i.toLong, 4)))
    requireSame(new MoneyRound, around ++ Seq.fill(2000)(Seq(sometimesNull(decimal(9, 4)))))
  }

  test("money_gross: halves of both signs, and random amounts and rates") {
    val halves =
      for (cents <- -25 to 25; rate <- Seq(-15000, -9950, -5000, -50, 0, 50, 5000, 15000))
        yield Seq[Any](BigDecimal.valueOf(cents.toLong, 2), BigDecimal.valueOf(rate.toLong, 4))
    val others = Seq.fill(2000)(Seq(sometimesNull(decimal(18, 2)), sometimesNull(decimal(5, 4))))
    requireSame(new MoneyGross, halves ++ others)
  }

  private val oddAngles =
    "0 -0 90 -90 180 -180 1e-9 1e9 1.7e308 -1.7e308 NaN Infinity".split(' ').map(_.toDouble)

  private def angle(half: Double): Any = sometimesNull {
    if (random.nextInt(4) == 0) oddAngles(random.nextInt(oddAngles.size))
    else (random.nextDouble() * 2 - 1) * half
  }

  test("haversine_km: within its tolerance for random, close and opposite points") {
    val apart = Seq.fill(2000)(Seq(angle(90), angle(180), angle(90), angle(180)))
    val near = Seq
      .fill(500) {
        val (latitude, longitude) =
          (random.nextDouble() * 180 - 90, random.nextDouble() * 360 - 180)
        val shift = random.nextDouble() * 1e-7
        Seq(
          Seq[Any](latitude, longitude, latitude + shift, longitude),
          Seq[Any](latitude, longitude, -latitude + shift, longitude + 180)
        )
      }
      .flatten
    val function = new HaversineKm
    val tolerance = function.signature().tolerance().relative()
    answers(function, apart ++ near).foreach { case (row, byRow, byColumn) =>
      val close = byRow == byColumn || {
        val (a, b) = (byRow.toDouble, byColumn.toDouble)
        math.abs(a - b) <= tolerance * math.max(math.abs(a), math.abs(b))
      }
      assert(close, s"$row: row-wise $byRow, columnar $byColumn")
    }
  }

  private def borderOrAngle(half: Double): Any =
    if (random.nextBoolean()) angle(half)
    else {
      val border = (random.nextInt(1025) - 512) / 512.0 * half
      Seq(Math.nextDown(border), border, Math.nextUp(border))(random.nextInt(3))
    }

  test("geo_cell: every level, at borders of cells, beyond the earth and in between") {
    val points = Seq.fill(200)(Seq(borderOrAngle(90), borderOrAngle(180)))
    requireSame(new GeoCell, points.flatMap(p => (-1 to 32).map(p :+ _)))
  }

  test("geo_cell: the cell around a cell is its number without the last two bits") {
    for (_ <- 1 to 200) {
      val Seq(latitude, longitude) =
        Seq(90, 180).map(half => (random.nextDouble() * 2 - 1) * half).map(Double.box)
      val cells =
        (0 to 31).map(n => new GeoCell().rowBody(Array(latitude, longitude, Int.box(n))))
      val numbers = cells.map(_.asInstanceOf[Long])
      assertEquals(numbers.head, 0L)
      assertEquals(numbers.tail.map(_ >> 2), numbers.init)
    }
  }

  private val oddElements: Seq[Any] =
    Seq(null, 0.0, -0.0, 1e16, 1e-170, 1e200, Double.NaN, Double.NegativeInfinity)

  private def vector(size: Int, odd: Boolean): Any = sometimesNull {
    Arrays.asList(Seq.fill[Any](size) {
      if (odd && random.nextInt(3) == 0) oddElements(random.nextInt(oddElements.size))
      else random.nextGaussian()
    }: _*)
  }

  private def pair(longest: Int): Seq[Any] = {
    val size = random.nextInt(longest + 1)
    val odd = random.nextInt(3) == 0
    Seq(vector(size, odd), vector(if (random.nextInt(10) == 0) random.nextInt(30) else size, odd))
  }

  test("array_cosine: the same bits for ragged, odd and mismatched vectors") {
    for (longest <- Seq(0, 1, 8, 9, 20)) requireSame(new ArrayCosine, Seq.fill(500)(pair(longest)))
  }

  test("array_cosine: the same bits for vectors of one size without nulls") {
    val rows = Seq.fill(300)(Seq.fill(2)(Arrays.asList(Seq.fill(17)(random.nextGaussian()): _*)))
    requireSame(new ArrayCosine, rows.map(_.map(v => v: Any)))
  }

  test("array_cosine: a batch of nulls alone") {
    requireSame(new ArrayCosine, Seq.fill(3)(Seq[Any](null, null)))
  }
}
