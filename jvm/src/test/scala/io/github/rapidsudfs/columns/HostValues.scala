// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.columns

import ai.rapids.cudf.{ColumnVector, DType, HostColumnVector, HostColumnVectorCore}
import ai.rapids.cudf.HostColumnVector.StructData
import io.github.rapidsudfs.api.CudfType
import io.github.rapidsudfs.rows.RowValues
import org.apache.spark.sql.Row

import java.math.BigDecimal
import java.util.{List => JList}
import scala.collection.JavaConverters._

/** Columns of the emulator from the values of [[RowValues]], and the other way. */
object HostValues {

  /** A column of these values; null is null. */
  def column(cudf: CudfType, values: Seq[Any]): ColumnVector =
    cudf.id match {
      case "LIST" =>
        ColumnVector.fromLists(CudfColumns.hostType(cudf), array[JList[Any]](values): _*)
      case "STRUCT" =>
        ColumnVector.fromStructs(CudfColumns.hostType(cudf), array[StructData](values): _*)
      case "STRING"  => ColumnVector.fromStrings(array[String](values): _*)
      case "BOOL8"   => ColumnVector.fromBoxedBooleans(array[java.lang.Boolean](values): _*)
      case "INT8"    => ColumnVector.fromBoxedBytes(array[java.lang.Byte](values): _*)
      case "INT16"   => ColumnVector.fromBoxedShorts(array[java.lang.Short](values): _*)
      case "INT32"   => ColumnVector.fromBoxedInts(array[java.lang.Integer](values): _*)
      case "INT64"   => ColumnVector.fromBoxedLongs(array[java.lang.Long](values): _*)
      case "FLOAT32" => ColumnVector.fromBoxedFloats(array[java.lang.Float](values): _*)
      case "FLOAT64" => ColumnVector.fromBoxedDoubles(array[java.lang.Double](values): _*)
      case _         => decimals(CudfColumns.dtype(cudf), values)
    }

  private def decimals(dtype: DType, values: Seq[Any]): ColumnVector =
    Resources.withResource(HostColumnVector.builder(dtype, values.size)) { builder =>
      values.foreach {
        case null  => builder.appendNull()
        case value => builder.append(value.asInstanceOf[BigDecimal])
      }
      builder.buildAndPutOnDevice()
    }

  private def array[T: scala.reflect.ClassTag](values: Seq[Any]): Array[T] =
    values.map(nested(_).asInstanceOf[T]).toArray

  private def nested(value: Any): Any = value match {
    case list: JList[_] => list.asScala.map(nested).asJava
    case row: Row       => new StructData(row.toSeq.map(v => nested(v).asInstanceOf[AnyRef]).asJava)
    case other          => other
  }

  /** The values of a column as text; a struct and a list look alike. */
  def texts(column: ColumnVector): Seq[String] =
    Resources.withResource(column.copyToHost()) { host =>
      (0 until host.getRowCount.toInt).map(text(host, _))
    }

  private def text(host: HostColumnVectorCore, row: Int): String =
    if (host.isNull(row)) "null"
    else
      host.getType.getTypeId.name match {
        case "LIST" =>
          val child = host.getChildColumnView(0)
          (host.getStartListOffset(row).toInt until host.getEndListOffset(row).toInt)
            .map(text(child, _))
            .mkString("[", ",", "]")
        case "STRUCT" =>
          (0 until host.getNumChildren)
            .map(i => text(host.getChildColumnView(i), row))
            .mkString("[", ",", "]")
        case "STRING"  => host.getJavaString(row)
        case "BOOL8"   => host.getBoolean(row).toString
        case "INT8"    => host.getByte(row).toString
        case "INT16"   => host.getShort(row).toString
        case "INT32"   => host.getInt(row).toString
        case "INT64"   => host.getLong(row).toString
        case "FLOAT32" => host.getFloat(row).toString
        case "FLOAT64" => host.getDouble(row).toString
        case _         => host.getBigDecimal(row).toString
      }

  /** A value of [[RowValues]] as the same text. */
  def text(value: Any): String = value match {
    case list: JList[_] => list.asScala.map(text).mkString("[", ",", "]")
    case row: Row       => row.toSeq.map(text).mkString("[", ",", "]")
    case other          => String.valueOf(other)
  }
}
