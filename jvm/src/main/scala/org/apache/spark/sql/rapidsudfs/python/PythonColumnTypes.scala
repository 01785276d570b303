// SPDX-License-Identifier: Apache-2.0

package org.apache.spark.sql.rapidsudfs.python

import ai.rapids.cudf.DType
import io.github.rapidsudfs.python.compiler.ColumnTypes
import io.github.rapidsudfs.python.columns._
import org.apache.spark.sql.types._

import scala.collection.JavaConverters._

/** Conversions between Spark's columns and Python's values, for types that have both: the columnar
  * counterpart of [[PythonArgument]] and [[PythonResult]].
  */
private[python] final class PythonColumnTypes(
    arguments: Seq[DataType],
    declared: DataType,
    pickled: Boolean
) extends ColumnTypes {

  override def size: Int = arguments.size

  override def argument(c: MaskedWriter, index: Int): Either[String, Col] =
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
      case Some(ArrayType(of, _)) =>
        PythonColumnTypes.kind(of).toRight(s"an argument of type ${arguments(index).sql}").map {
          val (least, most) = PythonColumnTypes.bounds(of)
          ListColumns.argument(c, index, _, least, most)
        }
      case Some(other) => Left(s"an argument of type ${other.sql}")
    }

  override def fields: Option[Seq[String]] = declared match {
    case struct: StructType => Some(struct.fieldNames.toSeq)
    case _                  => None
  }

  override def returned(c: MaskedWriter, v: Col): Col = returned(c, v, declared)

  private def returned(c: MaskedWriter, v: Col, declared: DataType): Col =
    (declared, v.kind) match {
      case (struct: StructType, Kind.NONE) =>
        Col.tuple((struct.fields.toSeq.map(_ => Col.NONE) :+ Col.FALSE).asJava)
      case (struct: StructType, _) if fieldsOf(v).exists(_.size == struct.size) =>
        val parts = fieldsOf(v).get.zip(struct.fields).map { case (part, field) =>
          if (part.none && !field.nullable) throw c.refuse("None for a field that has no NULL")
          returned(c, part, field.dataType)
        }
        Col.tuple((parts :+ Col.TRUE).asJava)
      case (ArrayType(of, _), _) if ListColumns.isList(v) && PythonColumnTypes.kind(of).isDefined =>
        list(c, v, of)
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
        throw c.refuse(s"a result of type ${v.name} for ${declared.sql}")
    }

  /** For a tuple. */
  private def fieldsOf(v: Col): Option[Seq[Col]] =
    if (ListColumns.isList(v)) None else Option(ListColumns.parts(v)).map(_.asScala.toSeq)

  private def list(c: MaskedWriter, v: Col, of: DataType): Col = {
    val kind = PythonColumnTypes.kind(of).get
    val item = ListColumns.itemKind(c, v)
    if (item != kind && item != Kind.NONE)
      throw c.refuse(s"a result of a list of $item for ${declared.sql}")
    val made = ListColumns.column(c, v, kind)
    if (kind != Kind.INT) made
    else {
      val (least, most) = PythonColumnTypes.bounds(of)
      ListColumns.within(c, made, least, most)
    }
  }

  override def result(c: MaskedWriter, v: Col): Col = result(c, v, declared)

  private def result(c: MaskedWriter, v: Col, declared: DataType): Col = declared match {
    case struct: StructType if v.parts != null =>
      val parts = v.parts.asScala.toSeq
      val fields = parts.init.zip(struct.fields).map { case (p, f) => result(c, p, f.dataType) }
      ConversionForms.struct(c, fields.asJava, parts.last)
    case ArrayType(of, _) =>
      val lists =
        if (v.kind == Kind.NONE) ListColumns.none(c, PythonColumnTypes.kind(of).get) else v
      ListColumns.converted(c, lists, PythonColumnTypes.cudf(of))
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
    case ByteType    => (Byte.MinValue.toLong, Byte.MaxValue.toLong)
    case ShortType   => (Short.MinValue.toLong, Short.MaxValue.toLong)
    case IntegerType => (Int.MinValue.toLong, Int.MaxValue.toLong)
    case _           => (Long.MinValue, Long.MaxValue)
  }

  /** For items of lists. */
  def kind(t: DataType): Option[Kind] = t match {
    case _: IntegralType        => Some(Kind.INT)
    case FloatType | DoubleType => Some(Kind.FLOAT)
    case BooleanType            => Some(Kind.BOOL)
    case DateType               => Some(Kind.DATE)
    case _: StringType          => Some(Kind.STR)
    case _                      => None
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
