// SPDX-License-Identifier: Apache-2.0

package org.apache.spark.sql.rapidsudfs.python

import io.github.rapidsudfs.python.{Py, PyDict}
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow
import org.apache.spark.sql.catalyst.util.MapData
import org.apache.spark.sql.types._
import org.apache.spark.unsafe.types.UTF8String

import java.util.HashMap

/** Spark's map as a `dict`: most functions read one or two entries, so a value is converted when
  * its key is looked up, and all of them only for other operations.
  *
  * @param map
  *   valid as long as the row
  */
private[python] final class PythonMap(map: MapData, of: PythonMap.Of) extends PyDict.Entries {

  /** Python's dict keeps the last value of a duplicate key. */
  override def find(key: String): AnyRef = {
    val bytes = of.encoded(key)
    val keys = map.keyArray()
    var i = map.numElements() - 1
    while (i >= 0 && keys.getUTF8String(i) != bytes) i -= 1
    if (i < 0) Py.ABSENT
    else {
      val all = map.valueArray()
      if (all.isNullAt(i)) null
      else if (of.isOfTexts) PythonText.string(all.getUTF8String(i))
      else of.values.convert(all.get(i, of.map.valueType))
    }
  }

  override def copyTo(dict: PyDict): Unit = of.copy(map, dict)
}

private[python] object PythonMap {

  /** The properties shared by all maps of a type. */
  final class Of(val map: MapType, pickled: Boolean) {
    val values: PythonArgument = PythonArgument.of(map.valueType, pickled)
    val isOfTexts: Boolean = map.valueType.isInstanceOf[StringType]
    private val keys = PythonArgument.of(map.keyType, pickled)

    /** Mutable values must be the same object each time. */
    private val isByKey = map.keyType.isInstanceOf[StringType] &&
      !(map.valueType match {
        case _: ArrayType | _: MapType | _: StructType => true
        case _                                         => false
      })

    /** The last key that was looked up, and its encoding: usually a constant. */
    private var last = ("", UTF8String.EMPTY_UTF8)

    def encoded(key: String): UTF8String = {
      val known = last
      if (known._1 eq key) known._2
      else {
        val bytes = UTF8String.fromString(key)
        last = (key, bytes)
        bytes
      }
    }

    def dict(data: MapData): PyDict =
      if (isByKey) PyDict.over(new PythonMap(data, this))
      else {
        val all = PyDict.of()
        copy(data, all)
        all
      }

    def copy(data: MapData, to: PyDict): Unit = {
      def put(k: Any, x: Any): Unit = to.put(keys.orNone(k), values.orNone(x))
      if (!pickled) data.foreach(map.keyType, map.valueType, put)
      else {
        // Spark pickles a java.util.HashMap of Java objects, whose order Python sees.
        val sent = new HashMap[Any, (Any, Any)](data.numElements())
        data.foreach(map.keyType, map.valueType, (k, x) => sent.put(sentAs(k, map.keyType), (k, x)))
        sent.values.forEach { case (k, x) => put(k, x) }
      }
    }
  }

  /** The object as which Spark pickles a key. A BINARY key's does not hash by content: such keys
    * reach Python in arbitrary order. Arrays cannot be keys in Python.
    */
  private def sentAs(value: Any, of: DataType): Any = (value, of) match {
    case (text: UTF8String, _) => text.toString
    case (number: Decimal, _)  => number.toJavaBigDecimal
    case (row: InternalRow, struct: StructType) =>
      new GenericInternalRow(
        row.toSeq(struct).zip(struct).map { case (v, f) => sentAs(v, f.dataType) }.toArray
      )
    case _ => value
  }
}
