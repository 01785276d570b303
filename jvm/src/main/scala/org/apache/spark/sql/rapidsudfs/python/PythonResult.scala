// SPDX-License-Identifier: Apache-2.0

package org.apache.spark.sql.rapidsudfs.python

import io.github.rapidsudfs.python._
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow
import org.apache.spark.sql.catalyst.util.{ArrayBasedMapData, GenericArrayData}
import org.apache.spark.sql.types._

import scala.collection.JavaConverters._

/** Makes Spark's value of the declared type of what a Python function returned, as Spark does for
  * values that come pickled or by Arrow; the tables of both are in the documentation.
  */
trait PythonResult {

  /** @return
    *   Spark's internal value, null for NULL
    * @throws PyError
    *   where Spark's own conversion fails
    * @throws Unsupported
    *   where what Spark makes of it is not known here
    */
  def convert(value: Any): AnyRef
}

object PythonResult {

  /** Why results of a type are not made. */
  def refusal(t: DataType): Option[String] = t match {
    case ArrayType(element, _)  => refusal(element)
    case MapType(key, value, _) => refusal(key).orElse(refusal(value))
    case struct: StructType     => struct.flatMap(f => refusal(f.dataType)).headOption
    case _: ByteType | _: ShortType | _: IntegerType | _: LongType | _: FloatType | _: DoubleType |
        _: BooleanType | _: StringType | _: BinaryType | _: DecimalType | _: DateType |
        _: TimestampType | _: TimestampNTZType | _: NullType =>
      None
    case other => Some(s"a result of type ${other.sql}")
  }

  def of(t: DataType, pickled: Boolean): PythonResult = new PythonResult {
    private val some: Any => AnyRef = if (pickled) Pickled.of(t) else Arrow.of(t)
    override def convert(value: Any): AnyRef = if (value == null) null else some(value)
  }

  private[python] def unknown(value: Any, t: DataType): Nothing = throw new Unsupported(
    s"a result of type ${Py.typeName(value)} for ${t.sql}: what Spark makes of it is not known here"
  )

  /** The values of a struct: a tuple's by position, a dictionary's by name. */
  private[python] def fields(value: Any, struct: StructType): Seq[Any] = value match {
    case tuple: PyTuple => (0 until tuple.size).map(tuple.get)
    case dict: PyDict   => struct.fieldNames.toSeq.map(dict.get(_, null))
    case other          => unknown(other, struct)
  }

  private[python] def row(values: Seq[Any], each: Seq[PythonResult]): AnyRef =
    new GenericInternalRow(values.zip(each).map { case (v, r) => r.convert(v) }.toArray[Any])

  private[python] def array(items: java.lang.Iterable[AnyRef], each: PythonResult): AnyRef =
    new GenericArrayData(items.asScala.map(each.convert).toArray[Any])

  private[python] def map(dict: PyDict, keys: PythonResult, values: PythonResult): AnyRef = {
    val all = dict.iterator.asScala.toSeq
    new ArrayBasedMapData(
      new GenericArrayData(all.map(k => keys.convert(k)).toArray[Any]),
      new GenericArrayData(all.map(k => values.convert(dict.at(k))).toArray[Any])
    )
  }
}
