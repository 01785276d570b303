// SPDX-License-Identifier: Apache-2.0

package org.apache.spark.sql.rapidsudfs.python

import io.github.rapidsudfs.registry.SessionInternals
import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.catalyst.rules.Rule
import org.apache.spark.sql.rapidsudfs.builtins.Plugin

/** Calls compiled Python UDFs in the second and later conditions of a CASE, and in later arguments
  * of COALESCE, only for rows that reach them: a UDF may fail for the others. Spark does so by
  * itself; the plugin evaluates these for all rows, but not the branches of an `if`.
  */
class GuardBranches(session: SparkSession) extends Rule[LogicalPlan] {
  override def apply(plan: LogicalPlan): LogicalPlan =
    if (!Plugin.isActive(SessionInternals.columnarRules(session), conf)) plan
    else
      plan.transformAllExpressions {
        case CaseWhen(first +: rest, otherwise) if rest.exists { case (condition, _) =>
              PythonCall.isIn(condition)
            } =>
          If(first._1, first._2, CaseWhen(rest, otherwise))
        // The first argument is evaluated twice, which a UDF is not worth.
        case Coalesce(first +: rest)
            if rest.exists(PythonCall.isIn) && first.deterministic && !PythonCall.isIn(first) =>
          If(IsNotNull(first), first, if (rest.size == 1) rest.head else Coalesce(rest))
      }
}
