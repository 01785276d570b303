// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python
package compiler

/** Statements. */
private[python] trait Statements extends Expressions with Exceptions {
  this: Emitter with CallExpressions with Sources with EarlyExits with Searches =>

  def block(body: Seq[Node]): Unit = body.foreach(s => if (!dead) statement(s))

  private def statement(node: Node): Unit = {
    at(node)
    node.kind match {
      case "Assign"    => assignment(node)
      case "AugAssign" => augmented(node)
      case "If" =>
        branch(test(node("test")))(block(node.list("body")))(block(node.list("orelse")))
      case "While" =>
        loop(
          l => {
            val c = test(node("test"))
            c.code match {
              case "true"  =>
              case "false" => l.exit(); env = null
              case code =>
                out += s"if (!$code) {"
                l.exit()
                out += "}"
            }
          },
          block(node.list("body")),
          orElse = block(node.list("orelse"))
        )
      case "For" => forLoop(node)
      case "Break" =>
        val l = loops.head
        found()
        leaveHandlers(l)
        if (!dead) jump(Some(l))(l.break())
      case "Continue" =>
        val l = loops.head
        leaveHandlers(l)
        jump(Some(l))(l.continue())
      case "Return" => giveBack(node, node.get("value"))
      case "Expr"   => expr(node("value"))
      case "Try"    => tryStatement(node)
      case "Raise"  => raiseStatement(node)
      case "Assert" =>
        branch(test(node("test")))(()) {
          val args = node.get("msg").map(expr).toSeq
          raise(node, s"PyError.make(PyType.ASSERTION_ERROR, ${objects(args)})")
        }
      case "Delete"       => node.list("targets").foreach(remove)
      case "Pass" | "Def" =>
      case kind           => node.refuse(Words.of(kind))
    }
  }

  /** Both values of a conditional expression are results of their own types. */
  private def giveBack(node: Node, value: Option[Node]): Unit = value match {
    case Some(either) if either.kind == "IfExp" =>
      branch(test(either("test"))) {
        giveBack(node, either.get("body"))
      } {
        giveBack(node, either.get("orelse"))
      }
    case _ =>
      val v = value.fold(Value.None)(expr)
      found()
      giveBack(v, node.line)
  }

  def giveBack(v: Value, line: Int): Unit = {
    val delayed = waits
    returns += Emitter.Return(out.slot(), v, line, delayed)
    jump(None) {
      if (delayed) out += s"return $returning;"
      env = null
    }
  }

  def raise(node: Node, error: String): Unit = {
    at(node)
    out += s"throw ($error).again(${function.index});"
    env = null
  }

  private def remove(target: Node): Unit = target.kind match {
    case "Local" =>
      load(target, variable(target.id))
      delete(variable(target.id))
    case "Subscript" =>
      val self = expr(target("value"))
      val index = target("slice")
      if (index.kind == "Slice") target.refuse("deletion of a slice")
      else op(target, "operator.delitem", Seq(self, expr(index)))
    case "Tuple" | "List" => target.list("elts").foreach(remove)
    case _                => target.refuse("del of an attribute")
  }

  private def assignment(node: Node): Unit = {
    val targets = node.list("targets")
    val value = node("value")
    (targets, value.kind) match {
      case (Seq(target), "Tuple")
          if target.kind == "Tuple" && target.list("elts").size == value.list("elts").size &&
            !(target.list("elts") ++ value.list("elts")).exists(_.kind == "Starred") =>
        val values = value.list("elts").map(e => held(expr(e)))
        target.list("elts").zip(values).foreach { case (t, v) => store(t, v) }
      case (Seq(target), "GeneratorExp") if target.kind == "Tuple" || target.kind == "List" =>
        store(target, op(node, "iter", Seq(taken(value, target.list("elts")))))
      case (Seq(target), "Call") if target.kind == "Tuple" || target.kind == "List" =>
        val elements = target.list("elts")
        val parts =
          if (elements.exists(_.kind == "Starred")) None else partsOfSplit(value, elements.size)
        parts.getOrElse(Left(kept(value))) match {
          case Left(all)   => store(target, all)
          case Right(each) => elements.zip(each).foreach { case (t, v) => store(t, v) }
        }
      case _ =>
        val v = kept(value)
        val one = if (targets.size > 1) held(v) else v
        targets.foreach(store(_, one))
    }
  }

  def store(target: Node, v: Value): Unit = target.kind match {
    case "Local" => assign(variable(target.id), v)
    case "Subscript" =>
      val self = expr(target("value"))
      val index = target("slice")
      if (index.kind == "Slice") target.refuse("assignment to a slice")
      else op(target, "operator.setitem", Seq(self, expr(index), v))
    case "Tuple" | "List" =>
      val elements = target.list("elts")
      val star = elements.indexWhere(_.kind == "Starred")
      at(target)
      val name = fresh("a")
      val call =
        if (star < 0) s"Ops.unpack(${v.boxed}, ${elements.size})"
        else s"Ops.unpackStar(${v.boxed}, $star, ${elements.size - star - 1})"
      local("Object[]", name, s"$call")
      elements.zipWithIndex.foreach { case (t, i) =>
        if (i == star) store(t("value"), temp(s"(PyList) $name[$i]", StaticType.List))
        else {
          val item = temp(s"$name[$i]", StaticType.Any)
          store(t, v.tpe.item.fold(item)(presume(item, _)))
        }
      }
    case "Attribute" => target.refuse("assignment to an attribute")
    case kind        => target.refuse(s"assignment to ${Words.of(kind)}")
  }

  private def augmented(node: Node): Unit = {
    val target = node("target")
    target.kind match {
      case "Local" =>
        val left = held(load(target, variable(target.id)))
        val right = expr(node("value"))
        val result = arithmetic(node, node.text("op"), left, right, inPlace = true)
        added(node, Seq(left, right), result)
        assign(variable(target.id), result)
      case "Subscript" if target("slice").kind != "Slice" =>
        val self = held(expr(target("value")))
        val index = held(expr(target("slice")))
        val left = op(target, "operator.getitem", Seq(self, index))
        val right = expr(node("value"))
        val result = arithmetic(node, node.text("op"), left, right, inPlace = true)
        op(target, "operator.setitem", Seq(self, index, result))
      case _ => target.refuse("assignment to a slice or an attribute")
    }
  }
}
