// SPDX-License-Identifier: Apache-2.0

package org.apache.spark.sql.rapidsudfs

import com.nvidia.spark.RapidsUDF
import org.apache.spark.sql.catalyst.expressions.ScalaUDF
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.catalyst.rules.Rule
import org.apache.spark.sql.catalyst.trees.TreePattern.SCALA_UDF

import java.lang.invoke.SerializedLambda
import java.lang.reflect.{InvocationHandler, InvocationTargetException, Method, Proxy}

/** Lambdas that capture a single object: Spark's, around a Java UDF, and users' own. */
private[rapidsudfs] object Lambdas {

  /** The Java UDF in a lambda of Spark's. */
  def javaUdf(function: AnyRef): Option[AnyRef] =
    capturing(function).collect { case lambda if isOfSpark(lambda) => lambda.getCapturedArg(0) }

  /** Returns whether a lambda calls a RAPIDS UDF among other things that it does. */
  def callsRapidsUdf(function: AnyRef): Boolean = capturing(function).exists { lambda =>
    !isOfSpark(lambda) && lambda.getCapturedArg(0).isInstanceOf[RapidsUDF]
  }

  private def isOfSpark(lambda: SerializedLambda): Boolean =
    lambda.getImplClass.startsWith("org/apache/spark/sql/")

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

/** Keeps users' lambdas that call a RAPIDS UDF from the plugin, which takes every lambda around one
  * for Spark's own and runs the UDF alone.
  */
object KeepOwnLambdas extends Rule[LogicalPlan] {
  override def apply(plan: LogicalPlan): LogicalPlan =
    plan.transformAllExpressionsWithPruning(_.containsPattern(SCALA_UDF)) {
      case udf: ScalaUDF if Lambdas.callsRapidsUdf(udf.function) =>
        udf.copy(function = opaque(udf.function, udf.children.size))
    }

  private def opaque(function: AnyRef, arguments: Int): AnyRef = {
    val interface = Class.forName(s"scala.Function$arguments")
    Proxy.newProxyInstance(interface.getClassLoader, Array(interface), new Delegate(function))
  }

  /** Passes every call on. */
  private class Delegate(private val function: AnyRef) extends InvocationHandler with Serializable {
    override def invoke(proxy: AnyRef, method: Method, args: Array[AnyRef]): AnyRef =
      method.getName match {
        // Spark asks whether a call in SELECT is the one in GROUP BY.
        case "equals" => Boolean.box(isOf(args(0)))
        case _ =>
          try method.invoke(function, Option(args).toSeq.flatten: _*)
          catch { case e: InvocationTargetException => throw e.getCause }
      }

    private def isOf(other: AnyRef): Boolean =
      other != null && Proxy.isProxyClass(other.getClass) &&
        (Proxy.getInvocationHandler(other) match {
          case delegate: Delegate => delegate.function == function
          case _                  => false
        })
  }
}
