// SPDX-License-Identifier: Apache-2.0

package org.apache.spark.sql.rapidsudfs

import com.nvidia.spark.RapidsUDF
import io.github.rapidsudfs.api.DualFunction
import io.github.rapidsudfs.udf.{CountedUdf, ResolvedFunction}
import org.apache.spark.SparkContext
import org.apache.spark.sql.catalyst.expressions.ScalaUDF
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.catalyst.rules.Rule
import org.apache.spark.sql.catalyst.trees.TreePattern.SCALA_UDF

/** Wraps third-party RAPIDS UDFs in functions that count their calls, if counting is on. Dual
  * functions count themselves; see [[CountHiveUdfs]] for Hive UDFs.
  */
object CountForeignUdfs extends Rule[LogicalPlan] {
  override def apply(plan: LogicalPlan): LogicalPlan =
    if (!SparkContext.getActive.exists(UdfWork.isCounted)) plan
    else
      plan.transformAllExpressionsWithPruning(_.containsPattern(SCALA_UDF)) { case udf: ScalaUDF =>
        foreign(udf.function)
          .map { body =>
            val name = udf.udfName.getOrElse(body.getClass.getSimpleName)
            udf.copy(function = CountedUdf.of(udf.function, body, name, udf.children.size))
          }
          .getOrElse(udf)
      }

  private def foreign(function: AnyRef): Option[RapidsUDF] = function match {
    case _: DualFunction | _: ResolvedFunction.Adapter => None
    case udf: RapidsUDF                                => Some(udf)
    case _ =>
      Lambdas.javaUdf(function).collect {
        case udf: RapidsUDF if !udf.isInstanceOf[DualFunction] => udf
      }
  }
}
