// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python
package compiler

import io.github.rapidsudfs.python.columns._

import java.util.ArrayDeque
import scala.collection.JavaConverters._

/** Loops in columns: over displays and constants, unrolled; comprehensions over lists and strings,
  * on the column of all elements.
  */
private[python] trait ColumnLoops {
  this: ColumnFlow with ColumnExpressions with ColumnStatements with ColumnSequences =>

  /** A loop over the elements of lists or strings, and the values computed in it. */
  private def each[A](node: Node)(inner: ListForms.Each => A): (ListForms.Each, A) = {
    val loop = node.list("generators") match {
      case Seq(one) => one
      case _        => node.refuse("a comprehension of several loops")
    }
    over(sideBySide(loop("iter"))) { e =>
      store(loop("target"), e.element)
      loop.list("ifs").foreach { condition =>
        val passed = test(condition)
        e.keep(passed.mask)
        c.setPresent(passed.yes.foldLeft(c.present)(MaskedWriter.`with`(_, _)))
      }
      inner(e)
    }
  }

  /** The values computed for each item of lists, in parallel. */
  def over[A](lists: Seq[Col])(inner: ListForms.Each => A): (ListForms.Each, A) = {
    val before = frame.env
    val e = new ListForms.Each(c, lists.map(SequenceForms.items(c, _)).asJava)
    frame.env = before.map {
      case (name, Right(v)) =>
        name -> (try Right(e.spread(v))
        catch { case no: NoColumns => Left(no.getMessage) })
      case other => other
    }
    val result = forgetting(inner(e))
    e.close()
    frame.env = before
    (e, result)
  }

  /** The items of a display or constant, for a loop that is unrolled. */
  def items(node: Node): Option[Seq[Col]] = {
    // An operation that modifies a list is written once, by the consumer of all items.
    val isWritten = Set("Local", "Tuple", "List")(node.kind) && Aliases.changed(node).isEmpty
    def parts = if (isWritten) expr(node).parts else null
    constantOf(node) match {
      case Some(PyConstant.Items(all)) => Some(all.map(Col.constant))
      case _                           => Option(parts).map(_.asScala.toSeq)
    }
  }

  /** A constant computed from constants only. */
  private def constantOf(node: Node): Option[Any] = {
    def all(nodes: Seq[Node]) = {
      val found = nodes.map(constantOf)
      if (found.forall(_.isDefined)) Some(found.map(v => Col.constant(v.get))) else None
    }
    def only = node.list("keywords").isEmpty
    node.kind match {
      case "Constant" => Some(expr(node).constant)
      case "Local" =>
        frame.env.get(node.id).flatMap(_.toOption).filter(_.isConstant).map(_.constant)
      case "Tuple" | "List" | "Set" => all(node.list("elts")).map(_ => expr(node).constant)
      case "Call"
          if node("func").kind == "Builtin" && PyConstant.functions(node("func").id) && only =>
        all(node.list("args")).map(computed(node("func").id, _))
      case "Call" if node("func").kind == "Attribute" && only && node.list("args").isEmpty =>
        val name = node("func").text("attr")
        constantOf(node("func")("value")) match {
          case Some(d: PyDict) if PyConstant.views(name) =>
            Some(computed(s"dict.$name", Seq(Col.constant(d))))
          case _ => None
        }
      case _ => None
    }
  }

  /** One turn of a comprehension over items. */
  private final class Turn(node: Node, loop: Node, item: Col) {

    /** Binds the variable to its item; returns whether the conditions accept it. */
    def passed: Test = {
      store(loop("target"), item)
      loop.list("ifs").foldLeft(Test(Col.TRUE, Nil, Nil))((t, i) => both(t, test(i)))
    }

    def value: Col = settled(expr(node("elt")))
  }

  /** Rejects a loop over a constant set. As in rows, exceptions for some of the elements could make
    * the order visible.
    */
  def requireOrder(node: Node): Unit = if (isSet(node)) node.refuse("a loop over a set")

  /** Rejects a loop over a generator or mapped items that read what the loop may change: CPython
    * computes them one by one, columns all at once.
    */
  def requireUnchanged(loop: Node): Unit = {
    def locals(nodes: Iterable[Node]) =
      nodes.flatMap(_.all).filter(_.kind == "Local").map(_.id).toSet
    val here = locals(loop("target") +: loop.list("body"))
    val read = loop("iter").all.flatMap { n =>
      n.kind match {
        case "GeneratorExp"    => locals(Seq(n)) -- locals(n.list("generators").map(_("target")))
        case "Lambda" | "Func" => program.functions(n.int("function")).captures
        case _                 => Nil
      }
    }
    if (read.exists(here)) loop.refuse("a loop over a generator that reads variables of the loop")
  }

  private def isSet(node: Node) = constantOf(node) match {
    case Some(set: PySet) => set.size > 1
    case _                => false
  }

  private def turns(node: Node): Option[Seq[Turn]] = node.list("generators") match {
    // Its variable belongs to the function.
    case _ if node.all.exists(_.kind == "NamedExpr") => node.refuse("(:=) in a comprehension")
    case Seq(loop) =>
      items(loop("iter")).map { all =>
        if (all.size > 64) node.refuse("a comprehension over more than 64 items")
        all.map(new Turn(node, loop, _))
      }
    case _ => None
  }

  /** A comprehension's variables are its own. */
  private def inside[A](body: => A): A = {
    val before = frame.env
    val made = forgetting(body)
    frame.env = before
    made
  }

  private def inOrder(node: Node): Option[Seq[Turn]] = {
    node.list("generators").foreach(g => requireOrder(g("iter")))
    turns(node)
  }

  /** Computes in another order than Python, amid other code: rows decide what exceptions there
    * mean, also in a `try`.
    */
  def atOnce[A](body: => A): A = {
    val outer = c.catchers
    c.catchers = new ArrayDeque
    val made = body
    c.catchers = outer
    made
  }

  def listed(node: Node): Col =
    if (node.kind == "GeneratorExp") atOnce(elements(node)) else elements(node)

  private def elements(node: Node): Col = inOrder(node) match {
    case Some(all) =>
      val parts = all.map { turn =>
        inside {
          val passed = turn.passed
          val mask = passed.mask
          if (mask.isTrue) mask -> turn.value
          else {
            var mayBeNone = false
            def value = { val v = turn.value; mayBeNone = v.none; v }
            mask -> choose(passed)(value)(Col.NONE).orNone(mayBeNone)
          }
        }
      }
      val kept = parts.filterNot(_._1.isFalse)
      if (kept.forall(_._1.isTrue)) display(isList = true, kept.map(_._2))
      else ListColumns.some(c, kept.map(_._2).asJava, kept.map(_._1).asJava)
    case None =>
      val (e, column) = each(node)(_.column(expr(node("elt"))))
      e.lists(column)
  }

  def isComprehension(node: Node) = node.kind == "GeneratorExp" || node.kind == "ListComp"

  def quantified(name: String, node: Node): Col = {
    val all = name == "all"
    def decided = if (all) test(node("elt")).inverse else test(node("elt"))
    def tried(turns: Seq[Turn]) = {
      val masks = turns.map(turn => inside(both(turn.passed, decided).mask))
      val found = masks.fold(Col.FALSE)(c.or(_, _))
      if (all) c.not(found) else found
    }
    turns(node) match {
      case Some(turns) if node.list("generators").exists(g => isSet(g("iter"))) =>
        // Each is tried, and rows decide what an exception for some of them means, also in a `try`.
        atOnce(tried(turns))
      case Some(turns) if node.kind == "ListComp" => tried(turns)
      case Some(turns)                            =>
        // The first one that decides ends the loop.
        val found = turns.foldLeft(Test(Col.FALSE, Nil, Nil)) { (before, turn) =>
          inside(both(before.inverse, both(turn.passed, decided).inverse).inverse)
        }
        if (all) c.not(found.mask) else found.mask
      case None =>
        val (e, mask) = each(node)(_ => test(node("elt")).mask)
        e.any(mask, all)
    }
  }

  /** The same for an existing value. */
  def quantifiedItems(name: String, node: Node): Col = {
    val all = name == "all"
    items(node) match {
      case Some(parts) =>
        val truths = parts.map(ComparisonForms.truth(c, _))
        if (all) truths.foldLeft(Col.TRUE)(c.and(_, _)) else truths.foldLeft(Col.FALSE)(c.or(_, _))
      case None =>
        val (e, mask) = over(Seq(bag(node)))(e => ComparisonForms.truth(c, e.element))
        e.any(mask, all)
    }
  }

  /** `next` of a comprehension over items, with its default. */
  def first(node: Node, otherwise: Col): Col = {
    def from(left: Seq[Turn]): Col =
      left.headOption.fold(otherwise) { turn =>
        inside(choose(turn.passed)(turn.value)(from(left.tail)))
      }
    inOrder(node).map(from).getOrElse {
      val found = listed(node)
      choose(Test(ComparisonForms.truth(c, found), Nil, Nil))(
        op("operator.getitem", Seq(found, Col.constant(0L)))
      )(otherwise)
    }
  }

  /** The sum of values; floats after the first one are compensated from CPython 3.12 on. */
  private def plus(all: Seq[Col]): Col = {
    val sums = all.scanLeft(Col.constant(0L))((a, b) => op("operator.add", Seq(a, b)))
    val additions = sums.zip(all).zip(sums.tail).dropWhile { case ((sum, value), _) =>
      sum.kind != Kind.FLOAT || value.kind != Kind.FLOAT
    }
    // Rounded once, a sum is the nearest float without what it lost.
    if (program.minor < 12 || additions.size < 2) sums.last
    else {
      val lost = additions.collect {
        case ((sum, value), next) if value.kind == Kind.FLOAT =>
          FloatSums.lost(c, sum, value, next)
      }
      FloatSums.compensated(c, sums.last, lost.reduce((a, b) => op("operator.add", Seq(a, b))))
    }
  }

  def summed(node: Node): Col = {
    if (isComprehension(node)) inOrder(node) match {
      case Some(all) =>
        def values = all.map(turn => inside(choose(turn.passed)(turn.value)(Col.constant(0L))))
        plus(if (node.kind == "GeneratorExp") atOnce(values) else values)
      case None =>
        val (e, n) = each(node)(e => e.summand(needed(expr(node("elt")))))
        e.sum(n)
    }
    else
      items(node).map(plus).getOrElse {
        val (e, n) = over(Seq(bag(node)))(e => e.summand(needed(e.element)))
        e.sum(n)
      }
  }
}

private[python] object PyConstant {

  /** Functions that return a constant for constant arguments. */
  val functions = Set("range", "enumerate", "zip", "reversed", "sorted", "list", "tuple", "len")
  val views = Set("items", "keys", "values")

  object Items {
    def unapply(value: Any): Option[Seq[Any]] = value match {
      case set: PySet       => Some(set.elements.asScala.toSeq)
      case all: Iterable[_] => Some(all.iterator.asScala.take(Most).toList)
      case _                => None
    }
  }

  private type Iterable[A] = java.lang.Iterable[A]

  /** More than any unrolled loop. */
  private val Most = 1000
}
