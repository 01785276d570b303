// SPDX-License-Identifier: Apache-2.0

package org.apache.spark.sql.rapidsudfs

import io.github.rapidsudfs.core.DualFunction
import org.apache.spark.sql.catalyst.FunctionIdentifier
import org.apache.spark.sql.catalyst.analysis.FunctionRegistry.FunctionBuilder
import org.apache.spark.sql.catalyst.expressions.{Expression, ExpressionInfo}
import org.apache.spark.sql.errors.QueryCompilationErrors

import scala.collection.JavaConverters._

/** The entry of a function in Spark's registry: the same by every route.
  *
  * In this package because the error texts that Spark has for builtins are private to it.
  */
object Builders {

  /** Under the name of the function's own signature. */
  def description(function: DualFunction): (FunctionIdentifier, ExpressionInfo, FunctionBuilder) =
    description(function, function.signature().name())

  /** Under another SQL name, with which errors, columns and documentation then speak of it. */
  def description(
      function: DualFunction,
      name: String
  ): (FunctionIdentifier, ExpressionInfo, FunctionBuilder) =
    (FunctionIdentifier(name), info(function, name), builder(function, name))

  private def builder(function: DualFunction, name: String): FunctionBuilder = {
    (given: Seq[Expression]) =>
      val signature = function.signature()
      val children = NamedArguments.inOrder(name, signature, given)
      if (!signature.acceptsCount(children.length)) {
        val valid =
          if (signature.varargs()) s"${signature.arguments().size() - 1} or more"
          else signature.arguments().size()
        throw QueryCompilationErrors.wrongNumArgsError(name, Seq(valid), children.length)
      }
      CatalogueCall(function, name, children)
  }

  /** For `DESCRIBE FUNCTION EXTENDED`, which writes the name for `_FUNC_`. */
  private def info(function: DualFunction, name: String): ExpressionInfo = {
    val s = function.signature()
    val examples = s
      .examples()
      .asScala
      .map { e =>
        val call = e.sql().replaceAll(s"\\b${s.name()}\\(", "_FUNC_(")
        s"      > SELECT $call;\n       ${e.shows()}\n"
      }
      .mkString("\n    Examples:\n", "", "  ")
    new ExpressionInfo(
      function.getClass.getName,
      null,
      name,
      s"_FUNC_${s.toString.stripPrefix(s.name())} - ${s.summary()}.",
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
