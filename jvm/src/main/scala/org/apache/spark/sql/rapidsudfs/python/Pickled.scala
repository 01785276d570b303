// SPDX-License-Identifier: Apache-2.0

package org.apache.spark.sql.rapidsudfs.python

import io.github.rapidsudfs.python._
import org.apache.spark.sql.types._
import org.apache.spark.unsafe.types.UTF8String

/** Results as Spark takes them pickled: numbers are cut, and what is of another class is NULL
  * (`EvaluatePython.makeFromJava`).
  */
private[python] object Pickled {

  private def orNull(f: PartialFunction[Any, AnyRef]): Any => AnyRef =
    f.applyOrElse(_, (_: Any) => null)

  private def integer(f: Long => AnyRef): Any => AnyRef = orNull { case v: java.lang.Long => f(v) }

  def of(t: DataType): Any => AnyRef = t match {
    case ByteType      => integer(v => Byte.box(v.toByte))
    case ShortType     => integer(v => Short.box(v.toShort))
    case IntegerType   => integer(v => Int.box(v.toInt))
    case LongType      => integer(Long.box)
    case FloatType     => orNull { case v: java.lang.Double => Float.box(v.toFloat) }
    case DoubleType    => orNull { case v: java.lang.Double => v }
    case BooleanType   => orNull { case v: java.lang.Boolean => v }
    case _: StringType => text(t)
    case BinaryType =>
      orNull {
        case v: PyBytes => v.data
        case v: String  => PythonText.utf8(v).getBytes
      }
    case d: DecimalType =>
      orNull { case v: PyDecimal => Decimal(v.value, d.precision, d.scale) }
    case DateType         => v => Int.box(PythonTimes.epochDay(v))
    case TimestampType    => v => Long.box(PythonTimes.instant(v))
    case TimestampNTZType => v => Long.box(PythonTimes.naiveMicros(v))
    case ArrayType(element, _) =>
      val each = PythonResult.of(element, pickled = true)
      orNull {
        case v: PyList  => PythonResult.array(v, each)
        case v: PyTuple => PythonResult.array(v, each)
      }
    case MapType(key, value, _) =>
      val keys = PythonResult.of(key, pickled = true)
      val values = PythonResult.of(value, pickled = true)
      orNull { case v: PyDict => PythonResult.map(v, keys, values) }
    case struct: StructType =>
      val each = struct.map(f => PythonResult.of(f.dataType, pickled = true))
      value => {
        val passed = value match {
          case list: PyList => (0 until list.size).map(list.get)
          case other        => PythonResult.fields(other, struct)
        }
        // Where Python converts fields itself it drops those beyond the declared ones.
        val kept =
          if (struct.exists(f => isConverted(f.dataType))) passed.take(each.size) else passed
        if (kept.size != each.size)
          throw new IllegalStateException(
            "Input row doesn't have expected number of values required by the schema. " +
              s"${each.size} fields are required while ${kept.size} values are provided."
          )
        PythonResult.row(kept, each)
      }
    case NullType => orNull(PartialFunction.empty)
  }

  /** Whether `needConversion` of the type is true in Python. */
  private def isConverted(t: DataType): Boolean = t match {
    case DateType | TimestampType | TimestampNTZType => true
    case _: StructType                               => true
    case ArrayType(element, _)                       => isConverted(element)
    case MapType(key, value, _)                      => isConverted(key) || isConverted(value)
    case _                                           => false
  }

  /** Java's own texts of what arrives. */
  private def text(t: DataType): Any => AnyRef = {
    case v: String => PythonText.utf8(v)
    case v @ (_: java.lang.Long | _: java.math.BigInteger | _: java.lang.Double |
        _: java.lang.Boolean) =>
      UTF8String.fromString(v.toString)
    case other => PythonResult.unknown(other, t)
  }
}
