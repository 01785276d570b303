// SPDX-License-Identifier: Apache-2.0

package org.apache.spark.sql.rapidsudfs

import org.apache.spark.SparkContext
import org.apache.spark.rdd.RDD
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.UnsafeRow
import org.apache.spark.sql.execution.SparkPlan

import java.io.{ByteArrayOutputStream, DataOutputStream}
import java.nio.ByteBuffer

/** Rows as Spark holds them, byte for byte, to and from a process that cannot hold all of Spark's
  * values: dates after 9999, text that is not UTF-8, maps whose keys are binary.
  *
  * Both ways each row is its length, four bytes, and its bytes.
  */
object RowBytes {

  /** The rows that a plan gives. */
  def collect(plan: SparkPlan): Array[Byte] = {
    val bytes = new ByteArrayOutputStream
    val out = new DataOutputStream(bytes)
    plan.executeCollect().foreach { row =>
      val found = row.asInstanceOf[UnsafeRow].getBytes
      out.writeInt(found.length)
      out.write(found)
    }
    bytes.toByteArray
  }

  /** Rows of so many fields, in the partitions that they are given in, one element for each. */
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
        // A copy for itself: Spark may hold on to it.
        val row = new Array[Byte](in.getInt)
        in.get(row)
        val made = new UnsafeRow(fields)
        made.pointTo(row, row.length)
        made
      }
    }
  }
}
