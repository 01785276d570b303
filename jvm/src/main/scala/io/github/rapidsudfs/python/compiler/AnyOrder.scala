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

  /** The variables that a `for` statement extends, if the order of its elements does not matter: it
    * searches, or counts or takes the greatest of whole numbers, which the caller checks; else
    * None.
    */
  def ofStatement(loop: Node): Option[Set[String]] = {
    val body = loop.list("body")
    val assigned = body.flatMap(_.all).filter(n => n.kind == "Assign" || n.kind == "AugAssign")
    val own = names(loop("target")) ++
      assigned.flatMap(targets).filter(n => isSetFirst(n, body, isSet = false).isDefined)
    val temporary = own.filter(isOnlyIn(loop, _))
    val fits = names(loop("target")).subsetOf(temporary) && !hasSharedIterators
    val found = if (fits) effects(body, temporary) else None
    found
      .filter { all =>
        val state = all.flags.keySet ++ all.changed
        val ends = all.exits.distinct
        val reads = body.flatMap(_.all).filter(_.kind == "Local").map(_.id).groupBy(identity)
        def readBeside(name: String) = reads.get(name).exists(_.size > mentions(body, name))
        (ends.isEmpty || ends.size == 1 && state.isEmpty) && all.flags.values.forall(_.size == 1) &&
        !state.exists(readBeside) && (all.flags.keySet & all.changed).isEmpty &&
        (state.isEmpty || !program.functions.exists(_.nodes.exists(_.kind == "Try")))
      }
      .map(_.changed)
  }

  private def effects(body: Seq[Node], temporary: Set[String]): Option[Effects] = {
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
    before.foldLeft(left)((all, s) => all.flatMap(a => effects(s, temporary).map(a ++ _)))
  }

  private def effects(node: Node, temporary: Set[String]): Option[Effects] = node.kind match {
    case "Pass" | "Continue" => Some(Effects())
    case "If" if isHarmless(node("test")) =>
      for {
        yes <- effects(node.list("body"), temporary)
        no <- effects(node.list("orelse"), temporary)
      } yield yes ++ no
    case "While" if isHarmless(node("test")) && node.list("orelse").isEmpty =>
      val jumps = Set("Break", "Continue", "Return")
      effects(node.list("body"), temporary)
        .filter(_ => !node.list("body").flatMap(_.all).exists(n => jumps(n.kind)))
    case "Raise" if node.children.forall(isHarmless) => Some(Effects())
    case "Return" | "Break"                          => effects(Seq(node), temporary)
    case "Assign" | "AugAssign"
        if targets(node).nonEmpty && targets(node).forall(temporary) &&
          isHarmless(node("value")) =>
      Some(Effects())
    case _ if isFlag(node) =>
      Some(Effects(flags = Map(targets(node).head -> Set(written(node("value"))))))
    case _ if isHarmless(node) => extended(node).map(name => Effects(changed = Set(name)))
    case _                     => None
  }

  /** Whether a name has a value before it is read in each turn: whether it has one after the
    * statements; None if not.
    */
  private def isSetFirst(name: String, body: Seq[Node], isSet: Boolean): Option[Boolean] =
    body.foldLeft(Option(isSet)) { (before, s) =>
      before.flatMap { known =>
        def fine(node: Node) = known || !names(node)(name)
        s.kind match {
          case "Assign" if fine(s("value")) && targets(s).nonEmpty =>
            Some(known || targets(s).contains(name))
          case "If" if fine(s("test")) =>
            for {
              yes <- isSetFirst(name, s.list("body"), known)
              no <- isSetFirst(name, s.list("orelse"), known)
            } yield yes && no
          case "While" if fine(s("test")) =>
            isSetFirst(name, s.list("body"), known).map(_ => known)
          case _ => Some(known).filter(_ => fine(s))
        }
      }
    }

  /** Whether a name is used in no other statement, except where others bind it anew. */
  private def isOnlyIn(loop: Node, name: String): Boolean = {
    def binds(n: Node) = (n.kind == "For" && names(n("target"))(name)) ||
      n.list("generators").exists(g => names(g("target"))(name))
    def uses(n: Node): Boolean =
      !(n.json eq loop.json) && !binds(n) && (n.is("Local", name) || n.children.exists(uses))
    val captured =
      program.functions.exists(f => f.index != function.index && f.captures.contains(name))
    !captured && !function.body.exists(uses)
  }

  private def isHarmless(node: Node): Boolean = node.all.forall { n =>
    n.kind match {
      case "NamedExpr"       => false
      case "Func" | "Lambda" => isHarmlessFunction(n.int("function"), Set.empty)
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
      changed: Set[String] = Set.empty
  ) {
    def ++(other: Effects): Effects = Effects(
      exits ++ other.exits,
      (flags.keySet ++ other.flags.keySet).map { name =>
        name -> (flags.getOrElse(name, Set.empty) ++ other.flags.getOrElse(name, Set.empty))
      }.toMap,
      changed ++ other.changed
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

  /** The variables that an assignment binds; none if it also changes something else. */
  private def targets(node: Node): Seq[String] = {
    val all = node.list("targets") ++ node.get("target")
    if (all.forall(_.kind == "Local")) all.map(_.id) else Nil
  }

  /** The variable of `n += x`, `n -= x`, `n = max(n, x)` or `n = min(n, x)`. */
  def extended(node: Node): Option[String] = {
    def name = targets(node).headOption
    node.kind match {
      case "AugAssign" if Set("Add", "Sub")(node.text("op")) => name
      case "Assign" if targets(node).size == 1 && node("value").kind == "Call" =>
        val (f, args) = (node("value")("func"), node("value").list("args"))
        val isExtreme = (f.is("Builtin", "max") || f.is("Builtin", "min")) && args.size == 2 &&
          node("value").list("keywords").isEmpty && !args.exists(_.kind == "Starred")
        name.filter(n => isExtreme && args.exists(_.is("Local", n)))
      case _ => None
    }
  }

  /** How often the statements that extend a variable, or assign constants to it, mention it. */
  private def mentions(body: Seq[Node], name: String): Int = body
    .flatMap(_.all)
    .map { n =>
      if (isFlag(n) && targets(n).contains(name)) 1
      else if (extended(n).contains(name)) if (n.kind == "Assign") 2 else 1
      else 0
    }
    .sum

  /** The source of a node, without its place. */
  private def written(node: Node): String = node.kind match {
    case "Assign"   => node.list("targets").map(_.id).mkString + "=" + written(node("value"))
    case "Constant" => node("value").json.toString
    case kind       => kind + node.get("value").fold("")(written)
  }
}
