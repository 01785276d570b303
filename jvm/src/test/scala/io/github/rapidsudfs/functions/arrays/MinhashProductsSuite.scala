// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.functions.arrays

import ai.rapids.cudf.ColumnVector
import io.github.rapidsudfs.PatientSuite
import io.github.rapidsudfs.api.TypeMapping
import io.github.rapidsudfs.columns.{Columns, HostValues}
import org.apache.spark.sql.types.{ArrayType, IntegerType}

import java.util.{Arrays, List => JList}

/** Large batches, whose products are computed some multipliers at a time. */
class MinhashProductsSuite extends PatientSuite {
  private val multipliers = Array(3, -5, 1 << 20, 7, 1)
  private val lists = Seq(
    Seq(10, -2, Int.MinValue) -> 5,
    Seq(1) -> 0,
    Seq(4, 4) -> 1,
    Seq(-7, 1 << 30, 9, 2) -> 3
  )

  private def least(products: Int): Seq[String] = {
    val c = new Columns()
    try {
      val values = lists.map { case (list, _) =>
        Arrays.asList(list.map(Int.box): _*): JList[Integer]
      }
      val hashes = c.own(HostValues.column(TypeMapping.toCudf(ArrayType(IntegerType)), values))
      val counts = c.own(ColumnVector.fromInts(lists.map(_._2): _*))
      HostValues.texts(c.own(MinhashProducts.least(hashes, counts, multipliers, products)))
    } finally c.close()
  }

  private val expected = lists.map { case (list, count) =>
    HostValues.text(
      Arrays.asList(multipliers.take(count).map(m => Int.box(list.map(_ * m).min)): _*)
    )
  }

  // One to four and all multipliers at a time.
  Seq(1, 10, 20, 39, 40, 1 << 20).foreach { products =>
    test(s"$products products at a time")(assertEquals(least(products), expected))
  }

  test("no lists") {
    val c = new Columns()
    try {
      val list = TypeMapping.toCudf(ArrayType(IntegerType))
      val none = c.own(HostValues.column(list, Seq()))
      val counts = c.own(ColumnVector.fromInts())
      assertEquals(c.own(MinhashProducts.least(none, counts, multipliers, 1)).getRowCount, 0L)
    } finally c.close()
  }
}
