// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python
package compiler

/** Calls that create named tuples and rows. */
private[python] trait RecordCalls {
  this: Emitter with Expressions with CallExpressions with Operators =>

  /** A named tuple of a user's class. */
  protected def record(node: Node, of: Node): Value = {
    val fields = of.texts("fields")
    val name = of.text("name")
    def wrong() = node.refuse(s"call of $name with arguments that it does not take")
    if (starred(node)) {
      if (node.list("keywords").nonEmpty) node.refuse("starred argument beside keywords")
      val all = spread(node.list("args"), argument(name, _))
      at(node)
      out += s"if (${all.code}.size() != ${fields.size}) throw new Unsupported(" +
        Code.quote(s"the number of arguments of $name") + ");"
      temp(recordOf(name, fields, s"${all.code}.array()"), StaticType.Record)
    } else {
      val first = positional(node, name)
      val named = keywords(node, name).toMap
      val known = first.size <= fields.size && named.keySet.subsetOf(fields.drop(first.size).toSet)
      if (!known || named.size < node.list("keywords").size) wrong()
      val defaults = of("defaults")
      val rest = fields.drop(first.size).map { f =>
        named.getOrElse(f, if (defaults.has(f)) constant(node, defaults(f)) else wrong())
      }
      at(node)
      temp(recordOf(name, fields, objects(first ++ rest)), StaticType.Record)
    }
  }

  private def recordOf(name: String, fields: Seq[String], items: String) = {
    s"new PyRecord(${Code.quote(name)}, ${namesOf(fields)}, $items)"
  }

  private def namesOf(fields: Seq[String]) =
    fields.map(Code.quote).mkString("new String[] {", ", ", "}")

  /** A row, with names for all values or none. */
  protected def row(node: Node, name: String): Value = {
    val items = positional(node, name)
    val fields = keywords(node, name)
    if (items.isEmpty == fields.isEmpty) node.refuse(s"$name of such arguments")
    at(node)
    val names = if (fields.isEmpty) "null" else namesOf(fields.map(_._1))
    temp(s"new PyRow($names, ${objects(items ++ fields.map(_._2))})", StaticType.Row)
  }
}
