// SPDX-License-Identifier: Apache-2.0

package org.apache.spark.sql.rapidsudfs.python

import ai.rapids.cudf.DType
import io.github.rapidsudfs.python.ColumnTypes
import io.github.rapidsudfs.python.columns._
import org.apache.spark.sql.types._

/** Spark's columns and Python's values, for the types that have both: what [[PythonArgument]] and
  * [[PythonResult]] are for rows.
  */
private[python] final class PythonColumnTypes(
    arguments: Seq[DataType],
    declared: DataType,
    pickled: Boolean
) extends ColumnTypes {

  override def size: Int = arguments.size

  override def argument(c: Columns, index: Int): Either[String, Col] =
    arguments.lift(index) match {
      case None => Left("an argument that the call does not have")
      case Some(t @ (ByteType | ShortType | IntegerType)) =>
        val (least, most) = PythonColumnTypes.bounds(t)
        Right(ConversionForms.widened(c, index, Kind.INT, least, most))
      case Some(FloatType)     => Right(ConversionForms.widened(c, index, Kind.FLOAT, 0, 0))
      case Some(LongType)      => Right(c.argument(index, Kind.INT))
      case Some(DoubleType)    => Right(c.argument(index, Kind.FLOAT))
      case Some(BooleanType)   => Right(c.argument(index, Kind.BOOL))
      case Some(_: StringType) => Right(c.argument(index, Kind.STR))
      case Some(DateType)      => Right(DateForms.known(c, c.argument(index, Kind.DATE)))
      case Some(other)         => Left(s"an argument of type ${other.sql}")
    }

  override def returned(c: Columns, v: Col): Col = (declared, v.kind) match {
    case (_, Kind.NONE)                                                       => v
    case (_: IntegralType, Kind.INT)                                          => v
    case (DoubleType | FloatType, Kind.FLOAT)                                 => v
    case (BooleanType, Kind.BOOL)                                             => v
    case (_: StringType, Kind.STR)                                            => v
    case (DateType, Kind.DATE)                                                => v
    case (_: IntegralType, Kind.FLOAT | Kind.STR | Kind.BOOL) if pickled      => Col.NONE
    case (DoubleType | FloatType, Kind.INT | Kind.STR | Kind.BOOL) if pickled => Col.NONE
    case (BooleanType, Kind.INT | Kind.FLOAT | Kind.STR) if pickled           => Col.NONE
    case (DoubleType, Kind.INT)    => ConversionForms.exact(c, v)
    case (_: StringType, Kind.INT) => ConversionForms.text(c, v)
    case _ =>
      throw c.refuse(s"a result of type ${Columns.name(v)} for ${declared.sql}")
  }

  override def result(c: Columns, v: Col): Col = declared match {
    case t @ (ByteType | ShortType | IntegerType) if v.kind == Kind.INT =>
      val (least, most) = PythonColumnTypes.bounds(t)
      ConversionForms.narrowed(c, v, least, most, PythonColumnTypes.cudf(t), pickled)
    case FloatType if v.kind == Kind.FLOAT => ConversionForms.narrowed(c, v, DType.FLOAT32)
    case t if v.kind == Kind.NONE          => ConversionForms.nothing(c, PythonColumnTypes.cudf(t))
    case _                                 => v
  }
}

private[python] object PythonColumnTypes {
  def bounds(t: DataType): (Long, Long) = t match {
    case ByteType  => (Byte.MinValue.toLong, Byte.MaxValue.toLong)
    case ShortType => (Short.MinValue.toLong, Short.MaxValue.toLong)
    case _         => (Int.MinValue.toLong, Int.MaxValue.toLong)
  }

  def cudf(t: DataType): DType = t match {
    case ByteType      => DType.INT8
    case ShortType     => DType.INT16
    case IntegerType   => DType.INT32
    case LongType      => DType.INT64
    case FloatType     => DType.FLOAT32
    case DoubleType    => DType.FLOAT64
    case BooleanType   => DType.BOOL8
    case DateType      => DType.TIMESTAMP_DAYS
    case _: StringType => DType.STRING
    case other         => throw new NoColumns(s"a result of type ${other.sql}")
  }
}
