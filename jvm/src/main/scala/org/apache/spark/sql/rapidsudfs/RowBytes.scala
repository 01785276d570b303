// SPDX-License-Identifier: Apache-2.0

package org.apache.spark.sql.rapidsudfs

import org.apache.spark.SparkContext
import org.apache.spark.rdd.RDD
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.{UnsafeProjection, UnsafeRow}
import org.apache.spark.sql.execution.SparkPlan

import java.io.{ByteArrayOutputStream, DataOutputStream}
import java.nio.ByteBuffer

/** Exchanges Spark's unsafe rows, byte for byte, with a process that cannot represent all of
  * Spark's values: dates after 9999, strings that are not UTF-8, maps with binary keys.
  *
  * In both directions a row is its length, in four bytes, followed by its bytes.
  */
object RowBytes {

  /** The rows of a plan. */
  def collect(plan: SparkPlan): Array[Byte] = {
    val bytes = new ByteArrayOutputStream
    val out = new DataOutputStream(bytes)
    lazy val projection = UnsafeProjection.create(plan.schema)
    plan.executeCollect().foreach { row =>
      val encoded = (row match {
        case unsafe: UnsafeRow => unsafe
        case ofCommand         => projection(ofCommand)
      }).getBytes
      out.writeInt(encoded.length)
      out.write(encoded)
    }
    bytes.toByteArray
  }

  /** Rows with a number of fields, from one element per partition. */
  def rows(
      sc: SparkContext,
      partitions: java.util.List[Array[Byte]],
      fields: Int
  ): RDD[InternalRow] = {
    val slices = partitions.toArray(new Array[Array[Byte]](0)).toSeq
    sc.parallelize(slices, math.max(1, slices.size)).flatMap(decode(_, fields))
  }

  private def decode(bytes: Array[Byte], fields: Int): Iterator[InternalRow] = {
    val in = ByteBuffer.wrap(bytes)
    new Iterator[InternalRow] {
      override def hasNext: Boolean = in.hasRemaining
      override def next(): InternalRow = {
        // A copy per row, which Spark may retain.
        val row = new Array[Byte](in.getInt)
        in.get(row)
        val view = new UnsafeRow(fields)
        view.pointTo(row, row.length)
        view
      }
    }
  }
}
