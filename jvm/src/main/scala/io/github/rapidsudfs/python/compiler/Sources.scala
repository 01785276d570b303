// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python
package compiler

/** Loops over iterables, and comprehensions, which are loops. */
private[python] trait Sources {
  this: Emitter
    with Expressions
    with CallExpressions
    with Statements
    with Exceptions
    with Searches =>

  /** An evaluated iterable: the code that exits its loop, the next item's values (several for a
    * tuple that need not be created), and the code after the body.
    */
  final class Source(
      val head: Loop => Unit,
      val next: () => Seq[Value],
      val step: Loop => Unit = _ => (),
      val unordered: Option[Unordered] = scala.None
  ) {
    def storeTo(target: Node): Unit = next() match {
      case Seq(one) => bind(target, one)
      case several =>
        val elements = if (target.kind == "Local") Nil else target.list("elts")
        if (elements.size == several.size && !elements.exists(_.kind == "Starred"))
          elements.zip(several).foreach { case (t, v) => bind(t, v) }
        else store(target, temp(s"new PyTuple(${objects(several)})", StaticType.Tuple))
    }

    private def bind(target: Node, v: Value): Unit = {
      store(target, v)
      // Names of comprehensions are new for each, and nothing else binds them.
      if (target.kind == "Local") characters.get(v.code).foreach { place =>
        val name = variable(target.id)
        if (name.contains('$') || function.boundOnce(name)) characters += java(name, v.tpe) -> place
      }
    }
  }

  private def leave(l: Loop, condition: String): Unit = {
    out += s"if ($condition) {"
    l.exit()
    out += "}"
  }

  def source(node: Node, anyOrder: Boolean = false): Source = {
    val call =
      node.kind == "Call" && node("func").kind == "Builtin" && node.list("keywords").isEmpty
    val args = if (call) node.list("args") else Nil
    if (args.exists(_.kind == "Starred")) values(node, anyOrder)
    else if (call && !wide && node("func").id == "range" && args.nonEmpty && args.size <= 3) {
      val bounds = args.map(a => held(expr(a)))
      if (bounds.forall(_.tpe == StaticType.Int)) range(node, bounds)
      else iterator(node, op(node, "range", bounds), None)
    } else if (call && node("func").id == "enumerate" && args.size == 1) {
      val inner = source(args.head)
      val i = fresh("i")
      local("long", i, s"-1L")
      new Source(
        inner.head,
        () => {
          val item = inner.next()
          out += s"$i++;"
          val one =
            if (item.size == 1) item.head
            else temp(s"new PyTuple(${objects(item)})", StaticType.Tuple)
          val n =
            if (wide) temp(s"Long.valueOf($i)", StaticType.Any) else temp(i, StaticType.Int)
          Seq(n, one)
        },
        inner.step
      )
    } else if (call && node("func").id == "reversed" && args.size == 1) {
      val of = held(argument("reversed", args.head))
      if (of.tpe == StaticType.Str) backwards(of)
      else iterator(node, op(node, "reversed", Seq(of)), of.tpe.item)
    } else if (call && node("func").id == "zip" && args.size > 1) {
      val iterables = args.map(a => argument("zip", a))
      val iterators = iterables.map(v => iteratorOf(node, v))
      var items = Seq.empty[Value]
      new Source(
        l =>
          items = iterators.zip(iterables).map { case (i, v) =>
            at(node)
            leave(l, s"!$i.hasNext()")
            val item = temp(s"$i.next()", StaticType.Any)
            v.tpe.item.fold(item)(presume(item, _))
          },
        () => items
      )
    } else values(node, anyOrder)
  }

  private def values(node: Node, anyOrder: Boolean): Source = {
    if (node.kind == "GeneratorExp") return generated(node)
    val v = held(expr(node))
    if (v.tpe == StaticType.Str) characters(v)
    else if (anyOrder && (v.tpe == StaticType.Set || v.tpe == StaticType.Any)) {
      val i = iteratorOf(node, v, "anyOrder")
      iterator(node, i, scala.None, Some(unordered(v)))
    } else iterator(node, v, v.tpe.item)
  }

  /** A generator of one loop: its elements are computed one by one, in the loop over them. */
  private def generated(node: Node): Source = {
    val loop = node.list("generators") match {
      case Seq(one) => one
      case _        => node.refuse("a loop over a generator of several loops")
    }
    val inner = source(loop("iter"))
    val names = assigned(loop("target")).toSet
    new Source(
      inner.head,
      () =>
        renaming(names) {
          // CPython's error for an unassigned variable differs there.
          (node("elt") +: loop.list("ifs"))
            .flatMap(_.all)
            .filter(n => n.kind == "Local" && !names(n.id))
            .filter(n => env.get(variable(n.id)).forall(_.maybe))
            .foreach(_.refuse("a generator that reads a variable which may be unassigned"))
          inner.storeTo(loop("target"))
          loop.list("ifs").foreach(i => branch(test(i))(())(loops.head.continue()))
          val element = held(expr(node("elt")))
          if (!dead) env = env -- names.map(variable)
          Seq(element)
        },
      inner.step
    )
  }

  private def assigned(target: Node): Seq[String] =
    target.all.filter(_.kind == "Local").map(_.id).toSeq

  def iteratorOf(node: Node, v: Value, how: String = "iter"): String = {
    if (how == "iter" && v.tpe == StaticType.Set) node.refuse(AnyOrder.Reason)
    at(node)
    val i = fresh("i")
    local("Iterator", i, s"Ops.$how(${v.boxed})")
    i
  }

  private def iterator(node: Node, v: Value, items: Option[StaticType]): Source =
    iterator(node, iteratorOf(node, v), items, scala.None)

  private def iterator(
      node: Node,
      i: String,
      items: Option[StaticType],
      unordered: Option[Unordered]
  ): Source =
    new Source(
      l => { at(node); leave(l, s"!$i.hasNext()") },
      () => {
        val item = temp(s"$i.next()", StaticType.Any)
        Seq(items.fold(item)(presume(item, _)))
      },
      unordered = unordered
    )

  private def characters(s: Value): Source = {
    val (p, q) = (fresh("i"), fresh("i"))
    local("int", p, s"0")
    new Source(
      l => leave(l, s"$p >= ${s.code}.length()"),
      () => {
        local("int", q, s"$p")
        out += s"$p += Character.charCount(${s.code}.codePointAt($q));"
        Seq(character(s, q))
      }
    )
  }

  private def character(s: Value, i: String): Value = {
    val c = temp(s"Texts.one(${s.code}, $i)", StaticType.Str)
    characters += c.code -> s"${s.code}, $i"
    c
  }

  private def backwards(s: Value): Source = {
    val p = fresh("i")
    local("int", p, s"${s.code}.length()")
    new Source(
      l => leave(l, s"$p <= 0"),
      () => {
        out += s"$p -= Character.charCount(${s.code}.codePointBefore($p));"
        Seq(character(s, p))
      }
    )
  }

  private def range(node: Node, bounds: Seq[Value]): Source = {
    val start = if (bounds.size > 1) bounds.head.code else "0L"
    val stop = bounds(if (bounds.size > 1) 1 else 0).code
    val by = bounds.lift(2).fold("1L")(_.code)
    val i = fresh("i")
    val literal = by.stripPrefix("(").stripSuffix(")").stripSuffix("L")
    val constant = literal.matches("-?[0-9]+")
    if (!constant || literal == "0") {
      at(node)
      out += s"""if ($by == 0L) throw PyError.value("range() arg 3 must not be zero");"""
    }
    // The last step may leave the 64-bit range.
    val (most, least) = (s"$stop > Long.MAX_VALUE - $by", s"$stop < Long.MIN_VALUE - $by")
    if (!constant) out += s"if ($by > 0L ? $most : $least) throw Overflow.INSTANCE;"
    else if (by != "1L" && !stop.matches("[(]?-?[0-9]{1,9}L[)]?"))
      out += s"if (${if (literal.startsWith("-")) least else most}) throw Overflow.INSTANCE;"
    local("long", i, s"$start")
    val done =
      if (!constant) s"$by > 0L ? $i >= $stop : $i <= $stop"
      else if (literal.startsWith("-")) s"$i <= $stop"
      else s"$i >= $stop"
    new Source(
      l => leave(l, done),
      () => Seq(temp(i, StaticType.Int)),
      _ => out += s"$i += $by;"
    )
  }

  def forLoop(node: Node): Unit = {
    val s = source(node("iter"), order.ofStatement(node))
    s.unordered match {
      case Some(u) => search(node, s, u)
      case None =>
        loop(
          s.head,
          { s.storeTo(node("target")); block(node.list("body")) },
          s.step,
          block(node.list("orelse"))
        )
    }
  }

  /** The loops of a comprehension around the code for each element.
    *
    * @param anyOrder
    *   whether the order of elements does not matter to what takes them
    * @param after
    *   what follows a loop over elements in any order
    */
  def generators(node: Node, anyOrder: Boolean = false, after: Unordered => Unit = fail(_))(
      inner: => Unit
  ): Unit = {
    val inAnyOrder = anyOrder && order.holds(node)
    val outer = enclosing
    val all = node.list("generators")
    val names = all.flatMap(g => assigned(g("target"))).toSet
    def from(i: Int, s: Source): Unit = {
      val outside = enclosing
      loop(
        s.head,
        each(s) {
          s.storeTo(all(i)("target"))
          def tests(ifs: Seq[Node]): Unit =
            if (ifs.nonEmpty) branch(test(ifs.head))(tests(ifs.tail))(())
            else if (i + 1 < all.size) from(i + 1, source(all(i + 1)("iter"), inAnyOrder))
            else inner
          tests(all(i).list("ifs"))
          if (!dead) env = env -- assigned(all(i)("target")).map(variable)
        },
        s.step
      )
      enclosing = outside
      s.unordered.foreach(after)
    }
    enclosing = Nil
    val first = source(all.head("iter"), inAnyOrder)
    enclosing = outer
    Option(beside.get(node.json)).foreach(_.foreach(n => computed.put(n.json, held(expr(n)))))
    enclosing = Nil
    renaming(names) {
      from(0, first)
      if (!dead) env = env -- names.map(variable)
    }
    enclosing = outer
  }

  /** The elements of a generator expression for a function that reads them all. An element that
    * `sum`, `min` or `max` cannot accept is an error before the next one is computed.
    */
  def consumed(callee: String, node: Node, anyOrder: Boolean): Value = callee match {
    case "set" => collect(node, temp("new PySet(false)", StaticType.Set), anyOrder = true)()
    case "sum" | "min" | "max" =>
      val all = temp("new PyList()", StaticType.List)
      collect(node, all, anyOrder) { v =>
        if (v.tpe == StaticType.Any || v.tpe == StaticType.None) {
          // Needs its own type: Janino rejects a cast of its class to another.
          val (o, first) = (temp(v.boxed, StaticType.Any).code, s"${all.code}.get(0)")
          def number(x: String) = s"($x instanceof Number || $x instanceof Boolean)"
          val same = s"($o != null && $first != null && $o.getClass() == $first.getClass())"
          val fits =
            if (callee == "sum") number(o) else s"($same || ${number(o)} && ${number(first)})"
          out += s"if (!$fits) {"
          enclosing.foreach(u => out += s"if (${u.many.code}) throw Ops.order();")
          op(node, callee, Seq(all))
          out += "}"
        }
      }
    case _ => comprehension(node, anyOrder)
  }

  def collect(node: Node, all: Value, anyOrder: Boolean = false)(
      check: Value => Unit = _ => ()
  ): Value = {
    var items = Set.empty[StaticType]
    generators(node, anyOrder) {
      val v = expr(node("elt"))
      items += v.tpe
      at(node)
      val many = enclosing.map(_.many.code)
      if (many.isEmpty) out += s"${all.code}.add(${v.boxed});"
      else out += s"${all.code}.add(${v.boxed}, ${many.mkString(" || ")});"
      check(v)
    }
    if (items.size == 1 && all.tpe == StaticType.List)
      all.copy(tpe = StaticType.List.of(items.head))
    else all
  }

  def comprehension(node: Node, anyOrder: Boolean = false): Value = node.kind match {
    case "DictComp" =>
      val d = temp("PyDict.of(new Object[0])", StaticType.Dict)
      generators(node) {
        val k = expr(node("key"))
        val v = expr(node("value"))
        at(node)
        out += s"${d.code}.put(${k.boxed}, ${v.boxed});"
      }
      d
    case "SetComp" => collect(node, temp("new PySet(false)", StaticType.Set), anyOrder = true)()
    case _         => collect(node, temp("new PyList()", StaticType.List), anyOrder)()
  }
}
