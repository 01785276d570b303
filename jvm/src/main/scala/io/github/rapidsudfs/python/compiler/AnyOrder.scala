// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python
package compiler

/** Which loops give the same result in every order of their elements, provided that an exception is
  * taken care of: CPython's order of a set depends on hashes, so that only these are compiled.
  */
private[compiler] final class AnyOrder(program: Program, function: Function) {
  import AnyOrder._

  private val nodes = program.functions.flatMap(_.nodes)

  /** Whether nothing that runs for one element of a comprehension is visible for another. */
  def holds(comprehension: Node): Boolean =
    !hasShared && comprehension.list("generators").forall { g =>
      g("target").all.forall(n => Set("Local", "Tuple", "List")(n.kind)) && isPure(g("iter")) &&
      g.list("ifs").forall(isPure)
    } && Seq("elt", "key", "value").flatMap(comprehension.get).forall(isPure)

  /** Whether the order of a `for` statement's elements does not matter: it only searches, or only
    * adds whole numbers, which the caller checks.
    */
  def ofStatement(loop: Node): Boolean = {
    val body = loop.list("body")
    val own = names(loop("target"))
    val all = body.flatMap(leaves)
    val exits = all.collect { case Exit(text, _) => text }
    val flags = all.collect { case Exit(_, names) => names }.flatten
    val sums = all.collect { case Sum(name) => name }.toSet
    def count(in: Seq[Node], name: String) = in.flatMap(_.all).count(_.is("Local", name))
    // Its variable is nowhere else, not even in its `else`.
    val isOwn = own.forall { n =>
      count(function.body, n) == count(loop("target") +: body, n) &&
      !function.parameters.exists(_.name == n) && !program.functions.exists(_.captures.contains(n))
    }
    val isAlone =
      sums.forall(n => count(body, n) == all.count { case Sum(m) => m == n; case _ => false })
    // Else its value would tell that an element before has ended the loop.
    val isUnread = flags.forall(n => count(body, n) == flags.count(_ == n))
    val hasTry = nodes.exists(_.kind == "Try")
    !hasShared && isOwn && isAlone && isUnread && exits.distinct.size <= 1 && (exits.isEmpty || sums.isEmpty) &&
    !(sums.nonEmpty && hasTry) && all.forall(_ != Other)
  }

  /** What the statements of a loop do. */
  private def leaves(statement: Node): Seq[Leaf] = statement.kind match {
    case "Pass" | "Continue" => Nil
    case "If" if isPure(statement("test")) =>
      Seq("body", "orelse").flatMap { part =>
        val block = statement.list(part)
        // The assignments of constants before an exit belong to it.
        val exit = block.reverse.takeWhile(s => isJump(s) || isFlag(s)).reverse
        if (!exit.exists(isJump)) block.flatMap(leaves)
        else
          block.dropRight(exit.size).flatMap(leaves) :+
            (if (exit.init.forall(isFlag))
               Exit(exit.map(written).mkString(";"), exit.init.map(_.list("targets").head.id))
             else Other)
      }
    case "Raise" if statement.children.forall(isPure) => Nil
    case "AugAssign"
        if statement("target").kind == "Local" && Set("Add", "Sub")(statement.text("op")) &&
          isPure(statement("value")) =>
      Seq(Sum(statement("target").id))
    case _ => Seq(Other)
  }

  /** Whether a function certainly changes nothing: a builtin, or one of a single pure expression.
    */
  def isPureFunction(node: Node): Boolean = node.kind match {
    case "Builtin" | "Named" | "Constant" => true
    case "Attribute"                      => node("value").kind == "Builtin"
    case "Func" | "Lambda" =>
      !hasShared && program
        .functions(node.int("function"))
        .body
        .forall(s => s.kind == "Return" && s.get("value").forall(isPure))
    case _ => false
  }

  /** Whether an expression certainly changes nothing, and no function of the program runs. */
  private def isPure(node: Node): Boolean = node.all.forall { n =>
    n.kind match {
      case "Call" =>
        val f = n("func")
        val isKnown = f.kind match {
          case "Builtin"   => functions(f.id)
          case "Named"     => searches(f.id)
          case "Attribute" => methods(f.text("attr")) && f("value").kind != "Builtin"
          case _           => false
        }
        isKnown && n.list("keywords").isEmpty
      case kind => pure(kind)
    }
  }

  /** Whether reading may change something: an iterator, which `x in it` would use up, or a
    * defaultdict.
    */
  private lazy val hasShared: Boolean = nodes.exists { n =>
    val uses = n.kind == "For" || n.kind == "comprehension" || n.kind == "Starred" ||
      n.kind == "Call" && (Set("Builtin", "Named")(n("func").kind) || usesUp(n("func")))
    n.kind == "Named" && n.id == "collections.defaultdict" || !uses && n.children.exists(isIterator)
  }
}

private[compiler] object AnyOrder {

  private sealed trait Leaf

  /** The end of the loop, with a constant result or constants assigned to variables. */
  private final case class Exit(text: String, flags: Seq[String]) extends Leaf
  private final case class Sum(name: String) extends Leaf
  private case object Other extends Leaf

  /** Callees that do not depend on the order of their only argument. */
  val Callees: Set[String] =
    Set("any", "all", "sum", "min", "max", "sorted", "len", "set", "frozenset")

  /** Callees whose result, or what they change, is in the order of their arguments. */
  private val ordered = Set("list", "tuple", "enumerate", "zip", "zip.strict", "map", "filter") ++
    Set("str.join", "functools.reduce", "collections.Counter", "collections.deque") ++
    Set("dict.fromkeys", "list.extend", "deque.extend")

  def isOrdered(callee: String): Boolean = ordered(callee) || callee.startsWith("itertools.")

  val Reason = "the order of a set would show; sort it first, as in sorted(s)"

  private val pure = Set("Constant", "Local", "Builtin", "Named", "BinOp", "UnaryOp", "BoolOp") ++
    Set("Compare", "IfExp", "JoinedStr", "FormattedValue", "Subscript", "Slice", "Attribute") ++
    Set("Tuple", "List", "Set", "SetComp", "ListComp", "GeneratorExp", "comprehension", "")

  private val functions = Callees ++ Set("abs", "bool", "chr", "float", "int", "ord", "str") ++
    Set("frozenset", "isinstance", "list", "round", "tuple", "ValueError", "TypeError", "KeyError")

  private val searches = Set("re.search", "re.match", "re.fullmatch", "re.findall")

  private val methods = Set("lower", "upper", "casefold", "title", "capitalize", "strip") ++
    Set(
      "lstrip",
      "rstrip",
      "startswith",
      "endswith",
      "count",
      "find",
      "rfind",
      "index",
      "replace"
    ) ++
    Set("split", "rsplit", "isdigit", "isdecimal", "isnumeric", "isalpha", "isalnum", "isspace") ++
    Set("isupper", "islower", "search", "match", "fullmatch", "items", "keys", "values", "get") ++
    Set("union", "intersection", "difference", "issubset", "issuperset", "isdisjoint")

  private def isIterator(node: Node): Boolean = node.kind == "Call" && {
    val f = node("func")
    f.kind == "Builtin" && Set("iter", "map", "filter", "zip", "enumerate", "reversed")(f.id) ||
    f.kind == "Named" && (f.id.startsWith("itertools.") || f.id == "re.finditer") ||
    f.kind == "Attribute" && f.text("attr") == "finditer"
  }

  /** Whether it is a method that uses up an iterator; others may keep it. */
  private def usesUp(callee: Node): Boolean =
    callee.kind == "Attribute" && Set("join", "extend", "update")(callee.text("attr"))

  private def isFlag(node: Node): Boolean = node.kind == "Assign" &&
    node.list("targets").size == 1 && node.list("targets").head.kind == "Local" &&
    node("value").kind == "Constant"

  private def isJump(node: Node): Boolean = node.kind == "Break" ||
    node.kind == "Return" && node.get("value").forall(_.kind == "Constant")

  private def names(node: Node): Set[String] =
    node.all.filter(_.kind == "Local").map(_.id).toSet

  /** The source of a statement or constant, without its place. */
  private def written(node: Node): String = node.kind match {
    case "Assign"   => node.list("targets").map(_.id).mkString + "=" + written(node("value"))
    case "Constant" => node("value").json.toString
    case kind       => kind + node.get("value").fold("")(written)
  }
}
