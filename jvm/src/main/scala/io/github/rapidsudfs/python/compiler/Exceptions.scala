// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python
package compiler

import scala.collection.mutable

/** `try` and `raise`. Overflow and Unsupported are not Python exceptions: no handler sees them. */
private[python] trait Exceptions {
  this: Emitter with Statements with Expressions with CallExpressions with Sources with Searches =>

  /** The exception of the innermost handler. */
  private var handled: Option[String] = None

  /** The variables visible after an exception, in statements that may have stopped anywhere. */
  private def guarded(names: Set[String])(body: => Unit): (Env, Env) = {
    val before = env
    names.foreach(n =>
      convert(out, env.filter(_._1 == n), Map(n -> Local(StaticType.Any, maybe = false)))
    )
    val record = mutable.Map.empty[String, Set[Local]]
    val outer = shadows
    shadows = shadows ++ names
    records += record
    body
    records.remove(records.size - 1) // not `-=`, which takes out the first of equal records
    shadows = outer
    // The variables of comprehensions are gone.
    val after = record.filter(r => names(r._1)).map { case (name, locals) =>
      val all = locals.map(Option(_)) + before.get(name)
      name -> (if (all.size == 1 && !all.head.get.maybe) all.head.get
               else Local(StaticType.Any, all.exists(_.forall(_.maybe))))
    }
    (env, before ++ after)
  }

  /** A `try` with `finally`, and the jumps out of it: each with the variables before it. Jumps and
    * exceptions end the block, `finally` follows as ordinary statements, and what was interrupted
    * goes on after it. Not Java's `finally`: Janino copies it before each `return`, with the value
    * on the operand stack, which no `try` within it can have.
    */
  private final class Final {
    val label: String = fresh("F")
    val taken: String = fresh("t")
    val around: Set[Loop] = loops.toSet
    val jumps = mutable.ArrayBuffer.empty[(Env, Option[Loop], () => Unit)]
  }
  private var finals = List.empty[Final]

  /** Leaves a loop, or the function, by `go`, after the `finally` of each `try` left with it. */
  def jump(left: Option[Loop])(go: => Unit): Unit =
    finals.headOption.filter(f => left.forall(f.around)) match {
      case None => go
      case Some(f) =>
        f.jumps += ((env, left, () => go))
        out += s"${f.taken} = ${f.jumps.size};"
        out += s"break ${f.label};"
        env = null
    }

  /** Whether a `return` has to wait for a `finally`. */
  def waits: Boolean = finals.nonEmpty

  def tryStatement(node: Node): Unit = {
    requireUnread(node)
    val last = node.list("finalbody")
    if (last.isEmpty) handlers(node)
    else {
      val names = Function.assigned(Seq(node)).map(variable)
      val own = new Final
      val body = new Block
      finals ::= own
      val (normal, any) = guarded(names)(in(body)(handlers(node)))
      finals = finals.tail
      val (error, caught) = (fresh("t"), fresh("e"))
      local("int", own.taken, "0")
      local("PyError", error, "null")
      if (own.jumps.nonEmpty) out += s"${own.label}: {"
      out += "try {"
      out.add(body)
      out += s"} catch (PyError $caught) {"
      out += s"$error = $caught.at(line, ${function.index}, ${program.minor});"
      out += "}"
      if (own.jumps.nonEmpty) out += "}"
      env = any
      val outer = handled
      handled = None
      in(out.block())(block(last))
      handled = outer
      if (!dead) {
        val changed = Function.assigned(last).map(variable)
        val end = env.filter(e => changed(e._1))
        def after(before: Env) = before.filterNot(e => changed(e._1)) ++ end
        own.jumps.zipWithIndex.foreach { case ((before, left, go), i) =>
          out += s"if (${own.taken} == ${i + 1}) {"
          env = after(before)
          in(out.block())(jump(left)(go()))
          out += "}"
        }
        out += (if (normal == null) s"throw $error;" else s"if ($error != null) throw $error;")
        env = if (normal == null) null else after(normal)
      }
    }
  }

  /** The exceptions' variables of the enclosing handlers, with the loops around these. */
  private var named = List.empty[Option[(String, Set[Loop])]]

  /** Deletes the variables of the handlers that are left with a loop. */
  def leaveHandlers(left: Loop): Unit = named.flatten.foreach { case (name, around) =>
    if (around(left)) delete(name)
  }

  /** Rejects an outer handler, or `finally`, that reads what an inner handler deletes at its end:
    * if that one ends by an exception, rows still have it.
    */
  private def requireUnread(node: Node): Unit = {
    def names(tries: Iterable[Node]) =
      tries.flatMap(_.list("handlers")).filter(_.has("name")).map(_.text("name")).toSet
    def read(nodes: Seq[Node]) = nodes.flatMap(_.all).filter(_.kind == "Local")
    val inner = names(node.list("body").flatMap(_.all))
    val all = names(node.all.toSeq)
    val outer = node.list("handlers").flatMap { h =>
      val own = if (h.has("name")) Set(h.text("name")) else Set.empty[String]
      read(h.list("body")).filter(n => inner(n.id) && !own(n.id))
    } ++ read(node.list("finalbody")).filter(n => all(n.id))
    outer.foreach(_.refuse("the variable of an exception, which its handler has deleted"))
  }

  private def handlers(node: Node): Unit = {
    val all = node.list("handlers")
    if (all.isEmpty) {
      block(node.list("body"))
      block(node.list("orelse"))
    } else {
      val names = Function.assigned(node.list("body")).map(variable)
      val label = fresh("T")
      val body = new Block
      val (normal, any) = guarded(names)(in(body)(block(node.list("body"))))
      out += s"$label: {"
      out += "try {"
      out.add(body)
      val error = fresh("e")
      out += s"} catch (PyError $error) {"
      out += s"$error.at(line, ${function.index}, ${program.minor});"
      val outer = handled
      handled = Some(error)
      var open = 0
      var caught = false
      val ends = mutable.ArrayBuffer.empty[(Block, Env)]
      all.foreach { h =>
        val condition = h.get("type").map(t => kinds(t).map(k => s"$error.is($k)").mkString(" || "))
        condition match {
          case Some(c) => out += s"if ($c) {"; open += 1
          case None    => out += "{"; caught = true
        }
        val inner = new Block
        env = any
        in(inner) {
          if (h.has("name")) assign(variable(h.text("name")), Value(error, StaticType.Error))
          named = h.get("name").map(_ => variable(h.text("name")) -> loops.toSet) :: named
          block(h.list("body"))
          named = named.tail
          if (!dead && h.has("name")) delete(variable(h.text("name")))
        }
        out.add(inner)
        if (!dead) {
          ends += out.block() -> env
          out += s"break $label;"
        }
        out += (if (condition.isDefined) "} else {" else "}")
      }
      if (!caught) out += s"throw $error;"
      out += "}" * open
      handled = outer
      out += "}"
      env = normal
      if (!dead) block(node.list("orelse"))
      ends += out.block() -> env
      out += "}"
      merge(ends.toSeq)
    }
  }

  private def kinds(node: Node): Seq[String] = node.kind match {
    case "Tuple" =>
      // CPython looks into no tuple in it.
      node.list("elts").find(_.kind == "Tuple").foreach(_.refuse("except with a nested tuple"))
      node.list("elts").flatMap(kinds)
    case "Builtin" | "Named" => Seq(exception(node).getOrElse(node.refuse(s"except ${node.id}")))
    case _                   => node.refuse("except with a computed type")
  }

  /** Rejects an exception made by the program whose constructor does more than keep its arguments.
    */
  def requirePlain(node: Node, count: Int): Unit = {
    val name = node.id
    val tpe = PyType.named(name)
    if (Constructed(name) || count > 1 && tpe.is(PyType.named("OSError")))
      node.refuse(s"$name() of these arguments")
  }

  private val Constructed = Set("UnicodeDecodeError", "UnicodeEncodeError") ++
    Set("json.JSONDecodeError", "json.decoder.JSONDecodeError", "re.error", "re.PatternError") ++
    Set("calendar.IllegalMonthError", "calendar.IllegalWeekdayError")

  /** The Java expression of an exception's type. */
  def exception(node: Node): Option[String] =
    if (node.kind != "Builtin" && node.kind != "Named") None
    else Option(PyType.named(node.id)).map(_ => compiler.exception(node.id))

  def raiseStatement(node: Node): Unit = node.get("exc") match {
    case None =>
      val e = handled.getOrElse(node.refuse("raise without an exception being handled"))
      raise(node, e)
    case Some(exc) =>
      exception(exc) match {
        case Some(tpe) =>
          requirePlain(exc, 0)
          cause(node)
          raise(node, s"PyError.make($tpe, new Object[0])")
        case None =>
          val v = expr(exc)
          cause(node)
          if (v.tpe == StaticType.Error) raise(node, v.code)
          else {
            at(node)
            out += s"if (!(${v.boxed} instanceof PyError)) throw PyError.type(" +
              "\"exceptions must derive from BaseException\");"
            raise(node, s"(PyError) (Object) ${v.boxed}")
          }
      }
  }

  /** The cause, for the exceptions that it raises itself. */
  private def cause(node: Node): Unit =
    node.get("cause").filter(exception(_).isEmpty).foreach { c =>
      if (!Set(StaticType.Error, StaticType.None)(expr(c).tpe))
        c.refuse("this cause of an exception")
    }
}
