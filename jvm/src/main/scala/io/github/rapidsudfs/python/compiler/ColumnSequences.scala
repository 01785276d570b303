// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python
package compiler

import io.github.rapidsudfs.python.columns._

import scala.collection.JavaConverters._

/** Lists in columns: iterables, and lists that a program modifies, each change of which rebinds the
  * variable to a new list.
  */
private[python] trait ColumnSequences {
  this: ColumnFlow with ColumnExpressions with ColumnLoops with ColumnStatements =>

  private def isCalled(node: Node, name: String) =
    node.kind == "Call" && node("func").is("Builtin", name)

  def isCall(node: Node, name: String): Boolean =
    isCalled(node, name) && node.list("keywords").isEmpty

  /** The items of an expression, as a list or string. */
  def sequence(node: Node): Col = {
    def args = node.list("args")
    if (isComprehension(node)) listed(node)
    else
      items(node) match {
        case Some(all)                                          => Col.list(all.asJava)
        case _ if isCall(node, "reversed") && args.size == 1    => reversed(args.head)
        case _ if isCall(node, "range") && Set(1, 2)(args.size) => range(args.map(expr))
        case _ if isCall(node, "map") && args.size == 2         => mapped(node)
        case _ if isCall(node, "filter") && args.size == 2      => filtered(node)
        case _
            if node.kind == "Call" && node("func").kind == "Builtin" &&
              Set("map", "filter", "zip", "enumerate", "range")(node("func").id) =>
          node.refuse(s"${node("func").id}() of these arguments as a list")
        case _ => c.need(expr(node), "TypeError")
      }
  }

  private def reversed(of: Node) = {
    if (
      of.kind == "Call" && Set("map", "filter", "zip", "enumerate", "reversed").exists(
        isCall(of, _)
      )
    )
      of.refuse("reversed() of an iterator")
    SequenceForms.reversed(c, sequence(of))
  }

  private def range(args: Seq[Col]) = {
    val all = args.map(c.need(_, "TypeError"))
    if (all.size == 1) SequenceForms.range(c, Col.constant(0L), all.head)
    else SequenceForms.range(c, all.head, all(1))
  }

  /** The lists that a comprehension iterates over, in parallel. */
  def sideBySide(node: Node): Seq[Col] = {
    def args = node.list("args")
    if (isCall(node, "enumerate") && args.nonEmpty) {
      val start = args.lift(1).fold(Col.constant(0L))(a => atOnce(needed(expr(a))))
      SequenceForms.enumerated(c, sequence(args.head), start).asScala.toSeq
    } else if (isCalled(node, "zip") && args.size > 1) {
      val strict = keywords(node, "strict").get("strict").fold(Col.FALSE)(expr)
      if (!strict.isTrue && !strict.isFalse) node.refuse("zip() with a computed strict")
      SequenceForms.zipped(c, atOnce(args.map(sequence)).asJava, strict.isTrue).asScala.toSeq
    } else Seq(SequenceForms.list(c, sequence(node)))
  }

  /** A function of each item. */
  private def applied(node: Node, f: Node, item: Col): Col = f.kind match {
    case "Func" | "Lambda"   => userCall(node, f, Seq(item), Map.empty)
    case "Builtin" | "Named" => op(f.id, Seq(item))
    case _                   => node.refuse("a computed function")
  }

  private def mapped(node: Node): Col = {
    val Seq(f, of) = node.list("args")
    val (e, column) = over(sideBySide(of))(e => e.column(settled(applied(node, f, e.element))))
    e.lists(column)
  }

  private def filtered(node: Node): Col = {
    val Seq(f, of) = node.list("args")
    def accepted(item: Col) = if (f.isNone) item else applied(node, f, item)
    val (e, column) = over(sideBySide(of)) { e =>
      e.keep(ComparisonForms.truth(c, accepted(e.element)))
      e.column(e.element)
    }
    e.lists(column)
  }

  /** The items of an expression in any order. */
  def bag(node: Node): Col = SequenceForms.bag(c, sequence(node))

  def toList(node: Node): Col = SequenceForms.list(c, sequence(node))

  /** The keywords of a call, which must be among the allowed ones. */
  private def keywords(node: Node, names: String*): Map[String, Node] = {
    val all =
      node.list("keywords").map(k => (if (k.has("arg")) k.text("arg") else "**") -> k("value"))
    all.find(k => !names.contains(k._1)).foreach(k => node.refuse(s"the keyword ${k._1}"))
    all.toMap
  }

  def sorted(node: Node, of: Col): Col = {
    val named = keywords(node, "key", "reverse")
    val key = named.get("key").filterNot(_.isNone)
    if (key.isDefined) node.refuse("sorted() by a key")
    SequenceForms.sorted(c, of, named.get("reverse").fold(Col.FALSE)(expr))
  }

  /** `min` or `max` of a list, optionally with a key or a default. */
  def extreme(node: Node, greatest: Boolean): Col = {
    val named = keywords(node, "key", "default")
    // Evaluated even if the list has items, for its exceptions: after the argument, and before the
    // items of a generator, or the error that None has none.
    val default = named.get("default").map(d => atOnce(expr(d)))
    val of = node.list("args").head
    val list = if (named.contains("key")) toList(of) else bag(of)
    def found = named.get("key").filterNot(_.isNone) match {
      case None => SequenceForms.extreme(c, list, greatest)
      case Some(f) =>
        val (e, keys) = over(Seq(list))(e => e.column(settled(applied(node, f, e.element))))
        SequenceForms.extreme(c, list, e.lists(keys), greatest)
    }
    default.fold(found)(choose(Test(ComparisonForms.truth(c, list), Nil, Nil))(found)(_))
  }

  /** The nesting depth of comprehensions, whose variables are discarded after them. */
  private var ownVariables = 0

  def forgetting[A](body: => A): A = {
    ownVariables += 1
    val made = body
    ownVariables -= 1
    made
  }

  private lazy val aliases = program.functions.map(Aliases.of(program, _))

  private def changeable(node: Node, name: String): Unit = {
    val f = frame.function
    if (ownVariables > 0) node.refuse(s"a change of the list $name in a comprehension")
    if (aliases(f.index)(name) || !f.bound(name))
      node.refuse(s"a change of the list $name, which may have another reference")
  }

  /** Whether a variable is a list, which may be modified in place. */
  private def isList(node: Node, target: Node): Boolean = {
    val is = target.kind == "Local" && frame.env.get(target.id).exists(_.isRight) &&
      ListColumns.isList(expr(target))
    if (is) changeable(node, target.id)
    is
  }

  /** A method that modifies the list of a variable, and its result. Arguments may modify it, too.
    */
  def changed(node: Node): Option[Col] = {
    val (f, args) = (node("func"), node.list("args"))
    val (target, name) = (f("value"), f.text("attr"))
    if (!Aliases.isChange(node) || !isList(node, target)) None
    else {
      def list = c.need(expr(target), "AttributeError")
      list // an attribute of None raises before the arguments are computed
      val (after, result) = (name, args) match {
        case ("append", Seq(v)) =>
          val item = settled(expr(v))
          (SequenceForms.append(c, list, item), Col.NONE)
        case ("extend", Seq(v)) =>
          val more = toList(v)
          (SequenceForms.concat(c, list, more), Col.NONE)
        case ("sort", Nil)    => (sorted(node, list), Col.NONE)
        case ("reverse", Nil) => (SequenceForms.reversed(c, list), Col.NONE)
        case ("clear", Nil)   => (display(isList = true, Nil), Col.NONE)
        case ("pop", Nil)     => (cut(list, Col.NONE, Col.constant(-1L)), item(list, -1))
        case ("pop", Seq(at)) if at.kind == "Constant" && expr(at).constant == 0L =>
          (cut(list, Col.constant(1L), Col.NONE), item(list, 0))
        case _ => node.refuse(s"list.$name() with these arguments")
      }
      bind(target.id, after)
      Some(result)
    }
  }

  private def cut(list: Col, from: Col, to: Col) =
    op("operator.getslice", Seq(list, from, to, Col.NONE))

  private def item(list: Col, at: Long): Col = {
    if (Option(ListColumns.parts(list)).exists(_.isEmpty)) throw c.refuse("pop() of an empty list")
    op("operator.getitem", Seq(list, Col.constant(at)))
  }

  /** `x += y` of lists; returns whether it was one. */
  def extendedInPlace(node: Node): Boolean = {
    val target = node("target")
    val is = node.text("op") == "Add" && isList(node, target)
    if (is) {
      val more = toList(node("value"))
      bind(target.id, SequenceForms.concat(c, c.need(expr(target), "TypeError"), more))
    }
    is
  }

  /** `x[i] = v` of a list. */
  def setItem(target: Node, v: Col): Unit = {
    val (of, index) = (target("value"), target("slice"))
    if (!isList(target, of)) target.refuse("assignment to an item")
    if (index.kind == "Slice") target.refuse("assignment to a slice")
    // `x[i] += v` has already tested it.
    if (Aliases.changed(index).nonEmpty) target.refuse("an index that changes a list")
    val list = c.need(expr(of), "TypeError")
    bind(of.id, SequenceForms.`with`(c, list, needed(expr(index)), settled(v)))
  }

  /** Rejects a statement whose value depends on when a variable is read: columns read a list at
    * once, while in Python a change in the same statement is visible in it.
    */
  def requireOrderly(statement: Node): Unit = {
    def isRaw(n: Node, name: String): Boolean = n.kind match {
      case "Local" => n.id == name
      case "Tuple" | "List" | "Set" | "Starred" | "IfExp" | "BoolOp" | "Attribute" | "" =>
        n.children.exists(isRaw(_, name))
      case _ => false
    }
    def isOrderly(n: Node): Boolean = {
      val parts = n.children.toSeq
      val changes = parts.map(Aliases.changed)
      val isMethod = n.kind == "Call" && Aliases.isChange(n)
      isMethod || Set("BoolOp", "IfExp", "Assign", "AugAssign")(n.kind) ||
      !parts.indices.exists { i =>
        parts.indices.exists(j => i != j && changes(j).exists(isRaw(parts(i), _)))
      }
    }
    def mayRepeat(n: Node) = Set("Tuple", "List", "Set", "Dict")(n.kind) ||
      n.kind == "Call" && n("func").kind == "Builtin"
    statement.all.filter(mayRepeat).filter(_.all.exists(_.kind == "NamedExpr")).foreach {
      _.refuse("(:=) in a display or an argument")
    }
    if (Aliases.changed(statement).nonEmpty && !statement.all.forall(isOrderly))
      statement.refuse("a list that is read and changed in one statement")
  }
}
