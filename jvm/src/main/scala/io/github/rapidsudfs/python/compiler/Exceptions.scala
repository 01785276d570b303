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

  /** Whether the `finally` of each enclosing `try` has begun. Janino compiles a `return` in a `try`
    * with the preceding `finally` still inside the `try`: an exception raised there must neither be
    * caught there nor run the `finally` again.
    */
  private var finals = List.empty[String]

  def tryStatement(node: Node): Unit = {
    val last = node.list("finalbody")
    if (last.isEmpty) handlers(node)
    else {
      val leaves = Set("Return", "Break", "Continue")
      last
        .flatMap(_.all)
        .find(n => leaves(n.kind))
        .foreach(_.refuse("return, break or continue in finally"))
      val names = Function.assigned(Seq(node)).map(variable)
      val skip = fresh("t")
      local("boolean", skip, s"false")
      val body = new Block
      val outer = finals
      finals = skip :: outer
      val (normal, any) = guarded(names)(in(body)(handlers(node)))
      finals = outer
      out += s"$skip = false;"
      out += "try {"
      out.add(body)
      val r = fresh("e")
      out += s"} catch (RuntimeException $r) {"
      out += s"if ($r instanceof PyError) ((PyError) $r).at(line, ${function.index}, ${program.minor}); else $skip = true;"
      out += s"throw $r;"
      out += s"} catch (Error $r) { $skip = true; throw $r;"
      out += "} finally {"
      out += s"if (!$skip) {"
      out += s"$skip = true;"
      env = any
      in(out.block())(block(last))
      out += "} }"
      val changed = Function.assigned(last).map(variable)
      env =
        if (normal == null || dead) null
        else normal.filterNot(e => changed(e._1)) ++ env.filter(e => changed(e._1))
    }
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
      if (finals.nonEmpty) out += s"if (${finals.mkString(" || ")}) throw $error;"
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
          block(h.list("body"))
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
    case "Tuple"             => node.list("elts").flatMap(kinds)
    case "Builtin" | "Named" => Seq(exception(node).getOrElse(node.refuse(s"except ${node.id}")))
    case _                   => node.refuse("except with a computed type")
  }

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
        case Some(tpe) => raise(node, s"PyError.make($tpe, new Object[0])")
        case None =>
          val v = expr(exc)
          if (v.tpe == StaticType.Error) raise(node, v.code)
          else {
            at(node)
            out += s"if (!(${v.boxed} instanceof PyError)) throw PyError.type(" +
              "\"exceptions must derive from BaseException\");"
            raise(node, s"(PyError) (Object) ${v.boxed}")
          }
      }
  }
}
