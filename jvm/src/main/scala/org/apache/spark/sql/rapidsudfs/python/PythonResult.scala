// SPDX-License-Identifier: Apache-2.0

package org.apache.spark.sql.rapidsudfs.python

import io.github.rapidsudfs.python._
import io.github.rapidsudfs.python.compiler._
import org.apache.spark.sql.types._

import scala.collection.JavaConverters._

/** Converts a Python function's return value to Spark's value of the declared type, as Spark does
  * for values sent pickled or over Arrow; the documentation has the tables of both.
  */
trait PythonResult {

  /** @return
    *   Spark's internal value, null for NULL
    * @throws PyError
    *   if Spark's own conversion fails
    * @throws Unsupported
    *   if Spark's own result is not known here
    */
  def convert(value: Any): AnyRef
}

object PythonResult {

  /** The reason why results of a type are not supported. */
  def refusal(t: DataType): Option[String] =
    PythonArgument.unknown(t).map(of => s"a result of type ${of.sql}")

  /** The reason why a function's results are not supported, judging by their static classes. */
  def refusal(returned: Seq[Hint], t: DataType, pickled: Boolean): Option[Refusal] = {
    val collections = Set("namedtuple", "Counter", "defaultdict", "OrderedDict", "deque")
    def because(r: Hint, types: String) =
      Refusal(r.line, 0, s"a result of type $types for ${t.sql}")
    val unknown: Set[String] = t match {
      case _: StringType if pickled =>
        collections ++
          Set("tuple", "Row", "bytes", "set", "date", "datetime", "time", "timedelta", "range")
      case _: MapType | _: ArrayType if pickled                      => collections
      case _ if pickled                                              => Set.empty
      case _: StringType                                             => Set("set")
      case ArrayType(each, nulls) if !Arrow.isConverted(each, nulls) => Set("set", "deque")
      case FloatType | DoubleType                                    => Set("Decimal")
      case _: IntegralType => Set("date", "datetime", "time", "timedelta")
      case _               => Set.empty
    }
    // Arrow rejects a batch that mixes values of both kinds, but not a batch of either kind.
    val kinds = t match {
      case _ if pickled => Map.empty[String, Int]
      case BooleanType  => Map("bool" -> 0, "int" -> 1, "float" -> 1, "str" -> 2)
      case _: IntegralType | FloatType | DoubleType =>
        Map("bool" -> 0, "int" -> 0, "float" -> 0, "Decimal" -> 0, "str" -> 2)
      case _ => Map.empty[String, Int]
    }
    val mixed = returned.filter(r => kinds.contains(r.python))
    returned.find(r => unknown(r.python)).map(r => because(r, r.python)).orElse {
      mixed
        .find(r => kinds(r.python) != kinds(mixed.head.python))
        .map(r => because(r, s"${mixed.head.python} or ${r.python}, by row,"))
    }
  }

  def of(t: DataType, pickled: Boolean): PythonResult = new PythonResult {
    private val some: Any => AnyRef = if (pickled) Pickled.of(t) else Arrow.of(t)
    override def convert(value: Any): AnyRef = if (value == null) null else some(value)
  }

  private[python] def unknown(value: Any, t: DataType): Nothing = throw new Unsupported(
    s"a result of type ${Py.typeName(value)} for ${t.sql}: Spark's own result is not known here"
  )

  /** An exception of PySpark's worker. */
  private[python] def pySpark(message: String): PyError =
    PyError.withText(PyType.foreign("pyspark.errors.exceptions.base.PySparkValueError"), message)

  /** The items of anything that Python can loop over, except characters and bytes. */
  private[python] def iterated(value: Any): Option[Seq[Any]] = value match {
    case _: PyRange | _: PyDictView | _: PyDeque | _: PyIterator =>
      Some(value.asInstanceOf[java.lang.Iterable[Any]].asScala.toList)
    case other => items(other)
  }

  /** The items of a list or tuple. */
  private[python] def items(value: Any): Option[Seq[Any]] = value match {
    case list: PyList   => Some(list.asScala.toSeq)
    case tuple: PyTuple => Some((0 until tuple.size).map(tuple.get))
    case _              => None
  }
}
