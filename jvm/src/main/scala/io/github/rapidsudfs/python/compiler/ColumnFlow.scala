// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python
package compiler

import io.github.rapidsudfs.python.columns.{Col, MaskedWriter, NoColumns}

import java.util.{Set => JSet}
import scala.collection.mutable.ArrayBuffer

/** The state while a program is written as columns: the values of variables, by row. Rows split
  * where the program branches; where branches meet, each row takes the value of its branch.
  */
private[python] abstract class ColumnFlow(val program: Program, var c: MaskedWriter) {

  /** A variable's column, or the reason why it has none. */
  type Env = Map[String, Either[String, Col]]

  /** A function being written into the plan. */
  final class Activation(val function: Function, var env: Env) {
    val returns = ArrayBuffer.empty[(Col, Col)]
  }

  /** The state at a point in the program; null if it is unreachable. */
  case class Flow(live: Col, present: JSet[Integer], env: Env)

  /** A condition: its mask, and the columns that are not None where it holds and does not hold. */
  case class Test(mask: Col, yes: Seq[Col], no: Seq[Col]) {
    def inverse: Test = Test(c.not(mask), no, yes)
  }

  var frame: Activation
  var alive = true

  def flow: Flow = if (alive) Flow(c.live, c.present, frame.env) else null

  def resume(at: Flow): Unit = {
    alive = at != null
    if (alive) {
      c.setLive(at.live)
      c.setPresent(at.present)
      frame.env = at.env
    }
  }

  def refusing[A](node: Node)(body: => A): A =
    try body
    catch { case e: NoColumns => node.refuse(e.getMessage) }

  /** Limits the following code to the rows of a mask. */
  def restrict(mask: Col, present: Seq[Col]): Unit = {
    c.setLive(c.and(c.live, mask))
    c.setPresent(present.foldLeft(c.present)(MaskedWriter.`with`(_, _)))
  }

  /** `if`. */
  def branch(test: Test)(yes: => Unit)(no: => Unit): Unit =
    if (test.mask.isTrue) yes
    else if (test.mask.isFalse) no
    else {
      val before = flow
      restrict(test.mask, test.yes)
      val entered = c.live
      yes
      val first = flow
      resume(before)
      restrict(c.not(test.mask), test.no)
      val others = c.live
      no
      // Rows leave a branch by exceptions, by `return`, `break` and `continue`.
      def isWhole(at: Flow, rows: Col) = at != null && at.live.same(rows)
      val all = isWhole(first, entered) && isWhole(flow, others)
      val end = merged(test.mask, first, flow)
      resume(if (all) end.copy(live = before.live) else end)
    }

  /** A value from one of two branches. */
  def choose(test: Test)(yes: => Col)(no: => Col): Col = {
    var values = List.empty[Col]
    def settled(v: Col) = values ::= v.orNone(c.mayBeNone(v))
    branch(test)(settled(yes))(settled(no))
    values match {
      case List(second, first) => c.select(test.mask, first, second)
      case one                 => one.head
    }
  }

  /** Merges two branches.
    *
    * @param mask
    *   of the rows from the first branch
    */
  def merged(mask: Col, first: Flow, second: Flow): Flow =
    if (first == null) second
    else if (second == null) first
    else {
      val both = new java.util.HashSet(first.present)
      both.retainAll(second.present)
      val env = (first.env.keySet ++ second.env.keySet).map { name =>
        name -> joined(mask, first, second, name)
      }.toMap
      Flow(c.or(first.live, second.live), both, env)
    }

  private def joined(mask: Col, first: Flow, second: Flow, name: String): Either[String, Col] = {
    val unbound = Left(s"$name, which may be unbound")
    (first.env.getOrElse(name, unbound), second.env.getOrElse(name, unbound)) match {
      case (Right(a), Right(b)) if a.same(b) => Right(a.orNone(a.none || b.none))
      case (Right(a), Right(b)) =>
        def settled(v: Col, in: Flow) =
          v.orNone(v.none && (v.isConstant || !in.present.contains(v.step)))
        try Right(c.select(mask, settled(a, first), settled(b, second)))
        catch { case e: NoColumns => Left(s"$name, which is ${e.getMessage}") }
      case (Left(why), _) => Left(why)
      case (_, why)       => why
    }
  }

  /** Merges branches whose rows are distinguished by their own masks. */
  def mergedAll(flows: Seq[Flow]): Flow =
    flows.filter(_ != null) match {
      case Seq() => null
      case actual =>
        actual.reduceRight((one, more) => merged(one.live, one, more))
    }

  /** Assigns a variable. */
  def bind(name: String, v: Col): Unit =
    frame.env += name -> Right(v.orNone(c.mayBeNone(v)))
}
