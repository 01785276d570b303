// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python
package compiler

import io.github.rapidsudfs.python.columns._

import scala.collection.JavaConverters._

/** Calls in columns: of the program's functions, of builtins and of methods. */
private[python] trait ColumnCalls {
  this: ColumnFlow
    with ColumnExpressions
    with ColumnStatements
    with ColumnLoops
    with ColumnSequences =>

  def call(node: Node): Col = {
    val f = node("func")
    f.kind match {
      case "Func" | "Lambda" => userCall(node, f)
      case "Attribute" if f("value").kind != "Builtin" && f("value").kind != "Named" =>
        methodCall(node, f)
      case "Builtin" if f.id == "isinstance" => test(node).mask
      case "Builtin"                         => builtin(node, f.id)
      case "Named"                           => op(f.id, flagged(f.id, plain(node, f.id)))
      case "Attribute"                       => node.refuse(f.text("attr"))
      case _                                 => node.refuse("call of a value")
    }
  }

  private def builtin(node: Node, name: String): Col = (name, node.list("args")) match {
    case ("min" | "max", Seq(one)) =>
      val written = if (isComprehension(one) || node.has("keywords")) None else items(one)
      written.filter(_.nonEmpty).fold(extreme(node, name == "max"))(op(name, _))
    case ("sorted", Seq(one))                                    => sorted(node, bag(one))
    case _ if node.list("keywords").nonEmpty                     => op(name, plain(node, name))
    case ("any" | "all", Seq(one)) if isComprehension(one)       => quantified(name, one)
    case ("any" | "all", Seq(one))                               => quantifiedItems(name, one)
    case ("sum", Seq(one))                                       => summed(one)
    case ("next", Seq(one, other)) if one.kind == "GeneratorExp" => first(one, atOnce(expr(other)))
    case ("int" | "float", Seq(one))
        if one.kind == "BoolOp" && one.text("op") == "Or" && one.list("values").size == 2 =>
      // `int(text or 0)`: each operand is converted separately.
      val first = expr(one.list("values").head)
      val truth = Test(ComparisonForms.truth(c, first), Seq(first), Nil)
      choose(truth)(op(name, Seq(first)))(op(name, Seq(expr(one.list("values")(1)))))
    case ("list", Seq(one)) => toList(one)
    case ("list", Nil)      => display(isList = true, Nil)
    case ("set" | "frozenset", Seq(one)) if items(one).isEmpty || !expr(one).isConstant =>
      SetForms.set(c, bag(one))
    case _ => op(name, plain(node, name))
  }

  private def plain(node: Node, name: String): Seq[Col] = {
    if (!Forms.exists(name)) node.refuse(s"$name()")
    val args = positional(node)
    if (node.list("keywords").isEmpty) args else bound(node, name, args)
  }

  /** The flags of a `re` function are those of its pattern. */
  private def flagged(name: String, args: Seq[Col]): Seq[Col] = {
    val names =
      if (name.startsWith("re.")) Operations.named(name).asScala.flatMap(_.params) else Nil
    val at = names.indexOf("flags")
    if (at <= 1) args
    else {
      val (own, given) = args.splitAt(at)
      val flags = given.filterNot(_.constant == Py.ABSENT)
      val pattern = if (flags.isEmpty) own.head else op("re.compile", own.head +: flags)
      pattern +: own.tail.filterNot(_.constant == Py.ABSENT)
    }
  }

  /** The positional arguments. */
  def positional(node: Node): Seq[Col] = node.list("args").flatMap {
    case star if star.kind == "Starred" =>
      items(star("value")).getOrElse(node.refuse("starred argument"))
    case arg => Seq(expr(arg))
  }

  /** The arguments in the order of an operation's parameters; absent ones only where allowed. */
  private def bound(node: Node, name: String, args: Seq[Col]): Seq[Col] = {
    def refuse() = node.refuse(s"keywords of $name")
    val names = Operations.named(name).asScala.map(_.params.toSeq).filter(_.nonEmpty).toSeq match {
      case Seq(one) if one.size >= args.size => one
      case _                                 => refuse()
    }
    val named = node
      .list("keywords")
      .map { k =>
        if (!k.has("arg")) refuse()
        k.text("arg") -> expr(k("value"))
      }
      .toMap
    val rest = names.drop(args.size)
    if (!named.keySet.subsetOf(rest.toSet)) refuse()
    if (!ANY_ABSENT(name) && rest.take(named.size).toSet != named.keySet) refuse()
    val taken = if (ANY_ABSENT(name)) rest else rest.take(named.size)
    args ++ taken.map(named.getOrElse(_, ABSENT))
  }

  private def methodCall(node: Node, f: Node): Col = {
    changed(node).getOrElse(unchanged(node, f))
  }

  private def unchanged(node: Node, f: Node): Col = {
    val name = f.text("attr")
    val of = expr(f("value"))
    val self = if (of.isConstant) of else c.need(of, "AttributeError")
    val python = self.constant match {
      case _: PyDict              => "dict"
      case _: PyList              => "list"
      case _: PyPattern           => "Pattern"
      case _ if self.kind == null => f.refuse(s"a method $name of a constant")
      case _                      => this.python(f, self)
    }
    val full = Methods.of(python, name).getOrElse(f.refuse(s"$python.$name"))
    if (full == "str.format" && node.list("keywords").isEmpty)
      FormatForms.format(c, self, node.list("args").map(a => settled(expr(a))).asJava)
    else if (full == "str.join" && node.list("args").size == 1)
      op(full, Seq(self, joinable(node.list("args").head)))
    else op(full, self +: plain(node, full))
  }

  /** The argument of `join`; the items of a tuple unchanged. */
  private def joinable(node: Node): Col = {
    val all = sequence(node)
    if (all.kind == Kind.STR) SequenceForms.list(c, all) else all
  }

  private val ABSENT = Col.constant(Py.ABSENT)

  /** Operations any of whose arguments may be absent. */
  private val ANY_ABSENT = Set("date.replace", "datetime.timedelta", "re.sub", "re.split")
}
