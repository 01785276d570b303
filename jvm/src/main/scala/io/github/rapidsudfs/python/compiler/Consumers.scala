// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python
package compiler

/** Tracks callees that use up their arguments during the call and keep no reference to them. */
private[python] trait Consumers {
  this: Emitter =>

  /** Callees that read a whole generator before anything else happens. */
  private val consumers =
    Set("list", "tuple", "set", "frozenset", "dict", "sorted", "sum", "min", "max", "str.join") ++
      Set("collections.Counter", "collections.deque", "dict.fromkeys")

  /** Callees that call a function argument, or use up an iterator, and keep neither. */
  private val users = consumers ++
    Set("any", "all", "sort", "sub", "subn", "re.sub", "re.subn", "functools.reduce", "extend") +
    "set.union"

  /** Callees whose results call a function later, when they are consumed. */
  private val lazies = Set("map", "filter", "zip", "enumerate", "reversed")
  private def isLazy(callee: String) = lazies(callee) || callee.startsWith("itertools.")
  private var used = false

  /** Computes the arguments of a callee. */
  protected def consuming[A](callee: String)(body: => A): A = {
    val outer = used
    used = isUsedUp(callee)
    try body
    finally used = outer
  }

  /** Whether a function or iterator passed to a callee is used up when the outermost call returns.
    */
  protected def isUsedUp(callee: String): Boolean = users(callee) || used && isLazy(callee)

  /** Whether a callee may be passed a list of all elements of a generator. */
  protected def takesAll(callee: String, generator: Node): Boolean =
    consumers(callee) || used && isLazy(callee) && isHarmless(generator) ||
      (callee == "extend" || callee == "update") && isUnseen(generator)

  /** Whether a list may take all of a generator at once: nothing sees a partial list, neither the
    * code that makes the elements nor code after an exception.
    */
  private def isUnseen(node: Node): Boolean = {
    val loops = node.list("generators")
    val own = loops.flatMap(_("target").all).filter(_.kind == "Local").map(_.id).toSet
    val inside = node("elt") +: (loops.flatMap(_.list("ifs")) ++ loops.tail.map(_("iter")))
    def sees(n: Node) =
      n.kind == "Func" || n.kind == "Lambda" || n.kind == "Local" && !own(n.id)
    val plain =
      program.functions.forall(f => f.captures.isEmpty && !f.nodes.exists(_.kind == "Try"))
    plain && !inside.exists(_.all.exists(sees))
  }

  /** Whether a generator is indistinguishable from a list of the same elements. */
  private def isHarmless(node: Node): Boolean = {
    val plain = Set("Local", "Constant", "BoolOp", "UnaryOp", "Compare")
    val parts = node("elt") +: node.list("generators").flatMap(_.list("ifs"))
    def is(n: Node) = plain(n.kind) && (n.kind != "UnaryOp" || n.text("op") == "Not") &&
      (n.kind != "Compare" || n.texts("ops").forall(o => o == "Is" || o == "IsNot"))
    node.list("generators").size == 1 && parts.flatMap(_.all).forall(is)
  }
}
