// SPDX-License-Identifier: Apache-2.0

package org.apache.spark.sql.rapidsudfs

import io.github.rapidsudfs.api.{DualFunction, Widening}
import io.github.rapidsudfs.rows.InternalCall
import io.github.rapidsudfs.udf.ResolvedFunction
import org.apache.spark.sql.catalyst.expressions.{Expression, ScalaUDF}
import org.apache.spark.sql.catalyst.rules.Rule
import org.apache.spark.sql.catalyst.trees.TreePattern.SCALA_UDF
import org.apache.spark.sql.execution.{ColumnarRule, SparkPlan}
import org.apache.spark.sql.internal.SQLConf
import org.apache.spark.sql.types._

import scala.collection.JavaConverters._

/** Replaces the calls of dual functions that remain on the CPU with [[CompiledCall]]s.
  *
  * The plugin chooses its operators before transitions are inserted, again for each stage of an
  * adaptive plan; this rule runs after that.
  */
object CompileRowCalls extends ColumnarRule {
  val Setting = "spark.rapidsUdfs.compileRows"

  override def postColumnarTransitions: Rule[SparkPlan] = Compile

  private object Compile extends Rule[SparkPlan] {
    override def apply(plan: SparkPlan): SparkPlan =
      if (!isOn(plan.conf) || !CompiledCall.isVisible(classOf[InternalCall])) plan
      else
        plan.transformWithPruning(_.containsPattern(SCALA_UDF)) {
          // A scan only passes its filters on.
          case node if node.children.nonEmpty =>
            node.transformExpressionsUpWithPruning(_.containsPattern(SCALA_UDF)) {
              case udf: ScalaUDF => compiled(udf).getOrElse(udf)
            }
        }
  }

  private def isOn(conf: SQLConf): Boolean = conf.getConfString(Setting, "true").toLowerCase match {
    case "true"  => true
    case "false" => false
    case other => throw new IllegalArgumentException(s"$Setting must be true or false, not $other")
  }

  private def compiled(udf: ScalaUDF): Option[CompiledCall] =
    for {
      target <- target(udf.function, udf.children.map(_.dataType))
      if udf.children.zip(target.arguments().asScala).forall { case (child, wanted) =>
        isTaken(child.dataType, wanted)
      }
      if DataType.equalsIgnoreNullability(udf.dataType, target.result())
    } yield CompiledCall(udf, target)

  /** The dual function behind a function object; Spark wraps a Java UDF in a lambda. */
  private def target(function: AnyRef, from: Seq[DataType]): Option[ResolvedFunction] =
    function match {
      case adapter: ResolvedFunction.Adapter => Option(adapter.resolved())
      case own: DualFunction                 => declared(own, from)
      case _ =>
        Lambdas
          .javaUdf(function)
          .collect { case own: DualFunction => own }
          .flatMap(declared(_, from))
    }

  /** The call with declared types, if those determine what the body takes. */
  private def declared(function: DualFunction, from: Seq[DataType]): Option[ResolvedFunction] = {
    val signature = function.signature()
    val types = from.indices.map(i => Option(signature.argument(i).`type`()).getOrElse(from(i)))
    val known = from.indices.forall { i =>
      // For other types, the class that Spark passes depends on the session.
      signature.opaque() || !signature.argument(i).isAny || InternalCall.isSameEverywhere(from(i))
    }
    if (known && signature.acceptsCount(from.size))
      Some(ResolvedFunction.of(function, types.asJava))
    else None
  }

  /** Whether each value of a type is one of the wanted type, possibly after widening. */
  private def isTaken(from: DataType, wanted: DataType): Boolean =
    DataType.equalsIgnoreNullability(from, wanted) || ((from, wanted) match {
      case (NullType, _)                                  => true
      case (own: IntegralType, to: DecimalType)           => to.isWiderThan(own)
      case (own: DecimalType, to: DecimalType)            => to.isWiderThan(own)
      case (_: NumericType, _: IntegralType | DoubleType) => Widening.accepts(wanted, from)
      case _                                              => false
    })
}
