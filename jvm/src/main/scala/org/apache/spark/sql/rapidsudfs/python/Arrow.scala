// SPDX-License-Identifier: Apache-2.0

package org.apache.spark.sql.rapidsudfs.python

import io.github.rapidsudfs.python._
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow
import org.apache.spark.sql.catalyst.util.{ArrayBasedMapData, GenericArrayData}
import org.apache.spark.sql.types._

import java.math.{BigDecimal, BigInteger, RoundingMode}
import java.nio.charset.StandardCharsets.UTF_8

import scala.collection.JavaConverters._

/** Converts results as Spark does over Arrow: `LocalDataToArrowConversion` in Python, then
  * `pyarrow`'s own conversion, then its cast of values that it does not convert, such as strings to
  * numbers.
  */
private[python] object Arrow {
  private type Convert = Any => AnyRef

  private def fail(kind: String, message: String): Nothing =
    throw PyError.withText(PyType.named(kind), message)

  private def arrow(kind: String, message: String): Nothing =
    throw PyError.withText(PyType.foreign(s"pyarrow.lib.Arrow$kind"), message)

  private def overflow(): Nothing =
    fail("OverflowError", "Python int too large to convert to C long")

  private def asserted(f: PartialFunction[Any, AnyRef]): Convert =
    f.applyOrElse(_, (_: Any) => fail("AssertionError", ""))

  /** A string, which Arrow's cast parses. */
  private object Text {
    def unapply(value: Any): Option[String] = value match {
      case s: String  => Some(s)
      case b: PyBytes => Some(new String(b.data, UTF_8))
      case _          => None
    }
  }

  private def unparsed(s: String, name: String) =
    arrow("Invalid", s"Failed to parse string: '$s' as a scalar of type $name")

  private def uncast(value: Any, t: DataType): Nothing = value match {
    case _: PyObject => PythonResult.unknown(value, t)
    case _ =>
      val to = t match {
        case _: ArrayType => "list"
        case ByteType     => "int8"
        case ShortType    => "int16"
        case IntegerType  => "int32"
        case LongType     => "int64"
        case other        => other.typeName
      }
      uncast(value, to, to)
  }

  private def uncast(value: Any, to: String, function: String): Nothing = {
    val python = Py.typeName(value)
    val from = Map("str" -> "string", "int" -> "int64", "float" -> "double", "bytes" -> "binary")
      .getOrElse(python, python)
    arrow(
      "NotImplementedError",
      s"Unsupported cast from $from to $to using function cast_$function"
    )
  }

  private def integer(t: DataType, bits: Int)(make: Long => AnyRef): Convert = {
    val (least, most, name) = (-1L << (bits - 1), ~(-1L << (bits - 1)), s"int$bits")
    val hexadecimal = s"0[xX]([0-9a-fA-F]{1,${bits / 4}})".r
    def number(s: String): BigInteger = s match {
      case hexadecimal(digits) =>
        val unsigned = java.lang.Long.parseUnsignedLong(digits, 16)
        BigInteger.valueOf(unsigned << (64 - bits) >> (64 - bits))
      case _ if s.matches("-?[0-9]+") => new BigInteger(s)
      case _                          => unparsed(s, name)
    }
    def fits(v: Double) = v >= Long.MinValue.toDouble && v < Long.MaxValue.toDouble &&
      least <= v.toLong && v.toLong <= most
    def fixed(v: Double) =
      if (v.isNaN) "nan"
      else if (v.isInfinite) if (v > 0) "inf" else "-inf"
      else new BigDecimal(v).setScale(6, RoundingMode.HALF_EVEN).toPlainString
    ({
      case v: java.lang.Long if least <= v && v <= most => make(v)
      case v: java.lang.Long => arrow("Invalid", s"Integer value $v not in range: $least to $most")
      case v: java.lang.Double if fits(v) => make(v.toLong)
      case v: java.lang.Double =>
        arrow("Invalid", s"Float value ${fixed(v)} was truncated converting to $name")
      case _: BigInteger        => overflow()
      case _: java.lang.Boolean => arrow("TypeError", "Expected integer, got bool")
      case v: PyDecimal =>
        val whole = v.value.toBigInteger
        if (whole.bitLength < bits) make(whole.longValue)
        else arrow("Invalid", "Integer value out of bounds")
      case Text(s) =>
        val parsed = number(s)
        if (parsed.bitLength < bits) make(parsed.longValue) else unparsed(s, name)
      case other => uncast(other, t)
    })
  }

  private val Real =
    "[+-]?(?:([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][+-]?[0-9]+)?|(?i:nan|inf(inity)?))".r

  /** @param exact
    *   the largest integer up to which all integers are exact as floats
    */
  private def real(t: DataType, name: String, exact: Long)(
      make: Double => AnyRef,
      parse: String => AnyRef
  ): Convert = {
    case v: java.lang.Double                       => make(v)
    case v: java.lang.Long if Math.abs(v) <= exact => make(v.toDouble)
    case v: java.lang.Long =>
      arrow("Invalid", s"Integer value $v not in range: -$exact to $exact")
    case _: BigInteger        => overflow()
    case v: java.lang.Boolean => make(if (v) 1.0 else 0.0)
    case Text(s) =>
      if (!Real.pattern.matcher(s).matches) unparsed(s, name)
      else if (s.last.isDigit || s.last == '.') parse(s)
      else if (s.toLowerCase.endsWith("nan")) make(Double.NaN)
      else make(if (s.head == '-') Double.NegativeInfinity else Double.PositiveInfinity)
    case other => uncast(other, t)
  }

  private val boolean: Convert = {
    case v: java.lang.Boolean => v
    case v: java.lang.Long    => Boolean.box(v != 0L)
    case v: java.lang.Double  => Boolean.box(v != 0.0)
    case _: BigInteger        => overflow()
    case Text(s) =>
      if (s == "1" || s.equalsIgnoreCase("true")) Boolean.box(true)
      else if (s == "0" || s.equalsIgnoreCase("false")) Boolean.box(false)
      else arrow("Invalid", s"Failed to parse value: $s")
    case other => uncast(other, "bool", "boolean")
  }

  private def date(days: Convert): Convert = {
    case v: PyDateTime if v.offset != null                     => PythonResult.unknown(v, DateType)
    case v: PyDate                                             => Int.box(PythonTimes.epochDay(v))
    case v @ (_: Number | _: java.lang.Boolean | _: PyDecimal) => days(v)
    case other =>
      arrow(
        "TypeError",
        s"object of type <class '${Py.typeName(other)}'> cannot be converted to int"
      )
  }

  def of(t: DataType): Convert = of(t, nullable = true)

  private def of(t: DataType, nullable: Boolean): Convert = {
    val some = ofValue(t)
    lazy val name = if (t.toString.endsWith(")")) t.toString else s"$t()"
    value =>
      if (value != null) some(value)
      else if (nullable) null
      else throw PythonResult.pySpark(s"input for $name must not be None")
  }

  private def ofValue(t: DataType): Convert = t match {
    case ByteType    => integer(t, 8)(v => Byte.box(v.toByte))
    case ShortType   => integer(t, 16)(v => Short.box(v.toShort))
    case IntegerType => integer(t, 32)(v => Int.box(v.toInt))
    case LongType    => integer(t, 64)(Long.box)
    case FloatType =>
      real(t, "float", 1L << 24)(v => Float.box(v.toFloat), s => Float.box(s.toFloat))
    case DoubleType  => real(t, "double", 1L << 53)(Double.box, s => Double.box(s.toDouble))
    case BooleanType => boolean
    case _: StringType => {
      case v: String            => PythonText.utf8(v)
      case v: java.lang.Boolean => PythonText.utf8(v.toString)
      case v                    => PythonText.utf8(Py.str(v))
    }
    case BinaryType     => asserted { case v: PyBytes => v.data }
    case d: DecimalType => decimal(d)
    case DateType       => date(integer(t, 32)(v => Int.box(v.toInt)))
    case TimestampType  => asserted { case v: PyDateTime => Long.box(PythonTimes.instant(v)) }
    case TimestampNTZType =>
      asserted {
        case v: PyDateTime if v.offset != null => PythonResult.unknown(v, t)
        case v: PyDateTime                     => Long.box(PythonTimes.naiveMicros(v))
      }
    case ArrayType(element, containsNull) =>
      val each = of(element, containsNull)
      def all(items: Iterable[Any]) = new GenericArrayData(items.map(each).toArray[Any])
      if (isConverted(element, containsNull)) asserted { case v: PyList => all(v.asScala) }
      else
        value => {
          val items = sequence(value, t)
          val made = all(items)
          uniform(leaves(value), element)
          made
        }
    case MapType(key, value, valueContainsNull) =>
      val (keys, values) = (of(key, nullable = false), of(value, valueContainsNull))
      asserted { case v: PyDict =>
        val all = v.iterator.asScala.toSeq
        all.foreach { k =>
          uncastInMap(k, key)
          uncastInMap(v.at(k), value)
        }
        new ArrayBasedMapData(
          new GenericArrayData(all.map(keys).toArray[Any]),
          new GenericArrayData(all.map(k => values(v.at(k))).toArray[Any])
        )
      }
    case struct: StructType =>
      val each = struct.map(f => of(f.dataType, f.nullable))
      value => {
        val passed = fields(value, struct)
        new GenericInternalRow(
          passed.zip(each).map { case (v, convert) => convert(v) }.toArray[Any]
        )
      }
    case NullType =>
      v => throw PythonResult.pySpark(s"input for NullType() must be None, but got ${Py.str(v)}")
  }

  private def fields(value: Any, struct: StructType): Seq[Any] = value match {
    case v: PyTuple if v.size == struct.size => PythonResult.items(v).get
    case v: PyTuple =>
      throw PythonResult.pySpark(
        s"[AXIS_LENGTH_MISMATCH] Length mismatch: Expected axis has ${struct.size} elements, " +
          s"new values have ${v.size} elements."
      )
    case v: PyDict => struct.fieldNames.toSeq.map(v.get(_, null))
    case other     => fail("AssertionError", s"<class '${Py.typeName(other)}'> ${Py.str(other)}")
  }

  /** Whether `_need_converter` of the elements is true in Python: other arrays go to Arrow
    * unchanged, which accepts more than lists.
    */
  def isConverted(element: DataType, containsNull: Boolean): Boolean =
    !containsNull || (element match {
      case ArrayType(inner, nulls)                  => isConverted(inner, nulls)
      case _: IntegralType | FloatType | DoubleType => false
      case BooleanType | DateType                   => false
      case _                                        => true
    })

  /** The values that Arrow accepts as an array. */
  private def sequence(value: Any, t: DataType): Iterable[Any] = value match {
    case v: PyRange                             => v.asScala
    case v: PyBytes                             => v.data.map(b => Long.box(b & 255L))
    case v: PySet if !v.frozenset && v.size > 1 => PythonResult.unknown(v, t)
    case v: PySet if !v.frozenset               => v.map.values.asScala
    case ""                                     => Nil
    case _: String                              => uncast(value, t)
    case v: PyDictView if v.isOfValues          => v.asScala
    case _: PyDeque | _: PyIterator             => PythonResult.unknown(value, t)
    case other =>
      PythonResult.items(other).getOrElse {
        val text = s"${Py.repr(other)} with type ${Py.typeName(other)}"
        arrow(
          "TypeError",
          s"Could not convert $text: was not a sequence or recognized null for conversion to list type"
        )
      }
  }

  private def leaves(value: Any): Iterator[Any] =
    PythonResult.items(value).fold(Iterator(value))(_.iterator.flatMap(leaves))

  /** Arrow casts values of one kind only. */
  private def uniform(values: Iterator[Any], element: DataType): Unit = {
    def kind(v: Any): Any = v match {
      case _: String | _: PyBytes                         => "str"
      case _: java.lang.Boolean if element == BooleanType => "bool"
      case _                                              => "number"
    }
    val all = values.filter(_ != null)
    if (all.hasNext) {
      val first = all.next()
      all.find(v => kind(v) != kind(first)).foreach { v =>
        if (kind(first) == "str")
          arrow("TypeError", s"Expected bytes, got a '${Py.typeName(v)}' object")
        arrow("Invalid", s"Could not convert ${Py.repr(v)} with type ${Py.typeName(v)}")
      }
    }
  }

  /** Arrow creates no map from values that it would have to cast. */
  private def uncastInMap(value: Any, t: DataType): Unit = (value, t) match {
    case (_: String | _: PyBytes, _: IntegralType | FloatType | DoubleType | BooleanType) =>
      arrow("NotImplementedError", s"Unsupported cast from ${Py.typeName(value)} in a map")
    case (_: Number, BooleanType) =>
      arrow("TypeError", s"Expected bytes, got a '${Py.typeName(value)}' object")
    case _ =>
  }

  private def decimal(d: DecimalType): Convert = asserted {
    case v: PyDecimal if v.nan => null
    case v: PyDecimal =>
      val invalid = "[<class 'decimal.InvalidOperation'>]"
      if (!v.finite) fail("decimal.InvalidOperation", invalid)
      val rounded = PythonDecimals.arrow(v, d)
      if (rounded == null) fail("decimal.InvalidOperation", invalid)
      rounded
  }
}
