// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python
package compiler

/** Which loops give the same result in every order of their elements, provided that an exception is
  * taken care of: CPython's order of a set depends on hashes, so that only these are compiled.
  */
private[compiler] final class AnyOrder(program: Program, function: Function) {
  import AnyOrder._

  /** Whether nothing that runs for one element of a comprehension is visible for another. */
  def holds(comprehension: Node): Boolean =
    !hasSharedIterators && comprehension.children.forall(isHarmless)

  /** Whether the order of a `for` statement's elements does not matter: it searches, counts with
    * whole numbers, which the caller checks, or collects into a set.
    */
  def ofStatement(loop: Node): Boolean = {
    val body = loop.list("body")
    effects(body).exists { all =>
      val state = all.flags.keySet ++ all.changed
      val own = names(loop("target")) ++ all.temporary
      val ends = all.exits.distinct
      val isPartial = ends.nonEmpty && state.nonEmpty || ends.size > 1
      val reads = body.flatMap(_.all).filter(_.kind == "Local").map(_.id).groupBy(identity)
      def readBeside(name: String) = reads.get(name).exists(_.size > writes(body, name))
      !hasSharedIterators && !isPartial && all.flags.values.forall(_.size == 1) &&
      !state.exists(n => own(n) || readBeside(n)) && (all.flags.keySet & all.changed).isEmpty &&
      (state.isEmpty || !program.functions.exists(_.nodes.exists(_.kind == "Try"))) &&
      own.forall(isOnlyIn(loop, _)) && areSetFirst(body, all.temporary)
    }
  }

  private def effects(body: Seq[Node]): Option[Effects] = {
    // The assignments of constants before an exit belong to it.
    val (before, exit) = body.lastOption match {
      case Some(last) if last.kind == "Return" || last.kind == "Break" =>
        val flags = body.init.reverse.takeWhile(isFlag).reverse
        (body.dropRight(flags.size + 1), flags :+ last)
      case _ => (body, Nil)
    }
    val left =
      if (exit.isEmpty) Some(Effects())
      else
        Some(Effects(exits = Seq(exit.map(written).mkString(";"))))
          .filter(_ => exit.last.get("value").forall(_.kind == "Constant"))
    before.foldLeft(left)((all, s) => all.flatMap(a => effects(s).map(a ++ _)))
  }

  private def effects(node: Node): Option[Effects] = node.kind match {
    case "Pass" | "Continue" => Some(Effects())
    case "If" if isHarmless(node("test")) =>
      for (yes <- effects(node.list("body")); no <- effects(node.list("orelse"))) yield yes ++ no
    case "Raise" if node.children.forall(isHarmless) => Some(Effects())
    case "Return" | "Break"                          => effects(Seq(node))
    case _ if isFlag(node) =>
      val name = node.list("targets").head.id
      Some(Effects(flags = Map(name -> Set(written(node("value"))))))
    case "Assign" if node.list("targets").forall(_.kind == "Local") && isHarmless(node("value")) =>
      Some(Effects(temporary = node.list("targets").map(_.id).toSet))
    case "AugAssign"
        if node("target").kind == "Local" && Set("Add", "Sub")(node.text("op")) &&
          isHarmless(node("value")) =>
      Some(Effects(changed = Set(node("target").id)))
    case _ => None
  }

  /** Whether the temporaries of a body get their values before they are read. */
  private def areSetFirst(body: Seq[Node], temporary: Set[String]): Boolean = {
    var unset = temporary
    body.forall { s =>
      val isAssigned = s.kind == "Assign"
      val read = if (isAssigned) Seq(s("value")) else Seq(s)
      val fine = !read.flatMap(names).exists(unset)
      if (isAssigned) unset --= s.list("targets").flatMap(names)
      fine
    }
  }

  /** Whether a name is used in no other statement, except where others bind it anew. */
  private def isOnlyIn(loop: Node, name: String): Boolean = {
    def binds(n: Node) = (n.kind == "For" && names(n("target"))(name)) ||
      n.list("generators").exists(g => names(g("target"))(name))
    def uses(n: Node): Boolean =
      !(n.json eq loop.json) && !binds(n) && (n.is("Local", name) || n.children.exists(uses))
    val captured = program.functions.exists(f => f.index != function.index && f.captures.contains(name))
    !captured && !function.body.exists(uses)
  }

  private def isHarmless(node: Node): Boolean = node.all.forall { n =>
    n.kind match {
      case "NamedExpr"                        => false
      case "Func" | "Lambda"                  => isHarmlessFunction(n.int("function"), Set.empty)
      case "Call" if n("func").is("Builtin", "next") => false
      case "Call" if n("func").kind == "Attribute" =>
        !ChangedArguments.Changing(n("func").text("attr"))
      case _ => true
    }
  }

  /** Whether a function changes nothing but what it has created. */
  private def isHarmlessFunction(index: Int, seen: Set[Int]): Boolean = seen(index) || {
    val f = program.functions(index)
    val outside = f.parameters.map(_.name).toSet ++ f.nodes.flatMap(ChangedArguments.boundOtherwise)
    def isOwn(of: Node): Boolean = of.kind == "Local" && f.bound(of.id) && !outside(of.id) &&
      f.nodes.filter(_.kind == "Assign").flatMap(ChangedArguments.bindings).forall {
        case (target, value) => !target.is("Local", of.id) || ChangedArguments.New(value.kind)
      }
    f.nodes.forall { n =>
      n.kind match {
        case "Func" | "Lambda" => isHarmlessFunction(n.int("function"), seen + index)
        case "NamedExpr"       => true
        case "Call" if n("func").is("Builtin", "next") => false
        case _ => ChangedArguments.changed(n).forall(r => isOwn(ChangedArguments.root(r)))
      }
    }
  }

  /** Whether an iterator is kept, which a test such as `x in it` would use up. */
  private lazy val hasSharedIterators: Boolean = program.functions.exists { f =>
    f.nodes.exists { n =>
      val uses = n.kind == "For" || n.kind == "comprehension" || n.kind == "Starred" ||
        n.kind == "Call" && Set("Builtin", "Named", "Attribute")(n("func").kind)
      !uses && n.children.exists(isIterator)
    }
  }
}

private[compiler] object AnyOrder {

  /** The effect of the statements of a loop. */
  private final case class Effects(
      exits: Seq[String] = Nil,
      flags: Map[String, Set[String]] = Map.empty,
      changed: Set[String] = Set.empty,
      temporary: Set[String] = Set.empty
  ) {
    def ++(other: Effects): Effects = Effects(
      exits ++ other.exits,
      (flags.keySet ++ other.flags.keySet).map { name =>
        name -> (flags.getOrElse(name, Set.empty) ++ other.flags.getOrElse(name, Set.empty))
      }.toMap,
      changed ++ other.changed,
      temporary ++ other.temporary
    )
  }

  /** Callees that do not depend on the order of their only argument. */
  val Callees: Set[String] =
    Set("any", "all", "sum", "min", "max", "sorted", "len", "set", "frozenset")

  /** Callees whose result, or what they change, is in the order of their arguments. */
  private val ordered = Set("list", "tuple", "enumerate", "zip", "zip.strict", "map", "filter") ++
    Set("str.join", "functools.reduce", "collections.Counter", "collections.deque") ++
    Set("dict.fromkeys", "list.extend", "deque.extend")

  def isOrdered(callee: String): Boolean = ordered(callee) || callee.startsWith("itertools.")

  val Reason = "the order of a set would show; sort it first, as in sorted(s)"

  private def isIterator(node: Node): Boolean = node.kind == "Call" && {
    val f = node("func")
    f.kind == "Builtin" && Set("iter", "map", "filter", "zip", "enumerate", "reversed")(f.id) ||
    f.kind == "Named" && (f.id.startsWith("itertools.") || f.id == "re.finditer") ||
    f.kind == "Attribute" && f.text("attr") == "finditer"
  }

  private def isFlag(node: Node): Boolean = node.kind == "Assign" &&
    node.list("targets").size == 1 && node.list("targets").head.kind == "Local" &&
    node("value").kind == "Constant"

  private def names(node: Node): Set[String] =
    node.all.filter(_.kind == "Local").map(_.id).toSet

  private def writes(body: Seq[Node], name: String): Int =
    body.flatMap(_.all).count {
      case n if n.kind == "Assign"    => n.list("targets").exists(_.is("Local", name))
      case n if n.kind == "AugAssign" => n("target").is("Local", name)
      case _                          => false
    }

  /** The source of a node, without its place. */
  private def written(node: Node): String = node.kind match {
    case "Assign"   => node.list("targets").map(_.id).mkString + "=" + written(node("value"))
    case "Constant" => node("value").json.toString
    case kind       => kind + node.get("value").fold("")(written)
  }
}
