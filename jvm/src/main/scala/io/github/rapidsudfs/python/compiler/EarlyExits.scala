// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python
package compiler

/** What need not read all elements of a generator expression: `any`, `all`, `next`, and assignments
  * to several targets.
  */
private[python] trait EarlyExits {
  this: Emitter with Expressions with Statements with Sources with Searches =>

  /** Code with several exits, which call the function passed to it. */
  def leaving(body: (() => Unit) => Unit): Unit = {
    val label = fresh("A")
    var ends = List.empty[(Block, Env)]
    // Not the variables of nested comprehensions.
    val names = env.keySet
    def inner(name: String) = !name.contains('$') || names(name) || name.startsWith("next$")
    out += s"$label: {"
    body { () =>
      ends ::= out.block() -> env
      out += s"break $label;"
      env = null
    }
    ends ::= out.block() -> env
    out += "}"
    merge(ends.map { case (b, e) => b -> (if (e == null) null else e.filter(v => inner(v._1))) })
  }

  /** `any` and `all` of a generator expression, which stop as soon as the result is known. */
  def quantifier(node: Node, any: Boolean): Value = {
    val r = temp((!any).toString, StaticType.Bool)
    leaving { stop =>
      // All elements of a set are tried: each may raise an exception.
      def decided(): Unit = {
        enclosing.foreach(u => branch(u.many)(u.loop.continue())(()))
        stop()
      }
      def after(u: Unordered): Unit = {
        fail(u, Value(s"(${r.code} == $any)", StaticType.Bool))
        branch(Value(s"(${r.code} == $any)", StaticType.Bool))(decided())(())
      }
      generators(node, anyOrder = true, after) {
        val c = test(node("elt"))
        branch(if (any) c else not(c)) {
          out += s"${r.code} = $any;"
          decided()
        }(())
      }
    }
    r
  }

  /** What an assignment to several targets takes of a generator expression: one more than it needs,
    * if there is one, and all for a starred target.
    */
  def taken(generator: Node, targets: Seq[Node]): Value = {
    val all = temp("new PyList()", StaticType.List)
    leaving { stop =>
      collect(generator, all) { _ =>
        if (!targets.exists(_.kind == "Starred"))
          branch(Value(s"(${all.code}.size() > ${targets.size})", StaticType.Bool))(stop())(())
      }
    }
    all
  }

  /** `next` of a generator expression. */
  def first(node: Node, generator: Node, otherwise: Option[Node]): Value = {
    val name = "next$" + fresh("")
    leaving { stop =>
      generators(generator) {
        assign(name, expr(generator("elt")))
        stop()
      }
      otherwise match {
        case Some(o) => assign(name, expr(o))
        case None    => raise(node, "PyError.make(PyType.STOP_ITERATION, new Object[0])")
      }
    }
    val v = if (dead) Value.None else load(node, name)
    if (!dead) env -= name
    v
  }
}
