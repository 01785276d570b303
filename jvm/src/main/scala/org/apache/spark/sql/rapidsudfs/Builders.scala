package org.apache.spark.sql.rapidsudfs

import io.github.rapidsudfs.core.DualFunction
import org.apache.spark.sql.catalyst.FunctionIdentifier
import org.apache.spark.sql.catalyst.analysis.FunctionRegistry.FunctionBuilder
import org.apache.spark.sql.catalyst.expressions.{
  Expression,
  ExpressionInfo,
  NamedArgumentExpression
}
import org.apache.spark.sql.errors.QueryCompilationErrors

import scala.collection.JavaConverters._

/** What Spark's function registry wants to know of a function.
  *
  * In this package, for the error texts that Spark has for builtins are private to it.
  */
object Builders {

  def description(function: DualFunction): (FunctionIdentifier, ExpressionInfo, FunctionBuilder) =
    (FunctionIdentifier(function.signature().name()), info(function), builder(function))

  def builder(function: DualFunction): FunctionBuilder = { (children: Seq[Expression]) =>
    val signature = function.signature()
    if (children.exists(_.isInstanceOf[NamedArgumentExpression])) {
      throw QueryCompilationErrors.namedArgumentsNotSupported(signature.name())
    }
    if (!signature.acceptsCount(children.length)) {
      val valid =
        if (signature.varargs()) s"${signature.arguments().size() - 1} or more"
        else signature.arguments().size()
      throw QueryCompilationErrors.wrongNumArgsError(signature.name(), Seq(valid), children.length)
    }
    CatalogueCall(function, children)
  }

  /** For `DESCRIBE FUNCTION EXTENDED`. */
  private def info(function: DualFunction): ExpressionInfo = {
    val s = function.signature()
    val examples = s
      .examples()
      .asScala
      .map(e => s"      > SELECT ${e.sql()};\n       ${e.shows()}\n")
      .mkString("\n    Examples:\n", "", "  ")
    new ExpressionInfo(
      function.getClass.getName,
      null,
      s.name(),
      s"$s - ${s.summary()}.",
      "",
      examples,
      "",
      s.category().sparkGroup(),
      s"${s.since()}",
      "",
      "scala_udf"
    )
  }
}
