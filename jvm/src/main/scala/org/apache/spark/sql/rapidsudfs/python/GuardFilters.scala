// SPDX-License-Identifier: Apache-2.0

package org.apache.spark.sql.rapidsudfs.python

import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.expressions.Literal.FalseLiteral
import org.apache.spark.sql.catalyst.plans.logical.{Filter, Join, LogicalPlan}
import org.apache.spark.sql.catalyst.rules.Rule

/** Calls compiled Python UDFs in conditions only for rows that pass the condition's other parts,
  * whatever their order: Spark evaluates these first, too, and only then calls Python workers. A
  * UDF may fail for the other rows.
  */
object GuardFilters extends Rule[LogicalPlan] {
  override def apply(plan: LogicalPlan): LogicalPlan = plan.transform {
    case filter: Filter if PythonCall.isIn(filter.condition) =>
      filter.copy(condition = guarded(filter.condition))
    case join: Join if join.condition.exists(PythonCall.isIn) =>
      join.copy(condition = join.condition.map(guarded))
  }

  // Spark's own PredicateHelper is another trait in other versions.
  private def parts(condition: Expression): Seq[Expression] = condition match {
    case And(left, right) => parts(left) ++ parts(right)
    case other            => Seq(other)
  }

  private def guarded(condition: Expression): Expression = {
    val (udfs, others) = parts(condition).partition(PythonCall.isIn)
    val plain = others.filter(_.deterministic)
    if (plain.isEmpty) condition
    else {
      val guard = plain.reduce(And)
      val done = udfs.forall {
        case If(test, _, FalseLiteral) => test == guard
        case _                         => false
      }
      if (done) condition
      else (others :+ If(guard, udfs.reduce(And), FalseLiteral)).reduce(And)
    }
  }
}
