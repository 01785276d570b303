// SPDX-License-Identifier: Apache-2.0

package org.apache.spark.sql.rapidsudfs.builtins

import io.github.rapidsudfs.registry.SessionInternals
import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.{Attribute, Expression, ScalaUDF}
import org.apache.spark.sql.catalyst.plans.logical.{LogicalPlan, ReturnAnswer}
import org.apache.spark.sql.catalyst.trees.TreeNodeTag
import org.apache.spark.sql.execution.{SparkPlan, SparkStrategy, UnaryExecNode}
import org.apache.spark.rdd.RDD
import org.apache.spark.sql.internal.SQLConf

/** Replaces builtins that the plugin would not take by calls of their twins, in physical plans.
  *
  * After the optimizer, so that it has seen Spark's own expressions; before exchanges are inserted
  * and compared, in each planning of an adaptive query anew, so that all of them mean the same
  * expressions; and so before the plugin's rules, in whichever order extensions are listed.
  */
class SwapBuiltins(session: SparkSession) extends SparkStrategy {
  import SwapBuiltins._

  override def apply(plan: LogicalPlan): Seq[SparkPlan] = plan match {
    case answer: ReturnAnswer if answer.getTagValue(Planned).isEmpty && isTime(SQLConf.get) =>
      val wanted = Twins.wanted(SQLConf.get)
      if (wanted.isEmpty) Nil
      else {
        answer.setTagValue(Planned, ())
        Unswapped(planLater(answer), new Swap(wanted, SQLConf.get)) :: Nil
      }
    case _ => Nil
  }

  private def isTime(conf: SQLConf): Boolean =
    Plugin.isExplained(conf) || Plugin.isActive(SessionInternals.columnarRules(session), conf)
}

object SwapBuiltins {

  /** On the root of a plan that this strategy has handed on to the planner's others. */
  private val Planned = TreeNodeTag[Unit]("rapidsudfs.planned")

  /** Stands above a plan until the planner has made it, and gives way to the swapped one. */
  private case class Unswapped(child: SparkPlan, swap: Swap) extends UnaryExecNode {
    override def output: Seq[Attribute] = child.output

    override protected def withNewChildInternal(planned: SparkPlan): SparkPlan = swap(planned)

    override protected def doExecute(): RDD[InternalRow] =
      throw new IllegalStateException("a plan was executed before it was planned")
  }

  private class Swap(wanted: Set[String], conf: SQLConf) extends (SparkPlan => SparkPlan) {
    private lazy val verdicts = Plugin.verdicts(conf)

    override def apply(plan: SparkPlan): SparkPlan = plan.transform {
      // A scan only hands its filters on.
      case node if node.children.nonEmpty =>
        node.transformExpressions { case e if Twins.of(e.getClass).nonEmpty => swapped(e) }
    }

    private def swapped(builtin: Expression): Expression =
      Twins
        .of(builtin.getClass)
        .filter(twin => wanted(twin.name))
        .flatMap(_.call(builtin))
        .find(call => verdicts.exists(takes => !takes(Twin.function(call).get.template())))
        .getOrElse(builtin)
  }
}
