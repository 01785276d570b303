// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python
package compiler

/** Loops over elements in any order, such as those of a set. If there are several, each is tried,
  * whatever comes of the others: exceptions that are not all alike, or beside a result, are left
  * undecided.
  */
private[python] trait Searches {
  this: Emitter with Statements with Sources =>

  protected lazy val order = new AnyOrder(program, function)

  /** A loop over elements in any order.
    *
    * @param many
    *   whether their order is unknown: there are several, of a set
    * @param error
    *   the Java variable of the exception for an element
    * @param isSet
    *   whether they are certainly those of a set
    */
  final class Unordered(val many: Value, val error: String, val isSet: Boolean) {
    var loop: Loop = _
  }

  /** The loops over elements in any order around the current element, the innermost first. */
  protected var enclosing: List[Unordered] = Nil

  /** The `for` statement over elements in any order, and whether an exit was reached. */
  private var searching: Option[(Unordered, Value)] = scala.None

  protected def unordered(elements: Value): Unordered = {
    val error = fresh("t")
    local("PyError", error, "null")
    new Unordered(
      temp(s"Ops.isUnordered(${elements.boxed})", StaticType.Bool),
      error,
      elements.tpe == StaticType.Set
    )
  }

  /** The body of a loop. */
  protected def each(source: Source)(body: => Unit): Unit = source.unordered match {
    case scala.None => body
    case Some(u) =>
      u.loop = loops.head
      enclosing ::= u
      val inner = in(new Block)(body)
      enclosing = enclosing.tail
      val e = fresh("e")
      out += "try {"
      out.add(inner)
      out += s"} catch (PyError $e) {"
      out += s"if (!${u.many.code}) throw $e;"
      val here = s"$e.at(line, ${function.index}, ${program.minor})"
      out += s"${u.error} = Ops.alike(${u.error}, $here);"
      out += "}"
  }

  /** After the loop, raises the exception, which must not be beside a result. */
  protected def fail(u: Unordered, hasResult: Value = Value.False): Unit = {
    out += s"if (${u.error} != null) {"
    if (hasResult != Value.False) out += s"if (${hasResult.code}) throw Ops.order();"
    out += s"throw ${u.error};"
    out += "}"
  }

  /** A `for` statement. */
  protected def search(node: Node, source: Source, u: Unordered): Unit = {
    val body = node.list("body")
    val exit = body.flatMap(_.all).find(n => n.kind == "Return" || n.kind == "Break")
    val isFound = temp("false", StaticType.Bool)
    val outer = searching
    loop(
      source.head,
      each(source) {
        source.storeTo(node("target"))
        searching = Some(u -> isFound)
        block(body)
        searching = outer
      },
      source.step, {
        fail(u, isFound)
        branch(if (exit.isEmpty) Value.False else isFound) {
          exit.filter(_.kind == "Return").foreach { r =>
            giveBack(r.get("value").fold(Value.None)(expr), r.line)
          }
        }(block(node.list("orelse")))
      }
    )
  }

  /** An exit of the statement is taken after the loop if other elements are to be tried. */
  protected def found(): Unit = searching.foreach { case (u, isFound) =>
    out += s"${isFound.code} = true;"
    branch(u.many)(jump(Some(u.loop))(u.loop.continue()))(())
  }

  /** A sum of whole numbers alone is the same in any order. */
  protected def added(node: Node, parts: Seq[Value], sum: Value): Unit = searching.foreach {
    case (u, _) =>
      val mayBeWhole = Set[StaticType](StaticType.Int, StaticType.Bool, StaticType.Any)
      if (u.isSet && !parts.map(_.tpe).forall(mayBeWhole)) node.refuse(AnyOrder.Reason)
      if (sum.tpe != StaticType.Int)
        out += s"if (${u.many.code} && !Ops.isInt(${sum.boxed})) throw Ops.order();"
  }
}
