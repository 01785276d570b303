// SPDX-License-Identifier: Apache-2.0

package org.apache.spark.sql.rapidsudfs.python

import io.github.rapidsudfs.python.{Py, PyDict}
import org.apache.spark.sql.catalyst.util.MapData
import org.apache.spark.sql.types._
import org.apache.spark.unsafe.types.UTF8String

/** Spark's map as a `dict`: most functions look at one or two entries, so a value is converted when
  * its key is looked up, and all of them only where more is asked.
  *
  * @param map
  *   valid while the row is
  */
private[python] final class PythonMap(map: MapData, of: MapType) extends PyDict.Entries {
  private val values = PythonArgument.of(of.valueType)

  def dict: PyDict = if (isByKey) PyDict.over(this) else { val all = PyDict.of(); copyTo(all); all }

  /** Values that can be changed must be the same object each time. */
  private def isByKey: Boolean = of.keyType.isInstanceOf[StringType] &&
    !(of.valueType match {
      case _: ArrayType | _: MapType | _: StructType => true; case _ => false
    })

  /** Python's dict has the last of the values that a key has. */
  override def find(key: String): AnyRef = {
    val bytes = UTF8String.fromString(key)
    val keys = map.keyArray()
    var i = map.numElements() - 1
    while (i >= 0 && keys.getUTF8String(i) != bytes) i -= 1
    if (i < 0) Py.ABSENT
    else {
      val all = map.valueArray()
      if (all.isNullAt(i)) null else values.convert(all.get(i, of.valueType))
    }
  }

  override def copyTo(dict: PyDict): Unit = {
    val keys = PythonArgument.of(of.keyType)
    map.foreach(of.keyType, of.valueType, (k, x) => dict.put(keys.orNone(k), values.orNone(x)))
  }
}
