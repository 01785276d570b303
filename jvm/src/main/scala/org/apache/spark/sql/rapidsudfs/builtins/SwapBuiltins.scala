// SPDX-License-Identifier: Apache-2.0

package org.apache.spark.sql.rapidsudfs.builtins

import io.github.rapidsudfs.registry.SessionInternals
import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.expressions.aggregate._
import org.apache.spark.sql.catalyst.plans.logical.{LogicalPlan, ReturnAnswer}
import org.apache.spark.sql.catalyst.trees.TreeNodeTag
import org.apache.spark.sql.execution.{SparkPlan, SparkStrategy, UnaryExecNode}
import org.apache.spark.sql.execution.aggregate.{BaseAggregateExec, MergingSessionsExec}
import org.apache.spark.rdd.RDD
import org.apache.spark.sql.internal.SQLConf

import java.util.IdentityHashMap

import scala.collection.mutable

/** Replaces builtins that the plugin does not support with calls of their twins, and compiled
  * Python UDFs with calls of their columnar bodies, in physical plans.
  *
  * This happens after the optimizer, which thus sees Spark's own expressions. It happens before
  * exchanges are inserted and compared, each time an adaptive query is planned, so that all plans
  * have the same expressions. It is therefore before the plugin's rules, whatever the order of the
  * extensions.
  */
class SwapBuiltins(session: SparkSession) extends SparkStrategy {
  import SwapBuiltins._

  override def apply(plan: LogicalPlan): Seq[SparkPlan] = plan match {
    case answer: ReturnAnswer if answer.getTagValue(Planned).isEmpty =>
      // Before the plugin is looked for: a misspelt name is an error in every mode.
      val wanted = Twins.wanted(SQLConf.get)
      if (wanted.isEmpty && !hasSwappable(answer) || !isTime(SQLConf.get)) Nil
      else {
        answer.setTagValue(Planned, ())
        Unswapped(planLater(answer), new Swap(wanted, SQLConf.get)) :: Nil
      }
    case _ => Nil
  }

  private def hasSwappable(plan: LogicalPlan): Boolean =
    plan.exists(_.expressions.exists(_.exists(_.isInstanceOf[Swappable])))

  private def isTime(conf: SQLConf): Boolean =
    Plugin.isExplained(conf) || Plugin.isActive(SessionInternals.columnarRules(session), conf)
}

object SwapBuiltins {

  /** The builtins that run in columns in a session, if it has the plugin. */
  def names(session: SparkSession): Set[String] = {
    val conf = SessionInternals.conf(session)
    if (Plugin.isActive(SessionInternals.columnarRules(session), conf)) Twins.wanted(conf)
    else Set.empty
  }

  /** Marks the root of a plan that this strategy has passed on to the other strategies. */
  private val Planned = TreeNodeTag[Unit]("rapidsudfs.planned")

  /** A placeholder above a plan until the planner has made it; it is then replaced by the swapped
    * plan.
    *
    * For `SELECT soundex(name) FROM people` the strategy returns `Unswapped(PlanLater(Project))`.
    * The planner plans the projection with the other strategies, calls `withNewChildren(planned)`,
    * and gets `planned` with the twin of `soundex` in its projection: no node of ours remains.
    */
  private case class Unswapped(child: SparkPlan, swap: Swap) extends UnaryExecNode {
    override def output: Seq[Attribute] = child.output

    override protected def withNewChildInternal(planned: SparkPlan): SparkPlan = swap(planned)

    override protected def doExecute(): RDD[InternalRow] =
      throw new IllegalStateException("a plan was executed before it was planned")
  }

  private class Swap(wanted: Set[String], conf: SQLConf) extends (SparkPlan => SparkPlan) {
    private lazy val verdicts = Plugin.verdicts(conf)

    /** The stages of an aggregate share its function, and the plugin finds buffers whose layout it
      * changes by their ids: a copy must be shared, too, and its new ids replace the old ones.
      */
    private val functions = new IdentityHashMap[AggregateFunction, AggregateFunction]
    private val buffers = mutable.Map.empty[ExprId, AttributeReference]

    override def apply(plan: SparkPlan): SparkPlan = {
      // The plugin has no operator that merges sessions: stages on both sides of it would differ.
      val hasSessions = plan.exists(_.isInstanceOf[MergingSessionsExec])
      val result = plan.transform {
        case node: BaseAggregateExec if hasSessions => node
        // A scan only passes its filters on.
        case node if node.children.nonEmpty =>
          node
            .transformExpressions {
              case call @ AggregateExpression(f: TypedImperativeAggregate[_], _, _, _, _) =>
                call.copy(aggregateFunction = shared(f))
            }
            .transformExpressions(one)
      }
      if (buffers.isEmpty) result
      else
        result.transform { case node =>
          node.transformExpressions { case a: AttributeReference =>
            buffers.getOrElse(a.exprId, a)
          }
        }
    }

    private val one: PartialFunction[Expression, Expression] = {
      case call: Swappable                    => call.inColumns(conf).getOrElse(call)
      case e if Twins.of(e.getClass).nonEmpty => swapped(e)
    }

    private def shared(function: AggregateFunction): AggregateFunction =
      functions.computeIfAbsent(
        function,
        _ => {
          val copy = function.transform(one).asInstanceOf[AggregateFunction]
          if (copy ne function) {
            def both(f: AggregateFunction) = f.aggBufferAttributes ++ f.inputAggBufferAttributes
            both(function).zip(both(copy)).foreach { case (old, copied) =>
              buffers(old.exprId) = copied
            }
          }
          copy
        }
      )

    private def swapped(builtin: Expression): Expression =
      Twins
        .of(builtin.getClass)
        .filter(twin => wanted(twin.name))
        .flatMap(twin => twin.call(builtin).filter(isNeeded(twin, _)))
        .headOption
        .getOrElse(builtin)

    private def isNeeded(twin: Twin, call: ScalaUDF): Boolean =
      verdicts.exists(takes => twin.corrects || !takes(Twin.function(call).get.template()))
  }
}
