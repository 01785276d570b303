// SPDX-License-Identifier: Apache-2.0

package org.apache.spark.sql.rapidsudfs.python

import org.apache.spark.sql.catalyst.expressions.{HigherOrderFunction, LambdaFunction, PythonUDF}
import org.apache.spark.sql.catalyst.plans.logical.{Join, LogicalPlan}
import org.apache.spark.sql.catalyst.rules.Rule
import org.apache.spark.sql.catalyst.trees.TreePattern.{LAMBDA_FUNCTION, PYTHON_UDF}

/** Replaces calls of Python UDFs with [[PythonCall]]s if their functions can be compiled, before
  * Spark moves the others into separate operators.
  */
object CompilePythonUdfs extends Rule[LogicalPlan] {
  override def apply(plan: LogicalPlan): LogicalPlan =
    plan.transformDownWithPruning(_.containsPattern(PYTHON_UDF)) { case node =>
      lazy val shared = SharedArguments.refusals(node)
      node.transformExpressionsWithPruning(_.containsPattern(PYTHON_UDF)) { case udf: PythonUDF =>
        PythonCall.compiled(udf, PythonSettings.mode(conf), shared.get(udf))
      }
    }

  /** The same for calls that Spark's analysis rejects: in lambdas of higher-order functions, and in
    * conditions of outer joins.
    */
  object Early extends Rule[LogicalPlan] {
    override def apply(plan: LogicalPlan): LogicalPlan =
      plan.resolveOperatorsWithPruning(_.containsPattern(PYTHON_UDF)) {
        case join: Join if join.condition.exists(_.containsPattern(PYTHON_UDF)) =>
          join.transformExpressionsWithPruning(_.containsPattern(PYTHON_UDF)) {
            case udf: PythonUDF if udf.resolved =>
              PythonCall.compiled(udf, PythonSettings.mode(conf))
          }
        case node if node.containsAllPatterns(PYTHON_UDF, LAMBDA_FUNCTION) =>
          node.transformExpressionsWithPruning(_.containsPattern(LAMBDA_FUNCTION)) {
            case f: HigherOrderFunction if f.resolved =>
              f.transformWithPruning(_.containsAllPatterns(PYTHON_UDF, LAMBDA_FUNCTION)) {
                case lambda: LambdaFunction =>
                  lambda.transformWithPruning(_.containsPattern(PYTHON_UDF)) {
                    case udf: PythonUDF if udf.resolved =>
                      PythonCall.compiled(udf, PythonSettings.mode(conf))
                  }
              }
          }
      }
  }
}
