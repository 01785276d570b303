// SPDX-License-Identifier: Apache-2.0

package org.apache.spark.sql.rapidsudfs.builtins

import io.github.rapidsudfs.registry.SessionInternals
import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.rules.Rule
import org.apache.spark.sql.execution.{ColumnarRule, SparkPlan}
import org.apache.spark.sql.execution.exchange.BroadcastExchangeExec

/** Makes the plugin look below broadcasts for `input_file_name()` and `input_file_block_*` over
  * scans on the CPU.
  *
  * A scan sets the current file's name while it produces a row, so no operator between such a
  * function and its scan may collect rows into batches. The plugin's rule for this stops at
  * broadcasts, where the functions then return `''` and -1. Its reasons stay with the operators.
  *
  * This rule must run before the plugin's own, which it does if this extension is named first: the
  * plugin appends its extension to the existing ones.
  */
class NameFilesBelowBroadcasts(session: SparkSession) extends ColumnarRule {
  override def preColumnarTransitions: Rule[SparkPlan] = Tag

  private object Tag extends Rule[SparkPlan] {
    override def apply(plan: SparkPlan): SparkPlan = {
      val named = plan
        .collect { case exchange: BroadcastExchangeExec => exchange.child }
        .flatMap(naming)
      if (named.nonEmpty && Plugin.isActive(SessionInternals.columnarRules(session), conf))
        named.foreach(Plugin.keepFilesNamed(_, conf))
      plan
    }
  }

  /** The topmost operators that ask for a file's name, down to the next broadcast. */
  private def naming(plan: SparkPlan): Seq[SparkPlan] = plan match {
    case _: BroadcastExchangeExec => Nil
    case _ if asks(plan)          => Seq(plan)
    case _                        => plan.children.flatMap(naming)
  }

  private def asks(plan: SparkPlan): Boolean = plan.expressions.exists(_.exists {
    case _: InputFileName | _: InputFileBlockStart | _: InputFileBlockLength => true
    case _                                                                   => false
  })
}
