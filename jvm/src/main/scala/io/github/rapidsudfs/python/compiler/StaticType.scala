// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python
package compiler

/** The static type of a value: its Java type and the name of its Python type, empty if it can be
  * any. Items of a list or tuple may have a known type: the fast body checks them, and leaves the
  * row to the wide one if they do not.
  */
private[python] final case class StaticType(
    python: String,
    java: String,
    suffix: String,
    item: Option[StaticType] = scala.None
) {
  def of(item: StaticType): StaticType =
    if (item == StaticType.Any || item == StaticType.None) this
    else copy(suffix = s"$python$$${item.suffix.replace('$', '0')}", item = Some(item))

  /** Without the items' type. */
  def plain: StaticType = if (item.isEmpty) this else copy(suffix = python, item = scala.None)
  def isPrimitive: Boolean = java == "long" || java == "double" || java == "boolean"
  def zero: String = java match {
    case "long"    => "0L"
    case "double"  => "0.0"
    case "boolean" => "false"
    case _         => "null"
  }
}

private[python] object StaticType {
  val Int = StaticType("int", "long", "i")
  val Float = StaticType("float", "double", "f")
  val Bool = StaticType("bool", "boolean", "b")
  val Str = StaticType("str", "String", "s")
  val None = StaticType("NoneType", "Object", "n")
  val Any = StaticType("", "Object", "o")

  /** For a captured variable that may be unbound. */
  val Unbound = StaticType("unbound", "Object", "o")
  private def value(python: String, java: String) = StaticType(python, java, python)
  val List = value("list", "PyList")
  val Tuple = value("tuple", "PyTuple")
  val Dict = value("dict", "PyDict")
  val Set = value("set", "PySet")
  val Bytes = value("bytes", "PyBytes")
  val Decimal = value("Decimal", "PyDecimal")
  val Date = value("date", "PyDate")
  val DateTime = value("datetime", "PyDateTime")
  val Error = value("Exception", "PyError")
  val Row = value("Row", "PyRow")
  val Match = value("Match", "PyMatch")
  val Pattern = value("Pattern", "PyPattern")
  val Record = value("namedtuple", "PyRecord")
  private val values =
    Seq(List, Tuple, Dict, Set, Bytes, Decimal, Date, DateTime, Error, Row, Match, Pattern) ++
      Seq(
        value("timedelta", "PyTimeDelta"),
        value("time", "PyTime"),
        value("range", "PyRange"),
        value("HASH", "PyHash"),
        Record,
        value("Counter", "PyCounter"),
        value("defaultdict", "PyDefaultDict"),
        value("OrderedDict", "PyOrderedDict"),
        value("deque", "PyDeque")
      )

  /** The type of a parameter or result of a run-time method. */
  def of(c: Class[_]): StaticType =
    if (c == classOf[Long]) Int
    else if (c == classOf[Double]) Float
    else if (c == classOf[Boolean]) Bool
    else if (c == classOf[String]) Str
    else values.find(_.java == c.getSimpleName).getOrElse(Any)

  def byPython(name: String): Option[StaticType] =
    (Str +: values).find(_.python == name)

  def join(a: StaticType, b: StaticType): StaticType =
    if (a == b) a else if (a.java == b.java && a != None && b != None) a.plain else Any
}

/** A side-effect-free Java expression and its type. */
private[python] final case class Value(code: String, tpe: StaticType) {
  def boxed: String = tpe match {
    case StaticType.Int   => s"Long.valueOf($code)"
    case StaticType.Float => s"Double.valueOf($code)"
    case StaticType.Bool  => s"Boolean.valueOf($code)"
    case _                => code
  }
  def as(to: StaticType): String = if (to == tpe) code else boxed
}

private[python] object Value {
  val None = Value("null", StaticType.None)
  val True = Value("true", StaticType.Bool)
  val False = Value("false", StaticType.Bool)
}

/** The type of a column's values in the UDF. */
final case class ArgType(text: String) {
  private[python] def tpe: StaticType = kind match {
    case StaticType.List => StaticType.List.of(ArgType(text.drop("list<".length).dropRight(1)).tpe)
    case other           => other
  }

  private def kind: StaticType = text.takeWhile(c => c != '<' && c != '(') match {
    case "int"                        => StaticType.Int
    case "float"                      => StaticType.Float
    case "bool"                       => StaticType.Bool
    case "str"                        => StaticType.Str
    case "bytes"                      => StaticType.Bytes
    case "decimal"                    => StaticType.Decimal
    case "date"                       => StaticType.Date
    case "timestamp" | "timestampntz" => StaticType.DateTime
    case "list"                       => StaticType.List
    case "map"                        => StaticType.Dict
    case "struct"                     => StaticType.Row
    case "none"                       => StaticType.None
    case _                            => StaticType.Any
  }
}
