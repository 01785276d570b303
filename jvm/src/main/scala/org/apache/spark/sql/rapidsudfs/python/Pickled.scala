// SPDX-License-Identifier: Apache-2.0

package org.apache.spark.sql.rapidsudfs.python

import io.github.rapidsudfs.python._
import org.apache.spark.sql.execution.python.EvaluatePython
import org.apache.spark.sql.types._

import java.util.{ArrayList, HashMap}

import scala.collection.JavaConverters._

/** Converts results as Spark does with pickled values: Spark's own code reads the Java objects that
  * would arrive. It truncates numbers; objects of another class become NULL.
  */
private[python] object Pickled {

  /** An object of a class that no declared type has, and whose string form is not needed. */
  private val Other = new Object

  def of(t: DataType): Any => AnyRef = {
    val (arriving, make) = (sent(t), EvaluatePython.makeFromJava(t))
    value => make(arriving(value)).asInstanceOf[AnyRef]
  }

  /** `toInternal` of the type in Python, and pickling. */
  private def sent(t: DataType): Any => AnyRef = {
    val some: Any => AnyRef = t match {
      case DateType         => v => Int.box(PythonTimes.epochDay(v))
      case TimestampType    => v => Long.box(PythonTimes.instant(v))
      case TimestampNTZType => v => Long.box(PythonTimes.naiveMicros(v))
      case _: StringType    => shown(_, t)
      case ArrayType(element, _) =>
        val each = sent(element)
        val made = isConverted(element)
        value =>
          // If Python does not convert it to a list, its class arrives.
          if (value.isInstanceOf[PyRecord] && !made) PythonResult.unknown(value, t)
          else {
            val items = if (made) PythonResult.iterated(value) else PythonResult.items(value)
            items.fold(arrived(value, t))(_.map(each).toArray)
          }
      case MapType(key, value, _) =>
        val (keys, values) = (sent(key), sent(value))
        ({
          case v: PyDict if v.getClass == classOf[PyDict] => hashed(v, keys, values)
          case other                                      => arrived(other, t)
        })
      case struct: StructType => fields(struct)
      case _                  => arrived(_, t)
    }
    value => if (value == null) null else some(value)
  }

  private def fields(struct: StructType): Any => AnyRef = {
    val each = struct.map(f => sent(f.dataType))
    // If Python converts fields itself, it drops those beyond the declared ones.
    val drops = struct.exists(f => isConverted(f.dataType))
    value => {
      val passed = PythonResult
        .items(value)
        .getOrElse(value match {
          case dict: PyDict => struct.fieldNames.toSeq.map(dict.get(_, null))
          case other =>
            throw PythonResult.pySpark(
              s"[UNEXPECTED_TUPLE_WITH_STRUCT] Unexpected tuple ${Py.str(other)} with StructType."
            )
        })
      val kept = if (drops) passed.take(each.size) else passed
      kept.zipWithIndex.map { case (v, i) => each.lift(i).map(_(v)).orNull }.toArray
    }
  }

  /** Whether `needConversion` of the type is true in Python. */
  private def isConverted(t: DataType): Boolean = t match {
    case DateType | TimestampType | TimestampNTZType => true
    case _: StructType                               => true
    case ArrayType(element, _)                       => isConverted(element)
    case MapType(key, value, _)                      => isConverted(key) || isConverted(value)
    case _                                           => false
  }

  /** In the order of the map after unpickling: in chunks of 1000 items, the last one first. */
  private def hashed(dict: PyDict, keys: Any => AnyRef, values: Any => AnyRef): AnyRef = {
    val all = new HashMap[AnyRef, AnyRef]
    dict.iterator.asScala.grouped(1000).foreach { batch =>
      val part = new HashMap[AnyRef, AnyRef]
      batch.reverse.foreach(k => part.put(keys(k), values(dict.at(k))))
      all.putAll(part)
    }
    all
  }

  private def arrived(value: Any, t: DataType): AnyRef = value match {
    case v: java.lang.Long if v == v.toInt                => Int.box(v.toInt)
    case v: String                                        => PythonText.checked(v)
    case v: PyBytes                                       => v.data
    case v: PyDecimal if v.nan                            => Double.box(Double.NaN)
    case v: PyDecimal                                     => v.value
    case v @ (_: java.lang.Number | _: java.lang.Boolean) => v.asInstanceOf[AnyRef]
    case v: PyRecord                                      => PythonResult.unknown(v, t)
    case v: PyDict if v.getClass != classOf[PyDict]       => PythonResult.unknown(v, t)
    case _: PyList | _: PyTuple | _: PyDict | _: PySet | _: PyDate | _: PyTime | _: PyTimeDelta =>
      Other
    case other => PythonResult.unknown(other, t)
  }

  /** Values whose string form is Java's own. */
  private def shown(value: Any, t: DataType): AnyRef = value match {
    case null      => null
    case v: PyList => new ArrayList(v.asScala.map(shown(_, t)).toSeq.asJava)
    case v: PyDict if v.getClass == classOf[PyDict] => hashed(v, shown(_, t), shown(_, t))
    case v @ (_: String | _: java.lang.Number | _: java.lang.Boolean | _: PyDecimal) =>
      arrived(v, t)
    case other => PythonResult.unknown(other, t)
  }
}
