// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python

/** The static type of a value: its Java type and the name of its Python type, empty if it can be
  * any. Items of a list or tuple may have a known type: the fast body checks them, and leaves the
  * row to the wide one if they do not.
  */
private[python] final case class Type(
    python: String,
    java: String,
    suffix: String,
    item: Option[Type] = scala.None
) {
  def of(item: Type): Type =
    if (item == Type.Any || item == Type.None) this
    else copy(suffix = s"$python$$${item.suffix.replace('$', '0')}", item = Some(item))

  /** Without the items' type. */
  def plain: Type = if (item.isEmpty) this else copy(suffix = python, item = scala.None)
  def isPrimitive: Boolean = java == "long" || java == "double" || java == "boolean"
  def zero: String = java match {
    case "long"    => "0L"
    case "double"  => "0.0"
    case "boolean" => "false"
    case _         => "null"
  }
}

private[python] object Type {
  val Int = Type("int", "long", "i")
  val Float = Type("float", "double", "f")
  val Bool = Type("bool", "boolean", "b")
  val Str = Type("str", "String", "s")
  val None = Type("NoneType", "Object", "n")
  val Any = Type("", "Object", "o")

  /** For a captured variable that may be unbound. */
  val Unbound = Type("unbound", "Object", "o")
  private def value(python: String, java: String) = Type(python, java, python)
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
  def of(c: Class[_]): Type =
    if (c == classOf[Long]) Int
    else if (c == classOf[Double]) Float
    else if (c == classOf[Boolean]) Bool
    else if (c == classOf[String]) Str
    else values.find(_.java == c.getSimpleName).getOrElse(Any)

  def byPython(name: String): Option[Type] =
    (Str +: values).find(_.python == name)

  def join(a: Type, b: Type): Type =
    if (a == b) a else if (a.java == b.java && a != None && b != None) a.plain else Any
}

/** A side-effect-free Java expression and its type. */
private[python] final case class Value(code: String, tpe: Type) {
  def boxed: String = tpe match {
    case Type.Int   => s"Long.valueOf($code)"
    case Type.Float => s"Double.valueOf($code)"
    case Type.Bool  => s"Boolean.valueOf($code)"
    case _          => code
  }
  def as(to: Type): String = if (to == tpe) code else boxed
}

private[python] object Value {
  val None = Value("null", Type.None)
  val True = Value("true", Type.Bool)
  val False = Value("false", Type.Bool)
}

/** The type of a column's values in the UDF. */
final case class ArgType(text: String) {
  private[python] def tpe: Type = kind match {
    case Type.List => Type.List.of(ArgType(text.drop("list<".length).dropRight(1)).tpe)
    case other     => other
  }

  private def kind: Type = text.takeWhile(c => c != '<' && c != '(') match {
    case "int"                        => Type.Int
    case "float"                      => Type.Float
    case "bool"                       => Type.Bool
    case "str"                        => Type.Str
    case "bytes"                      => Type.Bytes
    case "decimal"                    => Type.Decimal
    case "date"                       => Type.Date
    case "timestamp" | "timestampntz" => Type.DateTime
    case "list"                       => Type.List
    case "map"                        => Type.Dict
    case "struct"                     => Type.Row
    case "none"                       => Type.None
    case _                            => Type.Any
  }
}
