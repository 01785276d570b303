// SPDX-License-Identifier: Apache-2.0

package org.apache.spark.sql.rapidsudfs.python

import io.github.rapidsudfs.python._
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.util.{ArrayData, MapData}
import org.apache.spark.sql.types._
import org.apache.spark.unsafe.types.UTF8String

/** Converts Spark's value of a type to the argument of a Python UDF: `int` of all integers, `float`
  * of FLOAT and DOUBLE, `Decimal` with the column's scale, `list`, `dict`, `Row`; a timestamp is
  * naive and in the zone of the operating system, where Python workers run.
  */
trait PythonArgument {

  /** @param value
    *   Spark's internal value, not null
    */
  def convert(value: Any): AnyRef

  final def orNone(value: Any): AnyRef = if (value == null) null else convert(value)
}

object PythonArgument {

  /** The type's name in the compiler. */
  def typeName(t: DataType): String = t match {
    case ByteType | ShortType | IntegerType | LongType => "int"
    case FloatType | DoubleType                        => "float"
    case BooleanType                                   => "bool"
    case _: StringType                                 => "str"
    case BinaryType                                    => "bytes"
    case _: DecimalType                                => "decimal"
    case DateType                                      => "date"
    case TimestampType                                 => "timestamp"
    case TimestampNTZType                              => "timestampntz"
    case ArrayType(element, _)                         => s"list<${typeName(element)}>"
    case MapType(key, value, _) => s"map<${typeName(key)},${typeName(value)}>"
    case struct: StructType =>
      struct.map(f => s"${f.name}:${typeName(f.dataType)}").mkString("struct<", ",", ">")
    case NullType => "none"
    case other    => throw new IllegalArgumentException(other.sql)
  }

  /** The reason why arguments of a type are not supported. */
  def refusal(t: DataType): Option[String] = unknown(t).map(of => s"an argument of type ${of.sql}")

  /** The type itself, or the first one within it, that cannot be passed to Python or back. */
  def unknown(t: DataType): Option[DataType] = t match {
    case ArrayType(element, _)  => unknown(element)
    case MapType(key, value, _) => unknown(key).orElse(unknown(value))
    case struct: StructType     => struct.flatMap(f => unknown(f.dataType)).headOption
    case _: ByteType | _: ShortType | _: IntegerType | _: LongType | _: FloatType | _: DoubleType |
        _: BooleanType | _: StringType | _: BinaryType | _: DecimalType | _: DateType |
        _: TimestampType | _: TimestampNTZType | _: NullType =>
      None
    case other => Some(other)
  }

  private def made(f: Any => AnyRef): PythonArgument = new PythonArgument {
    override def convert(value: Any): AnyRef = f(value)
  }

  /** @param pickled
    *   whether the values would be pickled, which changes the order of maps
    */
  def of(t: DataType, pickled: Boolean): PythonArgument = t match {
    case ByteType | ShortType | IntegerType | LongType =>
      made(v => Long.box(v.asInstanceOf[Number].longValue))
    case FloatType | DoubleType => made(v => Double.box(v.asInstanceOf[Number].doubleValue))
    case BooleanType            => made(_.asInstanceOf[AnyRef])
    case _: StringType          => made(v => PythonText.string(v.asInstanceOf[UTF8String]))
    case BinaryType             => made(v => new PyBytes(v.asInstanceOf[Array[Byte]]))
    case _: DecimalType         => made(v => PythonDecimals.python(v.asInstanceOf[Decimal]))
    case DateType               => made(v => PythonTimes.date(v.asInstanceOf[Int]))
    case TimestampType =>
      made(v => PythonTimes.local(v.asInstanceOf[Long]))
    case TimestampNTZType => made(v => PythonTimes.naive(v.asInstanceOf[Long]))
    case ArrayType(element, _) =>
      val items = of(element, pickled)
      made(v => list(v.asInstanceOf[ArrayData], element, items))
    case map: MapType =>
      val entries = new PythonMap.Of(map, pickled)
      made(v => entries.dict(v.asInstanceOf[MapData]))
    case struct: StructType =>
      val fields = struct.map(f => of(f.dataType, pickled)).toArray
      val names = struct.fieldNames
      made { v =>
        val row = v.asInstanceOf[InternalRow]
        val items = fields.indices.map(i => fields(i).orNone(row.get(i, struct(i).dataType)))
        new PyRow(names, items: _*)
      }
    case NullType => made(_ => null)
  }

  private def list(data: ArrayData, of: DataType, items: PythonArgument): PyList = {
    val all = new java.util.ArrayList[AnyRef](data.numElements())
    data.foreach(of, (_, item) => all.add(items.orNone(item)))
    PyList.around(all)
  }
}
