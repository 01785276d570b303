// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python
package compiler

import io.github.rapidsudfs.python.columns._

import scala.util.control.NonFatal

/** Conversions between Spark's columns and Python's values. */
trait ColumnTypes {

  /** The number of arguments of calls. */
  def size: Int

  /** The argument at an index, or the reason why its column has no Python values. */
  def argument(c: MaskedWriter, index: Int): Either[String, Col]

  /** The field names of results that are structs. */
  def fields: Option[Seq[String]]

  /** The value of a `return`, of the kind common to all returns.
    *
    * @throws NoColumns
    *   for values whose conversion has no columnar form
    */
  def returned(c: MaskedWriter, v: Col): Col

  /** The column of the result type. */
  def result(c: MaskedWriter, v: Col): Col
}

/** A function as columns; the plan's outputs are the result and, if there are any, the odd rows. */
final case class PlannedColumns(plan: ColumnPlan, hasOdd: Boolean)

/** Writes a program as a plan of columns, or reports the place that has no columnar form. */
object ColumnPlanner {

  /** The reason if the planner itself fails. */
  private val Defect = "a defect of the compiler"

  def plan(program: Program, types: ColumnTypes): Either[Refusal, PlannedColumns] =
    try Right(new ColumnWriter(program, types).plan())
    catch {
      case Refused(refusal) => Left(refusal)
      case e: NoColumns     => Left(Refusal(program.line, 0, e.getMessage))
      // Rows compute what a defect keeps out of columns: the query must not fail.
      case NonFatal(e) => Left(Refusal(program.line, 0, s"$Defect: $e"))
    }
}

private[python] final class ColumnWriter(of: Program, types: ColumnTypes)
    extends ColumnFlow(of, new MaskedWriter(types.size))
    with ColumnExpressions
    with ColumnCalls
    with ColumnLoops
    with ColumnSequences
    with ColumnStatements
    with ColumnTurns {

  private val entry = program.functions.head
  private val places = entry.positional.size
  private def byDefault(p: Parameter) = p.default.map(d => Right(constant(entry.body.head, d)))
  private val parameters = entry.positional.zipWithIndex.map { case (p, i) =>
    val default = if (i < types.size) None else byDefault(p)
    p.name -> default.getOrElse(types.argument(c, i))
  } ++ entry.parameters.filter(_.kind == "keyword").flatMap(p => byDefault(p).map(p.name -> _)) ++
    entry.several.map(_.name -> others)

  /** The remaining arguments, for `*args`. */
  private def others: Either[String, Col] = {
    val all = (places until types.size).map(types.argument(c, _))
    all.find(_.isLeft).getOrElse(Right(display(isList = false, all.flatMap(_.toOption))))
  }
  var frame = new Activation(entry, parameters.toMap)

  override protected def fields: Option[Seq[String]] = types.fields

  override protected def returned(v: Col): Col = types.returned(c, v)

  def plan(): PlannedColumns = {
    val returns = written(frame)
    c.setLive(Col.TRUE)
    val first = if (returns.isEmpty) Col.NONE else oneOf(returns)
    val result = types.result(c, first)
    val odd = c.odd
    val outputs = if (odd.isFalse) Seq(result) else Seq(result, odd)
    PlannedColumns(c.plan(outputs: _*), !odd.isFalse)
  }
}
