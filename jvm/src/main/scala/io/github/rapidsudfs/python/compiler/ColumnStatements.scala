// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python
package compiler

import io.github.rapidsudfs.python.columns._

import scala.collection.JavaConverters._
import scala.collection.mutable.ArrayBuffer

/** Statements in columns: `if`, `try`, `return` and exceptions split rows by masks. */
private[python] trait ColumnStatements {
  this: ColumnFlow
    with ColumnExpressions
    with ColumnCalls
    with ColumnLoops
    with ColumnSequences
    with ColumnTurns =>

  private val MostTurns = 32

  /** An exception as handlers see it: its type, its rows, and the variables at that point. */
  private case class Raised(tpe: PyType, rows: Col, env: Env)

  /** The exceptions that the enclosing handler handles. */
  private var handled: Seq[Raised] = Nil

  /** The targets of rows that leave a loop, and of those that begin its next turn. */
  final class Turns {
    val breaks = ArrayBuffer.empty[Flow]
    val nexts = ArrayBuffer.empty[Flow]
  }
  private var turns = List.empty[Turns]

  /** Converts the called function's return value to a column. */
  protected def returned(v: Col): Col

  /** The field names of results that are structs. */
  protected def fields: Option[Seq[String]]

  def block(body: Seq[Node]): Unit = body.foreach { node =>
    if (alive) refusing(node)(statement(node))
  }

  private def statement(node: Node): Unit = {
    node.kind match {
      case "If" | "While" => requireOrderly(node("test"))
      case "For"          => requireOrderly(node("iter"))
      case "Try" | "Def"  =>
      case _              => requireOrderly(node)
    }
    write(node)
  }

  private def write(node: Node): Unit = node.kind match {
    case "Assign" => assignment(node)
    case "AugAssign" =>
      val target = node("target")
      if (!extendedInPlace(node))
        store(target, arithmetic(node, node.text("op"), expr(target), node("value")))
    case "If" => branch(test(node("test")))(block(node.list("body")))(block(node.list("orelse")))
    case "Return"                                   => giveBack(node.get("value"))
    case "Expr" if node("value").kind == "Constant" =>
    case "Expr"                                     => expr(node("value"))
    case "Try"                                      => tryStatement(node)
    case "Raise"                                    => raiseStatement(node)
    case "For"                                      => loop(node)
    case "Break"                                    => leave(_.breaks)
    case "Continue"                                 => leave(_.nexts)
    case "Assert" =>
      branch(test(node("test")))(()) {
        raising(node.get("msg").toSeq)
        raise(node, "AssertionError")
      }
    case "Pass" | "Def" =>
    case "While"        => turned(node)
    case kind           => node.refuse(Words.of(kind))
  }

  /** Each branch of a conditional expression returns separately: their types may differ. */
  private def giveBack(value: Option[Node]): Unit = value match {
    case Some(node) if node.kind == "IfExp" =>
      branch(test(node("test")))(giveBack(node.get("body")))(giveBack(node.get("orelse")))
    case Some(node) if node.kind == "Dict" && isEntry && fields.isDefined =>
      val values = pairs(node).map { case (key, v) =>
        key.constant match {
          case name: String => name -> settled(v)
          case _            => node.refuse("a struct with computed names")
        }
      }.toMap
      giveBack(Col.tuple(fields.get.map(values.getOrElse(_, Col.NONE)).asJava))
    case _ => giveBack(value.fold(Col.NONE)(expr))
  }

  private def giveBack(v: Col): Unit = {
    val settled = v.orNone(c.mayBeNone(v))
    val made = if (isEntry) returned(settled) else settled
    frame.returns += c.live -> made
    alive = false
  }

  private def isEntry = frame.function.index == 0 && calls == 0

  private def assignment(node: Node): Unit = {
    val targets = node.list("targets")
    val value = node("value")
    targets match {
      case Seq(target) if target.kind == "Tuple" && value.kind == "Tuple" =>
        val all = value.list("elts").map(expr)
        if (all.size != target.list("elts").size)
          node.refuse("unpacking of another number of values")
        target.list("elts").zip(all).foreach { case (t, v) => store(t, v) }
      case Seq(target) if target.kind == "Tuple" && isNumbersOfText(value) =>
        store(target, sequence(value))
      case _ if value.kind == "GeneratorExp" =>
        value.refuse("a generator expression whose elements are assigned")
      case _ =>
        val v = expr(value)
        targets.foreach(store(_, v))
    }
  }

  /** `map(int, s.split(","))`, whose every error is a ValueError, as is that of too many values:
    * which of them comes first does not matter. Other iterators are not read to their end.
    */
  private def isNumbersOfText(value: Node) = isCall(value, "map") && {
    val args = value.list("args")
    args.size == 2 && Set("int", "float").exists(args.head.is("Builtin", _)) &&
    args(1).kind == "Call" && args(1)("func").has("attr") &&
    Set("split", "rsplit", "splitlines")(args(1)("func").text("attr"))
  }

  def store(target: Node, v: Col): Unit = target.kind match {
    case "Local"     => bind(target.id, v)
    case "Subscript" => setItem(target, v)
    case "Tuple" | "List" if v.kind == Kind.LIST && v.parts == null =>
      val elements = target.list("elts")
      val star = elements.indexWhere(_.kind == "Starred")
      val parts = ItemForms.unpacked(c, c.need(v, "TypeError"), elements.size, star)
      elements.zip(parts.asScala).foreach { case (t, part) =>
        store(if (t.kind == "Starred") t("value") else t, part)
      }
    case "Tuple" | "List" if v.parts != null =>
      val elements = target.list("elts")
      if (elements.size != v.parts.size) target.refuse("unpacking of another number of values")
      elements.zip(v.parts.asScala).foreach { case (t, part) => store(t, part) }
    case "Tuple" | "List" if v.constant.isInstanceOf[PyTuple] =>
      val tuple = v.constant.asInstanceOf[PyTuple]
      val elements = target.list("elts")
      if (elements.size != tuple.size) target.refuse("unpacking of another number of values")
      elements.zipWithIndex.foreach { case (t, i) => store(t, Col.constant(tuple.get(i))) }
    case "Tuple" | "List" => target.refuse(s"unpacking of ${v.name}")
    case kind             => target.refuse(s"assignment to ${Words.of(kind)}")
  }

  /** A loop over constants is unrolled. */
  private def loop(node: Node): Unit = {
    requireOrder(node("iter"))
    requireUnchanged(node)
    items(node("iter")) match {
      case Some(all) if all.size <= MostTurns => writtenOut(node, all)
      case _                                  => turned(node)
    }
  }

  private def writtenOut(node: Node, all: Seq[Col]): Unit = {
    val own = new Turns
    turns ::= own
    all.foreach { item =>
      if (alive) {
        store(node("target"), item)
        block(node.list("body"))
        val ends = flow +: own.nexts.toSeq
        own.nexts.clear()
        resume(mergedAll(ends))
      }
    }
    turns = turns.tail
    if (alive) block(node.list("orelse"))
    if (own.breaks.nonEmpty) resume(mergedAll(own.breaks.toSeq :+ flow))
  }

  /** The exits of rows from a turn of a loop that is written separately from its surroundings. */
  def aroundLoop(turn: => Unit): Turns = {
    val (own, outer, before) = (new Turns, turns, handled)
    turns = List(own)
    handled = Nil
    turn
    own.nexts += flow
    turns = outer
    handled = before
    own
  }

  private def leave(where: Turns => ArrayBuffer[Flow]): Unit = {
    where(turns.head) += flow
    alive = false
  }

  private def tryStatement(node: Node): Unit = {
    if (node.list("finalbody").exists(_.kind != "Pass")) node.refuse("finally")
    val (entry, own) = (flow, frame)
    val events = ArrayBuffer.empty[Raised]
    c.catchers.push((tpe: PyType, rows: Col) => events += Raised(tpe, rows, own.env))
    block(node.list("body"))
    c.catchers.pop()
    if (alive) block(node.list("orelse"))
    var left = events.toSeq
    var end = flow
    node.list("handlers").foreach { h =>
      val types = h.get("type").map(kinds)
      val (caught, others) = left.partition(e => types.forall(_.exists(e.tpe.is)))
      left = others
      if (caught.nonEmpty) {
        val rows = caught.map(_.rows).reduce(c.or(_, _))
        val (first, outer) = (caught.map(e => Flow(e.rows, entry.present, e.env)), handled)
        resume(mergedAll(first).copy(live = rows, present = entry.present))
        handled = caught
        if (h.has("name")) frame.env += h.text("name") -> Left("the value of an exception")
        block(h.list("body"))
        handled = outer
        end = merged(rows, flow, end)
      }
    }
    left.foreach(passOn)
    resume(end)
  }

  /** Passes it to the enclosing handlers, which see the variables at that point. */
  private def passOn(e: Raised): Unit = {
    val env = frame.env
    frame.env = e.env
    c.pass(e.tpe, e.rows)
    frame.env = env
  }

  private def kinds(node: Node): Seq[PyType] = node.kind match {
    case "Tuple" if !node.list("elts").exists(_.kind == "Tuple") =>
      node.list("elts").flatMap(kinds)
    case "Builtin" | "Named" =>
      Seq(Option(PyType.named(node.id)).getOrElse(node.refuse(s"except ${node.id}")))
    case _ => node.refuse("except with a computed type")
  }

  private def raiseStatement(node: Node): Unit = node.get("exc") match {
    case None =>
      if (handled.isEmpty) node.refuse("raise without an exception being handled")
      val (live, again) = (c.live, handled)
      again.foreach(e => c.pass(e.tpe, c.and(e.rows, live)))
      alive = false
    case Some(exc) =>
      val name = if (exc.kind == "Call") exc("func") else exc
      if (!isException(name)) node.refuse("raise of this value")
      if (exc.list("keywords").nonEmpty) exc.refuse("keywords of an exception")
      if (exc.kind == "Call") raising(exc.list("args"))
      node.get("cause").foreach(caused)
      raise(node, name.id)
  }

  private def isException(node: Node) =
    Set("Builtin", "Named")(node.kind) && PyType.named(node.id) != null

  private def caused(cause: Node): Unit = cause.kind match {
    case "Call" if isException(cause("func")) && cause.list("keywords").isEmpty =>
      raising(cause.list("args"))
    case _ if isException(cause)                             =>
    case "Local" if frame.env.get(cause.id).exists(_.isLeft) => // an exception
    case _ if cause.isNone                                   =>
    case _ => cause.refuse("this cause of an exception")
  }

  /** What is computed for an exception; if it is uncaught, the row body computes it, too. */
  private def raising(parts: Seq[Node]): Unit = if (!c.catchers.isEmpty) parts.foreach(expr)

  private def raise(node: Node, name: String): Unit = {
    c.raise(name, Col.TRUE)
    alive = false
  }

  private var calls = 0
  private val MostCalls = 8

  /** A call of one of the user's functions: inlined. */
  def userCall(node: Node, callee: Node): Col = {
    val first = positional(node)
    val named = node
      .list("keywords")
      .map { k =>
        if (!k.has("arg")) node.refuse("keyword-variadic argument (**)")
        k.text("arg") -> expr(k("value"))
      }
      .toMap
    userCall(node, callee, first, named)
  }

  def userCall(node: Node, callee: Node, first: Seq[Col], named: Map[String, Col]): Col = {
    val f = program.functions(callee.int("function"))
    if (calls >= MostCalls) node.refuse(s"more than $MostCalls nested calls")
    if (callee.has("cached")) node.refuse(s"call of ${f.name}, which is cached")
    val places = f.positional.size
    if (first.size > places && f.several.isEmpty)
      node.refuse(s"call of ${f.name} with that many arguments")
    val byName = f.positional.drop(first.size) ++ f.parameters.filter(_.kind == "keyword")
    val rest = byName.map { p =>
      def absent: Col = node.refuse(s"call of ${f.name} without its argument ${p.name}")
      p.name -> named.getOrElse(p.name, p.default.fold(absent)(constant(node, _)))
    }
    val several = f.several.map(p => p.name -> display(isList = false, first.drop(places)))
    val captured = program.captures(f.index).flatMap(n => frame.env.get(n).map(n -> _)).toMap
    if (!named.keySet.subsetOf(byName.map(_.name).toSet))
      node.refuse(s"call of ${f.name} with arguments that it does not take")
    val own = (f.positional.map(_.name).zip(first) ++ rest ++ several).map { case (n, v) =>
      n -> Right(settled(v))
    }
    inlined(f, captured ++ own)
  }

  private def inlined(f: Function, env: Env): Col = {
    val (outer, before, loops) = (frame, flow, turns)
    frame = new Activation(f, env)
    turns = Nil
    calls += 1
    val returns = written(frame)
    calls -= 1
    turns = loops
    frame = outer
    if (returns.isEmpty) {
      // All rows have raised; the following code is unreachable.
      c.setLive(Col.FALSE)
      Col.NONE
    } else {
      val live = returns.map(_._1).reduce(c.or(_, _))
      resume(before.copy(live = if (c.catchers.isEmpty) before.live else live, env = outer.env))
      oneOf(returns)
    }
  }

  /** The masks and values returned by an activation. */
  protected def written(in: Activation): Seq[(Col, Col)] = {
    block(in.function.body)
    if (alive) giveBack(Col.NONE)
    in.returns.toSeq
  }

  protected def oneOf(values: Seq[(Col, Col)]): Col =
    values.init.foldRight(values.last._2) { case ((mask, v), others) => c.select(mask, v, others) }
}
