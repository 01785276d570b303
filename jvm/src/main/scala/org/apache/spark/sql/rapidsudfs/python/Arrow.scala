// SPDX-License-Identifier: Apache-2.0

package org.apache.spark.sql.rapidsudfs.python

import io.github.rapidsudfs.python._
import org.apache.spark.sql.types._

import java.math.{BigInteger, RoundingMode}

/** Results as Spark takes them by Arrow: what does not fit is an error
  * (`LocalDataToArrowConversion`, and Arrow's own conversion of numbers).
  */
private[python] object Arrow {

  private def fail(kind: String, message: String): Nothing =
    throw PyError.withText(PyType.named(kind), message)

  private def asserted(f: PartialFunction[Any, AnyRef]): Any => AnyRef =
    f.applyOrElse(_, (_: Any) => fail("AssertionError", ""))

  private def integer(t: DataType, least: Long, most: Long)(f: Long => AnyRef): Any => AnyRef = {
    case v: java.lang.Long if least <= v && v <= most => f(v)
    case v: java.lang.Long =>
      fail("ValueError", s"Value $v too large to fit in C integer type")
    case _: BigInteger => fail("OverflowError", "Python int too large to convert to C long")
    case v: java.lang.Double
        if v == Math.rint(v) && Math.abs(v) < 9e15 && least <= v.toLong && v.toLong <= most =>
      f(v.toLong)
    case other => PythonResult.unknown(other, t)
  }

  private def double(t: DataType): Any => java.lang.Double = {
    case v: java.lang.Double                            => v
    case v: java.lang.Long if Math.abs(v) <= (1L << 53) => Double.box(v.toDouble)
    case v: java.lang.Boolean                           => Double.box(if (v) 1.0 else 0.0)
    case other                                          => PythonResult.unknown(other, t)
  }

  def of(t: DataType): Any => AnyRef = t match {
    case ByteType => integer(t, Byte.MinValue.toLong, Byte.MaxValue.toLong)(v => Byte.box(v.toByte))
    case ShortType =>
      integer(t, Short.MinValue.toLong, Short.MaxValue.toLong)(v => Short.box(v.toShort))
    case IntegerType => integer(t, Int.MinValue.toLong, Int.MaxValue.toLong)(v => Int.box(v.toInt))
    case LongType    => integer(t, Long.MinValue, Long.MaxValue)(Long.box)
    case FloatType   => double(t).andThen(v => Float.box(v.toFloat))
    case DoubleType  => double(t)
    case BooleanType => {
      case v: java.lang.Boolean => v
      case other                => PythonResult.unknown(other, t)
    }
    case _: StringType => {
      case v: String            => PythonText.utf8(v)
      case v: java.lang.Boolean => PythonText.utf8(v.toString)
      case v                    => PythonText.utf8(Py.str(v))
    }
    case BinaryType => {
      case v: PyBytes => v.data
      case other      => PythonResult.unknown(other, t)
    }
    case d: DecimalType   => decimal(d)
    case DateType         => v => Int.box(PythonTimes.epochDay(v))
    case TimestampType    => v => Long.box(PythonTimes.instant(v))
    case TimestampNTZType => v => Long.box(PythonTimes.naiveMicros(v))
    case ArrayType(element, containsNull) =>
      val each = PythonResult.of(element, pickled = false)
      if (isConverted(element, containsNull))
        asserted { case v: PyList => PythonResult.array(v, each) }
      else {
        case v: PyList  => PythonResult.array(v, each)
        case v: PyTuple => PythonResult.array(v, each)
        case other      => PythonResult.unknown(other, t)
      }
    case MapType(key, value, _) =>
      val keys = PythonResult.of(key, pickled = false)
      val values = PythonResult.of(value, pickled = false)
      asserted { case v: PyDict => PythonResult.map(v, keys, values) }
    case struct: StructType =>
      val each = struct.map(f => PythonResult.of(f.dataType, pickled = false))
      value => {
        val passed = PythonResult.fields(value, struct)
        if (passed.size != each.size)
          fail(
            "ValueError",
            s"[AXIS_LENGTH_MISMATCH] Length mismatch: Expected axis has ${each.size} element, " +
              s"new values have ${passed.size} elements."
          )
        PythonResult.row(passed, each)
      }
    case NullType => PythonResult.unknown(_, t)
  }

  /** Whether `_need_converter` of the elements is true in Python: other arrays go to Arrow as they
    * are, which takes more than lists.
    */
  private def isConverted(element: DataType, containsNull: Boolean): Boolean =
    !containsNull || (element match {
      case ArrayType(inner, nulls)                  => isConverted(inner, nulls)
      case _: IntegralType | FloatType | DoubleType => false
      case BooleanType | DateType                   => false
      case _                                        => true
    })

  private def decimal(d: DecimalType): Any => AnyRef = {
    case v: PyDecimal =>
      val rounded = v.value.setScale(d.scale, RoundingMode.HALF_EVEN)
      if (rounded.precision > d.precision)
        fail(
          "decimal.InvalidOperation",
          "[<class 'decimal.InvalidOperation'>]"
        )
      Decimal(rounded, d.precision, d.scale)
    case _ => fail("AssertionError", "")
  }
}
