// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python
package compiler

/** Where a program may change a list or dictionary that it gets as an argument: each change of
  * something that is not known to be the program's own.
  *
  * @param parameters
  *   those of the UDF that get lists or dictionaries
  * @param deep
  *   whether these contain others
  */
private[compiler] final class ChangedArguments(
    program: Program,
    parameters: Set[String],
    deep: Boolean
) {
  import ChangedArguments._

  private val nodes = program.functions.flatMap(_.nodes)

  /** Whether a name is that of another argument, always. */
  private def isOther(name: String) =
    isParameter(name) && !parameters(name) && !assigned.contains(name) && !otherwise(name)

  private val isParameter = program.functions.head.parameters.map(_.name).toSet

  private val assigned: Map[String, Seq[Node]] = nodes
    .filter(_.kind == "Assign")
    .flatMap(bindings)
    .collect { case (target, value) if target.kind == "Local" => target.id -> value }
    .groupBy(_._1)
    .map { case (name, all) => name -> all.map(_._2) }

  private val otherwise: Set[String] =
    (program.functions.tail.flatMap(_.parameters).map(_.name) ++
      nodes.flatMap(boundOtherwise)).toSet

  /** The values of the variables that are bound by assignments alone. */
  private val values = assigned -- otherwise

  /** The lines from which a parameter of the UDF is a variable of its own: `words = list(words)`.
    */
  private val rebound: Map[String, Int] = program.functions.head.body
    .filter(s => s.kind == "Assign" && isNew(s("value")))
    .flatMap(s => s.list("targets").filter(_.kind == "Local").map(_.id -> s.line))
    .reverse
    .toMap

  /** Whether the program keeps an argument anywhere else than in its parameter. */
  private lazy val isKept = nodes.exists { node =>
    val plain = node.kind match {
      case "For" | "comprehension"                              => Seq("iter")
      case "Subscript" | "Attribute"                            => Seq("value")
      case "Compare"                                            => Seq("left", "comparators")
      case "UnaryOp" | "If" | "While"                           => Seq("operand", "test")
      case "Call" if Set("Builtin", "Named")(node("func").kind) => Seq("args")
      case _                                                    => Nil
    }
    val fine = plain.flatMap(f => node.get(f).toSeq ++ node.list(f)).map(_.json)
    node.children.exists(c => c.kind == "Local" && parameters(c.id) && !fine.exists(_ eq c.json))
  }

  /** The first change of something that may be an argument. */
  def first: Option[Node] = nodes.find(changed(_).exists(!isOwn(_)))

  private def isOwn(receiver: Node): Boolean = {
    val of = root(receiver)
    val isNewRoot =
      if (of.kind != "Local") isNew(of)
      else if (isOther(of.id)) true
      else if (isParameter(of.id) && !rebound.get(of.id).exists(_ < of.line)) false
      else values.get(of.id).exists(_.forall(isNew))
    isNewRoot && ((of.json eq receiver.json) || !deep && !isKept)
  }

  private def isNew(value: Node): Boolean = value.kind match {
    case "Call" if value("func").kind == "Attribute" => Making(value("func").text("attr"))
    case "Call" =>
      Set("Builtin", "Named")(value("func").kind) && !Passing(value("func").id)
    case "IfExp"     => isNew(value("body")) && isNew(value("orelse"))
    case "Subscript" => !deep && (value("slice").kind == "Slice" || !isKept)
    case kind        => New(kind)
  }
}

private[compiler] object ChangedArguments {
  private val New = Set("List", "Dict", "Set", "Tuple", "ListComp", "DictComp", "SetComp") ++
    Set("Constant", "JoinedStr", "BinOp", "UnaryOp", "Compare")

  /** Methods that return new objects, and builtins that return an argument. */
  private val Making = Set("copy", "split", "rsplit", "splitlines", "findall", "groupdict")
  private val Passing = Set("min", "max", "iter", "next", "reversed", "map", "filter", "zip")

  private val Changing = Aliases.Changing ++ Set("insert", "remove", "update", "setdefault") ++
    Set("popitem", "add", "discard", "subtract", "appendleft", "popleft", "extendleft", "rotate")

  /** What a node itself changes. */
  private def changed(node: Node): Seq[Node] = node.kind match {
    case "Call" if node("func").kind == "Attribute" && Changing(node("func").text("attr")) =>
      Seq(node("func")("value"))
    case "AugAssign" if node("target").kind == "Local" => Seq(node("target"))
    case "AugAssign" | "Assign" | "Delete" | "For" =>
      (node.list("targets") ++ node.get("target"))
        .flatMap(_.all)
        .filter(_.kind == "Subscript")
        .map(_("value"))
    case _ => Nil
  }

  private def boundOtherwise(node: Node): Seq[String] = {
    def names(n: Node) = n.all.filter(_.kind == "Local").map(_.id).toSeq
    node.kind match {
      case "Assign" =>
        val several = Set("Tuple", "List", "Starred")
        bindings(node).map(_._1).filter(t => several(t.kind)).flatMap(names)
      case "For" | "comprehension" | "NamedExpr" => names(node("target"))
      case _                                     => Nil
    }
  }

  /** The targets of an assignment and their values: of `a, b = x, y` each. */
  private def bindings(assign: Node): Seq[(Node, Node)] =
    assign.list("targets").flatMap { target =>
      val value = assign("value")
      val (targets, values) = (target.list("elts"), value.list("elts"))
      val isPairs = target.kind == "Tuple" && value.kind == "Tuple" &&
        targets.size == values.size && !(targets ++ values).exists(_.kind == "Starred")
      if (isPairs) targets.zip(values) else Seq(target -> value)
    }

  private def root(node: Node): Node = node.kind match {
    case "Subscript" | "Attribute"                  => root(node("value"))
    case "Call" if node("func").kind == "Attribute" => root(node("func")("value"))
    case _                                          => node
  }
}
