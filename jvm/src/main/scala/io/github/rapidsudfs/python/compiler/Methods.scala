// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python
package compiler

import scala.collection.JavaConverters._

/** The methods and attributes of CPython's types, including those that we lack: a missing one must
  * not become an AttributeError.
  */
private[python] object Methods {
  private val parents =
    Map("datetime" -> "date", "bool" -> "int", "Row" -> "tuple", "namedtuple" -> "tuple") ++
      Seq("Counter", "defaultdict", "OrderedDict").map(_ -> "dict")

  /** Whether values of the type are also of a parent type. */
  def isSubtype(python: String): Boolean = parents.contains(python)

  /** Whether values of one type are also of the other. */
  def isSubtype(python: String, of: String): Boolean = parents.get(python).contains(of)

  def javaClass(python: String): Option[String] = python match {
    case "int"   => Some("Long")
    case "float" => Some("Double")
    case _       => StaticType.byPython(python).map(_.java)
  }

  /** The order in which a value of unknown type is tested for these types: a datetime is an
    * instance of date's class, too.
    */
  val types: Seq[String] = {
    val first = Seq("str", "Match")
    val others = Attributes.types.asScala.toSeq.filter(t => javaClass(t).isDefined)
    first ++ others.filterNot(first.contains).sortBy(t => !isSubtype(t))
  }

  /** Operations of classes: a value on which they are called is not an argument. */
  val ofClasses: Set[String] =
    Set("maketrans", "fromkeys", "fromhex", "fromisoformat", "fromordinal", "strptime") ++
      Set("combine", "today", "now", "utcnow", "fromtimestamp", "timedelta")

  /** Those that certainly change nothing, whatever their type. */
  val readOnly: Set[String] = Set("get", "count", "index", "find")

  def known(python: String, name: String): Boolean =
    Option(Attributes.of(python))
      .exists(_.contains(name)) || parents.get(python).exists(known(_, name))

  /** The operation that implements a method of a type. */
  def of(python: String, name: String): Option[String] =
    if (!Operations.named(s"$python.$name").isEmpty) Some(s"$python.$name")
    else parents.get(python).flatMap(of(_, name))

  def isMethod(name: String): Boolean =
    types.exists(t =>
      known(t, name) && !(Attributes.isData(name) && !(t == "Match" && name == "start"))
    )
}
