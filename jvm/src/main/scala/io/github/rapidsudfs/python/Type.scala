// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python

/** What is known of a value before it is there: its Java type and the Python type's name, empty if
  * it can be any. The items of a list or tuple may be of a known type: the fast body looks whether
  * they are, and leaves the row to the wide one where not.
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

  /** Of a captured variable that may have no value. */
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

  /** The type of what a method of the run time takes or returns. */
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

/** A Java expression without effects and its type. */
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

/** The type of a column as the UDF sees its values. */
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
