// SPDX-License-Identifier: Apache-2.0

package org.apache.spark.sql.rapidsudfs.builtins

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.{Expression, NonSQLExpression, ScalaUDF}
import org.apache.spark.sql.catalyst.expressions.codegen.{CodegenContext, ExprCode}
import org.apache.spark.sql.catalyst.rules.Rule
import org.apache.spark.sql.catalyst.trees.TreePattern.SCALA_UDF
import org.apache.spark.sql.execution.{ColumnarRule, SparkPlan}
import org.apache.spark.sql.execution.exchange.{BroadcastExchangeExec, Exchange}
import org.apache.spark.sql.execution.joins.HashedRelationBroadcastMode
import org.apache.spark.sql.types.DataType

/** Puts back the builtins whose twins the plugin has left on the CPU. */
object PutBackBuiltins extends ColumnarRule {
  override def postColumnarTransitions: Rule[SparkPlan] = PutBack

  private object PutBack extends Rule[SparkPlan] {
    override def apply(plan: SparkPlan): SparkPlan =
      if (Plugin.isExplained(plan.conf)) plan else plan.transform(putBack)

    private val putBack: PartialFunction[SparkPlan, SparkPlan] = {
      case exchange @ BroadcastExchangeExec(mode: HashedRelationBroadcastMode, _) =>
        val keys = mode.key.map(replaced(_)(PutBackBuiltin(_)))
        if (keys == mode.key) exchange else exchange.copy(mode = mode.copy(key = keys))
      case node if node.containsPattern(SCALA_UDF) =>
        val back: ScalaUDF => Expression = node match {
          case _: Exchange => PutBackBuiltin(_)
          case _           => udf => Twin.builtin(udf).get
        }
        node.mapExpressions(replaced(_)(back))
    }
  }

  private def replaced(expression: Expression)(back: ScalaUDF => Expression): Expression =
    expression.transformUpWithPruning(_.containsPattern(SCALA_UDF)) {
      case udf: ScalaUDF if Twin.function(udf).nonEmpty => back(udf)
    }
}

/** A builtin in an exchange: evaluated as Spark's own, but equal to its twin's call. The next
  * stages of an adaptive plan are planned with the twin and compared with the exchange.
  */
case class PutBackBuiltin(udf: ScalaUDF) extends Expression with NonSQLExpression {
  private lazy val builtin = Twin.builtin(udf).get

  override def children: Seq[Expression] = udf.children
  override def dataType: DataType = udf.dataType
  override def nullable: Boolean = udf.nullable
  override lazy val canonicalized: Expression = udf.canonicalized
  override def toString: String = builtin.toString
  override def eval(input: InternalRow): Any = builtin.eval(input)

  override protected def doGenCode(ctx: CodegenContext, ev: ExprCode): ExprCode =
    builtin.genCode(ctx)

  override protected def withNewChildrenInternal(
      newChildren: IndexedSeq[Expression]
  ): PutBackBuiltin = copy(udf.copy(children = newChildren))
}
