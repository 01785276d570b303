// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python
package compiler

/** The variables of a function that may share a list with another one, so that a change of the list
  * is visible under both names. Anything not known to create a new list shares one.
  */
private[python] object Aliases {

  /** Methods that modify their receiver. */
  val Changing: Set[String] = Set("append", "extend", "pop", "sort", "reverse", "clear")

  def of(program: Program, f: Function): Set[String] = {
    val captured = program.functions.filter(g => program.parent.get(g.index).contains(f.index))
    val fromOutside = f.parameters.filter(p => f.index != 0 || p.default.isDefined).map(_.name)
    f.body.flatMap(shared).toSet ++ captured.flatMap(_.captures) ++ fromOutside
  }

  /** Below a statement. */
  private def shared(node: Node): Seq[String] = node.kind match {
    case "Assign" =>
      val (targets, value) = (node.list("targets"), node("value"))
      (targets, value.kind) match {
        case (Seq(target), "Tuple")
            if target.kind == "Tuple" && target.list("elts").size == value.list("elts").size =>
          target.list("elts").zip(value.list("elts")).flatMap { case (t, v) => bound(Seq(t), v) }
        case _ => bound(targets, value)
      }
    case "For" =>
      val body = node.list("body")
      val changed = body.flatMap(Aliases.changed).toSet
      locals(node("iter"))
        .filter(changed) ++ bound(Seq(node("target")), node("iter"), items = true) ++
        (body ++ node.list("orelse")).flatMap(shared)
    case "If" | "While" =>
      flows(node("test"), on = false) ++ (node.list("body") ++ node.list("orelse")).flatMap(shared)
    case "Try" =>
      Seq("body", "orelse", "finalbody").flatMap(node.list).flatMap(shared) ++
        node.list("handlers").flatMap(_.list("body")).flatMap(shared)
    case "Return" if node.get("value").exists(v => Set("Tuple", "List", "Dict")(v.kind)) =>
      node("value").children.toSeq.flatMap(flows(_, on = false))
    case "Return" | "Expr" | "AugAssign" | "Assert" | "Raise" =>
      node.children.toSeq.flatMap(flows(_, on = false))
    case _ => node.children.toSeq.flatMap(flows(_, on = true))
  }

  /** The variables whose lists may be modified below a node. */
  def changed(node: Node): Set[String] = node.all.flatMap(changes).toSet

  /** Whether a call is of a method that modifies its receiver. */
  def isChange(call: Node): Boolean =
    call("func").kind == "Attribute" && Changing(call("func").text("attr"))

  private def changes(node: Node): Seq[String] = node.kind match {
    case "Call" if isChange(node) =>
      Seq(node("func")("value")).filter(_.kind == "Local").map(_.id)
    case "AugAssign" => locals(node("target"))
    case "Assign"    => node.list("targets").flatMap(items)
    case "For"       => items(node("target"))
    case _           => Nil
  }

  /** The variables of which a target assigns items, also within a tuple. */
  private def items(target: Node): Seq[String] =
    target.all.filter(_.kind == "Subscript").flatMap(locals).toSeq

  private def locals(node: Node): Seq[String] = node.all.filter(_.kind == "Local").map(_.id).toSeq

  /** @param items
    *   whether the targets are bound to the items of the value
    */
  private def bound(targets: Seq[Node], value: Node, items: Boolean = false): Seq[String] = {
    val kept = flows(value, on = false)
    val from = if (items) kept else flows(value, on = true).diff(kept)
    val names = targets.flatMap(locals)
    val shares = targets.size > 1 || from.nonEmpty || old(value)
    kept ++ (if (shares) from ++ names else Nil)
  }

  /** Whether an expression may return a list that exists independently of its variables. */
  private def old(node: Node): Boolean = node.kind match {
    case "Constant"  => Set("list", "set", "dict", "tuple")(node("value").text("k"))
    case "Subscript" => node("slice").kind != "Slice" && old(node("value"))
    case "IfExp"     => old(node("body")) || old(node("orelse"))
    case "BoolOp"    => node.list("values").exists(old)
    case "Call" if Set("Func", "Lambda")(node("func").kind) =>
      node.children.flatMap(flows(_, on = true)).nonEmpty
    case "Call" if node("func").kind == "Attribute" => old(node("func")("value"))
    case _                                          => false
  }

  /** The variables whose values an expression may return or keep.
    *
    * @param on
    *   whether something keeps its value
    */
  private def flows(node: Node, on: Boolean): Seq[String] = {
    def all(nodes: Seq[Node], on: Boolean) = nodes.flatMap(flows(_, on))
    node.kind match {
      case "Local" => if (on) Seq(node.id) else Nil
      case "IfExp" =>
        flows(node("test"), on = false) ++ all(Seq(node("body"), node("orelse")), on)
      case "BoolOp" => all(node.children.toSeq, on)
      case "Call" =>
        val f = node("func")
        val keeps = f.kind match {
          case "Attribute" | "Named" => false
          case "Builtin"             => Set("min", "max", "iter", "next")(f.id)
          case _                     => true
        }
        flows(f, on = false) ++ all(node.children.filterNot(_.json eq f.json).toSeq, keeps)
      case "Subscript" | "Compare" | "BinOp" | "UnaryOp" | "JoinedStr" | "Attribute" | "Slice" |
          "Starred" =>
        all(node.children.toSeq, on = false)
      case "ListComp" | "GeneratorExp" => all(node.children.toSeq, on = false)
      case _                           => all(node.children.toSeq, on = true)
    }
  }
}
