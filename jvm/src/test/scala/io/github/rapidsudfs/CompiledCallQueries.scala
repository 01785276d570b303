// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs

import io.github.rapidsudfs.api.Signature
import io.github.rapidsudfs.metrics.Counters
import io.github.rapidsudfs.udf.Udf1
import org.apache.spark.sql.api.java.UDF1
import org.apache.spark.sql.catalyst.expressions.{Expression, ScalaUDF}
import org.apache.spark.sql.DataFrame
import org.apache.spark.sql.execution.{ReusedSubqueryExec, SparkPlan}
import org.apache.spark.sql.execution.adaptive.{AdaptiveSparkPlanExec, QueryStageExec}
import org.apache.spark.sql.rapidsudfs.CompiledCall

/** Runs queries and finds the compiled calls in their plans. */
abstract class CompiledCallQueries extends SparkSuite {

  protected def set[T](settings: (String, String)*)(block: => T): T = {
    settings.foreach { case (key, value) => session().conf.set(key, value) }
    try block
    finally settings.foreach { case (key, _) => session().conf.unset(key) }
  }

  protected val Modes = Seq(
    "generated" -> Nil,
    "without whole stages" -> Seq(
      "spark.sql.codegen.wholeStage" -> "false",
      "spark.sql.codegen.factoryMode" -> "CODEGEN_ONLY"
    ),
    "interpreted" -> Seq(
      "spark.sql.codegen.wholeStage" -> "false",
      "spark.sql.codegen.factoryMode" -> "NO_CODEGEN"
    )
  )

  /** The expressions that a plan evaluates, those of its stages and subqueries too. */
  protected def expressions(plan: SparkPlan): Seq[Expression] = plan match {
    case adaptive: AdaptiveSparkPlanExec => expressions(adaptive.executedPlan)
    case stage: QueryStageExec           => expressions(stage.plan)
    case reused: ReusedSubqueryExec      => expressions(reused.child)
    case scan if scan.children.isEmpty   => Nil
    case node =>
      node.expressions.flatMap(_.collect { case e => e }) ++
        (node.children ++ node.subqueries).flatMap(expressions)
  }

  /** With what Spark asks for before it heeds `spark.sql.codegen.factoryMode`. */
  protected def rows(frame: DataFrame): Seq[String] = {
    frame.queryExecution.executedPlan
    sys.props("spark.testing") = "true"
    try frame.collect().map(_.toString).toSeq.sorted
    finally sys.props -= "spark.testing"
  }

  protected case class Ran(rows: Seq[String], compiled: Int, usual: Int, counts: Map[String, Long])

  protected def ran(frame: => DataFrame): Ran = {
    Counters.reset()
    val query = frame
    val answer = rows(query)
    val all = expressions(query.queryExecution.executedPlan)
    val counts = scala.collection.mutable.Map[String, Long]()
    RapidsUdfs.counters.forEach((name, c) => if (c(0) > 0) counts(name) = c(0))
    Ran(
      answer,
      all.count(_.isInstanceOf[CompiledCall]),
      all.count(_.isInstanceOf[ScalaUDF]),
      counts.toMap
    )
  }

  protected def chain(e: Throwable): Seq[String] =
    Iterator.iterate(e)(_.getCause).takeWhile(_ != null).map(_.toString).toSeq
}

/** A function on longs without a columnar body. */
abstract class RowsOfLong(signature: Signature)
    extends Udf1[java.lang.Long, java.lang.Long](signature) {
  override protected def columnar(
      value: ai.rapids.cudf.ColumnVector
  ): ai.rapids.cudf.ColumnVector = throw new UnsupportedOperationException
}

/** Answers what it is given, and refuses negative numbers. */
class OfLong(signature: Signature)
    extends RowsOfLong(signature)
    with UDF1[java.lang.Long, java.lang.Long] {
  override protected def row(value: java.lang.Long): java.lang.Long = {
    require(value >= 0, s"$value is negative")
    value
  }
}

/** Answers null, whatever its null rule says. */
class NullOfLong(signature: Signature) extends RowsOfLong(signature) {
  override protected def row(value: java.lang.Long): java.lang.Long = null
}
