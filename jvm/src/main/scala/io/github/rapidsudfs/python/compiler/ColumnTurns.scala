// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python
package compiler

import io.github.rapidsudfs.python.columns._

import scala.collection.JavaConverters._

/** Loops over data in columns: a plan for one turn, with the variables that the loop assigns as
  * arguments and outputs, which [[Loop]] runs until no row is left.
  */
private[python] trait ColumnTurns {
  this: ColumnFlow
    with ColumnExpressions
    with ColumnLoops
    with ColumnSequences
    with ColumnStatements =>

  /** The iterable of a `for`.
    *
    * @param count
    *   the number of items
    * @param turns
    *   the typical number of items
    * @param columns
    *   the columns that items are made from
    * @param at
    *   makes the item at an index, from the same columns within a turn
    */
  private case class Walk(
      count: Col,
      turns: Int,
      columns: Seq[Col],
      at: (Seq[Col], Col) => Col
  )

  private def walk(node: Node): Walk = {
    def call(name: String) = node.kind == "Call" && node("func").is("Builtin", name) &&
      node.list("keywords").isEmpty
    val args = if (node.kind == "Call") node.list("args") else Nil
    (args.size, items(node).filter(_.forall(_.isConstant))) match {
      case (_, Some(all)) => constants(all.map(_.constant))
      case (1 | 2, _) if call("enumerate") =>
        val from = args.lift(1).fold(Col.constant(0L))(a => atOnce(numberOf(expr(a))))
        val of = walk(args.head)
        of.copy(
          columns = from +: of.columns,
          at = (in, at) =>
            Col.tuple(List(op("operator.add", Seq(in.head, at)), of.at(in.tail, at)).asJava)
        )
      case (1 | 2 | 3, _) if call("range") => range(node, args.map(expr).map(numberOf))
      case (1, _) if call("reversed") =>
        val inner = args.head.get("func")
        if (inner.exists(f => Set("enumerate", "reversed", "zip").exists(f.is("Builtin", _))))
          node.refuse("reversed() of an iterator")
        val of = walk(args.head)
        def last(count: Col) = op("operator.sub", Seq(count, Col.constant(1L)))
        of.copy(
          columns = last(of.count) +: of.columns,
          at = (in, at) => of.at(in.tail, op("operator.sub", Seq(in.head, at)))
        )
      case (n, _) if n > 1 && call("zip") =>
        val all = atOnce(args.map(walk))
        val ends = all.scanLeft(0)(_ + _.columns.size)
        Walk(
          all.map(_.count).reduce((a, b) => op("min", Seq(a, b))),
          all.map(_.turns).min,
          all.flatMap(_.columns),
          (in, at) =>
            Col.tuple(all.zipWithIndex.map { case (w, i) =>
              settled(w.at(in.slice(ends(i), ends(i + 1)), at))
            }.asJava)
        )
      case _ =>
        val of = c.need(expr(node), "TypeError")
        of.constant match {
          case PyConstant.Items(all) => constants(all)
          case _ =>
            val list = Loop.list(c, of)
            val turns = if (of.kind == Kind.STR) TurnsOfText else TurnsOfList
            Walk(ItemForms.len(c, list), turns, Seq(list), (in, at) => Loop.item(c, in.head, at))
        }
    }
  }

  private def constants(all: Seq[Any]): Walk = {
    val tuple = Col.constant(new PyTuple(all.map(_.asInstanceOf[AnyRef]): _*))
    def at(turn: Col) = op("operator.getitem", Seq(tuple, turn))
    Walk(Col.constant(all.size.toLong), all.size, Nil, (_, turn) => at(turn))
  }

  private def numberOf(v: Col): Col =
    if (v.kind == Kind.INT) c.need(v, "TypeError") else throw c.refuse(s"a range of ${v.name}")

  private def range(node: Node, args: Seq[Col]): Walk = {
    val (from, to) = if (args.size == 1) (Col.constant(0L), args.head) else (args.head, args(1))
    val step = args.lift(2).getOrElse(Col.constant(1L))
    val by = step.constant match {
      case n: java.lang.Long if n != 0 => n.longValue
      case _                           => node.refuse("range() with a step that is not constant")
    }
    val distance = if (by > 0) Seq(to, from) else Seq(from, to)
    val size = op("operator.sub", distance)
    val up = op("operator.add", Seq(size, Col.constant(math.abs(by) - 1)))
    Walk(
      op("operator.floordiv", Seq(up, Col.constant(math.abs(by)))),
      TurnsOfWhile,
      Seq(from),
      (in, at) => op("operator.add", Seq(in.head, op("operator.mul", Seq(at, step))))
    )
  }

  /** The plan of a turn.
    *
    * @param after
    *   the state after it: the masks, what is returned, the variables
    * @param constant
    *   the value of `return`, if it is the same in every turn
    */
  private case class OneTurn(
      plan: ColumnPlan,
      after: Seq[Col],
      breaks: Boolean,
      returns: Boolean,
      constant: Option[Col]
  ) {
    def variables: Seq[Col] = after.drop(Masks)
  }

  /** Masks of rows: in the loop, odd, ended by `break`, ended by `return`. */
  private val Masks = 4

  def turned(node: Node): Unit = {
    val over = if (node.kind == "For") Some(walk(node("iter"))) else None
    // Changes made by the test also apply to rows that leave the loop there.
    node.get("test").foreach { test =>
      if (test.all.exists(_.kind == "NamedExpr")) test.refuse("(:=) in while")
      Aliases.changed(test).foreach(n => test.refuse(s"a change of the list $n in while"))
    }
    val before = flow
    val changed = Function.assigned(Seq(node)) ++ Aliases.changed(node)
    val names = changed.filter(n => before.env.get(n).exists(_.isRight)).toSeq.sorted
    val entry = Col.NONE +: names.map { n =>
      val v = settled(valueOf(node, before.env(n)))
      if (!ListColumns.isList(v) && (v.kind == null || v.parts != null))
        node.refuse(s"$n, which a loop assigns, of type ${v.name}")
      v
    }
    val invariants = leaves(
      over.fold(Seq.empty[Col])(w => w.count +: w.columns) ++
        before.env.toSeq.collect { case (n, Right(v)) if !names.contains(n) => v }
    )
    // Rewrites the turn until the possible values of its variables no longer change.
    var variables = entry.map(v => Loop.widened(like(v), like(v)))
    var turn = written(node, over, names, variables, invariants)
    var tries = 0
    while (variables.zip(turn.variables).exists { case (a, b) => !Loop.fits(a, like(b)) }) {
      variables =
        variables.zip(turn.variables).zip("its result" +: names).map { case ((a, b), name) =>
          if (a.kind != b.kind && a.kind != Kind.NONE && b.kind != Kind.NONE)
            node.refuse(s"$name, which is ${a.name} or ${b.name}")
          Loop.widened(a, like(b))
        }
      tries += 1
      if (tries > MostTries) node.refuse("a loop whose variables change their types")
      turn = written(node, over, names, variables, invariants)
    }
    // Rows that have not returned yet have no list.
    if (turn.returns && turn.constant.isEmpty && turn.after(Masks).kind == Kind.LIST)
      node.refuse("a list that is returned within a loop")
    val turns = over.fold(TurnsOfWhile)(_.turns)
    val first = before.live +: Seq.fill(Masks - 1)(Col.FALSE)
    val ended = afterTurns(node, turn, turns, first ++ entry, invariants)
    val (masks, result, values) = (ended.take(Masks), ended(Masks), ended.drop(Masks + 1))
    c.odd(c.or(masks(1), masks.head))
    if (turn.returns) {
      val returned = masks(3)
      frame.returns += c.and(before.live, returned) -> turn.constant.getOrElse(result)
      c.setLive(c.andNot(before.live, returned))
    }
    (changed -- names).foreach(n => frame.env += n -> Left(s"$n, which may be unbound"))
    names.zip(values).foreach { case (n, v) => frame.env += n -> Right(v) }
    val orElse = node.list("orelse")
    if (turn.breaks) branch(Test(masks(2), Nil, Nil))(())(block(orElse)) else block(orElse)
  }

  /** The properties of a variable's column, also for a list display. */
  private def like(v: Col): Col = if (ListColumns.isList(v)) ListColumns.described(c, v) else v

  /** The state after all turns. */
  private def afterTurns(
      node: Node,
      turn: OneTurn,
      turns: Int,
      before: Seq[Col],
      invariants: Seq[Col]
  ): Seq[Col] = {
    val first =
      before.zip(turn.after).map { case (v, t) => if (t.kind == Kind.NONE) NoValue else v }
    loops += 1
    val fields = Loop.write(
      c,
      s"loop $loops at ${node.line}:${node.column}",
      turn.plan,
      turns,
      first.asJava,
      turn.after.map(columnOf).asJava,
      invariants.asJava
    )
    turn.after.zip(fields.asScala).map { case (v, f) => if (v.kind == Kind.NONE) Col.NONE else f }
  }

  /** The placeholder for a column that is None in all rows. */
  private val NoValue = Col.FALSE
  private def columnOf(v: Col): Col = if (v.kind == Kind.NONE) NoValue else v
  private var loops = 0
  private val MostTries = 6
  private val TurnsOfWhile = 16

  /** For 36 characters, as in the prices of other operations. */
  private val TurnsOfText = 36
  private val TurnsOfList = PlanWriter.ITEMS

  private def valueOf(node: Node, v: Either[String, Col]): Col = v match {
    case Right(col) => col
    case Left(why)  => node.refuse(why)
  }

  /** The columns of values; for a tuple, those of its parts. */
  private def leaves(values: Seq[Col]): Seq[Col] =
    values
      .flatMap(v => if (v.parts != null) leaves(v.parts.asScala.toSeq) else Seq(v))
      .filterNot(_.isConstant)
      .groupBy(_.step)
      .toSeq
      .sortBy(_._1)
      .map(_._2.head)

  private def written(
      node: Node,
      over: Option[Walk],
      names: Seq[String],
      variables: Seq[Col],
      invariants: Seq[Col]
  ): OneTurn = {
    val (outer, before) = (c, flow)
    val first = 1 + Masks + variables.size
    val inner = new MaskedWriter(first + invariants.size)
    val places = invariants.zipWithIndex.map { case (v, i) => v.step -> (first + i) }.toMap
    def inside(v: Col): Col =
      if (v.parts != null) {
        val parts = v.parts.asScala.map(inside).asJava
        if (v.kind == Kind.LIST) Col.list(parts) else Col.tuple(parts)
      } else if (v.isConstant) v
      else Loop.argument(outer, v, inner, places(v.step))
    val columns = over.toSeq.flatMap(w => (w.count +: w.columns).map(inside))
    val masks = (1 to Masks).map(Loop.mask)
    val olds = variables.zipWithIndex.map { case (v, i) => Loop.variable(v, 1 + Masks + i) }
    val env = before.env.collect { case (n, v) if !names.contains(n) => n -> v.map(inside) }
    c = inner
    // This plan has no rows to tell an enclosing handler about.
    if (!outer.catchers.isEmpty)
      c.catchers.push((_, _) => node.refuse("an exception in a loop within try"))
    c.setLive(masks.head)
    c.setPresent(java.util.Collections.emptySet[Integer])
    frame.env = env ++ names.zip(olds.tail).map { case (n, v) => n -> Right(v) }
    val returnedBefore = frame.returns.size
    var entered = Col.FALSE
    val ends = aroundLoop {
      val condition = over.fold(test(node("test"))) { w =>
        Test(op("operator.lt", Seq(Loop.turn, columns.head)), Nil, Nil)
      }
      restrict(condition.mask, condition.yes)
      entered = c.live
      over.foreach(w => store(node("target"), w.at(columns.tail, Loop.turn)))
      block(node.list("body"))
    }
    val returned = frame.returns.drop(returnedBefore).toSeq
    frame.returns.remove(returnedBefore, returned.size)
    val (next, broke) = (mergedAll(ends.nexts.toSeq), mergedAll(ends.breaks.toSeq))
    val gave = returned.map(_._1).fold(Col.FALSE)(c.or(_, _))
    val value = if (returned.isEmpty) None else Some(oneOf(returned))
    val fixed = value.filter(v => v.isConstant && variables.head.kind == Kind.NONE)
    val result = value.filter(_ => fixed.isEmpty).fold(olds.head)(c.select(gave, _, olds.head))
    val goOn = mergedAll(Seq(next, broke))
    val after = names.zip(olds.tail).map { case (n, old) =>
      if (goOn == null) old
      else {
        val v = valueOf(node, goOn.env(n))
        val isNone = v.none && (v.isConstant || !goOn.present.contains(v.step))
        c.select(entered, v.orNone(isNone), old)
      }
    }
    def column(v: Col) = if (ListColumns.isList(v)) ListColumns.column(c, v, null) else v
    val state = Seq(
      if (next == null) Col.FALSE else c.andNot(next.live, c.odd),
      c.or(masks(1), c.odd),
      if (broke == null) masks(2) else c.or(masks(2), broke.live),
      c.or(masks(3), gave)
    ) ++ (result +: after).map(column)
    val plan = c.plan(state.map(columnOf): _*)
    c = outer
    resume(before)
    OneTurn(plan, state, broke != null, returned.nonEmpty, fixed)
  }
}
