// SPDX-License-Identifier: Apache-2.0

package org.apache.spark.sql.rapidsudfs

import com.nvidia.spark.RapidsUDF
import io.github.rapidsudfs.udf.{CountedHiveUdf, UdfDelegate}
import org.apache.spark.SparkContext
import org.apache.spark.sql.catalyst.expressions.Expression
import org.apache.spark.sql.catalyst.rules.Rule
import org.apache.spark.sql.execution.{ColumnarRule, SparkPlan}

/** Counts the calls of Hive UDFs that are third-party RAPIDS UDFs, if counting is on. The plugin
  * takes only the function wrapper from Spark's call, so this rule runs after it. Hive's classes
  * are found by name, as Spark may be installed without them.
  */
object CountHiveUdfs extends ColumnarRule {
  private val Package = "org.apache.spark.sql.hive"
  private val OnCpu = Set(s"$Package.HiveSimpleUDF", s"$Package.HiveGenericUDF")
  private val OnGpu = Set(s"$Package.rapids.GpuHiveSimpleUDF", s"$Package.rapids.GpuHiveGenericUDF")

  override def postColumnarTransitions: Rule[SparkPlan] = Count

  private object Count extends Rule[SparkPlan] {
    override def apply(plan: SparkPlan): SparkPlan =
      if (!SparkContext.getActive.exists(UdfWork.isCounted)) plan
      else
        plan.transform {
          // A scan only passes its filters on.
          case node if node.children.nonEmpty =>
            node.transformExpressionsUp {
              case call if OnCpu(call.getClass.getName) => inRows(call)
              case call if OnGpu(call.getClass.getName) => inColumns(call)
            }
        }
  }

  private def inRows(call: Expression): Expression =
    if (parts(call).exists(isForeign)) CountedRows(call, name(call)) else call

  private def inColumns(call: Expression): Expression = {
    val before = parts(call)
    val after = before.map(part => if (isForeign(part)) counted(part, name(call)) else part)
    if (after == before) call else call.makeCopy(after.toArray)
  }

  private def parts(call: Expression): Seq[AnyRef] =
    call.asInstanceOf[Product].productIterator.map(_.asInstanceOf[AnyRef]).toList

  private def name(call: Expression): String = parts(call).head.toString

  /** Returns whether a part of a call is the wrapper of a third-party RAPIDS UDF. */
  private def isForeign(part: AnyRef): Boolean =
    part.getClass.getName == s"$Package.HiveShim$$HiveFunctionWrapper" && {
      part.getClass.getMethod("createFunction").invoke(part) match {
        case _: UdfDelegate => false
        case function       => function.isInstanceOf[RapidsUDF]
      }
    }

  /** The wrapper of a counting function, from the original wrapper. */
  private def counted(handle: AnyRef, name: String): AnyRef = {
    val Seq(className: String, function) =
      handle.asInstanceOf[Product].productIterator.take(2).toList
    val counting = new CountedHiveUdf(name, className, function)
    handle.getClass
      .getConstructor(classOf[String], classOf[Object], classOf[Class[_]])
      .newInstance(counting.getClass.getName, counting, counting.getClass)
      .asInstanceOf[AnyRef]
  }
}
