// SPDX-License-Identifier: Apache-2.0

package org.apache.spark.sql.rapidsudfs

import com.nvidia.spark.RapidsUDF
import io.github.rapidsudfs.udf.UsersLambda
import org.apache.spark.sql.catalyst.expressions.{Expression, ScalaUDF}
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.catalyst.rules.Rule
import org.apache.spark.sql.catalyst.trees.TreePattern.SCALA_UDF

import java.lang.invoke.SerializedLambda

/** Lambdas that capture a single object: Spark's, around a Java UDF, and users' own. */
private[rapidsudfs] object Lambdas {

  /** The Java UDF in a lambda of Spark's. */
  def javaUdf(function: AnyRef): Option[AnyRef] =
    capturing(function).collect { case lambda if isOfSpark(lambda) => lambda.getCapturedArg(0) }

  /** Returns whether a function is a RAPIDS UDF, or Spark's lambda around one. */
  def isRapidsUdf(function: AnyRef): Boolean =
    function.isInstanceOf[RapidsUDF] || javaUdf(function).exists(_.isInstanceOf[RapidsUDF])

  /** Returns whether a lambda calls a RAPIDS UDF among other things that it does. */
  def callsRapidsUdf(function: AnyRef): Boolean = capturing(function).exists { lambda =>
    !isOfSpark(lambda) && lambda.getCapturedArg(0).isInstanceOf[RapidsUDF]
  }

  /** The classes with Spark's wrappers of Java UDFs; the second is of Spark 3.5, the third of 4. By
    * name, because users also have packages under `org.apache.spark.sql`, and the wrappers are in
    * different jars.
    */
  private val Wrappers = Set("functions$", "UDFRegistration", "internal/ToScalaUDF$")
    .map("org/apache/spark/sql/" + _)

  private def isOfSpark(lambda: SerializedLambda): Boolean = Wrappers(lambda.getImplClass)

  private def capturing(function: AnyRef): Option[SerializedLambda] =
    try {
      val writeReplace = function.getClass.getDeclaredMethod("writeReplace")
      writeReplace.setAccessible(true)
      writeReplace.invoke(function) match {
        case lambda: SerializedLambda if lambda.getCapturedArgCount == 1 => Some(lambda)
        case _                                                           => None
      }
    } catch { case _: NoSuchMethodException => None }
}

/** Calls of UDFs as the plugin sees them. */
object UdfCalls {

  /** Returns whether the plugin finds a columnar body in a call of a Scala or Java function. */
  def hasColumns(call: Expression): Boolean = call match {
    case udf: ScalaUDF => Lambdas.isRapidsUdf(udf.function)
    case _             => false
  }
}

/** Keeps users' lambdas that call a RAPIDS UDF from the plugin, which mistakes every such lambda
  * for Spark's own and runs only the UDF.
  */
object KeepOwnLambdas extends Rule[LogicalPlan] {
  override def apply(plan: LogicalPlan): LogicalPlan =
    plan.transformAllExpressionsWithPruning(_.containsPattern(SCALA_UDF)) {
      case udf: ScalaUDF if Lambdas.callsRapidsUdf(udf.function) =>
        udf.copy(function = UsersLambda.of(udf.function, udf.children.size))
    }
}
