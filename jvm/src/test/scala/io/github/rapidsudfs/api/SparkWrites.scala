// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.api

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.UnsafeProjection
import org.apache.spark.sql.catalyst.util.{ArrayBasedMapData, ArrayData, GenericArrayData, MapData}
import org.apache.spark.sql.types.{ArrayType, DataType, MapType, StringType}
import org.apache.spark.unsafe.types.UTF8String

/** Arrays and maps as Spark's own writers write them into a row. */
object SparkWrites {
  private val arrays = UnsafeProjection.create(Array[DataType](ArrayType(StringType)))
  private val maps = UnsafeProjection.create(Array[DataType](MapType(StringType, StringType)))

  def array(strings: Array[UTF8String]): ArrayData =
    arrays(InternalRow(generic(strings))).getArray(0).copy()

  def map(keys: Array[UTF8String], values: Array[UTF8String]): MapData =
    maps(InternalRow(new ArrayBasedMapData(generic(keys), generic(values)))).getMap(0).copy()

  private def generic(strings: Array[UTF8String]) = new GenericArrayData(strings.toArray[Any])
}
